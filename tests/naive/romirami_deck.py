"""The deck of Romi Rami: the real one, and another as a record holds it."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from .book import fields, is_int, pieces
from .filling import SUITS, card_order, read_requirement
from .wrong import Wrong, need

SUIT_LETTER = {"cherry": "c", "diamond": "d", "heart": "h", "clover": "l"}


class Contract(NamedTuple):
    points: int
    suit: str  # the bonus suit, its full name
    requirements: list[str]


class Trophy(NamedTuple):
    suit: str
    suit_points: int
    combo: int  # how many cards a combo of the other side has
    combo_points: int

    def sides(self) -> list[str]:
        return [self.suit, f"combo{self.combo}"]


class Deck(NamedTuple):
    cards: list[str]
    contracts: dict[int, Contract]
    trophies: list[Trophy]


# ---- the real deck

REAL_COUNTS = {1: 4, 2: 5, 3: 5, 4: 5, 5: 4}  # in each suit

REAL_CONTRACTS = [
    # number, points, bonus suit, requirements
    (1, 2, "heart", "set4"),
    (2, 2, "clover", "set4"),
    (3, 2, "diamond", "set4"),
    (4, 4, "cherry", "set5"),
    (5, 4, "heart", "set5"),
    (6, 4, "clover", "set5"),
    (7, 4, "cherry", "set2 set2 set2"),
    (8, 4, "clover", "set2 set2 set2"),
    (9, 5, "cherry", "set2of1 set4"),
    (10, 5, "clover", "set2of5 set4"),
    (11, 1, "diamond", "set2of2 set2"),
    (12, 1, "heart", "set2of4 set2"),
    (13, 5, "heart", "set2of1 run4"),
    (14, 5, "cherry", "set2of5 run4"),
    (15, 4, "heart", "set3 run3"),
    (16, 4, "clover", "set3 run3"),
    (17, 4, "diamond", "set3 run3"),
    (18, 4, "cherry", "set3 set3"),
    (19, 4, "heart", "set3 set3"),
    (20, 2, "diamond", "set2 set3"),
    (21, 2, "cherry", "set2 set3"),
    (22, 2, "clover", "set2 set3"),
    (23, 1, "cherry", "run4"),
    (24, 1, "diamond", "run4"),
    (25, 1, "clover", "run4"),
    (26, 3, "diamond", "run5"),
    (27, 3, "heart", "run5"),
    (28, 3, "cherry", "run5"),
    (29, 6, "clover", "run3 set4"),
    (30, 6, "heart", "run3 set4"),
    (31, 6, "diamond", "set3 run4"),
    (32, 6, "cherry", "set3 run4"),
    (33, 6, "diamond", "set2 run5"),
    (34, 6, "clover", "set2 run5"),
    (35, 9, "heart", "run3 set5"),
    (36, 9, "diamond", "run3 set5"),
]

REAL_TROPHIES = [
    Trophy("cherry", 3, 2, 5),
    Trophy("heart", 3, 3, 4),
    Trophy("clover", 3, 4, 3),
    Trophy("diamond", 3, 5, 2),
]


def real_deck() -> Deck:
    cards = [f"{suit}{value}" for suit in SUITS for value, count in REAL_COUNTS.items() for _ in range(count)]
    contracts = {
        number: Contract(points, suit, requirements.split()) for number, points, suit, requirements in REAL_CONTRACTS
    }
    return Deck(cards, contracts, REAL_TROPHIES)


# ---- another deck, as a record holds it


def read_deck(deck: Any) -> Deck:
    body = fields(deck, "deck", "values", "contracts", "trophies")
    return Deck(read_cards(body["values"]), read_contracts(body["contracts"]), read_trophies(body["trophies"]))


def read_cards(values: Any) -> list[str]:
    cards = []
    for suit, counts in fields(values, "deck values", *SUIT_LETTER).items():
        need(isinstance(counts, dict), f"deck values: {suit} is not an object")
        for value, count in counts.items():
            need(re.fullmatch("[1-9][0-9]*", value) is not None, f"deck values: {value!r} is not a value")
            need(is_int(count) and count >= 0, f"deck values: {count!r} is not a number of cards")
            cards += [SUIT_LETTER[suit] + value] * count
    need(len(cards) > 0, "deck values: no cards")
    return sorted(cards, key=card_order)


def read_contracts(rows: Any) -> dict[int, Contract]:
    need(isinstance(rows, list), "deck contracts: not a list")
    contracts = {}
    for row in rows:
        row = fields(row, "deck contract", "id", "points", "suit", "requirements")
        need(is_int(row["id"]) and row["id"] not in contracts, f"deck contract: id {row['id']!r}")
        need(is_int(row["points"]), f"deck contract: points {row['points']!r}")
        check_suit(row["suit"])
        need(len(pieces(row["requirements"], "requirements")) > 0, "deck contract: no requirements")
        for text in row["requirements"]:
            check_requirement(text)
        contracts[row["id"]] = Contract(row["points"], row["suit"], row["requirements"])
    return contracts


def read_trophies(rows: Any) -> list[Trophy]:
    need(isinstance(rows, list), "deck trophies: not a list")
    trophies = []
    for row in rows:
        row = fields(row, "deck trophy", "suit", "suit_points", "combo", "combo_points")
        check_suit(row["suit"])
        for key in ("suit_points", "combo", "combo_points"):
            need(is_int(row[key]), f"deck trophy: {key} {row[key]!r}")
        trophies.append(Trophy(row["suit"], row["suit_points"], row["combo"], row["combo_points"]))
    return trophies


def check_suit(suit: Any) -> None:
    need(isinstance(suit, str) and suit in SUIT_LETTER, f"deck: {suit!r} is not a suit")


def check_requirement(text: str) -> None:
    try:
        read_requirement(text)
    except ValueError as error:
        raise Wrong(f"deck contract: {error}") from None
