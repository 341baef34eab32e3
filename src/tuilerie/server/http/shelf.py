"""What the shelf shows: the games with their options, the levels of bots, the phrases. The same for everybody."""

from __future__ import annotations

from typing import get_args

from tuilerie.bots.roster import BUILT_IN
from tuilerie.engine.registry import game_named, known_games
from tuilerie.server.http import api
from tuilerie.server.process import readiness
from tuilerie.table.shapes import Phrase


def shelf() -> api.Shelf:
    return api.Shelf([_game(name) for name in known_games()], list(BUILT_IN), list(get_args(Phrase)))


def _game(name: str) -> api.GameOnShelf:
    game = game_named(name)
    options = [api.GameOption(option.key, option.clause, option.allowed(), option.default) for option in game.options]
    ready_in = readiness.games.seconds_left(name)
    return api.GameOnShelf(game.id, list(game.players), game.lowest_wins, options, ready_in)
