"""Our own mathematics, beside the C library's."""

from __future__ import annotations

import math
import random

import pytest

from tuilerie.bots.dice import Dice, bot_dice
from tuilerie.bots.kernels import policy
from tuilerie.kernel import chance, mathematics

np = pytest.importorskip("numpy")


def test_exp_is_right_to_the_last_bit_or_its_neighbour():
    numbers = random.Random(1)
    for _ in range(20_000):
        x = numbers.uniform(-40, 5)
        assert abs(float(mathematics.exp(x)) - math.exp(x)) <= math.ulp(math.exp(x))


@pytest.mark.parametrize(("x", "expected"), [(0.0, 1.0), (-0.0, 1.0), (-800.0, 0.0), (800.0, math.inf)])
def test_exp_at_its_ends(x, expected):
    assert mathematics.exp(x) == expected


def test_python_tosses_the_dice_of_compiled_code():
    with np.errstate(over="ignore"):
        for seed in (0, 1, 2**63, 2**64 - 1):
            theirs, mine = np.array([seed], np.uint64), Dice(seed)
            assert [mine.toss() for _ in range(5)] == [int(chance.toss(theirs)) for _ in range(5)]
            assert mine.value == theirs[0]
        for run, number, seat in ((1, 0, 0), (2**64 - 1, 12345, 3)):
            assert bot_dice(run, number, seat).value == int(policy.bot_dice(np.uint64(run), number, seat))
