"""Tables without a server: a log folded after some random moves."""

from __future__ import annotations

import random

from tuilerie.table import entries
from tuilerie.table.state import TableState
from tuilerie.table.terms import Terms


def folded(game: str, players: int, seed: int, moves: int) -> tuple[TableState, int, entries.AnyEntry]:
    """The state, how many events were told before its last entry, and that entry.

    The same arguments give the same table.
    """
    state, chance = (
        TableState("t", Terms(game, players), bytes([seed + 1]) * 32),
        random.Random(f"{game}{players}{seed}"),
    )
    entry: entries.AnyEntry
    for entry in [
        *(entries.Sit(seat, f"s{seat}") for seat in range(players)),
        entries.Start(),
        entries.Deal([""] * players),
    ]:
        state.apply(state.seq + 1, 0, entry, None)
    told = 0
    for _ in range(moves):
        assert state.match is not None
        if state.match.finished:
            break
        told = len(state.match.events)
        trial = state.match.copy()
        while not trial.finished:
            trial.act(chance.choice(trial.actions()))
            if not trial.pending:
                break
        move = next(event for event in trial.events[told:] if event[0] == "move")
        if trial.finished:
            break
        entry = entries.Play(move[1], [move[2]])
        state.apply(state.seq + 1, 0, entry, None)
    return state, told, entry
