"""Paired deals, the sequential test and ratings."""

from __future__ import annotations

import numpy as np
import pytest

from tuilerie.bots.roster import bot_named
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import game_named
from tuilerie.lab.comparison import compare, rotations
from tuilerie.lab.intervals import Mean
from tuilerie.lab.ladder import fit, ladder
from tuilerie.lab.plan import Plan
from tuilerie.lab.sequential import anytime_interval, decided


def plan_for(bots, seed=1, players=2):
    game = game_named("restart")
    return Plan(game, players, read_variant(game.options, {}, players), None, seed, bots)


def test_every_rotation_of_a_deal_has_the_same_tiles():
    bots = [bot_named(name) for name in ("greedy", "random", "random")]
    plan = plan_for(rotations(bots), players=3)
    assert plan.match(6).events[0] == plan.match(7).events[0] == plan.match(8).events[0] != plan.match(9).events[0]
    keys = plan.keys(4, 6)
    assert (keys[2] == keys[3]).all()
    assert (keys[2] == keys[4]).all()
    assert (keys[1] != keys[2]).any()
    assert [[bot.name for bot in seats] for seats in plan.bots] == [
        ["greedy", "random", "random"],
        ["random", "random", "greedy"],
        ["random", "greedy", "random"],
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_shares_follow_the_bot_not_the_seat(players):
    bots = [bot_named("greedy")] + [bot_named("random")] * (players - 1)
    outcome = compare(plan_for(rotations(bots), players=players), bots, 100, 1, progress=lambda _: None)
    assert outcome.bots[0].share > 2 / players * 0.9
    assert sum(bot.share for bot in outcome.bots) == pytest.approx(1)
    assert outcome.bots[0].mean_score < outcome.bots[1].mean_score


def test_a_clear_match_stops_early_and_an_even_one_does_not():
    bots = [bot_named("greedy"), bot_named("random")]
    clear = compare(plan_for(rotations(bots)), bots, 5000, 1, progress=lambda _: None, until=0.05)
    assert clear.deals < 100
    even = [bot_named("random"), bot_named("random")]
    assert compare(plan_for(rotations(even)), even, 300, 1, progress=lambda _: None, until=0.05).deals == 300


def test_looking_after_every_deal_does_not_fool_the_sequential_test():
    """An even match watched all the time: declared decided in at most about 5 of 100 runs."""
    generator = np.random.default_rng(3)
    fooled = 0
    for _ in range(300):
        mean = Mean()
        for value in generator.choice([0, 0.5, 1], 600, p=[0.25, 0.5, 0.25]):
            mean.add(np.array([value]))
            other = Mean(mean.count, mean.count - mean.total, mean.count - 2 * mean.total + mean.squares)
            if decided([mean, other], 0.05):
                fooled += 1
                break
    assert fooled <= 0.07 * 300


def test_the_anytime_interval_shrinks():
    mean = Mean()
    widths = []
    for _ in range(4):
        mean.add(np.random.default_rng(1).random(500))
        low, high = anytime_interval(mean, 0.05)
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)


def test_ratings_recover_known_strengths():
    truth = np.array([1200.0, 1000.0, 800.0])
    shares = 1 / (1 + 10 ** ((truth[None, :] - truth[:, None]) / 400))
    ratings, errors = fit(shares, 5000 * (1 - np.eye(3)))
    assert ratings == pytest.approx(truth, abs=2)
    assert (errors < 10).all()


def test_a_ladder_ranks_greedy_above_random():
    outcome = ladder(
        lambda seats: plan_for(seats), [bot_named("random"), bot_named("greedy")], 50, 1, progress=lambda _: None
    )
    assert [bot.name for bot in outcome.bots] == ["greedy", "random"]
    assert outcome.bots[0].low > outcome.bots[1].high
    assert outcome.bots[0].against["random"] + outcome.bots[1].against["greedy"] == pytest.approx(1)
