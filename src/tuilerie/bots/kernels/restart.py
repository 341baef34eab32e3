"""Rules of thumb for ReStart: shed much, jump little, do not bury your own tiles; cut, empty and restart when that frees more than it costs."""

from __future__ import annotations

import numpy as np

from tuilerie.rules.compiled import kernel
from tuilerie.rules.restart import CUT, EMPTY, END, HIGHEST, PASS, RESTART, RUN_FIRST, RUN_LAST, RUNS, STOP, row_value

# Weights, in points of the count at the end of a round. Found by `match greedy` against neighbouring weights.
PER_TILE = 6.0  # a tile gone is a turn saved
PER_GAP = 1.5  # values jumped over: a chance given away
BURIED = 0.9  # own points that the row leaves behind
FREED = 0.55  # own points that become playable again
SPECIAL_COST = 6.0  # Scissors and Bin are worth keeping a while, though they count 20


@kernel
def greedy(state, dice, out, n):
    best, best_worth = out[0], -1e9
    for i in range(n):
        worth = _worth(state, out[i])
        if worth > best_worth:
            best, best_worth = out[i], worth
    return best


@kernel
def _worth(state, action):
    if action in (PASS, STOP):
        return 0.0
    hand = state.hand[state.turn]
    if action < CUT:
        colour = action // RUNS
        return _run_worth(hand[colour], row_value(state, colour), RUN_FIRST[action % RUNS], RUN_LAST[action % RUNS])
    if action < EMPTY:
        colour = action - CUT
        return _reopening_worth(state, hand[colour], colour, _value_below(state, colour)) + 20.0 - SPECIAL_COST
    colour = action - EMPTY
    return _reopening_worth(state, hand[colour], colour, 1) + 20.0 - SPECIAL_COST


@kernel
def _run_worth(mask, top, first, last):
    tiles = last - first + 1 if last <= END else max(HIGHEST - first + 1, 0) + 1
    shed = 0.0
    for value in range(first, min(last, HIGHEST) + 1):
        shed += value
    if last >= END:
        shed += 16.0
    worth = shed + PER_TILE * tiles - PER_GAP * (min(first, END) - top - 1) - BURIED * _points_between(mask, top + 1, first - 1)
    if last == END:
        worth -= BURIED * _ending_points(mask, RESTART)
    elif last == RESTART:
        worth += FREED * (_points_between(mask, 2, first - 1) + _ending_points(mask, END)) + BURIED * _points_between(mask, top + 1, first - 1)
    return worth


@kernel
def _reopening_worth(state, mask, colour, value):
    """Own tiles that could be placed once the row counts `value` again, less those that can be already."""
    top = row_value(state, colour)
    freed = _points_between(mask, value + 1, min(top, HIGHEST)) if value < top else 0.0
    if top >= END and value < END:
        freed += _ending_points(mask, END) + _ending_points(mask, RESTART)
    return FREED * freed - 20.0 if freed < 12.0 else FREED * freed


@kernel
def _value_below(state, colour):
    last = state.row[colour, state.row_length[colour] - 2]
    return 0 if last == RESTART else int(last)


@kernel
def _points_between(mask, low, high):
    points = 0.0
    for value in range(max(low, 2), min(high, HIGHEST) + 1):
        if (mask >> np.uint32(value)) & np.uint32(1):
            points += value
    return points


@kernel
def _ending_points(mask, ending):
    return 16.0 if (mask >> np.uint32(ending)) & np.uint32(1) else 0.0
