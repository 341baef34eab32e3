"""Everybody's chance of winning at a moment of a game, with the eyes of one seat: what it could know, and no more."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

from tuilerie.bots import search
from tuilerie.bots.trials import measure, worth
from tuilerie.engine.match import Match

INTERVAL = 1.96  # standard errors
OTHERS_WORLDS = 48  # for each other seat, where there are several


@dataclass(frozen=True, slots=True)
class Chances:
    """`shares`: of every seat, adding up to 1; `error`: half the width of the 95% interval of the looking seat's own.

    At the end of a game the shares are those of the victory.
    """

    shares: list[float]
    error: float


def chances_after(before: Match, move: str, after: Match, seed: int) -> Chances:
    """After a move, with the eyes of whoever made it."""
    if after.finished:
        return Chances(after.shares, 0.0)
    game, state, seat = before.game, before.state.copy(), before.turn
    *begun, last = game.read(before.state, move)
    for action in begun:
        game.apply(state, action)
    own, error = measure(game, state, last, game.effort.review_worlds, seed=seed)
    return _shared(after, seat, own, error, seed=seed)


def chances_before(match: Match, seed: int) -> Chances:
    """Before a decision, with the eyes of the seat that has it: the best move is looked for, then measured anew."""
    game, state = match.game, match.state
    best, _, _ = search.evaluate(game, state, game.effort.review_playouts, seed)[0]
    own, error = measure(game, state, best, game.effort.review_worlds, seed=seed >> 1)
    return _shared(match, match.turn, own, error, seed=seed)


def _shared(match: Match, seat: int, own: float, error: float, *, seed: int) -> Chances:
    """What is left goes to the others, as the seat sees them."""
    others = [other for other in range(match.players) if other != seat]
    weights = {others[0]: 1.0}
    if len(others) > 1:
        weights = {
            other: worth(match.game, other, OTHERS_WORLDS, seed & (1 << 63) - 1, lambda _: match.state, eyes=seat)
            for other in others
        }
    whole = fsum(weights.values())
    if whole == 0:
        weights, whole = dict.fromkeys(others, 1.0), float(len(others))
    shares = [own if other == seat else (1 - own) * weights[other] / whole for other in range(match.players)]
    return Chances(shares, INTERVAL * error)
