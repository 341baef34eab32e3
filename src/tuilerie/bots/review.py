"""The review of a finished game: every decision judged from what its player could know, and where the result came
from. Pure, and step by step: whoever asks decides when.

A decision is a turn: in some games several moves. What is proved and what is estimated is told in docs/reviews.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import fsum
from typing import Any

from tuilerie.bots import luck, player, search
from tuilerie.bots.dice import Dice
from tuilerie.bots.mistakes import Category, categories
from tuilerie.bots.roster import BUILT_IN
from tuilerie.bots.trials import Difference, compare
from tuilerie.engine.match import Match
from tuilerie.engine.replay import moves_of
from tuilerie.kernel.records import Record

NAMED = 0.02  # a slip is named a mistake from this chance on,
SURE = 2.0  # and if it is so many standard errors away from nothing
REFINED = 4.0  # between one and so many standard errors, more worlds are asked
MORE = 3  # times as many


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move of a turn that was clearly worse than another, for all that the mover knew.

    `place`: its place among the turn's moves; `chance`: that of winning with the better one; `cost` and its standard
    `error` are chances, too; `view`: the table as the mover saw it.
    """

    place: int
    played: str
    better: str
    chance: float
    cost: float
    error: float
    categories: list[Category]
    view: dict[str, Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn by the numbers of its events: the mover's chance before it with the best moves known, and with its own.

    Both are None where there was nothing to choose. `luck`: what was dealt or drawn at its end was worth to each seat.
    """

    seat: int
    round: int
    events: list[int]
    moves: list[str]
    best: float | None
    taken: float | None
    mistake: Mistake | None
    luck: list[float]

    @property
    def loss(self) -> float:
        return 0.0 if self.best is None or self.taken is None else self.best - self.taken


@dataclass(frozen=True, slots=True)
class Review:
    """`deal`: what the first deal was worth to each seat; `result`: each seat's share of the victory, all 0 if nobody
    won. `total`: turns of the game, of which `turns` are judged.
    """

    players: int
    total: int
    turns: list[ReviewedTurn]
    deal: list[float]
    result: list[float]

    @property
    def complete(self) -> bool:
        return len(self.turns) == self.total


@dataclass(slots=True)
class _Turn:
    """A turn as it was played: each move with the number of its event and the position before it."""

    seat: int
    moves: list[tuple[int, str, Match]] = field(default_factory=list)
    after: Match | None = None


def review(match: Match) -> Iterator[Review | None]:
    """The review as far as it is after every turn, the whole one last; None in between, after each judged action."""
    turns = _turns(match)
    begun = Review(match.players, len(turns), [], luck.of_deal(match.game, match.anew().state), match.shares)
    judged: list[ReviewedTurn] = []
    for turn in turns:
        choices: list[_Choice] = []
        for choice in _choices(turn):
            choices.append(choice)
            yield None
        judged.append(_judged(turn, choices))
        yield replace(begun, turns=counted_once(judged))
    if not turns:
        yield begun


def reviewed(match: Match, follow: Callable[[Review], None] | None = None, threads: int = 1) -> Review:
    """The review at once, for whoever can wait; `follow` is told how far it is. Threads do not change it."""
    turns = _turns(match)
    done = Review(match.players, len(turns), [], luck.of_deal(match.game, match.anew().state), match.shares)
    judged: list[ReviewedTurn] = []
    from concurrent.futures import ThreadPoolExecutor  # only here: a browser has no threads

    with ThreadPoolExecutor(threads, thread_name_prefix="review") as pool:
        for turn in pool.map(lambda turn: _judged(turn, list(_choices(turn))), turns):
            judged.append(turn)
            done = replace(done, turns=counted_once(judged))
            if follow is not None:
                follow(done)
    return done


def turns_in(match: Match) -> int:
    """How many turns a review judges."""
    return len(_turns(match))


def _turns(match: Match) -> list[_Turn]:
    turns: list[_Turn] = []
    again, ended = match.anew(), -1
    for number, move in moves_of(match):
        if again.turns != ended:
            turns.append(_Turn(again.turn))
            ended = again.turns
        turns[-1].moves.append((number, move, again.copy()))
        again.play(move)
        turns[-1].after = again.copy()
    return turns


def counted_once(turns: list[ReviewedTurn]) -> list[ReviewedTurn]:
    """A chance that was missed and stays there is one mistake, however many turns it is missed: the costliest counts.
    Where it is taken at the next turn, nothing was lost but time.
    """
    found = list(turns)
    costliest: dict[tuple[int, int, str], int] = {}
    latest: dict[int, int] = {}  # by seat: the last turn with a mistake
    for number, turn in enumerate(turns):
        before = latest.pop(turn.seat, None)
        missed = None if before is None else turns[before].mistake
        if before is not None and missed is not None and missed.better in turn.moves:
            found[before] = _forgiven(turns[before])
        if turn.mistake is None:
            continue
        latest[turn.seat] = number
        kind = (turn.seat, turn.round, turn.mistake.better)
        rival = costliest.get(kind)
        if rival is None or found[rival].loss < turn.loss:
            costliest[kind] = number
        if rival is not None:
            other = rival if costliest[kind] == number else number
            found[other] = _forgiven(found[other])
    return found


def _forgiven(turn: ReviewedTurn) -> ReviewedTurn:
    return replace(turn, taken=turn.best, mistake=None)


# --- one turn ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Choice:
    """An action that was a choice: the chance with the best one, and, where another was taken, how much was lost."""

    place: int  # of the move in its turn
    number: int  # of the action in its move
    best: float
    action: int  # the better one
    lost: Difference | None

    @property
    def loss(self) -> float:
        """Less than its own error is nothing."""
        return self.lost.gain if self.lost is not None and self.lost.gain > self.lost.error else 0.0

    @property
    def clear(self) -> bool:
        return self.lost is not None and self.lost.gain >= max(NAMED, SURE * self.lost.error)


def _choices(turn: _Turn) -> Iterator[_Choice]:
    """Each action of a turn that was a choice at all, in order."""
    for place, (event, move, match) in enumerate(turn.moves):
        state = match.state.copy()
        for number, action in enumerate(match.game.read(match.state, move)):
            if len(match.game.legal_actions(state)) > 1:
                yield _choice(match, state, action, (place, number, event))
            match.game.apply(state, action)


def _choice(match: Match, state: Record, action: int, where: tuple[int, int, int]) -> _Choice:
    effort, (place, number, event) = match.game.effort, where
    seed = 1 + 64 * event + number
    best, chance, _ = search.evaluate(match.game, state, effort.review_playouts, seed)[0]
    if best == action:
        return _Choice(place, number, chance, best, None)
    worlds = effort.review_worlds
    lost = compare(match.game, state, (best, action), worlds, ~seed)
    if lost.error < lost.gain < REFINED * lost.error:
        lost = compare(match.game, state, (best, action), MORE * worlds, ~seed - (1 << 32))
    return _Choice(place, number, max(lost.one, lost.other), best, lost)


def _judged(turn: _Turn, choices: list[_Choice]) -> ReviewedTurn:
    best = choices[0].best if choices else None
    taken = None if best is None else max(0.0, best - fsum(choice.loss for choice in choices))
    last, after = turn.moves[-1], turn.after
    assert after is not None
    return ReviewedTurn(
        seat=turn.seat,
        round=last[2].state["round_number"],
        events=[number for number, _, _ in turn.moves],
        moves=[move for _, move, _ in turn.moves],
        best=best,
        taken=taken,
        mistake=_mistake(turn, choices),
        luck=_luck(last[2], last[1], after),
    )


def _luck(before: Match, move: str, after: Match) -> list[float]:
    found = None if after.finished else luck.of_move(before.game, before.state, move, after.state)
    return [0.0] * after.players if found is None else found


def _mistake(turn: _Turn, choices: list[_Choice]) -> Mistake | None:
    """The costliest of the turn's clear mistakes, with the whole better move: as played up to the action that was
    worse, then the better one, the rest by rule of thumb.
    """
    clear = [choice for choice in choices if choice.clear]
    if not clear:
        return None
    worst = max(clear, key=lambda choice: choice.loss)
    _, move, match = turn.moves[worst.place]
    path = [*match.game.read(match.state, move)[: worst.number], worst.action]
    better = match.game.spell(
        match.state, player.complete(match.game, match.state, path, BUILT_IN["greedy"], dice=Dice(1))
    )
    if better == move or worst.lost is None:
        return None
    found = categories(match, move, better)
    return Mistake(worst.place, move, better, worst.best, worst.loss, worst.lost.error, found, match.view(match.turn))
