"""Moves tried on a copy of the game, before they are confirmed.

A draft may bring about nothing but moves: whatever draws or reveals something confirms, since a look at it cannot be
taken back.
"""

from __future__ import annotations

from collections.abc import Sequence

from tuilerie.engine.match import Match
from tuilerie.table.errors import NotAllowed

DRAFTED_EVENTS = {"move"}


def try_move(trial: Match, seat: int, move: str) -> bool:
    """Play on a copy; False if it drew or revealed anything. A refusal of the rules is raised."""
    if trial.finished or trial.turn != seat:
        raise NotAllowed("not-your-turn")
    told = len(trial.events)
    trial.play(move)
    return all(event[0] in DRAFTED_EVENTS for event in trial.events[told:])


def try_moves(match: Match, seat: int, moves: Sequence[str]) -> tuple[Match, bool]:
    """A copy after all of the moves, and whether the last of them drew or revealed something; none before it may."""
    trial = match.copy()
    for at, move in enumerate(moves):
        if not try_move(trial, seat, move):
            if at < len(moves) - 1:
                raise NotAllowed("after-reveal")
            return trial, True
    return trial, False
