"""Turns that no person plays: a bot's, or that of a person whose time is up.

What is to be thought about goes out as plain data (`Thinking`), and a move comes back: a thread, a process or a
browser's worker can think.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from tuilerie.bots.roster import BUILT_IN, bot_named
from tuilerie.engine.daily import dice_seed
from tuilerie.engine.errors import BadInput
from tuilerie.engine.match import Match
from tuilerie.engine.registry import game_named
from tuilerie.table import entries
from tuilerie.table.shapes import By
from tuilerie.table.state import TableState

REPLACEMENT = "greedy"  # who plays for a leaver, and for a clock whose fallback is a bot
QUICK = ("random", "greedy", "beginner")  # play without a search
QUIET = ("pass", "stop", "done", "keep", "draw")  # by preference: what changes least
LONGEST_GAME = 200  # turns per player; a game that bots and clocks cannot end is stopped

ROUND_MS = 2500.0  # for the searches of all bots between two turns of a person, however many they are
QUICK_BOT_MS = 300.0  # of it, for each bot that does not search
PART_OF_TURN = 0.7  # of what is left of a turn for its next move
SHORTEST_MS = 10.0
QUICK_PACE = 300  # ms: at such a table a bot's pauses are part of its share, too


@dataclass(frozen=True, slots=True)
class Thinking:
    """What a bot needs to choose one whole move, as plain data."""

    game: str
    record: (
        bytes  # of the position; it holds every secret, so it never leaves for a person's device but at a local table
    )
    level: str  # of the roster
    seed: int  # of the bot's dice, 63 bits
    within_ms: float  # for the whole move, if the level searches by time
    counted: bool = False  # its playouts are counted, however long they take


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that is to be played without a person."""

    seat: int
    level: str | None  # whose move; None: the legal move that changes as little as possible
    by: By  # in whose name: "bot", or "clock" when a person's time is up
    moved_seq: int  # the last entry that changed the game before
    bot: str | None  # the bot on the seat; None where the clock plays for a person


def turn_due(state: TableState, overdue: bool) -> Turn | None:
    """The turn that no person plays now. `overdue`: the time of the person to move is up."""
    seat = state.turn
    if seat is None:
        return None
    bot = state.chairs[seat].bot
    if bot is not None:
        return Turn(seat, bot, "bot", state.moved_seq, bot)
    if not overdue:
        return None
    return Turn(seat, REPLACEMENT if state.terms.clock.fallback == "bot" else None, "clock", state.moved_seq, None)


def is_current(state: TableState, turn: Turn) -> bool:
    """Nothing has happened since that would make its move a wrong one."""
    if state.moved_seq != turn.moved_seq or state.turn != turn.seat:
        return False
    return state.chairs[turn.seat].bot == turn.bot


def thinking_of(match: Match, level: str, seed: int, within_ms: float = ROUND_MS) -> Thinking:
    return Thinking(match.game.id, bytes(match.state), level, seed, within_ms)


def thinking_at(state: TableState, level: str, within_ms: float = ROUND_MS, seed: int | None = None) -> Thinking:
    """What a bot thinks about at a table. At the deal of the day its dice and its playouts are everybody's."""
    match = state.match
    assert match is not None
    if state.terms.daily is not None:
        seed = dice_seed(state.secret, bytes(match.state))
        return Thinking(match.game.id, bytes(match.state), level, seed, within_ms, counted=True)
    return thinking_of(match, level, secrets.randbits(63) if seed is None else seed, within_ms)


def turn_entry(state: TableState, turn: Turn, move: str) -> entries.AnyEntry:
    """The entry of a turn that is current. A game that does not end is stopped; an illegal move, which no sound bot
    makes, is replaced by a legal one.
    """
    match = state.match
    assert match is not None
    if match.turns >= LONGEST_GAME * state.terms.players:
        return entries.Stop("limit")
    return entries.Play(turn.seat, [move], turn.by)


def quiet_move(match: Match) -> str:
    legal = match.legal()
    return next((move for move in QUIET if move in legal), min(legal, key=lambda move: (len(move), move)))


def known_bot(name: str) -> str:
    """A bot that may sit at a table: of the roster only, never a command from outside."""
    if name not in BUILT_IN:
        raise BadInput("bot.unknown", bot=name[:40], known=", ".join(BUILT_IN))
    return name


# --- how long bots take ---------------------------------------------------------------------------------


def share_ms(bots: list[str]) -> float:
    """How long one of these bots may search in a turn, so that all of them together keep nobody waiting."""
    quick = sum(bot in QUICK for bot in bots)
    return max(SHORTEST_MS, (ROUND_MS - QUICK_BOT_MS * quick) / max(1, len(bots) - quick))


def held_back(game: str, bot: str, seconds: float, left: float = ROUND_MS, pace: int = 0) -> float:
    """How many seconds a move waits that was found sooner than usual: a quick answer would tell that the hand left no
    choice.

    The table's pace is part of it; where that is quick, no more is waited than is left of the turn.
    """
    usual_ms = game_named(game).effort.table_ms.get(bot) or bot_named(bot).table_ms or 0.0
    shown_after = max(min(usual_ms, PART_OF_TURN * left), pace)
    if pace <= QUICK_PACE:
        shown_after = min(shown_after, max(left, 0.0))
    return max(0.0, shown_after / 1000 - seconds)
