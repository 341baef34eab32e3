"""Opponents to measure against, kept apart from the bots so that nobody gains by a weak greedy of their own: a plain
greedy and a flat search.

`plain` sheds points and tiles, jumps little, and uses a special tile when that frees twelve points. `flat` deals the
unseen tiles again for every playout, splits 1,000 playouts evenly over all legal moves, plays to the end of the round
with `plain`, and counts points.
"""

from __future__ import annotations

import numpy as np

from tuilerie.games.restart.rules import (
    CUT,
    EMPTY,
    END,
    HIGHEST,
    PASS,
    RESTART,
    RUN_FIRST,
    RUN_LAST,
    RUNS,
    STOP,
    apply,
    count_points,
    finished,
    hide,
    legal,
    row_value,
)
from tuilerie.games.restart.worth import points_of
from tuilerie.kernel.chance import roll
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.copying import copy

PLAYOUTS = 1000
TILE, GAP, BURIED, FREED, SPECIAL_COST = 6.0, 1.5, 0.9, 0.55, 6.0


@kernel
def flat(state, desk, dice, out):
    moves = np.empty(len(out), np.int32)
    n = legal(state, moves)
    if n == 1:
        return moves[0]
    seat, each = int(state.turn), max(1, PLAYOUTS // n)
    best, best_value = moves[0], -1e18
    for i in range(n):
        total = 0.0
        for _ in range(each):
            copy(desk[0], state)
            hide(desk[0], seat, dice)
            total += _value(desk[0], moves[i], seat, dice, out)
        if total > best_value:
            best, best_value = moves[i], total
    return best


@kernel
def _value(state, action, seat, dice, out):
    """The others' points less one's own at the end of the round; an emptied hand is worth 100."""
    while not (action == PASS and state.passes + 1 == state.players):
        apply(state, action)
        if finished(state):
            return 100.0 if (state.winners >> seat) & 1 else -100.0
        n = legal(state, out)
        action = plain(state, out, n) if roll(dice, 10) else out[roll(dice, n)]
    value = 0.0
    for other in range(state.players):
        points = count_points(state.hand[other])
        value += -points if other == seat else points / (state.players - 1)
    return value


@kernel
def plain(state, out, n):
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
        below = state.row[colour, state.row_length[colour] - 2]
        return (
            _reopening_worth(state, hand[colour], colour, 0 if below == RESTART else int(below)) + 20.0 - SPECIAL_COST
        )
    return _reopening_worth(state, hand[action - EMPTY], action - EMPTY, 1) + 20.0 - SPECIAL_COST


@kernel
def _run_worth(mask, top, first, last):
    tiles = last - first + 1 if last <= END else max(HIGHEST - first + 1, 0) + 1
    shed = 16.0 if last >= END else 0.0
    for value in range(first, min(last, HIGHEST) + 1):
        shed += value
    skipped = BURIED * _between(mask, top + 1, first - 1)
    worth = shed + TILE * tiles - GAP * (min(first, END) - top - 1) - skipped
    if last == END:
        worth -= BURIED * points_of(mask & np.uint32(1 << RESTART))
    elif last == RESTART:
        worth += FREED * (_between(mask, 2, first - 1) + points_of(mask & np.uint32(1 << END))) + skipped
    return worth


@kernel
def _reopening_worth(state, mask, colour, value):
    top = row_value(state, colour)
    freed = _between(mask, value + 1, min(top, HIGHEST)) if value < top else 0.0
    if top >= END and value < END:
        freed += points_of(mask & np.uint32(1 << END | 1 << RESTART))
    return FREED * freed - 20.0 if freed < 12.0 else FREED * freed


@kernel
def _between(mask, low, high):
    points = 0.0
    for value in range(max(low, 2), min(high, HIGHEST) + 1):
        if (mask >> np.uint32(value)) & np.uint32(1):
            points += value
    return points


@kernel
def plain_from_python(states, out):
    n = legal(states[0], out)
    return plain(states[0], out, n)


@kernel
def flat_from_python(states, desk, dice, out):
    return flat(states[0], desk, dice, out)
