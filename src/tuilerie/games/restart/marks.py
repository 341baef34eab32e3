"""ReStart: special tiles dealt in the first round, used at any time, and left in hand when a round is counted."""

from __future__ import annotations

import numpy as np

from tuilerie.games.restart.rules import (
    BIN,
    COLOURS,
    CUT,
    EMPTY,
    END,
    OPEN,
    PASS,
    REASON_EMPTY_HAND,
    REASON_TARGET,
    RESTART,
    RUN_LAST,
    RUNS,
    SCISSORS,
    SPECIAL,
    STOP,
)
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.marks import Mark, best_without

# Marks come in threes: dealt, used, left; each for Scissors, Bin, Restart and End.
KINDS = 4
DEALT, USED, LEFT = 0, KINDS, 2 * KINDS
MARKS = 3 * KINDS
COST = np.array([20, 20, 16, 16])  # RS-E2

TURN = 0  # in the memo: kinds used in this turn, bit per kind


def named(deck: None) -> list[Mark]:
    tiles = ("scissors", "bin", "restart", "end")
    return [
        Mark(KINDS * part + at, f"{kind}-{tile}", kind)
        for part, kind in enumerate(("dealt", "used", "left"))
        for at, tile in enumerate(tiles)
    ]


@kernel
def dealt(state, marks):
    if state.round_number == 0:
        for seat in range(state.players):
            _count(state.hand[seat], marks[seat], DEALT)


@kernel
def before(state, action, marks, memo):
    seat = int(state.turn)
    if state.phase == OPEN:
        memo[TURN] = 0
    if action == PASS:
        if int(state.passes) + 1 == int(state.players):
            for other in range(state.players):
                _count(state.hand[other], marks[other], LEFT)
        return
    kind = -1
    if action < CUT:
        last = RUN_LAST[action % RUNS]
        if last >= END:
            kind = 2 if last == RESTART else 3
    elif action < EMPTY:
        kind = 0
    elif action < STOP:
        kind = 1
    if kind >= 0:
        marks[seat, USED + kind] += 1
        memo[TURN] |= 1 << kind


@kernel
def closed(state, marks, memo, decided, present):
    """A tile used decides if the turn that emptied the hand used it; one left in hand, if without its points somebody
    else had won.
    """
    present[:] = 1
    if state.reason == REASON_EMPTY_HAND:
        for kind in range(KINDS):
            decided[USED + kind] = (memo[TURN] >> kind) & 1
    elif state.reason == REASON_TARGET:
        totals = np.empty(4)
        for seat in range(state.players):
            totals[seat] = state.totals[seat]
        for kind in range(KINDS):
            decided[LEFT + kind] = best_without(
                totals, marks, LEFT + kind, COST[kind], int(state.players), True
            ) != int(state.winners)


@kernel
def _count(hand, marks, base):
    special = int(hand[SPECIAL])
    marks[base] += (special & 1) + ((special & SCISSORS) >> 1)
    marks[base + 1] += (special & BIN) >> 2
    for colour in range(COLOURS):
        mask = int(hand[colour])
        marks[base + 2] += (mask >> RESTART) & 1
        marks[base + 3] += (mask >> END) & 1
