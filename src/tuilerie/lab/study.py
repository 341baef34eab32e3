"""A study gathers the figures of many games, of a plan and of the plans to compare it with; small, whatever their
number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypedDict

import numpy as np

from tuilerie.engine.options import differences
from tuilerie.lab.figures import Histogram, Sums, SumsState, columns, is_share, reason_names
from tuilerie.lab.holm import LEVEL, holm, p_value
from tuilerie.lab.intervals import Z
from tuilerie.lab.mark_contrasts import MarkContrasts, MarksState
from tuilerie.lab.marks import marks_of
from tuilerie.lab.plan import Plan
from tuilerie.lab.results import (
    Change,
    Choices,
    Closeness,
    Comparison,
    Length,
    Scores,
    SeatFigure,
    StudyResult,
)
from tuilerie.lab.study_batches import StudyBatch

GAMES = 10_000  # unless asked otherwise
GAMES_FROM_PYTHON = 200  # the same for bots that search or come from outside
MOST_GAMES = 1_000_000_000
LEAST_GAMES = 400  # before the precision is looked at: below, an interval's width is itself a guess
HISTOGRAMS = {"score": "score.", "margin": "margin", "turns": "turns", "rounds": "rounds"}


@dataclass
class StudyRequest:
    """What a study is asked for. `others` are the plans to compare with, by name."""

    plan: Plan
    others: dict[str, Plan] = field(default_factory=dict)
    games: int | None = None
    precision: float | None = None  # of the widest share by seat, in points of percent
    skill: Sequence[str] | None = None
    deals: int | None = None
    positions: int | None = None

    @property
    def most_games(self) -> int:
        if self.games is not None:
            return self.games
        if self.precision is not None:
            return MOST_GAMES
        return GAMES if self.plan.compiled else GAMES_FROM_PYTHON

    @property
    def expected_games(self) -> int:
        """As far as can be known beforehand: an even share needs the most games."""
        if self.precision is None:
            return self.most_games
        return min(self.most_games, int((50 * Z / self.precision) ** 2))

    def sample(self, asked: int | None, compiled: int, from_python: int) -> int:
        if asked is not None:
            return asked
        return min(compiled if self.plan.compiled else from_python, max(20, self.most_games))


class StudyState(TypedDict):
    """What a checkpoint keeps."""

    games: int
    sums: SumsState
    histograms: dict[str, list[int]]
    marks: MarksState
    others: dict[str, SumsState]
    changes: dict[str, SumsState]


class Study:
    def __init__(self, request: StudyRequest) -> None:
        self.request = request
        self.games = 0
        self.sums = Sums()
        self.histograms = {name: Histogram() for name in HISTOGRAMS}
        self.marks = MarkContrasts(marks_of(request.plan), request.plan.players)
        self.others = {name: Sums() for name in request.others}
        self.changes = {name: Sums() for name in request.others}
        self.questions = _questions(request.plan)

    def add(self, batches: Sequence[StudyBatch]) -> None:
        plan = self.request.plan
        base = columns(plan, batches[0])
        self.games += len(batches[0])
        self.sums.add(base)
        for name, start in HISTOGRAMS.items():
            for column, values in base.items():
                if column == start or (start.endswith(".") and column.startswith(start)):
                    self.histograms[name].add(values)
        self.marks.add(batches[0])
        for (name, other), batch in zip(self.request.others.items(), batches[1:], strict=True):
            there = columns(other, batch)
            asked = {column: there[column] - base[column] for column in self.questions}
            common = {column: np.where(np.isnan(change), np.nan, there[column]) for column, change in asked.items()}
            self.others[name].add(common)
            self.changes[name].add(asked)

    @property
    def half_width(self) -> float:
        """Of the widest interval among the shares by seat and by turn order, in points of percent."""
        players = range(self.request.plan.players)
        figures = [self.sums.figure(f"{kind}.{seat}") for kind in ("seat", "order") for seat in players]
        return float(50 * max(figure.high - figure.low for figure in figures))

    @property
    def precise(self) -> bool:
        """The width alone is looked at, never where the interval lies: stopping by it does not favour any answer."""
        precision = self.request.precision
        return precision is not None and self.games >= LEAST_GAMES and self.half_width <= precision

    def state(self) -> StudyState:
        return {
            "games": self.games,
            "sums": self.sums.state(),
            "histograms": {name: one.state() for name, one in self.histograms.items()},
            "marks": self.marks.state(),
            "others": {name: one.state() for name, one in self.others.items()},
            "changes": {name: one.state() for name, one in self.changes.items()},
        }

    def restore(self, state: StudyState) -> None:
        self.games = state["games"]
        self.sums.restore(state["sums"])
        self.marks.restore(state["marks"])
        for name, one in self.histograms.items():
            one.restore(state["histograms"][name])
        for name in self.others:
            self.others[name].restore(state["others"][name])
            self.changes[name].restore(state["changes"][name])

    # --- its result -----------------------------------------------------------------------------

    def result(self) -> StudyResult:
        plan = self.request.plan
        return StudyResult(
            game=plan.game.id,
            players=plan.players,
            bots=[bot.name for bot in plan.bots[0]],
            variant=differences(plan.game.options, plan.variant),
            seed=plan.seed,
            games=self.games,
            half_width=self.half_width,
            seats=[self._seat(seat) for seat in range(plan.players)],
            order=[self.sums.figure(f"order.{place}") for place in range(plan.players)],
            length=self._length(),
            scores=Scores(mean=self.sums.figure("score"), winner=self.sums.figure("winner-score")),
            distributions={name: one.summary() for name, one in self.histograms.items()},
            reasons={
                name: figure
                for name in reason_names(plan).values()
                if (figure := self.sums.figure(f"reason.{name}")).value > 0
            },
            closeness=self._closeness(),
            choices=Choices(options=self.sums.figure("options"), forced=self.sums.figure("forced")),
            marks=self.marks.results(),
            compare=self._comparisons(),
        )

    def _seat(self, seat: int) -> SeatFigure:
        share = self.sums.figure(f"seat.{seat}")
        return SeatFigure(*share.triple, share.games, mean_score=self.sums.figure(f"score.{seat}"))

    def _length(self) -> Length:
        figure = self.sums.figure
        return Length(
            turns=figure("turns"),
            moves=figure("moves"),
            rounds=figure("rounds"),
            round_turns=figure("round-turns"),
            decisions=figure("decisions"),
        )

    def _closeness(self) -> Closeness:
        figure = self.sums.figure
        return Closeness(
            margin=figure("margin"),
            close=figure("close"),
            shared=figure("shared"),
            half_leader=figure("half-leader"),
            lead_changes=figure("lead-changes"),
            close_at=self.request.plan.game.close_margin,
        )

    def _comparisons(self) -> list[Comparison]:
        """Differences game by game on the same deals; p-values adjusted for all questions asked here together."""
        found = [(name, change) for name in self.changes for change in self._changes(name)]
        adjusted = holm([change.p for _, change in found])
        changes: dict[str, list[Change]] = {name: [] for name in self.changes}
        for (name, change), p in zip(found, adjusted, strict=True):
            changes[name].append(replace(change, p=p, real=p < LEVEL))
        return [Comparison(name, rows) for name, rows in changes.items()]

    def _changes(self, name: str) -> list[Change]:
        """Of the games that have the figure under both rules; with its own p-value, not adjusted yet."""
        found = []
        for column, change in self.changes[name].means.items():
            there = self.others[name].means[column].mean
            if column.startswith("reason.") and there == change.mean == 0:
                continue
            low, high = change.interval()
            error = (change.variance / change.count) ** 0.5 if change.count else 0.0
            found.append(
                Change(
                    figure=column,
                    percent=is_share(column),
                    base=there - change.mean,
                    other=there,
                    change=change.mean,
                    low=low,
                    high=high,
                    games=change.count,
                    p=p_value(change.mean, error),
                    real=False,
                )
            )
        return found


def _questions(plan: Plan) -> list[str]:
    """What a comparison asks: no figure that follows from the others (the last seat's share), and seats only if their
    bots differ.
    """
    asked = [f"order.{place}" for place in range(plan.players - 1)]
    if len({bot.name for bot in plan.bots[0]}) > 1:
        asked += [f"seat.{seat}" for seat in range(plan.players - 1)]
    asked += ["turns", "rounds", "round-turns", "decisions", "score", "winner-score"]
    asked += ["margin", "close", "shared", "half-leader", "lead-changes"]
    reasons = list(reason_names(plan).values())
    return [*asked, "options", "forced", *(f"reason.{name}" for name in reasons[1:])]
