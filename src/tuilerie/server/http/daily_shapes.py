"""What the routes of the deal of the day tell."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

AskedDay = Annotated[str, Meta(max_length=10)]
Day = Annotated[str, Meta(description="A UTC date: `2026-11-16`.")]


class DailyResult(Struct):
    """Of the person's seat."""

    score: int
    won: bool


class DailyGame(Struct):
    """One of today's deals."""

    game: str
    players: int
    bots: Annotated[str, Meta(description="Who sits on the other seats, by the roster.")]
    minutes: Annotated[int, Meta(description="About how long it takes.")]
    begun: Annotated[int, Meta(description="How many have begun it today.")]
    state: Annotated[
        Literal["new", "running", "done", "lost"],
        Meta(description="One's own attempt: `lost` was abandoned or not finished in time, and counts for nothing."),
    ]
    code: Annotated[str | None, Meta(description="Of the table where one's attempt is, or was, played.")]
    result: DailyResult | None


class DailyStreak(Struct):
    """Days in a row on which a deal of the day was finished."""

    now: Annotated[int, Meta(description="Up to today, or up to yesterday while today's is still to be played.")]
    best: int
    week: Annotated[list[bool], Meta(description="The last seven days; today is the last.")]


class DailyToday(Struct):
    day: Day
    number: Annotated[int, Meta(description="Counted from the first day of the chain.")]
    ends: Annotated[int, Meta(description="Midnight by UTC, in milliseconds since 1970: the next deals.")]
    games: list[DailyGame]
    streak: DailyStreak


class DailyBoard(Struct):
    """A deal of the day beside all who played it; told after one's own attempt, or when the day is over."""

    game: str
    day: Day
    number: int
    lowest_wins: bool
    open: Annotated[bool, Meta(description="The day is over, and its secret is told.")]
    scores: Annotated[list[tuple[int, int]], Meta(description="Each score and how many came to it, lowest first.")]
    players: int
    median: int | None
    expert: Annotated[DailyResult | None, Meta(description="Null while it is computed: ask again.")]
    mine: DailyResult | None
    better: Annotated[int, Meta(description="How many did worse than the caller.")]
    same: Annotated[int, Meta(description="How many others did the same.")]
    table: Annotated[str | None, Meta(description="The caller's table of that day.")]


class DailyPast(Struct):
    """A game of an earlier day."""

    game: str
    players: int
    expert: DailyResult | None
    mine: DailyResult | None
    better: int


class DailyPastDay(Struct):
    day: Day
    number: int
    secret: Annotated[str, Meta(description="Of that day, in hex.")]
    games: list[DailyPast]


class DailyArchive(Struct):
    """Days that are over, latest first."""

    days: list[DailyPastDay]


class DailyChain(Struct):
    """The published chain of secrets (`tuilerie-chain/1`): each hashes, by SHA-256, to that of the day before, and the
    first day's to `anchor`.
    """

    format: str
    first: Day
    anchor: Annotated[str, Meta(description="Published before the first day, in hex.")]
    day: Annotated[str | None, Meta(description="The latest day whose secret is open; null: none yet.")]
    secret: Annotated[str | None, Meta(description="Of that day, in hex. All earlier ones follow from it.")]


class PlayDaily(Struct, forbid_unknown_fields=True):
    """Play a deal of the day."""

    practice: Annotated[
        bool, Meta(description="For nothing: today's after one's attempt, an earlier day's any time.")
    ] = False
    day: Annotated[AskedDay | None, Meta(description="With `practice`, an earlier day; null: today.")] = None
    pace: Annotated[int, Meta(ge=0, le=5000, description="How long bots pretend to think, in milliseconds.")] = 700
