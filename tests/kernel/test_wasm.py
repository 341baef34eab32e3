"""The same games on WebAssembly, in Node: every record, list of actions, observation and search is the same byte for
byte as natively.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tuilerie.bots.dice import Dice
from tuilerie.bots.search import Desk
from tuilerie.engine.game import Game
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import game_named, known_games
from tuilerie.kernel import places
from tuilerie.kernel.build import building
from tuilerie.kernel.modules import PLAY

pytest.importorskip("ziglang", reason="the linker of WebAssembly modules")
# one may come with the Python packages
NODE = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
STEPS, EVERY, PLAYOUTS, GAMES = 400, 25, 40, 20
REPLAY = Path(__file__).with_name("replay.mjs")


def games_of(game: Game) -> list[dict[str, Any]]:
    made = []
    for number in range(GAMES):
        players = game.players[number % len(game.players)]
        ruleset = game.ruleset(read_variant(game.options, {}, players), game.read_deck(None))
        made.append(
            {
                "players": players,
                "seed": hashlib.sha256(bytes([number])).hexdigest(),
                "dice": number,
                "ruleset": bytes(ruleset).hex(),
            }
        )
    return made


def native(game: Game, asked: dict[str, Any]) -> str:
    """What replay.mjs does."""
    library, told = game.library, hashlib.sha256()
    state, out, dice, desk = game.new_state(), game.new_actions(), Dice(asked["dice"]), Desk(game)
    features, shares, points = (
        (ctypes.c_float * game.record.FEATURES)(),
        (ctypes.c_double * 4)(),
        (ctypes.c_double * 4)(),
    )
    work = (desk.records, desk.deals, desk.count, desk.moves, desk.sums, desk.visits, desk.out)
    ruleset = game.record.RULESET.new(bytes.fromhex(asked["ruleset"]))
    n = library.begin(state.address, asked["players"], ruleset.address, bytes.fromhex(asked["seed"]), out)
    for step in range(STEPS):
        if n == 0:
            break
        if step % EVERY == 0:
            library.features(state.address, state["turn"], features)
            library.result(state.address, shares, points)
            hidden, tossed = state.copy(), Dice(step)
            library.redeal(hidden.address, state["turn"], tossed.address)
            found = library.search(state.address, PLAYOUTS, step, 0, *work)
            told.update(bytes(features) + bytes(shares) + bytes(points) + bytes(hidden))
            told.update(
                bytes(desk.moves)[: 4 * found] + bytes(desk.sums)[: 8 * found] + bytes(desk.visits)[: 8 * found]
            )
        action = library.choose(state.address, step % 3, 0, 0, dice.address, *work)
        n = library.checked_step(state.address, action, out, n)
        told.update(bytes(state) + bytes(out)[: 4 * n])
    return told.hexdigest()


def on_wasm(game: Game, games: list[dict[str, Any]], folder: Path) -> list[str]:
    path = places.find(game.modules, PLAY, "wasm32") or building.build_apart(game.modules, PLAY, "wasm32")
    entries = json.loads(places.manifest_of(path).read_text(encoding="utf-8"))["entries"]
    job = {
        "entries": entries,
        "state": game.record.STATE.size,
        "ruleset": game.record.RULESET.size,
        "turn": game.record.STATE.fields["turn"].offset,
        "actions": game.record.ACTIONS,
        "features": game.record.FEATURES,
        "deal": game.library.constants["DEAL"],
        "steps": STEPS,
        "every": EVERY,
        "playouts": PLAYOUTS,
        "games": games,
    }
    (folder / "job.json").write_text(json.dumps(job))
    done = subprocess.run(
        [NODE, str(REPLAY), str(path), str(folder / "job.json")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.skipif(NODE is None, reason="no Node")
@pytest.mark.parametrize("name", known_games())
def test_webassembly_plays_what_the_library_plays(name, tmp_path):
    game = game_named(name)
    games = games_of(game)
    expected = [native(game, asked) for asked in games]
    assert on_wasm(game, games, tmp_path) == expected
    assert len(set(expected)) == GAMES
    wrong = [asked | {"dice": asked["dice"] + 1} for asked in games]  # the control: other dice are other games
    assert not set(on_wasm(game, wrong, tmp_path)) & set(expected)
