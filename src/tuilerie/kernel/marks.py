"""What a game's marks are made of.

`lab.kernels.watch` says what a game's `marks` module has; its `named(deck)` lists its marks by name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tuilerie.kernel.compiled import kernel


@dataclass(frozen=True)
class Word:
    """A detail that is itself an entry of the catalogue, and what fills it; several of them make a tuple."""

    key: str
    parts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Mark:
    """What a study can say "those who had it" about.

    `kind`: dealt (the deal's doing: a difference is its effect), used, left, won (what players did: a difference may
    have other causes). `most`: a seat has the mark if it has more of it than every other seat; otherwise if it has it
    at all. `details` fill the sentence `mark.NAME`, or that of another `key`.
    """

    index: int
    name: str
    kind: str
    most: bool = False
    details: dict[str, Any] = field(default_factory=dict)


@kernel
def best_without(points, marks, mark, worth, players, lowest):
    """Who would have the best score (bit per seat) if each count of this mark had not been worth `worth` points."""
    best, seats = 0.0, 0
    for seat in range(players):
        score = points[seat] - worth * marks[seat, mark]
        if not lowest:
            score = -score
        if seat == 0 or score < best:
            best, seats = score, 1 << seat
        elif score == best:
            seats |= 1 << seat
    return seats
