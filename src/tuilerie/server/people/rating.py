"""Ratings: which tables count, who came out ahead of whom, and who does not move whom."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, func, insert, select

from tuilerie.server.http.addresses import household
from tuilerie.server.storage.queries import add_if_absent
from tuilerie.server.storage.schema import log, people, places, ratings
from tuilerie.table.sitter import Sitter
from tuilerie.table.state import TableState
from tuilerie.table.terms import why_unrated

if TYPE_CHECKING:
    from tuilerie.server.process.live_table import LiveTable

SILENT_MS = 30 * 86_400_000
LEFT = 2  # the rank of who left: behind winners (0) and losers (1)


def ranks(state: TableState) -> list[int] | None:
    """By seat, 0 is best; None if nobody came out ahead of anybody.

    Who left and did not return is behind everybody who stayed, whatever the bot made of the seat. Of a table that
    everybody left, the last one counts as there.
    """
    assert state.match is not None
    winners, gone = state.match.winners, state.gone
    if len(gone) == state.terms.players:
        gone = gone[:-1]
    if not winners and not gone:
        return None
    return [LEFT if seat in gone else int(bool(winners) and seat not in winners) for seat in range(state.terms.players)]


def rate(connection: Connection, state: TableState, sitters: Mapping[str, Sitter], same_address: bool) -> None:
    """In the transaction of the game's last entry."""
    order = ranks(state)
    if order is None or why_unrated(state.terms, any(chair.sitter is None for chair in state.chairs)) is not None:
        return
    names = [chair.sitter or "" for chair in state.chairs]
    held = [(name, sitters[name].person if name in sitters else None) for name in names]
    kept = _kept(connection, [person for _, person in held if person is not None])
    rank_of = {person: order[seat] for seat, (_, person) in enumerate(held) if person in kept}
    if len(rank_of) < max(2, sum(person is not None for _, person in held)):  # a guest, or one person on two seats
        return
    seen = {} if same_address else _places(connection, state.table)
    where = {person: seen.get(sitter, set()) for sitter, person in held if person is not None}
    _move(connection, state.terms.game, rank_of, where)


def _move(connection: Connection, game: str, rank_of: dict[str, int], where: dict[str, set[str]]) -> None:
    """Everybody is compared with those who played from somewhere else, by the ratings that all had before the game."""
    from openskill.models import PlackettLuce  # 5 MB that most processes never need

    model = PlackettLuce()
    rows = connection.execute(select(ratings).where(ratings.c.game == game, ratings.c.person.in_(rank_of)))
    known = {row.person: row for row in rows}
    for person in rank_of:
        others = [other for other in rank_of if other == person or where[other].isdisjoint(where[person])]
        if len(others) < 2:
            continue
        teams = [
            [model.rating(known[other].mu, known[other].sigma) if other in known else model.rating()]
            for other in others
        ]
        moved = model.rate(teams, ranks=[float(rank_of[other]) for other in others])[others.index(person)][0]
        games = known[person].games + 1 if person in known else 1
        connection.execute(delete(ratings).where(ratings.c.person == person, ratings.c.game == game))
        connection.execute(
            insert(ratings), {"person": person, "game": game, "mu": moved.mu, "sigma": moved.sigma, "games": games}
        )


def _kept(connection: Connection, who: list[str]) -> set[str]:
    return set(
        connection.execute(select(people.c.id).where(people.c.id.in_(who), people.c.kept_name.is_not(None))).scalars()
    )


# --- from where ---------------------------------------------------------------------------------------------


async def note_place(live: LiveTable, address: str, sitters: list[str]) -> None:
    """At a rated table: from where these seats are played. Forgotten when the game is rated."""
    terms, process = live.state.terms, live.process
    if not terms.rated or live.state.phase == "over" or process.options.rate_same_address:
        return
    place = place_of(process.key, live.id, address)
    fresh = {(sitter, place) for sitter in sitters} - live.places
    if fresh:
        await process.writer.run(lambda database: _add(database, live.id, fresh))
        live.places |= fresh


def place_of(key: bytes, table: str, address: str) -> str:
    """Nobody without the server's key can find the address, and no two tables can be compared."""
    return hmac.digest(key, f"place/{table}/{household(address)}".encode(), "sha256")[:16].hex()


def _add(connection: Connection, table: str, seen: set[tuple[str, str]]) -> None:
    for sitter, place in sorted(seen):
        add_if_absent(connection, places, {"table_id": table, "sitter": sitter, "place": place})


def _places(connection: Connection, table: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for row in connection.execute(select(places).where(places.c.table_id == table)):
        found.setdefault(row.sitter, set()).add(row.place)
    return found


def forget_old_places(connection: Connection, now: int) -> None:
    """Of tables where nothing has happened for so long that they will never be played: no clock runs longer."""
    noted = select(places.c.table_id).distinct()
    silent = select(log.c.table_id).where(log.c.table_id.in_(noted)).group_by(log.c.table_id)
    old = silent.having(func.max(log.c.at) < now - SILENT_MS)
    connection.execute(delete(places).where(places.c.table_id.in_(old)))


def forget_places(connection: Connection, table: str) -> None:
    connection.execute(delete(places).where(places.c.table_id == table))
