"""Intervals are honest: on games with a known bias they cover it about 95 times in 100, whatever is estimated and
however the run stopped.
"""

from __future__ import annotations

import numpy as np
import pytest

from tests.lab.planning import plan_of
from tuilerie.lab.figures import Histogram, columns
from tuilerie.lab.holm import holm, p_value
from tuilerie.lab.intervals import Mean
from tuilerie.lab.luck import LuckSums
from tuilerie.lab.mark_contrasts import MarkContrasts
from tuilerie.lab.marks import Mark
from tuilerie.lab.study import LEAST_GAMES, Study, StudyRequest
from tuilerie.lab.study_batches import StudyBatch


def coverage(p: float, n: int, draw) -> float:
    generator = np.random.default_rng(1)
    inside = 0
    runs = 4000
    for _ in range(runs):
        mean = Mean()
        mean.add(draw(generator, n))
        low, high = mean.share_interval()
        inside += low <= p <= high
    return inside / runs


@pytest.mark.parametrize(("p", "n"), [(0.5, 400), (0.53, 1000), (0.25, 300), (0.9, 200)])
def test_wins_and_losses(p, n):
    assert 0.93 <= coverage(p, n, lambda generator, n: (generator.random(n) < p).astype(float)) <= 0.97


def test_paired_deals():
    """A deal of two games is worth 0, 1/2 or 1 to a bot."""
    assert 0.93 <= coverage(0.6, 300, lambda generator, n: generator.choice([0, 0.5, 1], n, p=[0.1, 0.6, 0.3])) <= 0.97


def test_a_clean_sweep_is_not_certainty():
    mean = Mean()
    mean.add(np.ones(50))
    low, high = mean.share_interval()
    assert high == 1
    assert 0.90 < low < 0.95


def test_adding_in_pieces_changes_nothing():
    values = np.random.default_rng(2).random(1000)
    whole, pieces = Mean(), Mean()
    whole.add(values)
    for part in np.split(values, 10):
        pieces.add(part)
    assert pieces.mean == pytest.approx(whole.mean)
    assert pieces.variance == pytest.approx(values.var(ddof=1))
    assert pieces.interval() == pytest.approx(whole.interval())


# --- a whole study, of games whose truth is known -----------------------------------------------------

TRUTH = np.array([0.42, 0.33, 0.25])  # victories by turn order


def synthetic(plan, generator, games):
    """Three players; who begins is random, and victories go by turn order as TRUTH says."""
    batch = StudyBatch.empty(plan, 0, games)
    begins = generator.integers(3, size=games)
    batch.rows["first"] = begins
    batch.rows["reason"] = 2
    batch.rows["rounds"] = 1
    batch.shares[np.arange(games), (begins + generator.choice(3, games, p=TRUTH)) % 3] = 1.0
    batch.points[:] = generator.integers(50, 150, (games, 3))
    return batch


def covered(study):
    figures = [study.sums.figure(f"order.{place}") for place in range(3)]
    return np.array([figure.low <= truth <= figure.high for figure, truth in zip(figures, TRUTH, strict=True)])


def test_a_study_covers_the_truth():
    plan, generator, runs = plan_of("restart", 3), np.random.default_rng(5), 1000
    inside = np.zeros(3)
    for _ in range(runs):
        study = Study(StudyRequest(plan, games=600))
        study.add([synthetic(plan, generator, 600)])
        inside += covered(study)
    assert (inside / runs >= 0.93).all()
    assert (inside / runs <= 0.97).all()


def test_stopping_by_precision_leaves_the_intervals_honest():
    """Looked at after every ten games, but only at the width."""
    plan, generator, runs = plan_of("restart", 3), np.random.default_rng(7), 1000
    inside, sizes = np.zeros(3), set()
    for _ in range(runs):
        study = Study(StudyRequest(plan, precision=4.4))
        while not study.precise:
            found = columns(plan, synthetic(plan, generator, 10 if study.games else 400))
            study.sums.add({name: values for name, values in found.items() if name.startswith(("order.", "seat."))})
            study.games = study.sums.means["order.0"].count
        assert study.half_width <= 4.4
        assert study.games >= LEAST_GAMES
        sizes.add(study.games)
        inside += covered(study)
    assert (inside / runs >= 0.93).all()
    assert (inside / runs <= 0.97).all()
    assert len(sizes) > 3


def test_those_who_had_it_against_those_who_did_not():
    """Four seats; each has the mark with chance 0.3 and then weighs twice as much in the draw of the winner."""
    generator = np.random.default_rng(8)
    plan = plan_of("restart", 4)

    def games(count):
        batch = StudyBatch.empty(plan, 0, count)
        had = generator.random((count, 4)) < 0.3
        weight = np.where(had, 2.0, 1.0)
        winner = (generator.random((count, 1)) * weight.sum(axis=1, keepdims=True) > np.cumsum(weight, axis=1)).sum(
            axis=1
        )
        batch.marks[:, :, 0] = had
        batch.present[:] = 1
        batch.rows["reason"] = 2
        batch.shares[np.arange(count), winner] = 1.0
        batch.points[:] = 100 - 7.0 * had + generator.normal(0, 10, (count, 4))
        return batch

    marks = [Mark(0, "dealt-bin", "dealt")]
    whole = MarkContrasts(marks, 4)
    whole.add(games(400_000))
    truth = whole.results()[0].victory.value
    victory = score = 0
    runs = 1500
    for _ in range(runs):
        contrasts = MarkContrasts(marks, 4)
        contrasts.add(games(300))
        found = contrasts.results()[0]
        victory += found.victory.low <= truth <= found.victory.high
        score += found.score.low <= -7.0 <= found.score.high
    assert 0.93 <= victory / runs <= 0.97
    assert 0.93 <= score / runs <= 0.97


def test_luck_and_skill_of_known_size():
    """Two players. A deal gives seat 0 an edge, the strong player another; the winner is drawn from both."""
    generator = np.random.default_rng(11)
    deal_edge, player_edge = 0.3, 0.2

    def shares(deals):
        luck = generator.choice([-deal_edge, deal_edge], deals)
        # of seat 0, by rotation: the strong one sits at 0, then at 1
        chance = np.stack([0.5 + luck + player_edge, 0.5 + luck - player_edge], axis=1)
        replicas = []
        for _ in range(2):
            won = (generator.random((deals, 2)) < chance).astype(float)
            replicas.append(np.stack([won, 1 - won], axis=2))
        return replicas

    total = 0.25
    truth = {"player": player_edge**2 / total, "deal": deal_edge**2 / total, "matching": 0.0}
    truth["play"] = 1 - truth["player"] - truth["deal"]
    inside = dict.fromkeys(truth, 0)
    middle = {name: Mean() for name in truth}
    runs = 1000
    for _ in range(runs):
        luck = LuckSums(2)
        luck.add(*shares(400))
        parts = luck.result("strong", "weak").parts
        for name, value in truth.items():
            inside[name] += parts[name].low <= value <= parts[name].high
            middle[name].add(np.array([parts[name].value]))
    for name in ("player", "deal", "play"):
        assert 0.93 <= inside[name] / runs <= 0.97, name
        assert middle[name].mean == pytest.approx(truth[name], abs=0.01)
    assert inside["matching"] / runs >= 0.95  # at the edge of what is possible: an interval cut at 0 covers more


def test_quantiles():
    generator = np.random.default_rng(4)
    runs, inside = 1500, 0
    for _ in range(runs):
        histogram = Histogram()
        histogram.add(generator.geometric(0.02, 500).astype(float))
        figure = histogram.summary().quantiles["50"]
        inside += figure.low <= 35 <= figure.high  # the smallest x with 1 - 0.98**x >= 1/2
    assert inside / runs >= 0.94


def test_holm_keeps_the_promise_for_all_questions_together():
    """Twenty questions without any difference: in at most about 5 of 100 studies is even one called real."""
    generator = np.random.default_rng(6)
    studies, fooled = 3000, 0
    for _ in range(studies):
        fooled += min(holm([p_value(z, 1.0) for z in generator.normal(size=20)])) < 0.05
    assert 0.03 <= fooled / studies <= 0.06
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
