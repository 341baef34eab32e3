"""What is due without a person, and who is to do it.

A lease stands in the database, so that another process takes over from a dead one.
"""

from __future__ import annotations

from dataclasses import dataclass

from tuilerie.table.clocks import due_at
from tuilerie.table.state import TableState

LEASE_MS = 20_000  # how long the holder has before others may do it


@dataclass(frozen=True, slots=True)
class Lease:
    """Something is due at a table at `at`; `holder` does it, anybody may from `until` on."""

    at: int
    until: int
    holder: str


def lease_of(state: TableState, now: int, pace: int, holder: str) -> Lease | None:
    at = due_at(state, now, pace)
    return None if at is None else Lease(at, at + LEASE_MS, holder)
