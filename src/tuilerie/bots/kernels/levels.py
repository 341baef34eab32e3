"""Entries from Python for the levels: the beginner, and the first step of a search. The search itself is in `search`."""

from __future__ import annotations

from tuilerie.bots.kernels.playout import beginner
from tuilerie.bots.kernels.search import prepare
from tuilerie.rules.compiled import kernel
from tuilerie.rules.verbs import legal

BEGINNER, CLUB, EXPERT, MASTER = 2, 3, 4, 5
CHEAT = 6  # the laboratory's: an expert that sees everything


@kernel
def beginner_from_python(states, dice, out):
    n = legal(states[0], out)
    return out[0] if n == 1 else beginner(states[0], dice, out, n)


@kernel
def prepare_from_python(states, desk, seed, moves, cheating):
    return prepare(states[0], desk, seed, moves, cheating)
