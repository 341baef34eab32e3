"""Every kind of bot in one function: what it does now."""

from __future__ import annotations

import numpy as np

from tuilerie.bots.kernels.playout import beginner
from tuilerie.bots.kernels.policy import act
from tuilerie.bots.kernels.search import search
from tuilerie.bots.kinds import BEGINNER, SEARCH
from tuilerie.kernel.chance import toss
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.verbs import legal


@kernel
def choose(state, kind, playouts, cheating, dice, desk, deals, moves, sums, visits, out):
    """The action of a bot of this kind; one that searches has `playouts` playouts."""
    if kind == SEARCH:
        search(state, playouts, toss(dice), cheating, desk, deals, moves, sums, visits, out)
        return np.int64(moves[0])
    if kind == BEGINNER:
        n = legal(state, out)
        return np.int64(out[0] if n == 1 else beginner(state, dice, out, n))
    return np.int64(act(state, kind, dice, out))
