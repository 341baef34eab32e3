"""What bots and hints play. Runs in threads beside the event loop: compiled policies release the lock."""

from __future__ import annotations

import secrets
import time

from tuilerie.bots import player
from tuilerie.bots.advice import Advice, advise
from tuilerie.bots.dice import Dice
from tuilerie.bots.roster import bot_named
from tuilerie.engine.match import Match
from tuilerie.engine.registry import game_named
from tuilerie.table.bot_turns import PART_OF_TURN, Thinking

HINT_MS = 250.0
HINTS = 3  # moves worth considering


def think(asked: Thinking) -> tuple[str, float]:
    """One whole move of the seat to move, and how many seconds it took."""
    began = time.perf_counter()
    game, level = game_named(asked.game), bot_named(asked.level)
    state = game.new_state(asked.record)
    actions = player.whole_move(
        game,
        state,
        level,
        Dice(asked.seed),
        ms=None if asked.counted else player.table_ms(game, level),
        within=PART_OF_TURN * asked.within_ms,
    )
    return game.spell(state, actions), time.perf_counter() - began


def advice(match: Match, seat: int) -> list[Advice]:
    """Good moves for what the seat knows: all else has been dealt again before anything looks at it."""
    return advise(match.imagined(seat, secrets.randbits(63)), HINTS, seed=secrets.randbits(63), ms=HINT_MS)
