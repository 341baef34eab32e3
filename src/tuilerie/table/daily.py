"""The deal of the day without I/O: what a bot does there, and how an expert plays it."""

from __future__ import annotations

from collections.abc import Iterator

from tuilerie.bots import player
from tuilerie.bots.dice import Dice
from tuilerie.bots.roster import bot_named
from tuilerie.engine.daily import dice_seed
from tuilerie.engine.match import Match
from tuilerie.engine.registry import game_named
from tuilerie.table.bot_turns import LONGEST_GAME
from tuilerie.table.creation import require_daily

EXPERT = "expert"
PERSON = 0  # the seat of the person whose attempt it is


def bot_move(match: Match, level: str) -> str:
    """What a bot plays here in a deal of the day, on any machine."""
    dice = Dice(dice_seed(match.secret, bytes(match.state)))
    return match.game.spell(match.state, player.whole_move(match.game, match.state, bot_named(level), dice))


def expert_game(game_id: str, secret: bytes) -> Iterator[Match]:
    """The deal with an expert on the person's seat, move by move; the last one is finished, or stopped."""
    form, game = require_daily(game_id), game_named(game_id)
    match = Match.new(game, form.players, secret, game.short)
    while not match.finished:
        if match.turns >= LONGEST_GAME * form.players:
            match.stop("limit")
        else:
            match.play(bot_move(match, EXPERT if match.turn == PERSON else form.bots))
        yield match
