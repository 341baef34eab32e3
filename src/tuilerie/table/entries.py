"""The entries of a table's log: frozen facts, in JSON. A new field gets a default, so that old logs give the same
states for ever.

No entry holds a name or anything else about a person: a sitter is a random id whose name is kept elsewhere and can be
deleted.
"""

from __future__ import annotations

from typing import ClassVar, cast

import msgspec

from tuilerie.table.shapes import By, Kind


class Entry(msgspec.Struct, frozen=True, tag_field="k", omit_defaults=True):
    """Something that happened at a table."""

    kind: ClassVar[Kind]  # its tag; set below


class Sit(Entry, frozen=True, tag="sit"):
    """A person took a free seat; `hash` commits them to their nonce."""

    seat: int
    sitter: str
    hash: str | None = None


class Leave(Entry, frozen=True, tag="leave"):
    """A person gave up the seat (before the start), or lets `bot` play it until they return."""

    seat: int
    bot: str | None = None


class Return(Entry, frozen=True, tag="return"):
    seat: int


class SeatBot(Entry, frozen=True, tag="bot"):
    """A bot on a seat; None frees the seat."""

    seat: int
    bot: str | None = None


class Start(Entry, frozen=True, tag="start"):
    """The seats are fixed; nonces may be revealed."""


class Reveal(Entry, frozen=True, tag="nonce"):
    seat: int
    nonce: str


class Deal(Entry, frozen=True, tag="deal"):
    """The first deal. `nonces` by seat, "" for none; `late`: seats that gave a hash but did not reveal in time."""

    nonces: list[str]
    late: list[int] = []


class Play(Entry, frozen=True, tag="play"):
    """A turn, or the part of it up to a draw or a reveal. `by` is "bot" or "clock" when the person did not choose."""

    seat: int
    moves: list[str]
    by: By = ""


class Abandon(Entry, frozen=True, tag="abandon"):
    """A person asks to end the game without a winner."""

    seat: int


class Stop(Entry, frozen=True, tag="stop"):
    """Ended from outside: `abandoned` or `limit`."""

    reason: str


class Rematch(Entry, frozen=True, tag="rematch"):
    """The game goes on at another table."""

    table: str


for _kind in Entry.__subclasses__():
    _kind.kind = cast(Kind, _kind.__struct_config__.tag)

AnyEntry = Sit | Leave | Return | SeatBot | Start | Reveal | Deal | Play | Abandon | Stop | Rematch

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode
