"""`make bench`: how fast, with a peer or a limit beside each figure, in the same run.

Rates are those of the quickest slice (see `slices`). Machines are shared: read the ratios all the same.
"""

from __future__ import annotations

import ctypes
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import tuilerie
from bench.slices import best_rate
from tuilerie.bots.dice import Dice
from tuilerie.bots.roster import seat_bots
from tuilerie.engine.game import Game
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import game_named, known_games
from tuilerie.lab.plan import Plan
from tuilerie.lab.simulation import simulate

HERE = Path(__file__).parent
GAMES = 60  # of a slice


def c_peer(slices: int = 400) -> float | None:
    """Moves/s of the C program, or None where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "restart"
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, HERE / "restart.c"], check=True)
        done = subprocess.run([program, str(GAMES), str(slices)], check=True, capture_output=True, text=True)
        return float(done.stdout)


def random_play(game: Game, players: int, games: int = GAMES) -> Callable[[], int]:
    """A slice of random play inside compiled code: the number of actions."""
    state, out, dice = game.new_state(), game.new_actions(), Dice(7)
    ruleset = game.ruleset(read_variant(game.options, {}, players), game.read_deck(None))
    key = (ctypes.c_uint32 * 8)(*range(8))

    def play() -> int:  # records are kept alive by being named here: compiled code knows their addresses only
        return game.study_library.random_games(state.address, players, ruleset.address, key, dice.address, games, out)

    return play


def stepping_by_ids() -> Callable[[], int]:
    """A slice of random play from Python: two games."""
    chance = random.Random(1)

    def play() -> int:
        moves, pick = 0, chance.random
        for _ in range(2):
            match = tuilerie.new("restart", 2, chance.getrandbits(30))
            ids = match.ids
            while n := match.choices:
                match.act(ids[int(pick() * n)])
                moves += 1
        return moves

    return play


def stepping_by_notation(games: int = 20) -> Callable[[], int]:
    """A slice of checked play: one game, from its moves in notation."""
    logs = []
    for seed in range(games):
        match = tuilerie.new("restart", 2, seed)
        chance = random.Random(seed)
        while actions := match.actions():
            match.act(chance.choice(actions))
        logs.append((seed, [event[2] for event in match.events if event[0] == "move"]))
    turn = 0

    def play() -> int:
        nonlocal turn
        turn += 1
        seed, log = logs[turn % games]
        match = tuilerie.new("restart", 2, seed)
        for move in log:
            match.play(move)
        return len(log)

    return play


def two_workers(games: int) -> float:
    """How many times faster two workers are than one."""
    game = game_named("restart")
    plan = Plan(game, 2, read_variant(game.options, {}, 2), None, 1, [seat_bots(["random"], 2)])
    seconds = [simulate(plan, games, workers, lambda _: None).seconds for workers in (1, 2)]
    return seconds[0] / seconds[1]


def main() -> None:
    figures: dict[str, object] = {}
    for name in known_games():
        game = game_named(name)
        figures[f"{name}: actions/s by players"] = {
            players: round(best_rate(random_play(game, players, 20))) for players in game.players
        }
    c, ours = c_peer(), best_rate(random_play(game_named("restart"), 2), 400)
    figures["restart against C, ratio (at least 1)"] = round(ours / c, 2) if c else "no C compiler here"
    figures["from Python by ids, moves/s (at least 1,000,000)"] = round(best_rate(stepping_by_ids(), 1000))
    figures["from Python by notation, moves/s (at least 600,000)"] = round(best_rate(stepping_by_notation(), 1000))
    figures["two workers against one (at least 1.7 on two free cores)"] = round(two_workers(2_000_000), 2)
    json.dump(figures, sys.stdout, indent=2, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()
