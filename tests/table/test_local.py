"""A whole table on one device, message by message, as a terminal or a browser runs it."""

from __future__ import annotations

import random

import msgspec
import pytest

from tuilerie.bots.roster import BUILT_IN
from tuilerie.engine.record_check import check_record
from tuilerie.engine.registry import known_games
from tuilerie.table import messages
from tuilerie.table.bot_turns import quiet_move
from tuilerie.table.creation import new_table
from tuilerie.table.local import OWNER, LocalTable, SavedTable
from tuilerie.table.sitter import Sitter
from tuilerie.table.terms import CreateTable


def table(game="restart", **terms):
    asked = CreateTable(game, **({"bots": {"1": "greedy"}, "start": True, "pace": 0} | terms))
    return LocalTable.create(new_table(asked, Sitter(OWNER, "Ada")), now=1000, lang="en", secret=bytes(range(32)))


def hello(local):
    welcome, snapshot = local.receive(messages.Hello(local.id), 1000).messages
    assert isinstance(welcome, messages.Welcome)
    return welcome, snapshot


def play_on(local, chance, now=1000, most=10_000):
    """Until the end: the person plays at random, bots play quietly; every message that came."""
    heard = local.deal(now)
    for number in range(most):
        if local.state.phase == "over":
            break
        turn = local.turn_due(now)
        assert turn is None or local.due_at(now) == now
        if turn is not None:
            heard += local.play_turn(turn, quiet_move(local.state.match), now)
            continue
        seat = local.state.turn
        if local.state.terms.pass_and_play:
            heard += local.receive(messages.Tap(seat), now).messages
        move = chance.choice(local.state.match.legal())
        heard += local.receive(messages.Play(f"k{number}", local.state.seq, [move]), now).messages
    return heard


@pytest.mark.parametrize("game", known_games())
def test_a_game_against_a_bot_from_hello_to_the_record(game):
    local = table(game)
    welcome, snapshot = hello(local)
    assert welcome.seats == [0]
    assert welcome.host
    assert snapshot.phase == "revealing"
    heard = play_on(local, random.Random(3))
    updates = [message for message in heard if isinstance(message, messages.Update)]
    assert [update.seq for update in updates] == list(range(snapshot.seq + 1, local.state.seq + 1)), (
        "every number, once"
    )
    assert updates[-1].phase == "over"
    check_record(local.state.match.record())


@pytest.mark.parametrize("game", known_games())
def test_what_is_saved_goes_on_where_it_was(game):
    local = table(game, players=2)
    play_on(local, random.Random(5), most=7)
    kept = msgspec.json.encode(local.saved())
    again = LocalTable.restore(msgspec.json.decode(kept, type=SavedTable), "en")
    assert msgspec.json.encode(again.snapshot(again.device)) == msgspec.json.encode(local.snapshot(local.device))
    assert bytes(again.state.match.state) == bytes(local.state.match.state)
    assert msgspec.json.encode(again.saved()) == kept


def test_a_refusal_is_an_answer_and_a_retry_gets_the_first_one():
    local = table()
    local.deal(1000)
    while (turn := local.turn_due(1000)) is not None:
        local.play_turn(turn, quiet_move(local.state.match), 1000)
    seq = local.state.seq
    refused = local.receive(messages.Play("a", seq, ["nonsense"]), 1000).messages[0]
    assert isinstance(refused, messages.Refused)
    assert refused.key == "a"
    move = local.state.match.legal()[0]
    first = local.receive(messages.Play("b", seq, [move]), 1000).messages
    assert [type(message) for message in first] == [messages.Update, messages.Accepted]
    again = local.receive(messages.Play("b", seq, [move]), 1000).messages
    assert again[0] == first[1]
    assert local.state.seq == seq + 1
    stale = local.receive(messages.Play("c", seq, [move]), 1000).messages
    assert [type(message) for message in stale] == [messages.Refused, messages.Snapshot]


def test_what_was_missed_is_told_again():
    local = table()
    play_on(local, random.Random(1), most=9)
    seq = local.state.seq
    answer = local.receive(messages.Resync(seq - 3), 1000).messages
    assert [message.seq for message in answer] == [seq - 2, seq - 1, seq]
    assert answer[-1].view == local.snapshot(local.device).view


def test_a_bot_thinks_about_plain_data():
    local = table(players=3, bots={"0": "club", "1": "club"}, sit=2)
    local.deal(1000)
    while (turn := local.turn_due(1000)) is None:
        move = local.state.match.legal()[0]
        local.receive(messages.Play(f"k{local.state.seq}", local.state.seq, [move]), 1000)
    asked = local.thinking(turn, seed=7)
    assert (asked.game, asked.level, asked.seed) == ("restart", "club", 7)
    assert asked.level in BUILT_IN
    assert asked.record == bytes(local.state.match.state)
    local.receive(messages.Abandon("x"), 1000)
    assert local.play_turn(turn, "anything", 1000) == [], "the game is over: what was thought is thrown away"


def test_a_rematch_is_a_table_of_its_own():
    local = table()
    local.deal(1000)
    local.receive(messages.Abandon("x"), 1000)
    answer = local.receive(messages.Rematch("again", "ab" * 32), 2000)
    assert answer.rematch.rematch_of == local.id
    assert local.state.rematch == answer.rematch.id
    assert answer.rematch.state.phase == "revealing"
    assert isinstance(answer.messages[-1], messages.Accepted)


def test_on_a_shared_device_a_hand_is_shown_after_the_tap_only():
    local = table(bots={}, pass_and_play=True)
    local.deal(1000)
    seat = local.state.turn
    covered = local.snapshot(local.device)
    assert covered.seat is None
    assert covered.choice is None
    (snapshot,) = local.receive(messages.Tap(seat), 1000).messages
    assert snapshot.seat == seat
    assert snapshot.choice.seat == seat
    play_on(local, random.Random(2))
    assert local.state.phase == "over"
