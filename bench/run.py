"""`make bench`: how fast, with a peer or a limit beside each figure, in the same run.

Machines are shared: read the ratios, not the rates.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import tuilerie
from tuilerie.bots.roster import seat_bots
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import game_named, known_games
from tuilerie.lab.plan import Plan
from tuilerie.lab.simulation import simulate
from tuilerie.lab.speed import bench_game

HERE = Path(__file__).parent


def c_peer() -> float | None:
    """Moves/s of the C program, or None where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "restart"
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, HERE / "restart.c"], check=True)
        return max(
            float(subprocess.run([program, "100000"], check=True, capture_output=True, text=True).stdout)
            for _ in range(3)
        )


def stepping_by_ids(games: int) -> float:
    moves, pick = 0, random.Random(1).random
    begun = time.perf_counter()
    for seed in range(games):
        match = tuilerie.new("restart", 2, seed)
        while n := len(ids := match.ids):
            match.act(int(ids[int(pick() * n)]))
            moves += 1
    return moves / (time.perf_counter() - begun)


def stepping_by_notation(games: int) -> float:
    logs = []
    for seed in range(games):
        match = tuilerie.new("restart", 2, seed)
        chance = random.Random(seed)
        while actions := match.actions():
            match.act(chance.choice(actions))
        logs.append([event[2] for event in match.events if event[0] == "move"])
    begun = time.perf_counter()
    for seed, log in enumerate(logs):
        match = tuilerie.new("restart", 2, seed)
        for move in log:
            match.play(move)
    return sum(map(len, logs)) / (time.perf_counter() - begun)


def two_workers(games: int) -> float:
    """How many times faster two workers are than one."""
    game = game_named("restart")
    plan = Plan(game, 2, read_variant(game.options, {}, 2), None, 1, [seat_bots(["random"], 2)])
    seconds = [simulate(plan, games, workers, lambda _: None).seconds for workers in (1, 2)]
    return seconds[0] / seconds[1]


def main() -> None:
    figures: dict[str, object] = {}
    rates = {name: bench_game(game_named(name)) for name in known_games()}
    for name, by_players in rates.items():
        figures[f"{name}: decisions/s by players"] = {
            players: round(rate.moves_per_s) for players, rate in by_players.items()
        }
    c = c_peer()
    ours = max(bench_game(game_named("restart"))["2"].moves_per_s for _ in range(3))
    figures["restart against C, ratio (at least 0.8)"] = round(ours / c, 2) if c else "no C compiler here"
    stepping_by_ids(50), stepping_by_notation(50)
    figures["from Python by ids, moves/s (at least 300,000)"] = round(max(stepping_by_ids(2000) for _ in range(3)))
    figures["from Python by notation, moves/s (at least 100,000)"] = round(
        max(stepping_by_notation(2000) for _ in range(3))
    )
    figures["two workers against one (at least 1.7 on two cores)"] = round(two_workers(2_000_000), 2)
    json.dump(figures, sys.stdout, indent=2, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()
