"""Games of a plan played batch by batch, by any worker pool; batches come back in order, so that every worker pool
gives the same result.

There is one way to play: inside compiled code where every seat is a simple policy, else match by match from Python.
What is written down is a kind of batch: `Batch` keeps outcomes, `study_batches.StudyBatch` all that a study counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Generic, Protocol, Self, TypeVar

import numpy as np

from tuilerie.bots.outside import OutsideFailure
from tuilerie.engine.match import Match
from tuilerie.kernel.arrays import address
from tuilerie.lab.plan import Plan
from tuilerie.lab.seat_players import SeatPlayers
from tuilerie.lab.worker_pool import Span, WorkerPool, worker_pool_of

BATCH = 4096
# reasons that are not the game's own: the turn limit, and a program from outside that failed
STOPPED, FAILED = 255, 254


class GameBatch(Protocol):
    """Consecutive games from number `first`, and what is written down of them."""

    first: int
    failures: list[OutsideFailure]

    @classmethod
    def empty(cls, plan: Plan, first: int, count: int) -> Self: ...

    def __len__(self) -> int: ...

    def play_compiled(self, plan: Plan) -> None:
        """Play all its games inside compiled code."""

    def note(self, row: int, plan: Plan, match: Match) -> None:
        """Write down a match played from Python."""

    def note_failure(self, row: int, failure: OutsideFailure) -> None:
        """Write down that a program from outside failed: it loses the game, the others share the victory."""


Kind = TypeVar("Kind", bound=GameBatch)


@dataclass
class Batch:
    """The outcomes of consecutive games: shares and points are (games, players)."""

    first: int
    shares: np.ndarray
    points: np.ndarray
    moves: np.ndarray
    turns: np.ndarray
    reasons: np.ndarray
    failures: list[OutsideFailure] = field(default_factory=list)

    @classmethod
    def empty(cls, plan: Plan, first: int, count: int) -> Self:
        shape = (count, plan.players)
        moves, turns, reasons = (np.zeros(count, np.int64) for _ in range(3))
        return cls(first, np.zeros(shape), np.zeros(shape), moves, turns, reasons)

    def __len__(self) -> int:
        return len(self.moves)

    def play_compiled(self, plan: Plan) -> None:
        keys, kinds = plan.keys(self.first, len(self)), plan.kinds(len(self))
        state, ruleset = plan.game.new_state(), plan.game.ruleset(plan.variant, plan.deck)
        plan.game.study_library.play_batch(
            state.address,
            plan.players,
            ruleset.address,
            len(self),
            address(keys),
            address(kinds),
            plan.run,
            self.first,
            plan.limit,
            plan.game.new_actions(),
            *(address(array) for array in (self.shares, self.points, self.moves, self.turns, self.reasons)),
        )

    def note(self, row: int, plan: Plan, match: Match) -> None:
        self.shares[row] = match.shares
        self.points[row] = match.scores
        self.moves[row] = sum(event[0] == "move" for event in match.events)
        self.turns[row] = match.turns
        self.reasons[row] = STOPPED if match.reason == "limit" else match.game.reasons.index(match.reason or "")

    def note_failure(self, row: int, failure: OutsideFailure) -> None:
        self.shares[row] = shares_of_failure(self.shares.shape[1], failure)
        self.reasons[row] = FAILED
        self.failures.append(failure)


def shares_of_failure(players: int, failure: OutsideFailure) -> np.ndarray:
    shares = np.full(players, 1.0 / (players - 1))
    shares[failure.details["seat"]] = 0.0
    return shares


# --- the job -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayGames(Generic[Kind]):
    """The job of playing the same game numbers of several plans (a study compares variants on the same deals)."""

    plans: Sequence[Plan]
    kind: type[Kind]
    processes: ClassVar[bool] = False

    def open(self) -> PlanPlayers[Kind]:
        return PlanPlayers(self.plans, self.kind)


class PlanPlayers(Generic[Kind]):
    """One player of games for each plan."""

    def __init__(self, plans: Sequence[Plan], kind: type[Kind]) -> None:
        self._players = [GamePlayer(plan, kind) for plan in plans]

    def __call__(self, first: int, count: int) -> list[Kind]:
        return [player(first, count) for player in self._players]

    def close(self) -> None:
        for player in self._players:
            player.close()


class GamePlayer(Generic[Kind]):
    """Plays games of a plan: inside compiled code without the lock (threads use all cores), or from Python, where
    programs from outside and searches (which release the lock too) take part.
    """

    def __init__(self, plan: Plan, kind: type[Kind], compiled: bool | None = None) -> None:
        self._plan, self._kind = plan, kind
        inside = plan.compiled if compiled is None else compiled
        self._seats = None if inside else SeatPlayers(plan)

    def __call__(self, first: int, count: int) -> Kind:
        batch = self._kind.empty(self._plan, first, count)
        if self._seats is None:
            batch.play_compiled(self._plan)
        else:
            self._play(batch, self._seats)
        return batch

    def _play(self, batch: Kind, seats: SeatPlayers) -> None:
        for row in range(len(batch)):
            try:
                batch.note(row, self._plan, seats.play(batch.first + row))
            except OutsideFailure as failure:
                batch.note_failure(row, failure)

    def close(self) -> None:
        if self._seats is not None:
            self._seats.close()


def spans(games: int, size: int, begin: int = 0) -> Iterator[Span]:
    """How games begin..games-1 are cut into pieces: the same whatever the worker pool."""
    return ((first, min(size, games - first)) for first in range(begin, games, size))


def batch_size(plan: Plan, small: bool = False) -> int:
    """Games in a piece of work. All rotations of a deal are in one piece; `small` is for readers who may stop early."""
    size = max(BATCH if plan.compiled and not small else 1, plan.rotations)
    return size - size % plan.rotations


def run(plan: Plan, games: int, worker_pool: WorkerPool | int, small: bool = False, begin: int = 0) -> Iterator[Batch]:
    """The outcomes of games begin..games-1 of the plan, in order."""
    pieces = spans(games, batch_size(plan, small), begin)
    return (batch for (batch,) in worker_pool_of(worker_pool).do(PlayGames([plan], Batch), pieces))
