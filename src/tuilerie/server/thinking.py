"""What bots, hints and clocks play. Runs in threads beside the event loop: compiled policies release the lock."""

from __future__ import annotations

import secrets
import time

from tuilerie.bots import explain, player
from tuilerie.bots.dice import Dice
from tuilerie.bots.roster import BUILT_IN, bot_named
from tuilerie.engine.errors import BadInput
from tuilerie.engine.game import Game
from tuilerie.engine.match import Match
from tuilerie.engine.registry import game_named
from tuilerie.kernel.records import Record

REPLACEMENT = "greedy"  # who plays for a leaver, and for a clock whose fallback is a bot
QUICK = ("random", "greedy", "beginner")  # play without a search
QUIET = ("pass", "stop", "done", "keep", "draw")  # by preference: what changes least
HINT_MS = 250.0
HINTS = 3  # moves worth considering

ROUND_MS = 2500.0  # for the searches of all bots between two turns of a person, however many they are
QUICK_BOT_MS = 300.0  # of it, for each bot that does not search
PART = 0.7  # of what is left of a turn for its next move, and of a move for its next action
SHORTEST_MS = 10.0
QUICK_PACE = 300  # ms: at such a table a bot's pauses are part of its share, too


def known_bot(name: str) -> str:
    """A bot that may sit at a table: of the roster only, never a command from outside."""
    if name not in BUILT_IN:
        raise BadInput("bot.unknown", bot=name[:40], known=", ".join(BUILT_IN))
    return name


def share_ms(bots: list[str]) -> float:
    """How long one of these bots may search in a turn, so that all of them together keep nobody waiting."""
    quick = sum(bot in QUICK for bot in bots)
    return max(SHORTEST_MS, (ROUND_MS - QUICK_BOT_MS * quick) / max(1, len(bots) - quick))


def bot_move(game: Game, state: Record, bot: str, left: float = ROUND_MS) -> str:
    """One whole move of the seat to move, from a copy of the record. `left`: milliseconds for the rest of the turn."""
    level, dice = bot_named(bot), Dice(secrets.randbits(63))
    return game.spell(
        state, player.whole_move(game, state, level, dice, player.table_ms(game, level), within=PART * left)
    )


def timed_move(game: Game, state: Record, bot: str, left: float = ROUND_MS) -> tuple[str, float]:
    """The same, and how many seconds it took, without those in the line."""
    began = time.perf_counter()
    return bot_move(game, state, bot, left), time.perf_counter() - began


def held_back(game: str, bot: str, seconds: float, left: float = ROUND_MS, pace: int = 0) -> float:
    """How many seconds a move waits that was found sooner than usual: a quick answer would tell that the hand left no
    choice.

    The table's pace is part of it; where that is quick, no more is waited than is left of the turn.
    """
    shown_after = max(min(player.usual_ms(game_named(game), bot_named(bot)), PART * left), pace)
    if pace <= QUICK_PACE:
        shown_after = min(shown_after, max(left, 0.0))
    return max(0.0, shown_after / 1000 - seconds)


def advice(match: Match, seat: int) -> list[explain.Advice]:
    """Good moves for what the seat knows: all else has been dealt again before anything looks at it."""
    return explain.advise(match.imagined(seat, secrets.randbits(63)), HINTS, seed=secrets.randbits(63), ms=HINT_MS)


def quiet_move(match: Match) -> str:
    legal = match.legal()
    return next((move for move in QUIET if move in legal), min(legal, key=lambda move: (len(move), move)))
