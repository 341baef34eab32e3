"""Decks of Romi Rami as data: reading a designer's file, and saying exactly what is wrong with it and in which line.

A deck is an object with `values` (copies by suit and value), `contracts` and four `trophies`; docs and `deck.json` show
the form.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tuilerie.engine.errors import BadInput
from tuilerie.words import FALLBACK, say

SUITS = ("cherry", "diamond", "heart", "clover")
MOST_CARDS, MOST_CONTRACTS, MOST_REQUIREMENTS, MOST_CONTRACT_CARDS, HIGHEST = 120, 64, 4, 9, 9
MOST_POINTS, HIGHEST_ID = 99, 9999
LEAST_CARDS = 12  # two hands and the market
LONGEST_FILE = 1024 * 1024
REQUIREMENT = re.compile(r"(set)([2-9])(?:of([1-9]))?|(run)([2-9])")

At = tuple[str | int, ...]  # the way to an entry: ("contracts", 3, "suit")


class BadDeck(BadInput):
    """A deck that cannot be played with: the reason, and the line when the deck came from a file."""

    def __init__(self, code: str, at: At = (), **details: Any) -> None:
        super().__init__(f"deck.{code}", **details)
        self.at = at
        self.file: str | None = None
        self.line: int | None = None

    def sentence(self, lang: str = FALLBACK) -> str:
        text = super().sentence(lang)
        return say("deck.at-line", lang, file=self.file, line=self.line, text=text) if self.line else text


def read_deck(given: Any) -> dict[str, Any] | None:
    """A checked deck in one fixed form from a file's path or from a record; None is the real deck, however it was
    given.
    """
    if given is None:
        return None
    deck = _read_file(Path(given)) if isinstance(given, (str, Path)) else check_deck(given)
    return None if deck == real_deck() else deck


@cache
def real_deck() -> dict[str, Any]:
    return check_deck(json.loads(Path(__file__).with_name("deck.json").read_text(encoding="utf-8")))


def check_deck(deck: Any) -> dict[str, Any]:
    """The deck in its fixed form (keys in order, no zero copies); BadDeck names the first thing that is wrong."""
    _check_keys(deck, ("values", "contracts", "trophies"), ())
    values = _check_values(deck["values"])
    per_value = [sum(copies.get(str(value), 0) for copies in values.values()) for value in range(HIGHEST + 1)]
    return {
        "values": values,
        "contracts": _check_contracts(deck["contracts"], per_value),
        "trophies": _check_trophies(deck["trophies"]),
    }


def read_requirement(word: str) -> tuple[bool, int, int]:
    """Whether it is a run, its cards, and its imposed value (0: free)."""
    match = REQUIREMENT.fullmatch(word)
    if match is None:
        raise ValueError(word)
    return (True, int(match[5]), 0) if match[4] else (False, int(match[2]), int(match[3] or 0))


# --- the parts of a deck -----------------------------------------------------------------------------


def _check_values(values: Any) -> dict[str, dict[str, int]]:
    if not isinstance(values, dict):
        raise BadDeck("form", ("values",), what="values", form='{"cherry": {"1": 4, ...}, ...}')
    for suit in values:
        if suit not in SUITS:
            raise BadDeck("suit", ("values", suit), suit=_short(suit), known=", ".join(SUITS))
    for suit in SUITS:
        if suit not in values:
            raise BadDeck("key-missing", ("values",), key=suit)
    checked = {suit: _check_copies(values[suit], ("values", suit)) for suit in SUITS}
    cards = sum(sum(copies.values()) for copies in checked.values())
    if not LEAST_CARDS <= cards <= MOST_CARDS:
        raise BadDeck("cards", ("values",), cards=cards, least=LEAST_CARDS, most=MOST_CARDS)
    return checked


def _check_copies(copies: Any, at: At) -> dict[str, int]:
    if not isinstance(copies, dict):
        raise BadDeck("form", at, what=at[-1], form='{"1": 4, "2": 5, ...}')
    for value, count in copies.items():
        if value not in [str(number) for number in range(1, HIGHEST + 1)]:
            raise BadDeck("value", (*at, value), value=_short(value), most=HIGHEST)
        _check_number(count, (*at, value), f"{at[-1]} {value}", 0, MOST_CARDS)
    return {value: copies[value] for value in sorted(copies) if copies[value]}


def _check_contracts(contracts: Any, per_value: Sequence[int]) -> list[dict[str, Any]]:
    if not isinstance(contracts, list) or not 1 <= len(contracts) <= MOST_CONTRACTS:
        raise BadDeck("contracts", ("contracts",), most=MOST_CONTRACTS)
    seen: set[int] = set()
    checked = []
    for index, contract in enumerate(contracts):
        at: At = ("contracts", index)
        _check_keys(contract, ("id", "points", "suit", "requirements"), at)
        number = _check_number(contract["id"], (*at, "id"), "id", 1, HIGHEST_ID)
        if number in seen:
            raise BadDeck("id-twice", (*at, "id"), id=number)
        seen.add(number)
        points = _check_number(contract["points"], (*at, "points"), "points", 0, MOST_POINTS)
        suit = _check_suit(contract["suit"], (*at, "suit"))
        requirements = _check_requirements(contract["requirements"], (*at, "requirements"), number, per_value)
        checked.append({"id": number, "points": points, "suit": suit, "requirements": requirements})
    return checked


def _check_requirements(words: Any, at: At, contract: int, per_value: Sequence[int]) -> list[str]:
    if not isinstance(words, list) or not 1 <= len(words) <= MOST_REQUIREMENTS:
        raise BadDeck("requirements", at, contract=contract, most=MOST_REQUIREMENTS)
    for index, word in enumerate(words):
        if not isinstance(word, str) or not REQUIREMENT.fullmatch(word):
            raise BadDeck("requirement", (*at, index), contract=contract, word=_short(word))
        if not _deck_allows([read_requirement(word)], per_value):
            raise BadDeck("too-large", (*at, index), contract=contract, word=word)
    asked = [read_requirement(word) for word in words]
    if sum(size for _, size, _ in asked) > MOST_CONTRACT_CARDS:
        raise BadDeck("contract-cards", at, contract=contract, most=MOST_CONTRACT_CARDS)
    if not _deck_allows(asked, per_value):
        raise BadDeck("too-large", at, contract=contract, word=" ".join(words))
    return list(words)


def _deck_allows(asked: Sequence[tuple[bool, int, int]], per_value: Sequence[int]) -> bool:
    """Whether all the deck's cards together could meet these requirements without a Joker."""
    if not asked:
        return True
    is_run, size, imposed = asked[0]
    for value in [imposed] if imposed else range(1, HIGHEST + 1):
        left = list(per_value)
        for used in range(value, value + size) if is_run else [value] * size:
            if used > HIGHEST or left[used] == 0:
                break
            left[used] -= 1
        else:
            if _deck_allows(asked[1:], left):
                return True
    return False


def _check_trophies(trophies: Any) -> list[dict[str, Any]]:
    if not isinstance(trophies, list) or len(trophies) != len(SUITS):
        raise BadDeck("trophies", ("trophies",), count=len(SUITS))
    seen: set[str] = set()
    checked = []
    for index, trophy in enumerate(trophies):
        at: At = ("trophies", index)
        _check_keys(trophy, ("suit", "suit_points", "combo", "combo_points"), at)
        suit = _check_suit(trophy["suit"], (*at, "suit"))
        if suit in seen:
            raise BadDeck("trophy-twice", (*at, "suit"), suit=suit)
        seen.add(suit)
        suit_points = _check_number(trophy["suit_points"], (*at, "suit_points"), "suit_points", 0, MOST_POINTS)
        combo = _check_number(trophy["combo"], (*at, "combo"), "combo", 2, MOST_CONTRACT_CARDS)
        combo_points = _check_number(trophy["combo_points"], (*at, "combo_points"), "combo_points", 0, MOST_POINTS)
        checked.append({"suit": suit, "suit_points": suit_points, "combo": combo, "combo_points": combo_points})
    return checked


def _check_keys(entry: Any, keys: tuple[str, ...], at: At) -> None:
    if not isinstance(entry, dict):
        raise BadDeck(
            "form", at, what=at[0] if at else "deck", form="{" + ", ".join(f'"{key}": ...' for key in keys) + "}"
        )
    for key in entry:
        if key not in keys:
            raise BadDeck("key-unknown", (*at, key), key=_short(key), known=", ".join(keys))
    for key in keys:
        if key not in entry:
            raise BadDeck("key-missing", at, key=key)


def _check_suit(suit: Any, at: At) -> str:
    if suit not in SUITS:
        raise BadDeck("suit", at, suit=_short(suit), known=", ".join(SUITS))
    return str(suit)


def _check_number(number: Any, at: At, what: str, least: int, most: int) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise BadDeck("number", at, what=what, number=_short(number), least=least, most=most)
    return number


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else text[:37] + "..."


# --- files, and where in them things stand -------------------------------------------------------------


def _read_file(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            raw = file.read(LONGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise BadInput("file.read", file=str(path), why=getattr(error, "strerror", None) or str(error)) from None
    if len(raw) > LONGEST_FILE:
        raise BadInput("deck.too-long", file=str(path))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _located(BadDeck("not-text"), path, raw.count(b"\n", 0, error.start) + 1) from None
    try:
        deck = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise _located(BadDeck("not-json", why=error.msg), path, error.lineno) from None
    except (ValueError, RecursionError) as error:
        raise _located(BadDeck("not-json", why=_short(error)), path, 1) from None
    places: dict[At, int] = {}
    try:
        _find_places(text, 0, (), places)
        return check_deck(deck)
    except BadDeck as bad:
        at = bad.at
        while at not in places:
            at = at[:-1]
        raise _located(bad, path, text.count("\n", 0, places[at]) + 1) from None


def _located(bad: BadDeck, path: Path, line: int) -> BadDeck:
    bad.file, bad.line = str(path), line
    return bad


BLANK = re.compile(r"[ \t\n\r]*")
SCALARS = json.JSONDecoder()


def _find_places(text: str, position: int, at: At, places: dict[At, int]) -> int:
    """Note where every entry of a sound JSON text begins; the position after the value.

    A key that stands twice is an error: JSON would drop one.
    """
    position = _skip(text, position)
    places.setdefault(at, position)
    if text[position] not in "{[":
        return int(SCALARS.raw_decode(text, position)[1])
    closing = "}" if text[position] == "{" else "]"
    position = _skip(text, position + 1)
    index = 0
    while text[position] != closing:
        key: str | int = index
        key_position = position
        if closing == "}":
            key, position = SCALARS.raw_decode(text, position)
            position = _skip(text, position) + 1
            if (*at, key) in places:
                places[(*at, key)] = key_position
                raise BadDeck("key-twice", (*at, key), key=_short(key))
            places[(*at, key)] = key_position
        position = _skip(text, _find_places(text, position, (*at, key), places))
        if text[position] == ",":
            position = _skip(text, position + 1)
        index += 1
    return position + 1


def _skip(text: str, position: int) -> int:
    match = BLANK.match(text, position)
    return match.end() if match else position


def _no_constant(name: str) -> None:
    raise ValueError(name)
