"""The terms of a table: what was agreed when it was made, and what a person can get wrong about it."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from tuilerie.engine.errors import BadInput
from tuilerie.engine.options import differences, read_variant
from tuilerie.engine.registry import game_named
from tuilerie.table.errors import NotAllowed
from tuilerie.table.shapes import Clock, Face, Hash, Name, SeatNumber, Word
from tuilerie.words.terms import GameName


class Daily(Struct, frozen=True):
    """A table of the deal of the day: its deal, its bots and their dice are the same for everybody."""

    day: str  # the UTC date of the deal, `2026-11-16`
    counts: bool = False  # the one attempt of its person; else practice
    sealed: bool = True  # the secret is told with the day's, not by the table


class Terms(Struct, frozen=True, forbid_unknown_fields=False):
    """What was agreed when the table was made; kept as JSON beside the log. New terms get defaults."""

    game: str
    players: int
    variant: dict[str, Any] = {}
    clock: Clock = Clock()
    public: bool = False
    chat: bool = False
    rated: bool = False
    pass_and_play: bool = False
    pace: int = 700
    daily: Daily | None = None


class Seating(Struct, forbid_unknown_fields=True):
    """Who sits on one seat of a shared device."""

    name: Annotated[Name | None, Meta(description="Null: nobody in particular.")] = None
    face: Annotated[Face | None, Meta(description="Null, or somebody else's: the next free one.")] = None


class CreateTable(Struct, forbid_unknown_fields=True):
    """A new table. The caller becomes its host and sits down at `sit` unless that is null."""

    game: Word
    players: Annotated[int, Meta(ge=2, le=4)] = 2
    variant: Annotated[
        dict[Word, Word | int], Meta(max_length=20, description="Options that differ from the default.")
    ] = {}
    bots: Annotated[dict[Word, Word], Meta(max_length=4, description='Bots by seat: `{"1": "greedy"}`.')] = {}
    clock: Clock = Clock()
    public: bool = False
    chat: Annotated[bool, Meta(description="Allow free text.")] = False
    rated: Annotated[
        bool,
        Meta(description="Needs a kept identity of everybody who sits down, a clock, the default rules, and no bots."),
    ] = False
    pass_and_play: Annotated[bool, Meta(description="Every seat without a bot is the caller's; each gets its key.")] = (
        False
    )
    people: Annotated[
        dict[Word, Seating],
        Meta(max_length=4, description='With pass_and_play, who sits where: `{"0": {"name": "Lou", "face": "lou"}}`.'),
    ] = {}
    sit: Annotated[
        SeatNumber | None, Meta(description="Where to sit down; null: nowhere yet (ignored with pass_and_play).")
    ] = 0
    hash: Annotated[
        Hash | None, Meta(description="Hash of the caller's nonce; with pass_and_play, of each of their seats.")
    ] = None
    start: Annotated[bool, Meta(description="Fix the seats at once, if none is free.")] = False
    pace: Annotated[int, Meta(ge=0, le=5000, description="How long bots pretend to think, in milliseconds.")] = 700


def read_terms(asked: CreateTable) -> Terms:
    """Everything a person can get wrong about a table, checked."""
    game = game_named(asked.game)
    if asked.players not in game.players:
        raise BadInput(
            "players.range", game=GameName(game.id), players=asked.players, least=game.players[0], most=game.players[-1]
        )
    variant = differences(game.options, read_variant(game.options, asked.variant, asked.players))
    _check_clock(asked.clock)
    terms = Terms(
        game.id,
        asked.players,
        variant,
        asked.clock,
        asked.public,
        asked.chat,
        asked.rated,
        asked.pass_and_play,
        asked.pace,
    )
    if terms.rated and (refusal := why_unrated(terms, bool(asked.bots))) is not None:
        raise NotAllowed(refusal)
    return terms


def _check_clock(clock: Clock) -> None:
    sound = {"none": clock.amount == 0, "move": 5 <= clock.amount <= 600, "days": 1 <= clock.amount <= 14}
    if not sound[clock.kind]:
        raise NotAllowed("clock")


def why_unrated(terms: Terms, bots: bool) -> str | None:
    """Why a table on these terms cannot be rated; None if it can."""
    if terms.pass_and_play:
        return "rated-device"
    if bots:
        return "rated-bots"
    if terms.clock.kind == "none":
        return "rated-clock"
    return "rated-rules" if terms.variant else None
