"""When something must happen at a table without a person."""

from __future__ import annotations

from tuilerie.table.state import TableState

REVEAL_MS = 10_000  # how long people have to reveal their nonces


def due_at(state: TableState, now: int, pace: int) -> int | None:
    """When a bot moves, a clock runs out, or the wait for nonces ends; None: only people can go on.

    `pace`: milliseconds until a bot moves.
    """
    if state.phase == "revealing":
        return state.moved_at + REVEAL_MS if state.unrevealed() else state.moved_at
    if state.phase != "playing":
        return None
    if state.terms.clock.kind == "none" and not any(chair.by_bot for chair in state.chairs):
        return None
    turn = state.turn
    if turn is not None and state.chairs[turn].by_bot:
        return now + pace
    return state.deadline()
