"""95% intervals.

Shares of victory are means of numbers between 0 and 1 over independent units (games, or deals in a paired match).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

Z = 1.959963984540054
MeanState = tuple[int, float, float]  # count, total, squares


@dataclass
class Mean:
    """A running mean with its spread: memory does not grow with the number of values."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, values: np.ndarray) -> None:
        self.count += len(values)
        self.total += float(values.sum())
        self.squares += float((values * values).sum())

    def state(self) -> MeanState:
        return self.count, self.total, self.squares

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        if self.count < 2:
            return 0.0
        return max(0.0, (self.squares - self.total * self.total / self.count) / (self.count - 1))

    def interval(self) -> tuple[float, float]:
        """For a mean of any numbers: normal."""
        half = Z * math.sqrt(self.variance / self.count) if self.count else 0.0
        return self.mean - half, self.mean + half

    def share_interval(self) -> tuple[float, float]:
        """For a share: Wilson's interval at the effective number of units, which stays honest near 0 and 1 and for few
        units.
        """
        if self.count == 0:
            return 0.0, 1.0
        p = min(1.0, max(0.0, self.mean))
        spread = p * (1 - p)
        n = float(self.count)
        if spread > 0 and self.variance > 0:  # split victories and paired deals vary less than coin tosses
            n = min(self.count * spread / self.variance, 4.0 * self.count)
        centre = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z / (1 + Z * Z / n) * math.sqrt(spread / n + Z * Z / (4 * n * n))
        return max(0.0, min(p, centre - half)), min(1.0, max(p, centre + half))
