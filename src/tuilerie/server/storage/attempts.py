"""Attempts at the deal of the day, and what an expert made of it. Every function takes a connection."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, func, select, update

from tuilerie.server.storage.queries import add_if_absent
from tuilerie.server.storage.schema import daily_attempts, daily_experts
from tuilerie.table.daily import PERSON
from tuilerie.table.state import TableState

GRACE = timedelta(hours=1)  # after its day is over: whoever has begun may finish, then the secret is opened


@dataclass(frozen=True)
class Result:
    score: int
    won: bool


def opens_at(day: date) -> int:
    """When the secret of a day is opened, in milliseconds since 1970; what ends later does not count."""
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)
    return int((midnight + GRACE).timestamp() * 1000)


def begin(connection: Connection, day: date, game: str, person: str, *, table_id: str, at: int) -> bool:
    """False if the person has begun before."""
    row = {"day": day.isoformat(), "game": game, "person": person, "table_id": table_id, "started": at}
    return add_if_absent(connection, daily_attempts, row)


def attempt_of(connection: Connection, day: date, game: str, person: str) -> Row[Any] | None:
    mine = _of(day, game) & (daily_attempts.c.person == person)
    return connection.execute(select(daily_attempts).where(mine)).one_or_none()


def finish(connection: Connection, state: TableState, at: int) -> None:
    """The game of a table that counts is over; may run twice and leaves the same."""
    daily, match = state.terms.daily, state.match
    assert daily is not None
    if match is None:
        return
    sound = bool(match.winners) and not state.gone and at < opens_at(date.fromisoformat(daily.day))
    values: dict[str, Any] = {"ended": at}
    if sound:
        values |= {"score": match.scores[PERSON], "won": PERSON in match.winners}
    connection.execute(update(daily_attempts).where(daily_attempts.c.table_id == state.table).values(**values))


def begun(connection: Connection, day: date) -> dict[str, int]:
    """How many have begun, by game."""
    query = select(daily_attempts.c.game, func.count()).where(daily_attempts.c.day == day.isoformat())
    return {row[0]: row[1] for row in connection.execute(query.group_by(daily_attempts.c.game))}


def attempts_of(connection: Connection, person: str) -> list[Row[Any]]:
    """All of a person's, latest day first."""
    query = select(daily_attempts).where(daily_attempts.c.person == person)
    return list(connection.execute(query.order_by(daily_attempts.c.day.desc())))


def scores(connection: Connection, day: date, game: str) -> dict[int, int]:
    """How many came to each score."""
    query = select(daily_attempts.c.score, func.count()).where(_of(day, game), daily_attempts.c.score.is_not(None))
    return {row[0]: row[1] for row in connection.execute(query.group_by(daily_attempts.c.score))}


def experts(connection: Connection, first: date, last: date) -> dict[tuple[str, str], Result]:
    """By day and game."""
    days = daily_experts.c.day.between(first.isoformat(), last.isoformat())
    return {
        (row.day, row.game): Result(row.score, row.won) for row in connection.execute(select(daily_experts).where(days))
    }


def keep_expert(connection: Connection, day: date, game: str, result: Result) -> None:
    """Whoever computes it comes to the same."""
    row = {"day": day.isoformat(), "game": game, "score": result.score, "won": result.won}
    add_if_absent(connection, daily_experts, row)


def _of(day: date, game: str) -> Any:
    return (daily_attempts.c.day == day.isoformat()) & (daily_attempts.c.game == game)
