"""One meaning of absent and null in an `update`: a client that keeps what is absent and replaces the rest knows what a
snapshot would tell.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from tuilerie.server.socket.connection import encode
from tuilerie.table import entries, visibility
from tuilerie.table.shapes import Clock
from tuilerie.table.state import TableState
from tuilerie.table.terms import Terms

STATE = ("turn", "phase", "view", "choice", "clock", "seats", "abandoning", "fair", "rematch")
NEVER_NULL = ("phase", "view", "seats", "abandoning", "fair", "record", "rematch", "seat", "kind", "by", "events", "n")
EMPTY: dict[str, Any] = {"abandoning": []}
BEFORE = [
    entries.Sit(0, "a", "0" * 64),
    entries.Sit(1, "b"),
    entries.Leave(1),
    entries.Sit(1, "c"),
    entries.SeatBot(2, "greedy"),
    entries.Start(),
]
DEAL = entries.Deal(["01" * 32, "", ""])


def in_the_middle(state: TableState) -> list[entries.AnyEntry]:
    """Everything that can happen beside the moves, with the seat to move leaving and returning."""
    mover = state.turn if state.turn is not None and state.turn < 2 else 0
    return [
        entries.Abandon(1 - mover),
        entries.Leave(1 - mover, "greedy"),
        entries.Return(1 - mover),
        entries.Leave(mover, "greedy"),
        entries.Return(mover),
    ]


def some_move(state: TableState, chance: random.Random) -> entries.Play:
    assert state.match is not None
    assert state.turn is not None
    return entries.Play(state.turn, [chance.choice(state.match.legal())])


class Client:
    """Knows the first snapshot and the updates after it, nothing else."""

    def __init__(self, state: TableState, seat: int | None) -> None:
        self.seat = seat
        first = told(visibility.snapshot(state, self.eyes(state), {}, ()))
        self.known = {key: first.get(key, EMPTY.get(key)) for key in STATE}
        self.events = first.get("events", [])

    def eyes(self, state: TableState) -> int | None:
        """On a shared device: those of the seat to move, if it is this one that tapped."""
        return self.seat if not state.terms.pass_and_play or state.turn == self.seat else None

    def hear(self, update: dict[str, Any]) -> None:
        assert [key for key in NEVER_NULL if key in update and update[key] is None] == []
        self.known |= {key: update[key] for key in STATE if key in update}
        if update.get("events"):
            self.events = [*self.events[: update.get("n", 0)], *update["events"]]

    def check(self, state: TableState) -> None:
        now = told(visibility.snapshot(state, self.eyes(state), {}, ()))
        assert self.known == {key: now.get(key, EMPTY.get(key)) for key in STATE}
        assert len(self.events) == len(now.get("events", []))
        assert state.terms.pass_and_play or self.events == now.get("events", []), (
            "a shared device was told with the eyes of that time"
        )


def told(message: Any) -> dict[str, Any]:
    decoded: dict[str, Any] = msgspec.json.decode(encode(message))
    return decoded


@pytest.mark.parametrize("clock", [Clock(), Clock("move", 30)], ids=["no clock", "clock"])
@pytest.mark.parametrize("shared", [False, True], ids=["a device each", "one device"])
@pytest.mark.parametrize("game", ["restart", "romirami", "famille", "junior"])
def test_what_is_kept_and_replaced_is_what_a_snapshot_tells(game, shared, clock):
    state, chance = (
        TableState("t", Terms(game, 3, clock=clock, pass_and_play=shared), bytes([7]) * 32),
        random.Random(game),
    )
    clients = [Client(state, seat) for seat in (0, 1, None)]
    rows: list[tuple[int, entries.AnyEntry]] = []
    late = [(Client(state, seat), 0) for seat in (0, 1, None)]

    def happen(entry: entries.AnyEntry) -> None:
        before = state.told[-1]
        state.apply(state.seq + 1, 1_000 * state.seq, entry, None)
        rows.append((state.seq, entry))
        eyes = [client.eyes(state) for client in clients]
        for client, update in zip(
            clients, visibility.updates(state, entry, before, eyes, sitters={}, here=()), strict=True
        ):
            client.hear(told(update))
            client.check(state)

    for entry in [*BEFORE, DEAL]:
        happen(entry)
    for number in range(7):
        happen(some_move(state, chance))
        for entry in in_the_middle(state) if number in (2, 5) else ():
            happen(entry)
    for entry in (entries.Stop("abandoned"), entries.Rematch("again")):
        happen(entry)
    assert clients[0].known["turn"] is None
    assert clients[0].known["phase"] == "over"
    for client, _ in late if not shared else ():  # on a shared device coming back is answered by a snapshot
        for update in visibility.missed(state, rows, client.seat, {}, ()):
            client.hear(told(update))
        client.check(state)


def test_a_spectator_never_hears_of_a_choice_and_no_clock_is_told_where_there_is_none():
    state = TableState("t", Terms("restart", 2), bytes([3]) * 32)
    for entry in [entries.Sit(0, "a"), entries.Sit(1, "b"), entries.Start(), entries.Deal(["", ""])]:
        state.apply(state.seq + 1, 0, entry, None)
    entry = some_move(state, random.Random(1))
    state.apply(state.seq + 1, 0, entry, None)
    mover, other, spectator = (
        told(update)
        for update in visibility.updates(state, entry, 1, [entry.seat, 1 - entry.seat, None], sitters={}, here=())
    )
    assert mover["choice"] is None
    assert other["choice"]["seat"] == 1 - entry.seat
    assert "choice" not in spectator
    assert all(
        "clock" not in update and "seats" not in update and "phase" not in update
        for update in (mover, other, spectator)
    )
