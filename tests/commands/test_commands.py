"""The commands, run as a person runs them."""

from __future__ import annotations

import hashlib
import json
import random

import pytest

from tests.commands.running import Conversation, tuilerie
from tests.naive.checker import check as naive_check
from tuilerie.engine.registry import BUILT_IN
from tuilerie.words import LANGUAGES, catalogue

GAMES = list(BUILT_IN)


@pytest.mark.parametrize("game", GAMES)
def test_simulate_records_that_check_accepts(game, tmp_path):
    file = tmp_path / "games.jsonl"
    done = tuilerie(
        "simulate",
        game,
        "--players",
        3,
        "--games",
        5,
        "--bots",
        "greedy,random,greedy",
        "--seed",
        4,
        "--record",
        file,
        "--legal",
        "--json",
    )
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert list(summary) == ["game", "players", "games", "moves", "seconds", "seats", "mean_moves", "reasons"]
    assert list(summary["seats"][0]) == ["share", "low", "high", "mean_score"]
    assert summary["games"] == sum(summary["reasons"].values()) == 5
    for line in file.read_text().splitlines():
        naive_check(json.loads(line))
    checked = tuilerie("check", file)
    assert checked.returncode == 0
    assert "5 games" in checked.stdout


def test_the_same_seed_gives_the_same_bytes_whatever_the_workers(tmp_path):
    digests = set()
    for workers in (1, 2):
        file = tmp_path / f"{workers}.jsonl"
        done = tuilerie(
            "simulate",
            "restart",
            "--games",
            130,
            "--seed",
            "0xAB",
            "--bots",
            "random",
            "--workers",
            workers,
            "--record",
            file,
        )
        assert done.returncode == 0, done.stderr
        digests.add(hashlib.sha256(file.read_bytes()).hexdigest())
    assert len(digests) == 1
    summaries = []
    for workers in (1, 2):
        summary = json.loads(tuilerie("simulate", "restart", "--games", 20000, "--workers", workers, "--json").stdout)
        summary.pop("seconds")
        summaries.append(summary)
    assert summaries[0] == summaries[1]


def test_match_plays_every_deal_once_per_rotation():
    done = tuilerie("match", "restart", "--bots", "greedy,random", "--deals", 2000, "--json")
    outcome = json.loads(done.stdout)
    assert list(outcome) == ["game", "players", "deals", "games", "bots", "seconds"]
    assert outcome["games"] == 4000
    greedy, random = outcome["bots"]
    assert greedy["name"] == "greedy"
    assert greedy["share"] >= 0.95
    assert greedy["low"] < greedy["share"] < greedy["high"]
    assert greedy["share"] + random["share"] == pytest.approx(1)


def test_a_match_of_equals_is_even_on_every_deal():
    outcome = json.loads(tuilerie("match", "restart", "--bots", "greedy,greedy", "--deals", 50, "--json").stdout)
    assert [bot["share"] for bot in outcome["bots"]] == [0.5, 0.5]


@pytest.mark.parametrize("game", GAMES)
def test_bench_has_its_shape(game):
    speeds = json.loads(tuilerie("bench", game, "--json").stdout)
    assert list(speeds) == [game]
    assert list(speeds[game]) == ["2", "3", "4"]
    assert all(
        set(rate) == {"games_per_s", "moves_per_s"} and rate["moves_per_s"] > 0 for rate in speeds[game].values()
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_rules_prints_every_clause(game, lang):
    done = tuilerie("rules", game, "--lang", lang)
    assert done.returncode == 0
    prefix = {"restart": "RS", "romirami": "RR", "famille": "RF", "junior": "RJ"}[game]
    assert f"{prefix}-S1" in done.stdout
    assert f"{prefix}-V1" in done.stdout


@pytest.mark.parametrize(
    ("game", "lang"), [(game, LANGUAGES[number % len(LANGUAGES)]) for number, game in enumerate(GAMES)]
)
def test_a_whole_game_at_the_plain_table(game, lang):
    """Reads the table as a person does: asks for the legal moves with `?`, types one of them, until the
    game is over.
    """
    table = Conversation("play", game, "--seed", 5, "--plain", "--lang", lang, "--bots", "random", "--players", 3)
    prompt = catalogue(lang)["table.prompt"]
    chance = random.Random(5)
    text = table.until(prompt)
    for _ in range(2000):
        if text is None:
            break
        table.say("?")
        legal = [line for line in table.until(prompt).splitlines() if line.strip()]
        if game == "restart" and "pass" in legal and chance.random() < 0.5:
            legal = ["pass"]
        table.say(chance.choice(legal))
        text = table.until(prompt)
    assert table.code() == 0
    assert catalogue(lang)["event.end"].split("{")[0] in table.heard


def test_a_refused_move_is_explained_and_asked_again():
    done = tuilerie("play", "restart", "--seed", 5, "--plain", stdin="r2+r9\nfoo\nquit\n")
    assert done.returncode == 0
    assert "RS-T3" in done.stdout
    assert "is not a move of ReStart" in done.stdout
    assert "You left the table." in done.stdout


def test_the_end_of_input_leaves_the_table():
    assert tuilerie("play", "restart", "--seed", 5, "--plain", stdin="").returncode == 0


def test_replay_steps_through_a_record(tmp_path):
    file = tmp_path / "games.jsonl"
    tuilerie("simulate", "restart", "--games", 2, "--record", file)
    done = tuilerie("replay", file, "--game", 2, "--lang", "fr")
    assert done.returncode == 0, done.stderr
    assert "La partie est finie" in done.stdout
    assert tuilerie("replay", file, "--game", 3).returncode == 2


@pytest.mark.parametrize(
    "command",
    [
        "simulate",
        "match",
        "ladder",
        "balance",
        "check",
        "replay",
        "play",
        "bench",
        "warm",
        "games",
        "bots",
        "rules",
        "export",
        "open",
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_has_help_with_an_example(command, lang):
    done = tuilerie(command, "--help", "--lang", lang)
    assert done.returncode == 0
    after_usage = " ".join(done.stdout.split("\n\n", 1)[1].split())
    assert f"tuilerie {command}" in after_usage


@pytest.mark.parametrize("command", [["--help"], ["games"], ["rules", "restart"], ["bots"]])
def test_commands_that_play_nothing_do_not_import_numba(command):
    done = tuilerie(*command, PYTHONPROFILEIMPORTTIME="1")
    assert done.returncode == 0
    assert "numba" not in done.stderr
