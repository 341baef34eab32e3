"""Rummy junior: pairs by what they share. A kind of pair decides if without it somebody else had won."""

from __future__ import annotations

import numpy as np

from tuilerie.games.junior.record import SECOND_FLIP, VALUES, matching
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.marks import Mark, best_without

FIRST_TURN, BY_ANIMAL, BY_COLOUR = range(3)
MARKS = 3


def named(deck: None) -> list[Mark]:
    return [
        Mark(FIRST_TURN, "first-turn", "won"),
        Mark(BY_ANIMAL, "by-animal", "won", most=True),
        Mark(BY_COLOUR, "by-colour", "won", most=True),
    ]


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
