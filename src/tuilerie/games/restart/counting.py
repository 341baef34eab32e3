"""The hands of the round that was counted last, from what has happened (RS-E2)."""

from __future__ import annotations

from collections.abc import Sequence

from tuilerie.engine.game import Event


def last_hands(events: Sequence[Event]) -> list[list[str]] | None:
    """What each seat still held when the last round was counted; None before the first count."""
    count = next((at for at in reversed(range(len(events))) if events[at][0] == "round"), None)
    if count is None:
        return None
    deal = next(at for at in reversed(range(count)) if events[at][0] == "deal")
    hands = [[tile for tile in hand if not _opens_a_row(tile)] for hand in events[deal][1]["hands"]]
    for event in events[deal + 1 : count]:
        if event[0] == "move":
            for tile in _spent(event[2]):
                if tile in hands[event[1]]:
                    hands[event[1]].remove(tile)
    return hands


def _opens_a_row(tile: str) -> bool:
    """The 1s lie on the table from the start (RS-S4)."""
    return tile[1:] == "1"


def _spent(move: str) -> list[str]:
    """The tiles that leave the hand with a move."""
    if move in ("pass", "stop"):
        return []
    return [move[0]] if ":" in move else move.split("+")
