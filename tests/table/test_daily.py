"""The deal of the day at the table core: equal play gives equal games, to the last byte of what a seat sees."""

from __future__ import annotations

from datetime import date
from itertools import islice

import pytest
from msgspec.json import encode

from tuilerie.bots import player
from tuilerie.bots.dice import Dice
from tuilerie.bots.roster import bot_named
from tuilerie.engine.daily import game_secret, offline_secret
from tuilerie.engine.registry import game_named, known_games
from tuilerie.server.process.thinking import think
from tuilerie.table import messages
from tuilerie.table.bot_turns import Turn
from tuilerie.table.creation import daily_table
from tuilerie.table.daily import PERSON, expert_game
from tuilerie.table.errors import NotAllowed
from tuilerie.table.local import OWNER, LocalTable
from tuilerie.table.sitter import Sitter
from tuilerie.table.terms import Daily

DAY = date(2026, 11, 16)
MOVES = 8  # of an expert's game
GAMES = [name for name in known_games() if game_named(name).daily is not None]


def dealt(game: str, secret: bytes, counts: bool = True) -> LocalTable:
    new = daily_table(game, Daily(DAY.isoformat(), counts), Sitter(OWNER, "Inès"), 0)
    return LocalTable.create(new, now=0, lang="en", secret=secret)


def thought(table: LocalTable, turn: Turn) -> str:
    """The move of the bot whose turn it is."""
    asked = table.thinking(turn)
    assert asked is not None
    return think(asked)[0]


def played(game: str, secret: bytes) -> tuple[list[bytes], list[str]]:
    """What the person sees after every entry, and all moves; the person plays as a dull bot with dice of its own."""
    table = dealt(game, secret)
    seen = []
    while table.state.phase != "over":
        turn = table.turn_due(0)
        match = table.state.match
        assert match is not None
        if turn is None:
            actions = player.whole_move(match.game, match.state, bot_named("greedy"), Dice(len(table.log)))
            move = match.game.spell(match.state, actions)
            table.receive(messages.Play(key=f"key-{len(table.log)}", moves=[move], based=table.state.seq), 0)
        else:
            table.play_turn(turn, thought(table, turn), 0)
        seen.append(encode([table.state.match and table.state.match.view(PERSON), table.state.turn]))
    assert table.state.match is not None
    return seen, [event[2] for event in table.state.match.events if event[0] == "move"]


def test_every_game_with_decisions_has_a_deal_of_the_day():
    assert GAMES
    assert [name for name in known_games() if game_named(name).effort.reviewed] == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_two_people_who_play_the_same_see_the_same_game_to_the_last_byte(game):
    secret = game_secret(bytes(32), DAY, game)
    one, other = played(game, secret), played(game, secret)
    assert one == other
    assert played(game, game_secret(bytes(31) + b"\1", DAY, game)) != one, "another secret, another game"


@pytest.mark.parametrize("game", GAMES)
def test_the_expert_plays_the_same_deal_and_always_comes_to_the_same(game):
    secret = offline_secret(DAY, game)
    first, again = ([match.log for match in islice(expert_game(game, secret), MOVES)][-1] for _ in range(2))
    assert first == again
    table = dealt(game, secret)
    assert table.state.match is not None
    assert next(expert_game(game, secret)).events[0] == table.state.match.events[0], "the person's deal"


def test_nothing_helps_whose_attempt_counts_and_leaving_ends_it():
    table = dealt("restart", offline_secret(DAY, "restart"))
    while (turn := table.turn_due(0)) is not None:
        table.play_turn(turn, thought(table, turn), 0)
    refused = table.receive(messages.Hint(1, table.state.seq), 0).messages[0]
    assert isinstance(refused, messages.Refused)
    assert refused.why.code == "server.hints-off"
    table.receive(messages.Leave("key-away"), 0)
    assert table.state.phase == "over"
    assert table.state.match is not None
    assert table.state.match.reason == "abandoned"


def test_a_rematch_is_an_ordinary_game():
    table = dealt("restart", offline_secret(DAY, "restart"))
    table.receive(messages.Abandon("key-end"), 0)
    made = table.receive(messages.Rematch("key-again", "ab" * 32), 0).rematch
    assert made is not None
    assert made.state.terms.daily is None
    assert made.state.secret != table.state.secret


def test_the_secret_of_a_sealed_deal_is_not_told_at_its_end():
    secret = offline_secret(DAY, "restart")
    table = dealt("restart", secret)
    told = table.receive(messages.Hello(table.id), 0).messages
    told += table.receive(messages.Abandon("key-end"), 0).messages
    told += table.receive(messages.Resync(0), 0).messages
    assert table.state.phase == "over"
    assert secret.hex().encode() not in encode(told)


def test_a_game_of_chance_alone_has_none():
    with pytest.raises(NotAllowed):
        daily_table("junior", Daily(DAY.isoformat()), Sitter(OWNER, None), 0)
