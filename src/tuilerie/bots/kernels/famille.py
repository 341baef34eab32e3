"""Rules of thumb for Rummy famille."""

from __future__ import annotations

from tuilerie.rules.chance import roll
from tuilerie.rules.compiled import kernel


@kernel
def greedy(state, dice, out, n):
    return out[roll(dice, n)]
