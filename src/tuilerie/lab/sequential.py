"""When may a match stop? An interval that holds at every moment at once, so that looking often does not fool us."""

from __future__ import annotations

import math

from tuilerie.lab.intervals import Mean

LEAST = 30  # deals before the normal approximation is trusted


def anytime_interval(mean: Mean, error: float) -> tuple[float, float]:
    """A confidence sequence for a mean of independent values (normal mixture, estimated variance): with probability 1 -
    error it covers the truth at all numbers of deals together, not only at one chosen beforehand.
    """
    n = mean.count
    if n < LEAST:
        return 0.0, 1.0
    variance = max(mean.variance, 1.0 / (4 * n))  # a clean sweep is not certainty
    tight_at = 200.0  # where the interval is tightest, in deals
    rho = math.sqrt((-2 * math.log(error) + math.log(-2 * math.log(error) + 1)) / tight_at)
    spread = n * variance * rho * rho + 1
    half = math.sqrt(2 * spread / (n * n * rho * rho) * math.log(math.sqrt(spread) / error))
    return max(0.0, mean.mean - half), min(1.0, mean.mean + half)


def decided(shares: list[Mean], error: float) -> bool:
    """Whether some bot is proven to win more, or less, than its fair share."""
    fair = 1.0 / len(shares)
    each = error / max(1, len(shares) - 1) if len(shares) > 2 else error  # two bots are one question
    return any(not low <= fair <= high for low, high in (anytime_interval(share, each) for share in shares))
