"""For games that bring no policy of their own: greedy is random."""

from __future__ import annotations

from tuilerie.kernel.chance import roll
from tuilerie.kernel.compiled import kernel


@kernel
def greedy(state, dice, out, n):
    return out[roll(dice, n)]
