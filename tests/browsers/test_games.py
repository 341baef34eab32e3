"""Whole games in Firefox and in Safari's engine: set-up, every move, the result, and once more."""

from __future__ import annotations

import pytest

from tests.browsers.person import Person

GAMES = {"ReStart": (2, "1"), "Romi Rami": (2, ""), "Rummy famille": (2, ""), "Rummy junior": (4, "")}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_and_once_more(person: Person, game: str) -> None:
    players, target = GAMES[game]
    person.engine.resize(820, 1180)
    person.open_shelf()
    person.take_box(game, players, target)
    person.play_on()
    first = person.place()
    person.press(person.words.again)
    person.wait_for(lambda: person.place() != first, "the next table")
    person.wait_for(lambda: person.sees(person.words.hint) or person.sees(person.words.turn_over), "the next game")
