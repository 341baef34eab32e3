"""The one walk through the positions of a match that was played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tuilerie.engine.match import Match


def moves_of(match: Match) -> list[tuple[int, str]]:
    """The moves of a match, and the numbers of their events."""
    return [(n, event[2]) for n, event in enumerate(match.events) if event[0] == "move"]


def walk(match: Match) -> Iterator[Match]:
    """The match again: freshly dealt, then after each of its moves.

    It is one match that is played on, so look at it before the next step.
    """
    again = match.anew()
    yield again
    for _, move in moves_of(match):
        again.play(move)
        yield again


def seen_positions(match: Match, seat: int | None = None) -> list[tuple[int, dict[str, Any]]]:
    """Every position with the eyes of `seat`, else of the seat that moves next (the last with those of the seat that
    moved); and how many events led to it.
    """
    found: list[tuple[int, dict[str, Any]]] = []
    mover = 0
    for again in walk(match):
        mover = mover if again.finished else again.turn
        found.append((len(again.events), again.view(mover if seat is None else seat)))
    found[-1] = (
        len(match.events),
        match.view(mover if seat is None else seat),
    )  # a game that was stopped ends without a move
    return found
