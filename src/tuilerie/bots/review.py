"""The review of a finished game: chances before and after each move, turning points, better moves. Pure, and step by
step: whoever asks decides when.

Every move is judged with the mover's eyes at that time: the search starts from a position in which all that the mover
could not know has been dealt again. Nobody is blamed for a card they could not see.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

from tuilerie.bots import explain, player, search
from tuilerie.bots.dice import Dice
from tuilerie.bots.roster import BUILT_IN
from tuilerie.engine.match import Match
from tuilerie.engine.replay import moves_of, walk
from tuilerie.kernel.records import Record

PLAYOUTS = 3000  # per action: 25-70 ms of one core
CLEARLY = 0.05  # a better move is better by at least this chance, and beyond the noise of the search
SWING = 0.15
MOST_TURNING = 5


@dataclass(frozen=True, slots=True)
class Better:
    """A move that was clearly better than the one played, for all that the mover knew; why, as a code with details."""

    move: str
    chance: float
    reason: str
    details: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move by the number of its event; every seat's chance of winning before it, with the best move known, and after
    it.
    """

    n: int
    seat: int
    move: str
    before: list[float]
    after: list[float]
    better: Better | None


@dataclass(frozen=True, slots=True)
class Review:
    """`turning`: places in `moves` from which on the mover saw things clearly otherwise; `result`: each seat's share of
    the victory.
    """

    moves: list[ReviewedMove]
    turning: list[int]
    result: list[float]


@dataclass(frozen=True, slots=True)
class Choice:
    """One action of a move: the best chance, the chance of the one taken, and the better action if there clearly was
    one.
    """

    best: float
    taken: float
    better: int | None


def review(match: Match) -> Iterator[int | Review]:
    """The review of a finished game, last; before it, after each judged action, how many moves are done."""
    known = [1 / match.players] * match.players
    judged: list[ReviewedMove] = []
    # there is a position more, after the last move
    for again, (n, move) in zip(walk(match), moves_of(match), strict=False):
        choices: list[Choice] = []
        for choice in _choices(again, move):
            choices.append(choice)
            yield len(judged)
        seat = again.turn
        best = choices[0].best if choices else known[seat]
        lost = sum(choice.best - choice.taken for choice in choices)
        before = _with(known, seat, best)
        known = _with(before, seat, max(0.0, best - lost))
        judged.append(ReviewedMove(n, seat, move, _rounded(before), _rounded(known), _better(again, move, choices)))
        yield len(judged)
    yield Review(judged, _turning(judged, match.shares), match.shares)


def reviewed(match: Match) -> Review:
    """The review at once, for whoever can wait."""
    *_, last = review(match)
    assert isinstance(last, Review)
    return last


def _choices(match: Match, move: str) -> Iterator[Choice]:
    """Each action of the move that was a choice at all, in order."""
    state = match.state.copy()
    for number, action in enumerate(match.game.read(match.state, move)):
        if len(match.game.legal_actions(state)) > 1:
            yield _choice(match, state, action, number)
        match.game.apply(state, action)


def _choice(match: Match, state: Record, action: int, number: int) -> Choice:
    judged = search.evaluate(match.game, state, PLAYOUTS, seed=number + 1, ms=match.game.effort.review_ms)
    first, best, tried = judged[0]
    taken, visits = next((chance, visits) for candidate, chance, visits in judged if candidate == action)
    noise = 2 * sqrt(0.25 / max(tried, 1) + 0.25 / max(visits, 1))
    clearly = first != action and best - taken > max(CLEARLY, noise)
    return Choice(best, min(best, taken), first if clearly else None)


def _better(match: Match, move: str, choices: list[Choice]) -> Better | None:
    """The whole better move: as played up to the first action that was clearly worse, then the better one."""
    at = next((number for number, choice in enumerate(choices) if choice.better is not None), None)
    if at is None:
        return None
    path = _completed(match, move, at, choices[at].better)
    better = match.game.spell(match.state, path)
    if better == move:
        return None
    return Better(better, round(choices[at].best, 3), *explain.reason_for(match, better))


def _completed(match: Match, move: str, at: int, better: int | None) -> list[int]:
    """The move's own actions up to choice number `at`, the better action there, and the rest by rule of thumb."""
    game, state = match.game, match.state.copy()
    path: list[int] = []
    for action in game.read(match.state, move):
        if len(game.legal_actions(state)) > 1:
            if at == 0:
                break
            at -= 1
        path.append(action)
        game.apply(state, action)
    assert better is not None
    return player.complete(match.game, match.state, [*path, better], BUILT_IN["greedy"], Dice(1))


def _with(known: list[float], seat: int, chance: float) -> list[float]:
    """The mover's own estimate; the others share the rest as they did before."""
    rest = sum(known) - known[seat]
    others = len(known) - 1
    return [
        chance if other == seat else (1 - chance) * (was / rest if rest > 1e-9 else 1 / others)
        for other, was in enumerate(known)
    ]


def _rounded(chances: list[float]) -> list[float]:
    return [round(chance, 3) for chance in chances]


def _turning(judged: list[ReviewedMove], shares: list[float]) -> list[int]:
    """Moves from which on the mover saw things clearly otherwise, by fault or by luck: their own chance before it, and
    when they next looked (or at the end).

    Only looks of the same seat are compared: two seats know different things, so their chances differ without anything
    having happened.
    """
    swings = [0.0] * len(judged)
    later = dict(enumerate(shares)) if any(shares) else {}
    for at, move in reversed(list(enumerate(judged))):
        swings[at] = abs(later.get(move.seat, move.after[move.seat]) - move.before[move.seat])
        later[move.seat] = move.before[move.seat]
    largest = sorted(range(len(swings)), key=lambda at: -swings[at])[:MOST_TURNING]
    return sorted(at for at in largest if swings[at] >= SWING)
