"""Every way to fill every contract, against brute force: random hands, with and without the Joker."""

from __future__ import annotations

import json
import random
from importlib.resources import files

import pytest

from tests.naive.filling import fills
from tests.rules.romirami_positions import filling, moves

DECK = json.loads((files("tuilerie.games.romirami") / "deck.json").read_text(encoding="utf-8"))
LETTERS = {"cherry": "c", "diamond": "d", "heart": "h", "clover": "l"}
WHOLE = [
    LETTERS[suit] + value
    for suit, copies in DECK["values"].items()
    for value, count in copies.items()
    for _ in range(count)
]


@pytest.mark.rule("RR-T3", "RR-T4", "RR-T5", "RR-T6")
@pytest.mark.parametrize("hands", [500, pytest.param(20_000, marks=pytest.mark.soak)])
def test_fills_agree_with_brute_force(hands: int) -> None:
    """Each hand is asked about all 36 contracts, four on the market at a time; every other hand has its Joker."""
    chance = random.Random(hands)
    contracts = DECK["contracts"]
    for number in range(hands):
        hand = chance.sample(WHOLE, chance.choice((3, 5, 6, 7, 8, 9, 10)))
        joker = number % 2 == 0
        for first in range(0, len(contracts), 4):
            asked = contracts[first : first + 4]
            states = filling(" ".join(hand), [contract["id"] for contract in asked], joker=int(joker))
            expected = {"done"} | {
                f"fill {contract['id']} {groups}"
                for contract in asked
                for groups in fills(hand, joker, contract["requirements"])
            }
            assert set(moves(states)) == expected, (hand, joker)


@pytest.mark.rule("RR-T3")
def test_a_full_hand_against_every_contract() -> None:
    """Thirteen cards, as after a take of three with ten in hand."""
    chance = random.Random(13)
    for first in range(0, 36, 4):
        hand = chance.sample(WHOLE, 13)
        asked = DECK["contracts"][first : first + 4]
        states = filling(" ".join(hand), [contract["id"] for contract in asked], joker=0)
        expected = {"done"} | {
            f"fill {contract['id']} {groups}"
            for contract in asked
            for groups in fills(hand, False, contract["requirements"])
        }
        assert set(moves(states)) == expected, hand
