"""`balance`: is the game fair, how long, how close, what decides it, luck or skill, and what another variant would
change.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from tuilerie.bots.kinds import BEGINNER, GREEDY
from tuilerie.bots.outside import OutsideFailure
from tuilerie.bots.roster import Bot, bot_named
from tuilerie.engine.options import differences
from tuilerie.lab.batches import BATCH
from tuilerie.lab.checkpoint import Checkpoint
from tuilerie.lab.crew import ALONE, Crew, Span
from tuilerie.lab.decisions import study_richness
from tuilerie.lab.figures import Histogram, Sums, columns, is_share, reason_names
from tuilerie.lab.holm import LEVEL, holm, p_value
from tuilerie.lab.intervals import Z
from tuilerie.lab.luck import study_luck
from tuilerie.lab.mark_contrasts import Having
from tuilerie.lab.marks import marks_of
from tuilerie.lab.parquet import ParquetFile
from tuilerie.lab.plan import Plan
from tuilerie.lab.study_batches import Studied, Studying

GAMES = 10_000  # unless asked otherwise
GAMES_AT_TABLES = 200  # the same for bots that search or come from outside
MOST_GAMES = 1_000_000_000
LEAST_GAMES = 400  # before the precision is looked at: below, an interval's width is itself a guess
DEALS, DEALS_OF_BEGINNERS, DEALS_AT_TABLES = 2000, 300, 40  # replayed for luck and skill
POSITIONS_AT_TABLES = 40  # decisions judged, of bots that search or come from outside
HISTOGRAMS = {"score": "score.", "margin": "margin", "turns": "turns", "rounds": "rounds"}
RIVALS = {"random": ("greedy", "beginner"), "greedy": ("greedy", "beginner"), "beginner": ("greedy", "beginner")}


class Bar(Protocol):
    """Where the work is: a phase with a number of steps, which may turn out otherwise."""

    def phase(self, name: str, total: int) -> None: ...

    def advance(self, steps: int) -> None: ...

    def expect(self, total: int) -> None: ...

    def fail(self, failures: Sequence[OutsideFailure]) -> None: ...


@dataclass
class Wanted:
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
        return GAMES if self.plan.compiled else GAMES_AT_TABLES

    @property
    def expected_games(self) -> int:
        """As far as can be known beforehand: an even share needs the most games."""
        if self.precision is None:
            return self.most_games
        return min(self.most_games, int((50 * Z / self.precision) ** 2))

    def sample(self, asked: int | None, compiled: int, at_tables: int) -> int:
        if asked is not None:
            return asked
        return min(compiled if self.plan.compiled else at_tables, max(20, self.most_games))


class Study:
    """Everything gathered from the games; small, whatever their number."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self.games = 0
        self.sums = Sums()
        self.histograms = {name: Histogram() for name in HISTOGRAMS}
        self.having = Having(marks_of(wanted.plan), wanted.plan.players)
        self.others = {name: Sums() for name in wanted.others}
        self.changes = {name: Sums() for name in wanted.others}
        self.questions = _questions(wanted.plan)

    def add(self, batches: Sequence[Studied]) -> None:
        plan = self.wanted.plan
        base = columns(plan, batches[0])
        self.games += len(batches[0])
        self.sums.add(base)
        for name, start in HISTOGRAMS.items():
            for column, values in base.items():
                if column == start or (start.endswith(".") and column.startswith(start)):
                    self.histograms[name].add(values)
        self.having.add(batches[0])
        for (name, other), batch in zip(self.wanted.others.items(), batches[1:], strict=True):
            there = columns(other, batch)
            asked = {column: there[column] - base[column] for column in self.questions}
            common = {column: np.where(np.isnan(change), np.nan, there[column]) for column, change in asked.items()}
            self.others[name].add(common)
            self.changes[name].add(asked)

    @property
    def half_width(self) -> float:
        """Of the widest interval among the shares by seat and by turn order, in points of percent."""
        figures = [
            self.sums.figure(f"{kind}.{seat}") for kind in ("seat", "order") for seat in range(self.wanted.plan.players)
        ]
        return float(50 * max(figure["high"] - figure["low"] for figure in figures))

    @property
    def precise(self) -> bool:
        """The width alone is looked at, never where the interval lies: stopping by it does not favour any answer."""
        return (
            self.wanted.precision is not None and self.games >= LEAST_GAMES and self.half_width <= self.wanted.precision
        )

    def kept(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "sums": self.sums.kept(),
            "histograms": {name: one.counts.tolist() for name, one in self.histograms.items()},
            "having": self.having.kept(),
            "others": {name: one.kept() for name, one in self.others.items()},
            "changes": {name: one.kept() for name, one in self.changes.items()},
        }

    def take_up(self, kept: dict[str, Any]) -> None:
        self.games = kept["games"]
        self.sums.take_up(kept["sums"])
        self.having.take_up(kept["having"])
        for name, one in self.histograms.items():
            one.take_up(kept["histograms"][name])
        for name in self.others:
            self.others[name].take_up(kept["others"][name])
            self.changes[name].take_up(kept["changes"][name])

    # --- what it says ---------------------------------------------------------------------------

    def report(self) -> dict[str, Any]:
        plan = self.wanted.plan
        seats = range(plan.players)
        figure = self.sums.figure
        return {
            "game": plan.game.id,
            "players": plan.players,
            "bots": [bot.name for bot in plan.bots[0]],
            "variant": differences(plan.game.options, plan.variant),
            "seed": plan.seed,
            "games": self.games,
            "half_width": self.half_width,
            "seats": [figure(f"seat.{seat}") | {"mean_score": figure(f"score.{seat}")} for seat in seats],
            "order": [figure(f"order.{place}") for place in seats],
            "length": {name: figure(name) for name in ("turns", "moves", "rounds", "round-turns", "decisions")},
            "scores": {"mean": figure("score"), "winner": figure("winner-score")},
            "distributions": {name: one.summary() for name, one in self.histograms.items()},
            "reasons": {
                name: one for name in reason_names(plan).values() if (one := figure(f"reason.{name}"))["value"] > 0
            },
            "closeness": {name: figure(name) for name in ("margin", "close", "shared", "half-leader", "lead-changes")}
            | {"close_at": plan.game.close_margin},
            "choices": {name: figure(name) for name in ("options", "forced")},
            "marks": self.having.rows(),
            "compare": self._compared(),
        }

    def _compared(self) -> list[dict[str, Any]]:
        """Differences game by game on the same deals; p-values adjusted for all questions asked here together."""
        tables: list[dict[str, Any]] = [{"variant": name, "figures": self._changes(name)} for name in self.changes]
        rows = [row for table in tables for row in table["figures"]]
        for row, p in zip(rows, holm([row.pop("raw") for row in rows]), strict=True):
            row["p"], row["real"] = p, p < LEVEL
        return tables

    def _changes(self, name: str) -> list[dict[str, Any]]:
        """Of the games that have the figure under both rules."""
        rows = []
        for column, change in self.changes[name].means.items():
            there = self.others[name].means[column].mean
            if column.startswith("reason.") and there == change.mean == 0:
                continue
            low, high = change.interval()
            error = (change.variance / change.count) ** 0.5 if change.count else 0.0
            row = {"figure": column, "percent": is_share(column), "base": there - change.mean, "other": there}
            rows.append(
                row
                | {
                    "change": change.mean,
                    "low": low,
                    "high": high,
                    "games": change.count,
                    "raw": p_value(change.mean, error),
                }
            )
        return rows


def _questions(plan: Plan) -> list[str]:
    """What a comparison asks: no figure that follows from the others (the last seat's share), and seats only if their
    bots differ.
    """
    asked = [f"order.{place}" for place in range(plan.players - 1)]
    if len({bot.name for bot in plan.bots[0]}) > 1:
        asked += [f"seat.{seat}" for seat in range(plan.players - 1)]
    asked += [
        "turns",
        "rounds",
        "round-turns",
        "decisions",
        "score",
        "winner-score",
        "margin",
        "close",
        "shared",
        "half-leader",
        "lead-changes",
    ]
    reasons = list(reason_names(plan).values())
    return [*asked, "options", "forced", *(f"reason.{name}" for name in reasons[1:])]


def pieces(plan: Plan, games: int, begin: int) -> Iterator[Span]:
    size = BATCH if plan.compiled else 1
    return ((first, min(size, games - first)) for first in range(begin, games, size))


def rivals(wanted: Wanted) -> tuple[Bot, Bot]:
    """Who is compared for skill: as asked, or two different bots of the table, or the bot against a weaker one."""
    names = list(dict.fromkeys(bot.name for bot in wanted.plan.bots[0]))
    if wanted.skill is not None:
        names = list(wanted.skill)
    elif len(names) == 1:
        names = list(RIVALS.get(names[0], (names[0], "greedy")))
    return bot_named(names[0]), bot_named(names[1])


def balance(
    wanted: Wanted, crew: Crew, bar: Bar, checkpoint: Checkpoint, parquet: ParquetFile | None = None
) -> dict[str, Any]:
    """The games (until their number or the precision is reached), then luck and skill, then the decisions."""
    plan, study = wanted.plan, Study(wanted)
    if checkpoint.found is not None:
        study.take_up(checkpoint.found)
    job = Studying([plan, *wanted.others.values()])
    if crew.ray is None:
        next(ALONE.do(job, [(0, 1)]))  # compile or load before the clock starts
    begun = time.perf_counter()
    _play(study, job, crew, bar, checkpoint, parquet)
    found = study.report()
    deals = wanted.sample(wanted.deals, DEALS, DEALS_AT_TABLES)
    if deals:
        found["luck"] = _luck(wanted, deals, crew, bar)
    positions = wanted.sample(wanted.positions, plan.game.effort.decisions, POSITIONS_AT_TABLES)
    if positions:
        bar.phase("decisions", positions)
        found["decisions"] = study_richness(plan, positions, crew, bar.advance)
    return found | {"seconds": time.perf_counter() - begun}


def _luck(wanted: Wanted, deals: int, crew: Crew, bar: Bar) -> dict[str, Any]:
    pair = rivals(wanted)
    if wanted.deals is None and any(bot.kind > GREEDY or bot.command is not None for bot in pair):
        easy = all(bot.kind <= BEGINNER and bot.command is None for bot in pair)
        deals = min(deals, DEALS_OF_BEGINNERS if easy else DEALS_AT_TABLES)
    bar.phase("luck", 2 * deals * wanted.plan.players)
    return study_luck(wanted.plan, *pair, deals, crew, lambda batch: bar.advance(len(batch)))


def _play(
    study: Study, job: Studying, crew: Crew, bar: Bar, checkpoint: Checkpoint, parquet: ParquetFile | None
) -> None:
    wanted = study.wanted
    if parquet is not None:
        parquet.begin(checkpoint.found["parts"] if checkpoint.found is not None else 0)
    bar.phase("games", wanted.expected_games)
    bar.advance(study.games)

    def kept() -> dict[str, Any]:
        return study.kept() | {"parts": parquet.commit() if parquet is not None else 0}

    if not (study.games and study.precise):
        for batches in crew.do(job, pieces(wanted.plan, wanted.most_games, study.games)):
            study.add(batches)
            if parquet is not None:
                parquet.add(batches)
            bar.advance(len(batches[0]))
            bar.fail([failure for batch in batches for failure in batch.failures])
            checkpoint.offer(study.games, kept)
            if wanted.precision is not None:
                bar.expect(min(wanted.most_games, int(study.games * (study.half_width / wanted.precision) ** 2)))
            if study.precise:
                break
    checkpoint.save(study.games, kept())
