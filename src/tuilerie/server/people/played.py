"""What somebody has played, is playing, and how they are rated."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from sqlalchemy import Connection, Row, func, select

from tuilerie.engine.registry import game_named, known_games
from tuilerie.server.http.played_shapes import History, Leaderboard, PlayedBy, PlayedGame, Rated
from tuilerie.server.storage.schema import people, ratings, results, sitters, tables

MOST_GAMES = 500
MOST_RUNNING = 20
MOST_LEADERS = 100

CAUTIOUS = ratings.c.mu - 3 * ratings.c.sigma


def history(connection: Connection, person: str) -> History:
    """One line per table, with who sat there; people are numbered, nobody's id is told."""
    mine = list(
        connection.execute(
            select(results, tables.c.code)
            .outerjoin(tables, tables.c.id == results.c.table_id)
            .where(results.c.person == person)
            .order_by(results.c.ended.desc(), results.c.table_id, results.c.seat)
            .limit(MOST_GAMES)
        )
    )
    sat: defaultdict[str, dict[int, Any]] = defaultdict(dict)
    everybody = select(results.c.table_id, results.c.seat, results.c.person, people.c.name, people.c.face).outerjoin(
        people, people.c.id == results.c.person
    )
    for row in connection.execute(everybody.where(results.c.table_id.in_([row.table_id for row in mine]))):
        sat[row.table_id][row.seat] = row
    numbers: dict[str, int] = {}
    first = {row.table_id: row for row in reversed(mine)}  # one's first seat of each table
    return History([_played(row, sat[row.table_id], person, numbers) for row in mine if first[row.table_id] is row])


def _played(row: Row[Any], sat: dict[int, Any], person: str, numbers: dict[str, int]) -> PlayedGame:
    summary = json.loads(row.summary)
    bots, scores, winners = summary.get("bots", {}), summary["scores"], summary["winners"]
    return PlayedGame(
        table=row.table_id,
        game=row.game,
        seat=row.seat,
        scores=scores,
        winners=winners,
        reason=summary["reason"],
        ended=row.ended,
        rated=row.rated,
        code=row.code or "",
        places=_places(row.game, scores, winners),
        players=[_player(sat.get(seat), bots.get(str(seat)), person, numbers) for seat in range(len(scores))],
    )


def _player(sat: Row[Any] | None, bot: str | None, person: str, numbers: dict[str, int]) -> PlayedBy:
    if sat is None:
        return PlayedBy(bot=bot)
    if sat.person == person:
        return PlayedBy(sat.name, sat.face, me=True)
    return PlayedBy(sat.name, sat.face, who=numbers.setdefault(sat.person, len(numbers)))


def _places(game: str, scores: list[int], winners: list[int]) -> list[int]:
    """By score; whoever won stands before whoever has the same score and did not."""
    if not winners or game not in known_games():
        return []
    sign = 1 if game_named(game).lowest_wins else -1
    keys = [(seat not in winners, sign * score) for seat, score in enumerate(scores)]
    return [1 + sum(other < key for other in keys) for key in keys]


def running(connection: Connection, person: str) -> list[str]:
    """Tables where this person sat down and the game is not over; they may have left before it began."""
    query = (
        select(tables.c.id)
        .where(tables.c.ended.is_(None), tables.c.id.in_(select(sitters.c.table_id).where(sitters.c.person == person)))
        .order_by(tables.c.created.desc())
        .limit(MOST_RUNNING)
    )
    return list(connection.execute(query).scalars())


def leaderboard(connection: Connection, game: str, person: str) -> Leaderboard:
    query = (
        select(ratings, people.c.name, people.c.face, CAUTIOUS.label("rating"))
        .join(people, people.c.id == ratings.c.person)
        .where(ratings.c.game == game)
    )
    rows = list(connection.execute(query.order_by(CAUTIOUS.desc()).limit(MOST_LEADERS)))
    best = [_rated(row, place, person) for place, row in enumerate(rows, 1)]
    if not any(row.me for row in best):
        own = connection.execute(query.where(ratings.c.person == person)).one_or_none()
        if own is not None:
            better = select(func.count()).where(ratings.c.game == game, own.rating < CAUTIOUS)
            best.append(_rated(own, 1 + connection.execute(better).scalar_one(), person))
    return Leaderboard(game, best)


def _rated(row: Row[Any], place: int, person: str) -> Rated:
    return Rated(
        name=row.name,
        games=row.games,
        rating=round(row.rating, 2),
        mean=round(row.mu, 2),
        face=row.face,
        me=row.person == person,
        place=place,
    )
