"""Branches of a study: a place in a game that is over, played otherwise. A person has one seat, bots answer in the
others, each from what it could know. Nothing is kept here: every question brings the record and the moves so far.

Whoever has the record of a game knows every hand of it, so nothing is told here that was secret; what the person could
not see is left out all the same, until they ask for it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from tuilerie.bots import player
from tuilerie.bots.chances import Chances, chances_after, chances_before
from tuilerie.bots.dice import Dice
from tuilerie.bots.roster import bot_named
from tuilerie.engine.errors import WrongRecord
from tuilerie.engine.match import Match
from tuilerie.engine.record_check import check_part
from tuilerie.engine.replay import moves_of
from tuilerie.engine.studies import part_of
from tuilerie.table.bot_turns import PART_OF_TURN, QUICK, known_bot, share_ms
from tuilerie.table.errors import NotAllowed
from tuilerie.table.server_messages import Choice
from tuilerie.table.shapes import Event, Move, Seat, SeatNumber, View, Word
from tuilerie.table.visibility import choice

MOST_MOVES = 1000  # of a branch
# what a question costs, in seconds of thinking on one core, about
LOOK, CHANCES, QUICK_ANSWER, ANSWER, LONG_ANSWER = 0.1, 0.3, 0.1, 0.5, 2.0
LONG = ("master",)


class TryBranch(Struct, forbid_unknown_fields=True):
    """A place in a game that is over, and what is played from there instead."""

    record: Annotated[
        dict[str, Any],
        Meta(description="`tuilerie-record/1`, or the part of one; what came after the place is not looked at."),
    ]
    at: Annotated[int, Meta(ge=1, le=100_000, description="The place: how many events of the record led to it.")]
    seat: Annotated[SeatNumber, Meta(description="Whose pieces the person has, and with whose eyes they look.")]
    moves: Annotated[list[Move], Meta(max_length=MOST_MOVES, description="Of all seats, from the place on.")] = []
    level: Annotated[Word, Meta(description="The bot that answers in the other seats.")] = "club"
    answer: Annotated[bool, Meta(description="Where it is another seat's turn: let the bot play one move.")] = False
    chances: Annotated[bool, Meta(description="Tell everybody's chances.")] = False
    hands: Annotated[bool, Meta(description="Tell what the person could not see: every hand.")] = False


class BranchPosition(Struct):
    """The position at the end of a branch, as the person's seat sees it."""

    game: str
    seats: list[Seat]
    seat: int
    moves: Annotated[list[str], Meta(description="Those that were sent, and the bot's; as records spell them.")]
    turn: Annotated[int | None, Meta(description="Null: the game is over.")]
    view: View
    events: Annotated[list[Event], Meta(description="What had happened since the first deal, as that seat saw it.")]
    choice: Choice | None
    chances: Annotated[
        list[float] | None,
        Meta(
            description="Of every seat, 0..1, from what the person's seat could know: after its own moves, at its "
            "turns and at the end; else null."
        ),
    ] = None
    error: Annotated[
        float | None, Meta(description="Half the width of the 95% interval of the person's own chance.")
    ] = None
    hands: Annotated[list[list[str]] | None, Meta(description="By seat, when asked for.")] = None


def cost_of(asked: TryBranch) -> float:
    """In seconds of thinking, about."""
    answer = QUICK_ANSWER if asked.level in QUICK else LONG_ANSWER if asked.level in LONG else ANSWER
    return LOOK + CHANCES * asked.chances + answer * asked.answer + LOOK * len(asked.moves) / 100


def played(asked: TryBranch) -> BranchPosition:
    """The position that was asked for; WrongRecord or Refused if something in it is wrong."""
    match = place_of(asked)
    level = known_bot(asked.level)
    begun = len(moves_of(match))
    before, last = None, ""
    for number, last in enumerate(asked.moves, 1):
        before = match.copy() if number == len(asked.moves) else None
        match.play(last)
    if asked.answer and not match.finished and match.turn != asked.seat:
        before, last = match.copy(), answer_of(match, level)
        match.play(last)
    found = _chances(before, last, match, asked.seat) if asked.chances else None
    return BranchPosition(
        game=match.game.id,
        seats=_seats(asked.record["players"], asked.seat),
        seat=asked.seat,
        moves=[move for _, move in moves_of(match)][begun:],
        turn=None if match.finished else match.turn,
        view=match.view(asked.seat),
        events=match.seen_events(asked.seat),
        choice=choice(match, asked.seat),
        chances=None if found is None else [round(share, 3) for share in found.shares],
        error=None if found is None else round(found.error, 3),
        hands=_hands(match) if asked.hands else None,
    )


def place_of(asked: TryBranch) -> Match:
    """The match at the place: every event of the record up to there is checked."""
    if not isinstance(asked.record.get("events"), list):
        raise WrongRecord("bad-field", field="events")
    match = check_part(part_of(asked.record, asked.at))
    if not match.game.effort.reviewed:
        raise NotAllowed("nothing-to-review")
    if asked.seat >= match.players:
        raise WrongRecord("bad-field", field="seat")
    if match.finished or len(match.events) != asked.at:
        raise WrongRecord("study-place", at=asked.at)
    return match


def answer_of(match: Match, level: str) -> str:
    """One move of a bot in the seat to move. It gets a position in which all that this seat cannot know has been dealt
    again.
    """
    bot, game = bot_named(level), match.game
    imagined = match.imagined(match.turn, secrets.randbits(63))
    within = PART_OF_TURN * share_ms([level] * (match.players - 1))
    dice = Dice(secrets.randbits(63))
    actions = player.whole_move(game, imagined.state, bot, dice, ms=player.table_ms(game, bot), within=within)
    return game.spell(imagined.state, actions)


def _chances(before: Match | None, last: str, match: Match, seat: int) -> Chances | None:
    if match.finished:
        return Chances(match.shares, 0.0)
    seed = secrets.randbits(63)
    if match.turn == seat:
        return chances_before(match, seed)
    return chances_after(before, last, match, seed) if before is not None and before.turn == seat else None


def _hands(match: Match) -> list[list[str]]:
    views = match.views(range(match.players))
    return [list(view.get("hand") or view.get("rack") or []) for view in views]


def _seats(players: Sequence[dict[str, Any]], mine: int) -> list[Seat]:
    """Who sat there, as the record says; bots play for all of them but one."""
    return [
        Seat(seat, "human" if who["kind"] == "human" or seat == mine else "bot", who["name"], bot=who["bot"])
        for seat, who in enumerate(players)
    ]
