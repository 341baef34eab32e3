"""Honesty about many questions at once: Holm's correction.

Of all differences called real, the chance that even one is not stays below 5%.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

LEVEL = 0.05


def p_value(difference: float, error: float) -> float:
    """The chance of a difference at least this large if there were none; normal."""
    if error <= 0:
        return 1.0 if difference == 0 else 0.0
    return math.erfc(abs(difference) / error / math.sqrt(2))


def holm(values: Sequence[float]) -> list[float]:
    """Each p-value, adjusted for all of them."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    adjusted, largest = [1.0] * len(values), 0.0
    for rank, i in enumerate(order):
        largest = max(largest, min(1.0, (len(values) - rank) * values[i]))
        adjusted[i] = largest
    return adjusted
