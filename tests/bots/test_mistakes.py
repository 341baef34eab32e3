"""Categories of mistakes: named for every pair of moves, sayable, and the right one where a person would agree."""

from __future__ import annotations

import random

import pytest

from tests.rules.restart_positions import position
from tuilerie.bots.mistakes import categories, codes
from tuilerie.engine.match import Match
from tuilerie.engine.registry import BUILT_IN, game_named
from tuilerie.words import LANGUAGES

HANDS = ["r5 r9 r10 rE k2 k12 k13 S gX", "b2 b3 g5 o9 o10 o11 k9 k10"]


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_pair_of_moves_has_a_category_in_every_language(game):
    known, chance = set(codes(game_named(game))), random.Random(1)
    for seed in range(6):
        match = Match.new(game, 3, seed)
        while not match.finished:
            legal = match.legal()
            pair = chance.sample(legal, min(2, len(legal)))
            found = categories(match, pair[0], pair[-1]) if len(pair) == 2 else []
            assert len(found) >= len(pair) - 1
            assert {category.code for category in found} <= known
            assert all(each.title(lang) and each.sentence(lang) for each in found for lang in LANGUAGES)
            match.play(chance.choice(legal))


@pytest.mark.parametrize(
    ("played", "better", "code"),
    [
        ("pass", "r5", "passed"),
        ("k2", "pass", "not-passed"),
        ("r9+r10", "r5", "buried"),
        ("k12+k13", "r5", "buried"),
        ("r5", "k2", "other-row"),
        ("r5", "S:r", "scissors-kept"),
        ("S:r", "r5", "cut-early"),
        ("r9", "r9+r10", "short-run"),
        ("r9+r10", "r9", "long-run"),
        ("k2", "gX", "ending-kept"),
        ("gX", "k2", "helped"),
    ],
)
def test_a_move_is_told_in_what_way_it_was_worse(played, better, code):
    match = position({"r": "1 4", "k": "1", "g": "1 6"}, HANDS)
    assert categories(match, played, better)[0].code == f"restart.{code}"


def test_a_long_way_is_a_jump_where_nothing_of_ones_own_is_passed():
    match = position({"r": "1 4", "k": "1"}, ["r12 k2", "b2 b3"])
    assert categories(match, "r12", "k2")[0].code == "restart.jumped"


def test_categories_depend_on_what_the_seat_knows_only():
    match = position({"r": "1 4", "k": "1"}, HANDS)
    assert categories(match, "r9", "r5") == categories(match.imagined(0, 5), "r9", "r5")
