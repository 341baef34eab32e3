"""Intervals are honest: on games with a known bias they cover it about 95 times in 100."""

from __future__ import annotations

import numpy as np
import pytest

from tuilerie.lab.intervals import Mean


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
