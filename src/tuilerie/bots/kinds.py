"""The kinds of bots by number, and the numbers that compiled and plain code share about them."""

from __future__ import annotations

RANDOM, GREEDY, BEGINNER, SEARCH = range(4)  # compiled batches of games play the first two

UNIT = 1 << 20  # chances are counted in integers, so that sums do not depend on the order of adding up
# records a search works with: the position as the seat knows it, the world of the moment, the playout of the moment
DESK = 3
