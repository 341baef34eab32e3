"""Who sits down, and the face that everybody at the table sees."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from tuilerie.table.shapes import FACES


@dataclass(slots=True)
class Sitter:
    """Who a sitter of the log is, as long as they want to be known."""

    person: str | None
    name: str | None
    face: str | None = None

    def seated(self, seat: int, taken: Collection[str | None]) -> Sitter:
        """The same with a face that nobody else at the table has."""
        return replace(self, face=free_face(self.face, seat, taken))


def free_face(wanted: str | None, seat: int, taken: Collection[str | None]) -> str:
    """The wanted face, or the next one that nobody has; without a wish, counted from the seat."""
    first = FACES.index(wanted) if wanted in FACES else seat
    in_order = FACES[first:] + FACES[:first]
    return next(face for face in in_order if face not in taken)
