"""Programs from outside: what they get, and what happens when they misbehave."""

from __future__ import annotations

import json
import sys
from collections import Counter

import pytest

from tests.commands.running import tuilerie
from tuilerie.bots.outside import OutsideBot, OutsideFailure
from tuilerie.bots.roster import bot_named
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import BUILT_IN, game_named
from tuilerie.lab.plan import Plan
from tuilerie.lab.seat_players import SeatPlayers

HONEST = """
import json, sys, os
log = open({log!r}, "a") if {log!r} else None
for line in sys.stdin:
    if log: log.write(line)
    message = json.loads(line)
    if message["t"] == "hello":
        print(json.dumps({{"t": "ready", "name": "test"}}), flush=True)
    elif message["t"] == "turn":
        print(json.dumps({{"t": "move", "move": message["legal"][-1]}}), flush=True)
"""


def program(tmp_path, source, name="bot.py"):
    file = tmp_path / name
    file.write_text(source)
    return f"cmd:{sys.executable} {file}"


def plan(game, players, bots, seed=1):
    kind = game_named(game)
    return Plan(
        kind, players, read_variant(kind.options, {}, players), None, seed, [[bot_named(bot) for bot in bots]], limit=40
    )


@pytest.mark.parametrize("game", BUILT_IN)
@pytest.mark.parametrize("players", [2, 4])
def test_a_program_gets_its_seats_events_and_views_and_nothing_else(game, players, tmp_path):
    log = tmp_path / "log.jsonl"
    command = program(tmp_path, HONEST.format(log=str(log)))
    seats = SeatPlayers(plan(game, players, [command] + ["random"] * (players - 1)))
    match = seats.play(0)
    seats.close()
    messages = [json.loads(line) for line in log.read_text().splitlines()]
    assert messages[0] == {"t": "hello", "protocol": 1, "game": game, "players": players, "seat": 0, "variant": {}}
    assert messages[-1] == {"t": "end", "event": match.events[-1]}
    events = [message for message in messages if message["t"] == "event"]
    assert [message["n"] for message in events] == list(range(len(match.events) - 1))
    assert [message["event"] for message in events] == json.loads(json.dumps(match.seen_events(0)[:-1]))
    turns = [message for message in messages if message["t"] == "turn"]
    assert all(set(turn) == {"t", "n", "view", "legal", "ms"} for turn in turns)
    assert all(turn["view"]["seat"] == 0 for turn in turns)


def test_one_process_plays_many_games(tmp_path):
    source = HONEST.format(log="").replace('"name": "test"', '"name": str(os.getpid())')
    bot = OutsideBot(program(tmp_path, source).removeprefix("cmd:"))
    names = set()
    for seed in range(3):
        match = plan("restart", 2, ["random", "random"], seed).match(0)
        bot.begin(match, match.turn)
        match.play(bot.choose(match))
        match.stop("abandoned")
        bot.finish(match)
        names.add(bot.name)
    bot.close()
    assert len(names) == 1


READY = """import json, sys, time
for line in sys.stdin:
    m = json.loads(line)
    if m["t"] == "hello": print(json.dumps({"t": "ready", "name": "bad"}), flush=True)
"""
BAD = {
    "died": READY + '    if m["t"] == "turn": sys.exit(3)\n',
    "illegal": READY + '    if m["t"] == "turn": print(json.dumps({"t": "move", "move": "stop"}), flush=True)\n',
    "garbled": READY + '    if m["t"] == "turn": print("hello there", flush=True)\n',
    "late": READY + '    if m["t"] == "turn": time.sleep(60)\n',
}


@pytest.mark.parametrize("how", BAD)
def test_a_program_that_misbehaves_is_reported_with_what_it_said(how, tmp_path):
    bot = OutsideBot(program(tmp_path, BAD[how]).removeprefix("cmd:"), ms=500 if how == "late" else 60_000)
    match = plan("restart", 2, ["random", "random"]).match(0)
    bot.begin(match, match.turn)
    with pytest.raises(OutsideFailure) as caught:
        bot.choose(match)
    bot.close()
    assert caught.value.code == f"outside.{how}"
    assert "bot.py" in caught.value.sentence("fr")


def test_a_program_that_fails_loses_the_match_and_the_next_game_starts_anew(tmp_path):
    command = program(tmp_path, BAD["illegal"])
    done = tuilerie("match", "restart", "--bots", "random", "--bots", command, "--deals", 4, "--json")
    assert done.returncode == 0, done.stderr
    outcome = json.loads(done.stdout)
    assert [bot["share"] for bot in outcome["bots"]] == [1, 0]
    assert "not legal: stop" in done.stderr


def test_a_program_that_cannot_be_started_is_said_at_once():
    done = tuilerie("match", "restart", "--bots", "random", "--bots", "cmd:no-such-program", "--deals", 1)
    assert "cannot be started" in done.stderr


def test_results_do_not_depend_on_the_number_of_workers(tmp_path):
    command = program(tmp_path, HONEST.format(log=""))
    shares = Counter()
    for workers in (1, 2):
        done = tuilerie(
            "match", "restart", "--bots", "greedy", "--bots", command, "--deals", 6, "--workers", workers, "--json"
        )
        shares[json.dumps(json.loads(done.stdout)["bots"])] += 1
    assert len(shares) == 1
