"""What is due without a person, and who is to do it.

A lease stands in the database, so that another process takes over from a dead one.
"""

from __future__ import annotations

from dataclasses import dataclass

from tuilerie.table.state import TableState

LEASE_MS = 20_000  # how long the holder has before others may do it
REVEAL_MS = 10_000  # how long people have to reveal their nonces


@dataclass(frozen=True, slots=True)
class Lease:
    """Something is due at a table at `at`; `holder` does it, anybody may from `until` on."""

    at: int
    until: int
    holder: str


def due_at(state: TableState, now: int, pace: int) -> int | None:
    """When something must happen here without a person: a bot's move, a clock, the end of waiting for nonces."""
    if state.phase == "revealing":
        return state.moved_at + REVEAL_MS if state.unrevealed() else state.moved_at
    if state.phase != "playing" or not (
        state.terms.clock.kind != "none" or any(chair.by_bot for chair in state.chairs)
    ):
        return None
    turn = state.turn
    if turn is not None and state.chairs[turn].by_bot:
        return now + pace
    return state.deadline()


def lease_of(state: TableState, now: int, pace: int, holder: str) -> Lease | None:
    at = due_at(state, now, pace)
    return None if at is None else Lease(at, at + LEASE_MS, holder)
