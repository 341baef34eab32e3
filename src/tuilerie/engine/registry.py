"""The games there are: one line each. Others join through the entry point group `tuilerie.games` (see CONTRIBUTING)."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from tuilerie.engine.errors import BadInput

if TYPE_CHECKING:
    from tuilerie.engine.game import Game

BUILT_IN = {
    "restart": "tuilerie.engine.games.restart:GAME",
    "romirami": "tuilerie.engine.games.romirami:GAME",
    "famille": "tuilerie.engine.games.famille:GAME",
    "junior": "tuilerie.engine.games.junior:GAME",
}


@cache
def known_games() -> dict[str, str]:
    """Id and place of every game, our own first. Costs nothing: no game is loaded."""
    plugins = {point.name: point.value for point in entry_points(group="tuilerie.games")}
    return BUILT_IN | {name: place for name, place in plugins.items() if name not in BUILT_IN}


def require_game(name: str) -> str:
    if name not in known_games():
        raise BadInput("game.unknown", game=name[:40], known=", ".join(known_games()))
    return name


@cache
def game_named(name: str) -> Game:
    """The game with this id, its verbs registered."""
    from tuilerie.rules import verbs

    module, _, attribute = known_games()[require_game(name)].partition(":")
    game: Game = getattr(import_module(module), attribute)
    verbs.register(game.kernel)
    return game
