"""How somebody stands in the deal of the day: today, beside all who played, over the days."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from sqlalchemy import Connection, Row, func, select

from tuilerie.engine.registry import game_named, known_games
from tuilerie.server.http.daily_shapes import (
    DailyArchive,
    DailyBoard,
    DailyGame,
    DailyPast,
    DailyPastDay,
    DailyResult,
    DailyStreak,
)
from tuilerie.server.storage import attempts
from tuilerie.server.storage.schema import daily_attempts, tables

MOST_DAYS = 60  # of an archive
WEEK = 7


def daily_games() -> list[str]:
    """Games that have a deal of the day."""
    return [name for name in known_games() if game_named(name).daily is not None]


def games_of(connection: Connection, day: date, person: str) -> list[DailyGame]:
    begun = attempts.begun(connection, day)
    query = select(daily_attempts, tables.c.code).outerjoin(tables, tables.c.id == daily_attempts.c.table_id)
    mine = {
        row.game: row
        for row in connection.execute(
            query.where(daily_attempts.c.day == day.isoformat(), daily_attempts.c.person == person)
        )
    }
    found = []
    for name in daily_games():
        form, row = game_named(name).daily, mine.get(name)
        assert form is not None
        found.append(
            DailyGame(
                game=name,
                players=form.players,
                bots=form.bots,
                minutes=form.minutes,
                begun=begun.get(name, 0),
                state="new" if row is None else _state(row),
                code=None if row is None else row.code,
                result=result_of(row),
            )
        )
    return found


def _state(row: Row[Any]) -> Any:
    if row.ended is None:
        return "running"
    return "lost" if row.score is None else "done"


def result_of(row: Row[Any] | None) -> DailyResult | None:
    return None if row is None or row.score is None else DailyResult(row.score, bool(row.won))


def streak_of(connection: Connection, person: str, today: date) -> DailyStreak:
    played = {date.fromisoformat(row.day) for row in attempts.attempts_of(connection, person) if row.score is not None}
    return streak(played, today)


def streak(played: Iterable[date], today: date) -> DailyStreak:
    days, best = set(played), 0
    ends: dict[date, int] = {}  # by day: how many in a row end there
    for day in sorted(days):
        ends[day] = ends.get(day - timedelta(1), 0) + 1
        best = max(best, ends[day])
    now = ends.get(today) or ends.get(today - timedelta(1), 0)
    return DailyStreak(now, best, [today - timedelta(back) in days for back in reversed(range(WEEK))])


def board(connection: Connection, day: date, game: str, person: str) -> DailyBoard:
    """`number` and `open` are the caller's to fill in."""
    row = attempts.attempt_of(connection, day, game, person)
    scores = sorted(attempts.scores(connection, day, game).items())
    expert = attempts.experts(connection, day, day).get((day.isoformat(), game))
    mine, lowest = result_of(row), game_named(game).lowest_wins
    better = same = 0
    if mine is not None:
        better = beaten(mine.score, scores, lowest)
        same = dict(scores)[mine.score] - 1
    return DailyBoard(
        game=game,
        day=day.isoformat(),
        number=0,
        lowest_wins=lowest,
        open=False,
        scores=scores,
        players=sum(count for _, count in scores),
        median=median(scores),
        expert=None if expert is None else DailyResult(expert.score, expert.won),
        mine=mine,
        better=better,
        same=same,
        table=None if row is None else row.table_id,
    )


def beaten(score: int, scores: Iterable[tuple[int, int]], lowest_wins: bool) -> int:
    """How many came to a worse score."""
    return sum(count for other, count in scores if (other > score if lowest_wins else other < score))


def median(scores: list[tuple[int, int]]) -> int | None:
    """The score in the middle; the lower one of two."""
    left = (sum(count for _, count in scores) + 1) // 2
    for score, count in scores:
        left -= count
        if left <= 0:
            return score
    return None


def archive(connection: Connection, last: date, first: date, person: str) -> DailyArchive:
    """The latest days up to `last`; `number` and `secret` are the caller's to fill in."""
    first = max(first, last - timedelta(days=MOST_DAYS - 1))
    between = daily_attempts.c.day.between(first.isoformat(), last.isoformat())
    counted = select(daily_attempts.c.day, daily_attempts.c.game, daily_attempts.c.score, func.count()).where(
        between, daily_attempts.c.score.is_not(None)
    )
    scores: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for day, game, score, count in connection.execute(
        counted.group_by(daily_attempts.c.day, daily_attempts.c.game, daily_attempts.c.score)
    ):
        scores.setdefault((day, game), []).append((score, count))
    mine = {
        (row.day, row.game): result_of(row)
        for row in connection.execute(select(daily_attempts).where(between, daily_attempts.c.person == person))
    }
    experts = attempts.experts(connection, first, last)
    days = []
    for back in range((last - first).days + 1):
        day = (last - timedelta(days=back)).isoformat()
        games = [
            _past(game, scores.get((day, game), []), experts.get((day, game)), mine.get((day, game)))
            for game in daily_games()
        ]
        days.append(DailyPastDay(day, 0, "", games))
    return DailyArchive(days)


def _past(
    game: str, scores: list[tuple[int, int]], expert: attempts.Result | None, mine: DailyResult | None
) -> DailyPast:
    return DailyPast(
        game=game,
        players=sum(count for _, count in scores),
        expert=None if expert is None else DailyResult(expert.score, expert.won),
        mine=mine,
        better=0 if mine is None else beaten(mine.score, scores, game_named(game).lowest_wins),
    )
