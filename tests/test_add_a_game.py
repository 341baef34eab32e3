"""The tutorial is true: its files, written down and installed as a stranger would, are a game that keeps the contract
and appears everywhere.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import escalier
from tests.commands.running import PROGRAM

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The environment of somebody who has installed the game."""
    place = escalier.install(tmp_path_factory.mktemp("project"), tmp_path_factory.mktemp("site"))
    return os.environ | {"PYTHONPATH": str(place), "LANG": "en_GB.UTF-8", "LC_ALL": "en_GB.UTF-8"}


def run(installed, *command, timeout=900):
    done = subprocess.run(
        [*map(str, command)], capture_output=True, text=True, check=False, timeout=timeout, env=installed, cwd=ROOT
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_the_page_has_every_file():
    assert len(escalier.FILES) == 16


def test_it_keeps_the_contract(installed):
    """Two players are enough here: the suite itself plays every table of the games that are registered."""
    told = run(
        installed,
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/contract/test_contract.py",
        "-k",
        "escalier-2 or census",
    )
    assert " passed" in told
    assert "failed" not in told


def test_it_is_on_the_list_and_in_simulate(installed):
    assert "Escalier - 2 to 4 players" in run(installed, PROGRAM, "games")
    assert "ES-T1" in run(installed, PROGRAM, "rules", "escalier", "--lang", "fr")
    outcome = json.loads(
        run(installed, PROGRAM, "simulate", "escalier", "--games", 200, "--bots", "greedy,random", "--json")
    )
    assert outcome["seats"][0]["low"] > 0.5  # its rules of thumb are better than chance
    assert set(outcome["reasons"]) <= {"empty-hand", "blocked"}


def test_its_refusals_have_sentences(installed):
    asked = (
        "import tuilerie; match = tuilerie.new('escalier', seed=1); top = max(match.legal(), "
        "key=lambda m: (m.isdigit(), len(m), m)); match.play(top)"
    )
    asked += (
        "; low = match.view(match.turn)['hand'][0]\ntry: match.play(str(low))\nexcept Exception as "
        "refused: print(refused.sentence('fr'))"
    )
    assert "l’escalier. (ES-T1)" in run(installed, sys.executable, "-c", asked)


def test_it_is_an_environment(installed):
    program = """
import numpy as np, pettingzoo, gymnasium, tuilerie.envs
env, rng = pettingzoo.make("aec", "tuilerie/escalier-v0", players=3), np.random.default_rng(0)
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
print("tuilerie/escalier-v0" in gymnasium.registry, env.agents)
"""
    assert run(installed, sys.executable, "-c", program).strip() == "True []"


def test_it_is_on_the_servers_shelf_and_at_the_terminals_table(installed):
    """The application's own answer to GET /games, without starting every game; and its own board."""
    program = """
import asyncio, json
from tuilerie.server.http import table_routes
shelf = asyncio.run(table_routes.games(None, "", None))
print([game.id for game in shelf.games][-1])
import tuilerie
from tuilerie.terminal.boards import Scene, painted
match = tuilerie.new("escalier", 2, seed=3)
print(painted(Scene(match.view(match.turn), ["Anna", "Paul"], "en", match.legal()), 80, 20).text())
"""
    told = run(installed, sys.executable, "-c", program)
    assert told.startswith("escalier\n")
    assert "The stairs" in told
    assert "5 tiles" in told
    assert "Pass (P)" in told


def test_its_table_can_be_played_as_text_and_advises_in_its_own_words(installed):
    played = subprocess.run(
        [str(PROGRAM), "play", "escalier", "--plain", "--seed", "1", "--bots", "expert"],
        input="hint\nquit\n", capture_output=True, text=True, check=False, timeout=900, env=installed, cwd=ROOT
    )  # fmt: skip
    assert played.returncode == 0, played.stderr
    assert "The stairs:" in played.stdout
    assert "for later" in played.stdout


def test_its_moves_are_told_in_its_own_words(installed):
    asked = (
        "from tuilerie.terminal.event_text import phrases_of\nfor move in ('7', 'pass'): "
        "print(phrases_of('escalier').move(move, None).in_words('fr'))"
    )
    assert run(installed, sys.executable, "-c", asked).splitlines() == ["7 posée", "passe"]


def test_what_it_does_not_say_in_a_language_is_said_in_english(installed):
    assert "Who starts? Setting" in run(installed, PROGRAM, "rules", "junior", "--lang", "en")
    told = run(installed, PROGRAM, "rules", "escalier", "--lang", "de")
    assert "Place a tile of yours that is higher" in told
    assert "Beispiele" in told


def test_its_marks_are_studied(installed):
    told = run(installed, PROGRAM, "balance", "escalier", "--games", 400, "--bots", "greedy", "--lang", "fr")
    assert "le 20 reçu" in told
    assert "tous ont passé" in told


def test_its_bots_think_as_much_as_it_says(installed):
    asked = """
from tuilerie.bots.player import playouts_of, table_ms
from tuilerie.bots.roster import BUILT_IN
from tuilerie.engine.registry import game_named
game, levels = game_named("escalier"), [BUILT_IN[level] for level in ("club", "expert", "master")]
print([(playouts_of(game, level), table_ms(game, level)) for level in levels])
"""
    assert run(installed, sys.executable, "-c", asked).strip() == "[(60, None), (1000, 100.0), (20000, 700.0)]"


def test_its_environment_is_a_module_too(installed):
    asked = (
        "import tuilerie.envs.escalier_v0 as e; from tuilerie.envs import escalier_v0; print(e is "
        "escalier_v0, escalier_v0.env(players=3).possible_agents)"
    )
    assert run(installed, sys.executable, "-c", asked).startswith("True ['player_0'")
