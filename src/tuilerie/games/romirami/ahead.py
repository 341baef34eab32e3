"""How a search looks ahead in Romi Rami: a few laps by rules of thumb, whole turns at a time, then the chance of
winning by a learned judgement (`judge`). Playing to the end would cost five times as much, and drown what an action
changes in the luck of the later cards.
"""

from __future__ import annotations

import numpy as np

from tuilerie.games.romirami.greedy import best_discard, best_filling, best_take, greedy
from tuilerie.games.romirami.judge import judge
from tuilerie.games.romirami.record import DISCARDING, OVER, TAKE, TAKE_ENOUGH, TAKEN, TAKING
from tuilerie.games.romirami.rules import apply, legal, returns
from tuilerie.games.romirami.worth import GREEDY, PLAYOUT
from tuilerie.kernel.compiled import kernel

__all__ = ["chances", "finish", "greedy"]

LAPS = 3  # own turns that a playout begins: it is judged at the start of the last


@kernel
def finish(state, me, dice, out):
    """Whole turns without chance but that of the cards: oneself by the weights found for playouts, the others by those
    of `greedy`.
    """
    laps = 0
    while state.phase != OVER:
        if state.phase == TAKING and state.taken_count == 0 and state.turn == me:
            laps += 1
            if laps == LAPS:
                break
        _go_on(state, PLAYOUT if state.turn == me else GREEDY, out)
    return True


@kernel
def _go_on(state, weights, out):
    """A whole take, or one action of another kind."""
    if state.phase == TAKING:
        chosen = np.empty(TAKEN, np.int64)
        count = best_take(state, weights, chosen)
        for i in range(count):
            apply(state, TAKE + chosen[i])
        if state.phase == TAKING:
            apply(state, TAKE_ENOUGH)
    elif state.phase == DISCARDING:
        apply(state, best_discard(state, weights))
    else:
        n = legal(state, out)
        apply(state, out[0] if n == 1 else best_filling(state, weights, out, n))


@kernel
def chances(state, out):
    """Each seat's chance of winning the game."""
    if state.phase == OVER:
        returns(state, out)
    else:
        judge(state, out)
