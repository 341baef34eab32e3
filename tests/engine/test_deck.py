"""Decks from files: what is refused, in which line, and why."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from tuilerie.engine.errors import BadInput
from tuilerie.engine.registry import game_named
from tuilerie.games.romirami.deck import BadDeck, check_deck, read_deck, real_deck

TEXT = (files("tuilerie.games.romirami") / "deck.json").read_text(encoding="utf-8")


def refused(tmp_path: Path, text: str | bytes) -> BadInput:
    path = tmp_path / "deck.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadInput) as caught:
        read_deck(path)
    for lang in ("fr", "en"):
        assert caught.value.sentence(lang)
    return caught.value


def line_of(part: str) -> int:
    return TEXT[: TEXT.index(part)].count("\n") + 1


def test_the_real_deck_has_92_cards_and_36_contracts() -> None:
    deck = real_deck()
    assert sum(sum(copies.values()) for copies in deck["values"].values()) == 92
    assert [contract["id"] for contract in deck["contracts"]] == list(range(1, 37))


def test_the_real_deck_from_a_file_is_no_other_deck(tmp_path: Path) -> None:
    path = tmp_path / "same.json"
    path.write_text(TEXT)
    assert read_deck(path) is None
    assert read_deck(json.loads(TEXT)) is None
    assert read_deck(None) is None


def test_a_deck_has_one_form_and_reading_it_again_changes_nothing() -> None:
    deck = json.loads(TEXT)
    deck["values"] = dict(reversed(deck["values"].items()))
    deck["values"]["heart"] |= {"6": 1, "7": 0}
    checked = check_deck(deck)
    assert list(checked["values"]) == ["cherry", "diamond", "heart", "clover"]
    assert "7" not in checked["values"]["heart"]
    assert check_deck(json.loads(json.dumps(checked))) == checked


@pytest.mark.parametrize(
    ("old", "new", "code", "where"),
    [
        ('"heart": {"1"', '"spade": {"1"', "suit", '"heart": {"1"'),
        ('"id": 13, "points": 5, "suit": "heart"', '"id": 13, "points": 5, "suit": "star"', "suit", '"id": 13,'),
        ('"id": 14,', '"id": 13,', "id-twice", '"id": 14,'),
        ('"id": 14,', '"id": 0,', "number", '"id": 14,'),
        ('["run5"]', '["run6"]', "too-large", '["run5"]'),
        ('["set2of1", "set4"]', '["set2of6", "set4"]', "too-large", '["set2of1", "set4"]'),
        ('["set2of1", "set4"]', '["set2of1", "pair"]', "requirement", '["set2of1", "set4"]'),
        ('["set2of1", "set4"]', '["set5", "set5"]', "contract-cards", '["set2of1", "set4"]'),
        ('["set2of1", "set4"]', "[]", "requirements", '["set2of1", "set4"]'),
        (
            '"points": 9, "suit": "diamond"',
            '"points": true, "suit": "diamond"',
            "number",
            '"points": 9, "suit": "diamond"',
        ),
        ('"points": 9, "suit": "diamond", ', '"suit": "diamond", ', "key-missing", '"points": 9, "suit": "diamond"'),
        (
            '"points": 9, "suit": "diamond", ',
            '"points": 9, "suit": "diamond", "x": 1, ',
            "key-unknown",
            '"points": 9, "suit": "diamond"',
        ),
        ('"id": 14,', '"id": 14, "id": 40,', "key-twice", '"id": 14,'),
        ('"combo": 5', '"combo": 1', "number", '"combo": 5'),
        (
            '"suit": "diamond", "suit_points"',
            '"suit": "cherry", "suit_points"',
            "trophy-twice",
            '"suit": "diamond", "suit_points"',
        ),
        ('"clover": {"1": 4', '"clover": {"0": 4', "value", '"clover": {"1": 4'),
        ('"clover": {"1": 4', '"clover": {"1": 60', "cards", '"values"'),
        ('"clover": {"1": 4', '"clover": {"1": -4', "number", '"clover": {"1": 4'),
        ('"clover": {"1": 4', '"clover": {"1": 4,,', "not-json", '"clover": {"1": 4'),
    ],
)
def test_a_broken_deck_is_refused_with_the_line_and_the_reason(
    tmp_path: Path, old: str, new: str, code: str, where: str
) -> None:
    assert old in TEXT
    bad = refused(tmp_path, TEXT.replace(old, new, 1))
    assert isinstance(bad, BadDeck)
    assert bad.code == f"deck.{code}"
    assert bad.line == line_of(where)
    assert f"line {bad.line}:" in bad.sentence("en")
    assert f"ligne {bad.line}" in bad.sentence("fr")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"\xff\xfe", "deck.not-text"),
        ("[1, 2]", "deck.form"),
        ("", "deck.not-json"),
        ("[" * 100_000, "deck.not-json"),
        ('{"values": 1, "contracts": [], "trophies": []}', "deck.form"),
        (TEXT[: TEXT.index('"contracts"')] + '"contracts": [], "trophies": []}', "deck.contracts"),
        (TEXT.replace(TEXT[TEXT.index('"trophies"') :], '"trophies": []}'), "deck.trophies"),
        (" " * (1024 * 1024 + 1), "deck.too-long"),
    ],
)
def test_what_is_no_deck_at_all(tmp_path: Path, text: str | bytes, code: str) -> None:
    assert refused(tmp_path, text).code == code


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(BadInput) as caught:
        read_deck("/no/such/deck.json")
    assert caught.value.code == "file.read"


def test_a_deck_of_another_game_is_refused() -> None:
    with pytest.raises(BadInput) as caught:
        game_named("restart").read_deck({})
    assert caught.value.code == "deck.none"
