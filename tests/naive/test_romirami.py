"""The rulebook of Romi Rami: the examples of its rules page, and its corners."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from . import Wrong, filling, romirami
from .random_games import BARE_DECK, moves


def romirami_at(hands: list[str], market: str, contracts: list[int], deck: dict | None = None) -> romirami.Rulebook:
    """Seat 0, the first player, to take; the pile has the rest of the deck."""
    book = romirami.Rulebook(len(hands), {}, deck)
    book.hands = [hand.split() for hand in hands]
    book.market = market.split()
    book.pile = romirami.without(book.deck.cards, sum(book.hands, book.market))
    book.contract_market = contracts
    book.contract_pile = [number for number in book.deck.contracts if number not in contracts]
    book.trophies = [trophy.suit for trophy in book.deck.trophies]
    book.begin_turn()
    return book


def test_the_real_deck():
    deck = romirami.real_deck()
    assert len(deck.cards) == 92 and list(deck.contracts) == list(range(1, 37))
    cards = [sum(filling.read_requirement(text).size for text in row.requirements) for row in deck.contracts.values()]
    assert cards == [int(count) for count in "444555666644666666655544455577777788"]
    assert Counter(row.suit for row in deck.contracts.values()) == dict.fromkeys(romirami.SUIT_LETTER, 9)
    assert sum(row.points for row in deck.contracts.values()) == 140


def test_example_1_takes():
    book = romirami_at(["c1 c1 c1", "c2 c2 c2"], "c5 h5 d4 l4 d1 d2", [23])
    singles = {"c5", "h5", "d4", "l4", "d1", "d2"}
    assert {move.removeprefix("take ") for move in book.legal()} == singles | {
        "c5+h5", "d4+l4", "d1+d2", "d1+d4", "d2+d4", "d1+d2+d4",
    }  # fmt: skip


def test_equal_cards_are_taken_once_in_words():
    book = romirami_at(["c1 c1 c1", "c2 c2 c2"], "d4 c3 c3 c3", [23])
    assert book.legal() == ["take c3", "take c3+c3", "take c3+c3+c3", "take d4"]


def test_example_2_four_twos():
    assert filling.fills(["c2", "c2", "d2", "h2"], False, ["set2", "set2"]) == {"c2+c2 d2+h2", "c2+d2 c2+h2"}
    assert filling.fills(["c2", "c2", "d2", "h2"], False, ["set4"]) == {"c2+c2+d2+h2"}


def test_example_3_a_run_of_four_suits():
    assert filling.fills(["l4", "c2", "h3", "d5", "d5"], False, ["run4"]) == {"c2+h3+l4+d5"}
    assert filling.fills(["l4", "c2", "c1", "d5", "d5"], False, ["run4"]) == set()  # RR-T5: no wrapping


def test_joker():
    assert filling.fills(["c2", "c3", "c4"], True, ["run4"]) == {"*+c2+c3+c4", "c2+c3+c4+*"}
    assert filling.fills(["c1", "c3", "c4"], True, ["run4"]) == {"c1+*+c3+c4"}
    assert filling.fills(["d2", "h2", "c3", "c3"], True, ["set2", "set3"]) == {"d2+h2 c3+c3+*", "c3+c3 d2+h2+*"}
    assert filling.fills(["c2", "d2", "h2"], True, ["set2", "set2"]) == {"c2+* d2+h2", "c2+d2 h2+*", "c2+h2 d2+*"}
    assert filling.fills(["c2"], True, ["set2of3"]) == set()


def naive_groups(requirement: str, cards: list[str]) -> set[tuple[str, tuple[str, ...]]]:
    """Every choice of cards, every value for the Joker, and a look whether it fits."""
    kind, size, fixed = filling.read_requirement(requirement)
    found = set()
    for chosen in combinations(cards, size):
        for stand_in in range(1, 6):
            values = [(stand_in if card == "*" else int(card[1:]), card == "*", card) for card in chosen]
            values.sort()
            numbers = [value for value, _, _ in values]
            if kind == "set":
                fits = len(set(numbers)) == 1 and fixed in (None, numbers[0])
            else:
                fits = numbers == list(range(numbers[0], numbers[0] + size))
            if fits:
                found.add(("+".join(card for _, _, card in values), chosen))
    return found


def naive_fills(cards: list[str], requirements: list[str]) -> set[str]:
    ways = [((), tuple(cards))]
    for requirement in requirements:
        ways = [
            (groups + (text,), tuple(romirami.without(list(left), used)))
            for groups, left in ways
            for text, used in naive_groups(requirement, list(left))
        ]
    spellings = set()
    for groups, _ in ways:
        line = list(groups)
        for requirement in requirements:
            places = [place for place, other in enumerate(requirements) if other == requirement]
            for place, text in zip(places, sorted(line[place] for place in places)):
                line[place] = text
        spellings.add(" ".join(line))
    return spellings


def test_fills_are_all_there():
    chance = random.Random(9)
    deck = romirami.real_deck()
    asked = [contract.requirements for contract in deck.contracts.values()]
    asked += [["set2", "run2", "set2"], ["set1", "run1"]]
    found = 0
    for _ in range(300):
        values = chance.choice(["12", "234", "12345"])
        hand = chance.sample([card for card in deck.cards if card[1:] in values], 8)
        joker, requirements = chance.random() < 0.5, chance.choice(asked)
        ways = filling.fills(hand, joker, requirements)
        assert ways == naive_fills(hand + ["*"] * joker, requirements)
        found += len(ways)
    assert found > 1000


def test_a_turn():
    """RR-T7..T9: bonus cards, discards, refill, draw."""
    book = romirami_at(["h2 h2 c2", "c1 d1 h1"], "d2 d3 d4 d5 l1 l1", [1, 23, 24, 25])
    moves(book, "take d2")
    assert book.legal() == ["done", "fill 1 c2+d2+h2+*", "fill 1 c2+d2+h2+h2", "fill 1 c2+h2+h2+*", "fill 1 d2+h2+h2+*"]
    moves(book, "fill 1 c2+d2+h2+h2")
    assert book.bonus[0] == ["h2", "h2"] and book.discard == ["c2", "d2"] and book.jokers[0]
    assert book.legal() == ["done"]
    moves(book, "done")
    with pytest.raises(Wrong, match="not in the pile"):
        book.feed(["market", {"values": ["c7"], "contracts": [2]}])
    with pytest.raises(Wrong, match="contract 1 is not in the pile"):
        book.feed(["market", {"values": ["c1"], "contracts": [1]}])
    book.feed(["market", {"values": ["c1"], "contracts": [2]}])
    assert book.expects() == "draw"
    with pytest.raises(Wrong, match="RR-T9"):
        book.feed(["draw", 0, ["c1", "c2"]])
    book.feed(["draw", 0, ["c1", "c2", "c3"]])
    assert book.expects() == "move" and book.seat() == 1
    assert book.scores() == [2 + 2 + 3 + 1, 1]  # contract, bonus cards, the heart trophy, Joker


def test_discard_down_to_ten():
    book = romirami_at(["c1 c1 c1 c1 c2 c2 c2 c2 c2 c3", "h1 h1 h1"], "d1 d2 d3 d4 d5 l1", [33, 34, 35, 36])
    moves(book, "take d1+d2", "done")
    book.feed(["market", {"values": ["l2", "l3"], "contracts": []}])
    assert book.expects() == "move" and book.seat() == 0
    assert "discard c3+d1" in book.legal() and "discard c1" not in book.legal()
    moves(book, "discard c1+d2")
    assert book.discard == ["c1", "d2"] and book.seat() == 1


def test_shuffle_in_the_middle_of_a_refill():
    """RR-V1."""
    book = romirami_at(["h2 h2 c2", "c1 d1 h1"], "d2 d3 d4 d5 l1 l1", [1, 23, 24, 25])
    book.discard, book.pile = book.pile[1:], book.pile[:1]
    last = book.pile[0]
    moves(book, "take d2", "fill 1 c2+d2+h2+h2", "done")
    assert book.expects() == "market"  # the last card of the pile is enough for the market
    book.feed(["market", {"values": [last], "contracts": [2]}])
    assert book.expects() == "shuffle"
    with pytest.raises(Wrong, match="shuffle"):
        book.feed(["draw", 0, ["c2", "d2", "l4"]])
    book.feed(["shuffle"])
    book.feed(["draw", 0, ["c2", "d2", "l4"]])  # discards of this very turn among them

    book = romirami_at(["h2 h2 c2", "c1 d1 h1"], "d2 d3 d4 d5 l1 l1", [33, 34, 35, 36])
    book.discard, book.pile = book.pile[1:], book.pile[:1]
    moves(book, "take d2+d3+d4", "done")
    book.feed(["shuffle"])
    with pytest.raises(Wrong, match="RR-V1"):
        book.feed(["market", {"values": ["l4", "l4", "l5"], "contracts": []}])
    book.feed(["market", {"values": ["l4", last, "l5"], "contracts": []}])


def test_empty_market_and_piles():
    """RR-V2: the take is skipped, nothing is refilled, and no event says so."""
    book = romirami.Rulebook(2, {}, BARE_DECK)
    hands = [["c1", "c1", "c1"], ["d2", "d2", "h3"]]
    book.feed(["deal", {"hands": hands, "values": ["l9"], "contracts": [1], "trophies": [], "first": 1}])
    moves(book, "take l9", "done")
    assert book.seat() == 0 and book.legal() == ["done", "fill 1 c1+c1+c1+*"]
    moves(book, "fill 1 c1+c1+c1+*", "done")
    book.feed(["end", {"scores": [4, 1], "winners": [0], "reason": "no-contracts"}])  # RR-V3


def test_winners():
    """RR-E3..E5."""
    book = romirami_at(["c1 c1 c1", "c2 c2 c2", "c3 c3 c3"], "", [])
    book.completed = [[23], [1, 24], [7]]  # cherry; heart, diamond; cherry
    book.trophies = ["combo2", "heart", "clover", "combo5"]
    book.bonus = [["c1"] * 9, [], ["c1"]]
    assert book.scores() == [1 + 9 + 1, 3 + 3 + 1, 4 + 1 + 5 + 1]
    assert book.winners() == [0]  # 11 each, but more bonus cards
    book.trophies = ["cherry", "combo3", "combo4", "diamond"]
    # Cherry is a tie at one, combo3 a tie at zero; two 4-card combos and the diamond are seat 1's.
    assert book.scores() == [1 + 9 + 1, 3 + 3 + 3 + 1, 4 + 1 + 1]


def test_end_waits_for_the_lap():
    """RR-E1."""
    book = romirami_at(["h2 h2 c2", "c1 d1 h1"], "d2 d3 d4 d5 l1 l1", [1, 33, 34, 36])
    book.completed[0] = [2, 3, 4, 5, 6, 7]
    book.contract_pile = [8, 9, 10]
    moves(book, "take d2", "fill 1 c2+d2+h2+h2", "done")
    book.feed(["market", {"values": ["c1"], "contracts": [8]}])
    book.feed(["draw", 0, ["c1", "c2", "c3"]])
    moves(book, "take l1", "done")
    book.feed(["market", {"values": ["h3"], "contracts": []}])  # RR-T8: in the last turn too
    assert book.expects() == "end" and book.reason() == "contracts"
