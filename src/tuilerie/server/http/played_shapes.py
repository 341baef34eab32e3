"""Games that somebody has played or is playing, and how people are rated."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tuilerie.table.shapes import Face, Table


class PlayedBy(Struct, omit_defaults=True):
    """Who played a seat of a finished game; nothing is known of somebody who deleted their data."""

    name: str | None = None
    face: Face | None = None
    bot: Annotated[str | None, Meta(description="The bot's name of the roster.")] = None
    who: Annotated[
        int | None, Meta(description="A person's number: the same person has the same one throughout this answer.")
    ] = None
    me: bool = False


class PlayedGame(Struct):
    """A finished game; several seats are mine where one device was passed around."""

    table: str
    game: str
    seat: Annotated[int, Meta(description="The first of my seats.")]
    scores: list[int]
    winners: list[int]
    reason: str
    ended: int
    rated: bool
    code: Annotated[str, Meta(description="The table's short code.")] = ""
    places: Annotated[
        list[int], Meta(description="Who came where, by seat, from 1; equal places are alike. Empty if nobody won.")
    ] = []
    players: Annotated[list[PlayedBy], Meta(description="By seat.")] = []


class History(Struct):
    games: list[PlayedGame]


class RunningGame(Struct):
    """A table where one sits and the game is not over."""

    table: Table
    seats: Annotated[list[int], Meta(description="My seats.")]
    turn: Annotated[int | None, Meta(description="The seat to move; null before the deal.")] = None
    until: Annotated[int | None, Meta(description="When its time is up, in milliseconds since 1970.")] = None


class Running(Struct):
    games: list[RunningGame]


class Rated(Struct):
    name: str | None
    games: int
    rating: Annotated[
        float, Meta(description="A cautious estimate: mean minus three deviations (OpenSkill, Plackett-Luce).")
    ]
    mean: Annotated[float, Meta(description="The estimate itself.")] = 0.0
    face: Face | None = None
    me: bool = False
    place: Annotated[int, Meta(description="From 1.")] = 1


class Leaderboard(Struct):
    """The best hundred, and oneself after them if one has a rating further down."""

    game: str
    people: list[Rated]
