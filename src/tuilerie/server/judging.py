"""Judging the moves of a finished game: chances before and after, turning points, better moves. Pure; runs step by step in threads beside the event loop.

Every move is judged with the mover's eyes at that time: the search starts from a position in which all that the mover could not know has been dealt again.
Nobody is blamed for a card they could not see.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from tuilerie.bots import explain, levels
from tuilerie.engine.match import Match
from tuilerie.rules.steps import copy_of, list_legal, step
from tuilerie.server.api import Better, Review, ReviewedMove
from tuilerie.words import LANGUAGES, say

NOTHING_TO_REVIEW = {"junior"}  # a game of memory: no choice is better than another for what is known
PLAYOUTS = 3000  # per action: 25-70 ms of one core
SLOW_MS = {"romirami": 300.0}  # per action, where playouts are slow
CLEARLY = 0.05  # a better move is better by at least this chance, and beyond the noise of the search
SWING = 0.15
MOST_TURNING = 5


@dataclass(frozen=True, slots=True)
class Choice:
    """One action of a move: the best chance, the chance of the one taken, and the better action if there clearly was one."""

    best: float
    taken: float
    better: int | None


def moves_of(match: Match) -> list[tuple[int, str]]:
    """The moves of a game and the numbers of their events."""
    return [(n, event[2]) for n, event in enumerate(match.events) if event[0] == "move"]


def judge(match: Match) -> Iterator[int | Review]:
    """The review of a finished game, last; before it, after each judged action, how many moves are done. Whoever asks for the next step decides when."""
    again = Match(match.game, match.players, match.variant, match.secret, match.nonces, match.deck)
    known = [1 / match.players] * match.players
    judged: list[ReviewedMove] = []
    for n, move in moves_of(match):
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
        again.play(move)
        yield len(judged)
    shares = match.shares
    yield Review("done", len(judged), len(judged), judged, _turning(judged, shares), shares)


def _choices(match: Match, move: str) -> Iterator[Choice]:
    """Each action of the move that was a choice at all, in order."""
    states, out = copy_of(match.states), np.empty(match.game.kernel.ACTIONS, np.int32)
    for number, action in enumerate(match.game.read(match.states, move)):
        if list_legal(states, out) > 1:
            yield _choice(match, states, action, number)
        step(states, action, out)


def _choice(match: Match, states: np.ndarray, action: int, number: int) -> Choice:
    judged = levels.evaluate(match.game, states, PLAYOUTS, seed=number + 1, ms=SLOW_MS.get(match.game.id))
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
    better = match.game.spell(match.states, path)
    if better == move:
        return None
    reason, details = _reason(match, better)
    sentences = {lang: say(f"reason.{reason}", lang, **details) for lang in LANGUAGES}
    return Better(better, round(choices[at].best, 3), reason, details, sentences)


def _completed(match: Match, move: str, at: int, better: int | None) -> list[int]:
    """The move's own actions up to choice number `at`, the better action there, and the rest by rule of thumb."""
    states, out, dice = copy_of(match.states), np.empty(match.game.kernel.ACTIONS, np.int32), np.array([1], np.uint64)
    path: list[int] = []
    for action in match.game.read(match.states, move):
        if list_legal(states, out) > 1:
            if at == 0:
                break
            at -= 1
        path.append(action)
        step(states, action, out)
    assert better is not None
    path.append(better)
    step(states, better, out)
    while states["pending"][0] and list_legal(states, out):
        path.append(levels.act(match.game, states, levels.KINDS["greedy"], dice))
        step(states, path[-1], out)
    return path


def _reason(match: Match, move: str) -> tuple[str, dict[str, Any]]:
    after = match.copy()
    after.play(move)
    if after.finished and after.winners == [match.turn]:
        return "wins", {}
    explained = explain.REASONS.get(match.game.id)
    return explained(match.view(match.turn), move) if explained is not None else ("plain", {})


def _with(known: list[float], seat: int, chance: float) -> list[float]:
    """The mover's own estimate; the others share the rest as they did before."""
    rest = sum(known) - known[seat]
    others = len(known) - 1
    return [chance if other == seat else (1 - chance) * (was / rest if rest > 1e-9 else 1 / others) for other, was in enumerate(known)]


def _rounded(chances: list[float]) -> list[float]:
    return [round(chance, 3) for chance in chances]


def _turning(judged: list[ReviewedMove], shares: list[float]) -> list[int]:
    """Moves from which on the mover saw things clearly otherwise, by fault or by luck: their own chance before it, and when they next looked (or at the end).

    Only looks of the same seat are compared: two seats know different things, so their chances differ without anything having happened.
    """
    swings = [0.0] * len(judged)
    later = dict(enumerate(shares)) if any(shares) else {}
    for at, move in reversed(list(enumerate(judged))):
        swings[at] = abs(later.get(move.seat, move.after[move.seat]) - move.before[move.seat])
        later[move.seat] = move.before[move.seat]
    largest = sorted(range(len(swings)), key=lambda at: -swings[at])[:MOST_TURNING]
    return sorted(at for at in largest if swings[at] >= SWING)
