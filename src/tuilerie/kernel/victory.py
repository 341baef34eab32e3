"""The victory, of a record that has a bit per winning seat in `winners`."""

from __future__ import annotations

from tuilerie.kernel.compiled import kernel


@kernel
def returns(state, out):
    """Each seat's share of the victory; nothing before the end."""
    winners = 0
    for seat in range(state.players):
        winners += (int(state.winners) >> seat) & 1
    for seat in range(state.players):
        out[seat] = 1.0 / winners if (int(state.winners) >> seat) & 1 else 0.0
