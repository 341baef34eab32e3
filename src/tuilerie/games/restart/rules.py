"""ReStart: the rules, over one flat record. Clause ids (RS-*) are those of the rules page.

The record is in `record`, dealing, hiding and moving tiles in `tiles`, features in `observe`.
"""

from __future__ import annotations

import numpy as np

from tuilerie.games.restart.observe import observe
from tuilerie.games.restart.record import (
    ACTIONS,
    AFTER_CUT,
    BIN,
    COLOURS,
    CUT,
    EMPTY,
    END,
    FEATURE_LAYOUT,
    FEATURES,
    FIRST_SPECIAL,
    HIGHEST,
    NUMBERS,
    OPEN,
    OVER,
    PASS,
    REASON_EMPTY_HAND,
    REASON_TARGET,
    REMEMBERED,
    RESTART,
    RULESET,
    RUNS,
    SCISSORS,
    SEATS,
    SPECIAL,
    STATE,
    STOP,
    TILES,
    VALUES,
)
from tuilerie.games.restart.tables import RUN_FIRST, RUN_LAST, RUN_OFFSET
from tuilerie.games.restart.tiles import deal, hand_to_row, hide, row_to_box, row_value, special_to_box
from tuilerie.kernel.bits import lowest
from tuilerie.kernel.chance import begin_game
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.victory import returns

__all__ = [
    "ACTIONS",
    "AFTER_CUT",
    "BIN",
    "COLOURS",
    "CUT",
    "EMPTY",
    "END",
    "FEATURES",
    "FEATURE_LAYOUT",
    "FIRST_SPECIAL",
    "HIGHEST",
    "OPEN",
    "OVER",
    "PASS",
    "REASON_EMPTY_HAND",
    "REASON_TARGET",
    "REMEMBERED",
    "RESTART",
    "RULESET",
    "RUNS",
    "RUN_FIRST",
    "RUN_LAST",
    "RUN_OFFSET",
    "SCISSORS",
    "SEATS",
    "SPECIAL",
    "STATE",
    "STOP",
    "TILES",
    "VALUES",
    "apply",
    "count_points",
    "finished",
    "hide",
    "legal",
    "observe",
    "returns",
    "row_value",
    "scores",
    "start",
]

SHORT = 4  # most runs have no more tiles


@kernel
def start(state, players, ruleset, seed):
    begin_game(state, players, seed)
    state.target = ruleset.target
    state.table_lap = ruleset.table_lap
    state.must_place = ruleset.must_place
    state.winners = 0
    for seat in range(SEATS):
        state.points[seat] = 0
        state.totals[seat] = 0
    deal(state, 0)


@kernel
def legal(state, out):
    if state.phase == OVER:
        return 0
    if state.phase == AFTER_CUT:
        out[0] = STOP
        return _runs(state, int(state.row_cut), out, 1)
    out[0] = PASS
    n = 1
    specials = state.hand[state.turn, SPECIAL]
    for colour in range(COLOURS):
        n = _runs(state, colour, out, n)
        if specials and state.row_length[colour] > 1:
            if specials & SCISSORS:
                out[n] = CUT + colour
                n += 1
            if specials & BIN:
                out[n] = EMPTY + colour
                n += 1
    return n


@kernel
def apply(state, action):
    if state.acts < REMEMBERED:
        state.history[state.acts] = action
    state.acts += 1
    do(state, action)


@kernel
def do(state, action):
    """`apply` without taking it down."""
    if action < CUT:
        _place(state, action // RUNS, RUN_FIRST[action % RUNS], RUN_LAST[action % RUNS])
    elif action < EMPTY:
        _cut(state, action - CUT)
    elif action < STOP:
        _empty(state, action - EMPTY)
    elif action == STOP:
        _end_turn(state, False)
    else:
        _end_turn(state, True)


@kernel
def finished(state):
    return state.phase == OVER


@kernel
def scores(state, out):
    """Totals as they stand: the lowest is best."""
    for seat in range(state.players):
        out[seat] = state.totals[seat]


# --- a turn ----------------------------------------------------------------------------------------


@kernel
def _runs(state, colour, out, n):
    """Every run the seat can place on this row (RS-T1..T6)."""
    hand = int(state.hand[state.turn, colour])
    top = row_value(state, colour)
    playable = hand >> (top + 1) << (top + 1)
    if top >= END or playable == 0:
        return n
    base = colour * RUNS
    numbers = playable & NUMBERS
    while numbers:
        first = lowest(numbers)
        run = base + RUN_OFFSET[first]
        length = lowest(~(numbers >> first))
        at = np.uint64(n)
        for i in range(SHORT):  # written in one go; what lies beyond `length` does not count
            out[at + np.uint64(i)] = run + i
        for i in range(SHORT, length):
            out[at + np.uint64(i)] = run + i
        n += length
        if first + length == END:
            for ending in range(END, RESTART + 1):
                if (playable >> ending) & 1:
                    out[n] = run + ending - first
                    n += 1
        numbers &= numbers - 1
    for alone in range(END, RESTART + 1):
        if (playable >> alone) & 1:
            out[n] = base + RUN_OFFSET[alone]
            n += 1
    return n


@kernel
def _place(state, colour, first, last):
    seat = state.turn
    for value in range(first, min(last, HIGHEST) + 1):
        hand_to_row(state, seat, colour, value)
    if last >= END:
        hand_to_row(state, seat, colour, last)
    if state.hand_size[seat] == 0:
        _win_at_once(state, seat)
    else:
        _end_turn(state, False)


@kernel
def _cut(state, colour):
    special_to_box(state, state.turn, SCISSORS)
    row_to_box(state, colour)
    _after_cut(state, colour)


@kernel
def _empty(state, colour):
    special_to_box(state, state.turn, BIN)
    while state.row_length[colour] > 1:
        row_to_box(state, colour)
    _after_cut(state, colour)


@kernel
def _after_cut(state, colour):
    state.phase = AFTER_CUT
    state.row_cut = colour
    if state.hand_size[state.turn] == 0 and not state.must_place:
        _win_at_once(state, state.turn)


@kernel
def _end_turn(state, passed):
    state.turns += 1
    state.phase = OPEN
    state.turn = state.turn + 1 if state.turn + 1 < state.players else 0
    if passed:
        state.passes += 1
    elif not state.table_lap:
        state.passes = 0
    if state.passes == state.players:
        _end_round(state)
    elif state.table_lap and state.turn == state.first:
        state.passes = 0


# --- the end ---------------------------------------------------------------------------------------


@kernel
def _win_at_once(state, seat):
    """RS-E4."""
    state.turns += 1
    state.phase = OVER
    state.reason = REASON_EMPTY_HAND
    state.winners = 1 << seat


@kernel
def _end_round(state):
    """RS-E2, E3, E5."""
    reached = False
    lowest = np.uint32(0xFFFFFFFF)
    for seat in range(state.players):
        state.points[seat] = count_points(state.hand[seat])
        state.totals[seat] += state.points[seat]
        reached = reached or state.totals[seat] >= state.target
        lowest = min(lowest, state.totals[seat])
    if not reached:
        deal(state, state.round_number + 1)
        return
    state.phase = OVER
    state.reason = REASON_TARGET
    for seat in range(state.players):
        if state.totals[seat] == lowest:
            state.winners |= 1 << seat


@kernel
def count_points(tiles):
    """What a set of tiles costs its holder (RS-E2)."""
    points = 0
    for colour in range(COLOURS):
        mask = tiles[colour]
        for value in range(1, RESTART + 1):
            if (mask >> np.uint32(value)) & np.uint32(1):
                points += min(value, END)
    for special in range(3):
        if (tiles[SPECIAL] >> np.uint32(special)) & np.uint32(1):
            points += 20
    return points
