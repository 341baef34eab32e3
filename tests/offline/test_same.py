"""The engine for browsers, in Node: every view, legal move, refusal in every language, event, record, search and hint
is the same as natively, to the letter.
"""

from __future__ import annotations

import dataclasses
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import tuilerie
from tests.offline import reference
from tuilerie.bots import player
from tuilerie.bots.dice import Dice
from tuilerie.bots.roster import LEVELS, Bot
from tuilerie.browser import build
from tuilerie.engine.registry import known_games

HERE = Path(__file__).parent
GAMES = {"restart": [(2, 0), (4, 1)], "romirami": [(2, 0)], "famille": [(2, 0), (3, 1)], "junior": [(2, 0), (4, 1)]}
OTHERS = [(2, 0)]


def replayed(engine: Path, asked: Any, folder: Path) -> list[str]:
    job = folder / "job.json"
    job.write_text(json.dumps(asked), encoding="utf-8")
    command = [build.node(), HERE / "replay.mjs", engine, build.WEB, HERE / "reference.py", job]
    done = subprocess.run([str(each) for each in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("game", known_games())
def test_under_pyodide_every_line_is_the_same(game: str, engine: Path, tmp_path: Path) -> None:
    games = [(game, players, seed) for players, seed in GAMES.get(game, OTHERS)]
    expected = [line for each in games for line in reference.lines(*each)]
    found = replayed(engine, games, tmp_path)
    assert different(found, expected) == []
    assert len(expected) > 50


def different(found: list[str], expected: list[str]) -> list[Any]:
    """The first lines that differ, not a megabyte of text."""
    pairs = [pair for pair in zip(found, expected, strict=False) if pair[0] != pair[1]]
    lengths = [] if len(found) == len(expected) else [(len(found), len(expected))]
    return [*((ours[:500], theirs[:500]) for ours, theirs in pairs[:3]), *lengths]


def thoughts(game: str) -> list[tuple[dict[str, Any], list[int]]]:
    """Positions of a game as they are thought about, and what a bot of each level does there by counted playouts."""
    found = []
    match = tuilerie.new(game, 2, 11)
    for number in range(30):
        level = LEVELS[number % len(LEVELS)]
        fewer = Bot(level.name, level.kind, min(300, player.playouts_of(match.game, level)) if level.playouts else 0)
        counted = dataclasses.replace(match.game.effort, playouts={})
        thought = {
            "game": game,
            "record": bytes(match.state).hex(),
            "kind": level.kind,
            "playouts": fewer.playouts,
            "ms": None,
            "within_ms": 0,
            "seed": str(2**62 + number),
        }
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(type(match.game), "effort", counted)
            actions = player.whole_move(match.game, match.state, fewer, Dice(2**62 + number))
        found.append((thought, actions))
        for action in actions:
            match.act(action)
        if match.finished:
            break
    return found


@pytest.mark.parametrize("game", known_games())
def test_the_worker_that_thinks_finds_the_same_moves(game: str, engine: Path, tmp_path: Path) -> None:
    asked = thoughts(game)
    found = replayed(engine, {"thoughts": [thought for thought, _ in asked]}, tmp_path)
    assert [json.loads(line) for line in found] == [actions for _, actions in asked]


def test_the_engine_is_small_enough(engine: Path) -> None:
    about = json.loads((engine / build.ABOUT).read_text(encoding="utf-8"))
    packed = sum(each["brotli"] for each in about["files"].values())
    assert packed <= build.MOST_BYTES
    assert set(about["kernels"]) == set(known_games())
