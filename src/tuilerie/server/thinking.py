"""What bots, hints and clocks play. Runs in threads beside the event loop: compiled policies release the lock."""

from __future__ import annotations

import secrets
import time

import numpy as np

from tuilerie.bots import explain, levels
from tuilerie.bots.roster import BUILT_IN, bot_named
from tuilerie.engine.errors import BadInput
from tuilerie.engine.game import Game, States
from tuilerie.engine.match import Match
from tuilerie.rules.steps import copy_of, list_legal, step

REPLACEMENT = "greedy"  # who plays for a leaver, and for a clock whose fallback is a bot
AT_ONCE = ("random", "greedy")  # play without a search: ready as soon as the game is
QUIET = ("pass", "stop", "done", "keep", "draw")  # by preference: what changes least
HINT_MS = 250.0
HINTS = 3  # moves worth considering

# Time per action where a number of playouts would make people wait; ReStart's playouts are quick enough to be counted.
TABLE_MS: dict[str, dict[str, float]] = {"restart": {"master": 1000.0}}
TABLE_MS_ELSEWHERE = {"expert": 150.0, "master": 700.0}


def known_bot(name: str) -> str:
    """A bot that may sit at a table: of the roster only, never a command from outside."""
    if name not in BUILT_IN:
        raise BadInput("bot.unknown", bot=name[:40], known=", ".join(BUILT_IN))
    return name


def bot_move(game: Game, states: States, bot: str) -> str:
    """One whole move of the seat to move, from a copy of the record."""
    here, kind = copy_of(states), bot_named(bot).kind
    dice = np.array([secrets.randbits(63)], np.uint64)
    out = np.empty(game.kernel.ACTIONS, np.int32)
    ms = TABLE_MS.get(game.id, TABLE_MS_ELSEWHERE).get(bot)
    actions: list[int] = []
    while not actions or here["pending"][0]:
        n = int(list_legal(here, out))
        actions.append(int(out[0]) if n == 1 else levels.act(game, here, kind, dice, ms=ms))
        step(here, actions[-1], out)
    return game.spell(states, actions)


def timed_move(game: Game, states: States, bot: str) -> tuple[str, float]:
    """The same, and how many seconds it took, without those in the line."""
    began = time.perf_counter()
    return bot_move(game, states, bot), time.perf_counter() - began


def held_back(game: str, bot: str, seconds: float) -> float:
    """How long a move waits that was found sooner than this bot usually does: a quick answer would tell that its hand left it no choice."""
    return max(0.0, TABLE_MS.get(game, {}).get(bot, TABLE_MS_ELSEWHERE.get(bot, 0.0)) / 1000 - seconds)


def advice(match: Match, seat: int) -> list[explain.Advice]:
    """Good moves for what the seat knows: all else has been dealt again before anything looks at it."""
    return explain.advise(match.imagined(seat, secrets.randbits(63)), HINTS, seed=secrets.randbits(63), ms=HINT_MS)


def quiet_move(match: Match) -> str:
    legal = match.legal()
    return next((move for move in QUIET if move in legal), min(legal, key=lambda move: (len(move), move)))
