"""Rates on a machine that does other work besides: many short slices of processor time, of which the quickest counts.

A slice of a few milliseconds is often left alone; a whole second never is. It is the rate of a quiet machine that is
estimated here, not an average.
"""

from __future__ import annotations

import time
from collections.abc import Callable


def best_rate(work: Callable[[], int], slices: int = 200) -> float:
    """Units of work per second of this thread's processor time; `work` does a slice and says how many units it had."""
    work()
    best = 0.0
    for _ in range(slices):
        begun = time.thread_time_ns()
        units = work()
        best = max(best, units / (time.thread_time_ns() - begun))
    return 1e9 * best
