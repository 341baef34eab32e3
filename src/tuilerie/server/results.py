"""What a finished game leaves outside its log: the table's end, each person's history, and ratings."""

from __future__ import annotations

import json
from collections.abc import Mapping

from openskill.models import PlackettLuce
from sqlalchemy import Connection, delete, insert, select, update

from tuilerie.server.fold import Fold
from tuilerie.server.schema import ratings, results, tables
from tuilerie.server.store import Sitter


def keep(connection: Connection, fold: Fold, sitters: Mapping[str, Sitter], at: int) -> None:
    """In the transaction of the last entry; may run twice and leaves the same."""
    connection.execute(update(tables).where(tables.c.id == fold.table).values(ended=at))
    match = fold.match
    if match is None:
        return
    again = connection.execute(delete(results).where(results.c.table_id == fold.table)).rowcount > 0
    summary = json.dumps({"scores": match.scores, "winners": match.winners, "reason": match.reason})
    people = [sitters[chair.sitter].person if chair.sitter is not None and chair.sitter in sitters else None for chair in fold.chairs]
    rows = [
        {"table_id": fold.table, "seat": seat, "person": person, "game": fold.terms.game, "summary": summary, "ended": at, "rated": fold.terms.rated}
        for seat, person in enumerate(people)
        if person is not None
    ]
    if rows:
        connection.execute(insert(results), rows)
    if fold.terms.rated and match.winners and not again:
        _rate(connection, fold.terms.game, people, [int(seat not in match.winners) for seat in range(match.players)])


def _rate(connection: Connection, game: str, people: list[str | None], ranks: list[int]) -> None:
    """Only games between at least two different people count; bots at the table have no rating."""
    who = [(person, rank) for person, rank in zip(people, ranks, strict=True) if person is not None]
    if len({person for person, _ in who}) < 2 or len({person for person, _ in who}) != len(who):
        return
    model = PlackettLuce()
    known = {row.person: row for row in connection.execute(select(ratings).where(ratings.c.game == game, ratings.c.person.in_([person for person, _ in who])))}
    teams = [[model.rating(known[person].mu, known[person].sigma) if person in known else model.rating()] for person, _ in who]
    for (person, _), (rating,) in zip(who, model.rate(teams, ranks=[float(rank) for _, rank in who]), strict=True):
        games = known[person].games + 1 if person in known else 1
        connection.execute(delete(ratings).where(ratings.c.person == person, ratings.c.game == game))
        connection.execute(insert(ratings), {"person": person, "game": game, "mu": rating.mu, "sigma": rating.sigma, "games": games})
