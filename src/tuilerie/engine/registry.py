"""The games there are: one line each. Others join through the entry point group `tuilerie.games` (see CONTRIBUTING)."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from tuilerie.engine.errors import BadInput

if TYPE_CHECKING:
    from tuilerie.engine.game import Game

BUILT_IN = {
    "restart": "tuilerie.games.restart.adapter:GAME",
    "romirami": "tuilerie.games.romirami.adapter:GAME",
    "famille": "tuilerie.games.famille.adapter:GAME",
    "junior": "tuilerie.games.junior.adapter:GAME",
}


@cache
def known_games() -> dict[str, str]:
    """Id and place of every game, our own first. Costs nothing: no game is loaded."""
    from importlib.metadata import entry_points  # takes longer than loading a game

    plugins = {point.name: point.value for point in entry_points(group="tuilerie.games")}
    return BUILT_IN | {name: place for name, place in plugins.items() if name not in BUILT_IN}


def require_game(name: str) -> str:
    if name not in known_games():
        raise BadInput("game.unknown", game=name[:40], known=", ".join(known_games()))
    return name


@cache
def game_named(name: str) -> Game:
    """The game with this id."""
    module, _, attribute = (BUILT_IN.get(name) or known_games()[require_game(name)]).partition(":")
    game: Game = getattr(import_module(module), attribute)
    return game


def part_of(name: str, part: str) -> ModuleType | None:
    """A part of the game with this id (see `Game.part`); None if it has none, or is not installed here but at a table
    elsewhere.
    """
    return game_named(name).part(part) if name in known_games() else None
