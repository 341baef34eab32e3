"""What a difference between two moves is said to be worth, and how sure that is."""

from __future__ import annotations

import random
from math import sqrt

import pytest

import tuilerie
from tuilerie.bots import search
from tuilerie.bots.trials import compare, measure
from tuilerie.engine.match import Match
from tuilerie.engine.registry import game_named, known_games

SEEDS = range(24)
DECISIONS = [name for name in known_games() if game_named(name).effort.review_worlds]


def position(game: str, seed: int) -> tuple[Match, int, int]:
    """After some moves at random: the position, and the best and the worst action there."""
    dice = random.Random(seed)
    while True:
        match = tuilerie.new(game, players=2, seed=dice.randrange(10**6))
        for _ in range(dice.randrange(4, 20)):
            if not match.finished:
                match.play(dice.choice(match.legal()))
        if not match.finished:
            judged = search.evaluate(match.game, match.state, 200, 7)
            if len(judged) > 1:
                return match, judged[0][0], judged[-1][0]


def spread(found: list[float]) -> float:
    mean = sum(found) / len(found)
    return sqrt(sum((each - mean) ** 2 for each in found) / (len(found) - 1))


@pytest.mark.parametrize("game", DECISIONS)
def test_the_error_that_is_told_is_the_spread_of_many_trials(game: str) -> None:
    """With one set of deals for all batches, ReStart's was told a twentieth of what it was."""
    told, seen = [], []
    for number in range(4):
        match, best, worst = position(game, number)
        found = [compare(match.game, match.state, (best, worst), 320, 1 + 7919 * seed) for seed in SEEDS]
        told.append(sum(each.error**2 for each in found) / len(found))
        seen.append(spread([each.gain for each in found]) ** 2)
        alone = [measure(match.game, match.state, best, 320, seed=1 + 7919 * seed) for seed in SEEDS]
        told.append(sum(error**2 for _, error in alone) / len(alone))
        seen.append(spread([chance for chance, _ in alone]) ** 2)
    assert 0.6 < sqrt(sum(seen) / sum(told)) < 1.5
