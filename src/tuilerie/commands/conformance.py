"""`bots --test`: does a program from outside speak the protocol?

It plays every game it accepts against random, at every number of players.
"""

from __future__ import annotations

from tuilerie.bots.outside import OutsideFailure
from tuilerie.bots.roster import bot_named
from tuilerie.commands.exit_codes import Failed, complain
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import game_named, known_games
from tuilerie.lab.plan import Plan
from tuilerie.lab.seat_players import SeatPlayers
from tuilerie.words import say
from tuilerie.words.terms import GameName

GAMES_EACH = 3


def conform(command: str, lang: str) -> None:
    failed = False
    for name in known_games():
        try:
            played = _play(name, command)
            print(say("outside.conforms", lang, game=GameName(name), games=played))
        except OutsideFailure as failure:
            failed = True
            complain(say("outside.in-game", lang, game=GameName(name), text=failure))
    if failed:
        raise Failed


def _play(name: str, command: str) -> int:
    """Every number of players, the program in every seat, several games by the same process."""
    game = game_named(name)
    played = 0
    for players in game.players:
        seats = [
            [bot_named(command if seat == mine else "random") for seat in range(players)] for mine in range(players)
        ]
        plan = Plan(game, players, read_variant(game.options, {}, players), None, 1, seats)
        seat_players = SeatPlayers(plan)
        try:
            for number in range(GAMES_EACH * players):
                seat_players.play(number)
                played += 1
        finally:
            seat_players.close()
    return played
