"""Six faults that were planted into the server, one at a time: the simulator must find each of them.

Each makes the server wrong in one place, by `monkeypatch`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tuilerie.server.process.live_table import LiveTable
from tuilerie.server.storage import writer
from tuilerie.table import message_handlers, messages
from tuilerie.table.device import Device


def acknowledged_before_the_commit(patch: pytest.MonkeyPatch) -> None:
    append = LiveTable.append

    async def hasty(self: LiveTable, entry: Any, key: Any = None, sitter: Any = None, asked: Any = None) -> int:
        if asked is not None:
            asked[0].send(messages.Accepted(asked[1], self.state.seq + 1))
        return await append(self, entry, key, sitter)

    patch.setattr(LiveTable, "append", hasty)


def lost_lease(patch: pytest.MonkeyPatch) -> None:
    """What was due is deleted with the next entry, and what is due from then on is not written."""
    keep = writer._keep_leases

    def forgetful(connection: Any, appends: Any) -> None:
        keep(connection, [replace(job, lease=None, frees=True) for job in appends])

    patch.setattr(writer, "_keep_leases", forgetful)


def view_of_the_wrong_seat(patch: pytest.MonkeyPatch) -> None:
    viewer = Device.viewer

    def neighbour(self: Device, state: Any) -> int | None:
        seat = viewer(self, state)
        return (seat + 1) % state.terms.players if seat is not None and state.seq % 7 == 0 else seat

    patch.setattr(Device, "viewer", neighbour)


def retry_applied_twice(patch: pytest.MonkeyPatch) -> None:
    require = message_handlers._require_turn
    patch.setattr(message_handlers, "_repeated", lambda table, device, keyed: None)
    patch.setattr(
        message_handlers,
        "_require_turn",
        lambda table, device, seat, based: require(table, device, seat, table.state.seq),
    )


def clock_read_twice(patch: pytest.MonkeyPatch) -> None:
    append = writer.Writer.append

    async def later(self: Any, table: str, seq: int, at: int, *rest: Any, **more: Any) -> None:
        await append(self, table, seq, at + 1, *rest, **more)

    patch.setattr(writer.Writer, "append", later)


def stale_state(patch: pytest.MonkeyPatch) -> None:
    """After a write that failed, the state in memory is taken for that of the log."""

    async def trusting(self: LiveTable) -> Any:
        self._sound = True
        return self.state

    async def nothing(self: LiveTable) -> None:
        self._sound = True

    patch.setattr(LiveTable, "fresh", trusting)
    patch.setattr(LiveTable, "catch_up", nothing)


FAULTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    fault.__name__: fault
    for fault in (
        acknowledged_before_the_commit,
        lost_lease,
        view_of_the_wrong_seat,
        retry_applied_twice,
        clock_read_twice,
        stale_state,
    )
}
