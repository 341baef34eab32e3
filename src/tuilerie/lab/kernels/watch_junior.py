"""Rummy junior: pairs by what they share. A kind of pair decides if without it somebody else had won."""

from __future__ import annotations

import numpy as np

from tuilerie.lab.kernels.watch import best_without
from tuilerie.rules.compiled import kernel
from tuilerie.rules.junior import SECOND_FLIP, VALUES, matching

FIRST_TURN, BY_ANIMAL, BY_COLOUR = range(3)
MARKS = 3


@kernel
def dealt(state, marks):
    pass


@kernel
def before(state, action, marks, memo):
    if state.phase != SECOND_FLIP:
        return
    one, two = int(state.slot[state.turned]), int(state.slot[action])
    if matching(one, two):
        marks[state.turn, BY_ANIMAL if one % VALUES == two % VALUES else BY_COLOUR] += 1
        if state.turns < state.players:
            marks[state.turn, FIRST_TURN] += 1


@kernel
def closed(state, marks, memo, decided, present):
    present[:] = 1
    kept = np.empty(4)
    for seat in range(state.players):
        kept[seat] = state.kept_size[seat]
    for mark in range(MARKS):
        decided[mark] = best_without(kept, marks, mark, 2, int(state.players), False) != int(state.winners)
