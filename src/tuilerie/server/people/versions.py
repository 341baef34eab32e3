"""Which cookies and seat keys of a person are still good: those made for the person's present version.

Logging out everywhere and a new passphrase raise the version. Every process keeps the versions above 0 in memory, so
that a request asks no database; news comes over the bus at once, and from the database within seconds when the bus is
down.
"""

from __future__ import annotations

from sqlalchemy import Connection, select

from tuilerie.server.storage.schema import people

SECONDS = 5.0  # between two looks into the database, where other processes write to it too
OVERLAP_MS = 60_000  # a look goes back behind the last one: clocks differ, and transactions end later than they begin


class Versions:
    """The versions above 0, by person."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}
        self._latest = 0

    def of(self, person: str | None) -> int:
        return self._known.get(person, 0) if person is not None else 0

    def learn(self, person: str, version: int) -> bool:
        """True if it is news: whatever was made for an older version is worthless from now on."""
        if version <= self.of(person):
            return False
        self._known[person] = version
        return True

    def raised(self, connection: Connection) -> list[tuple[str, int]]:
        """Versions raised since the last look; all of them the first time."""
        query = select(people.c.id, people.c.version, people.c.version_at).where(
            people.c.version_at > self._latest - OVERLAP_MS
        )
        rows = connection.execute(query).all()
        self._latest = max((row.version_at for row in rows), default=self._latest)
        return [(row.id, row.version) for row in rows]
