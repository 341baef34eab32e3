"""`make bench-envs`: how fast the environments are, beside PettingZoo's gin_rummy_v4, in the same run and on one core.

A move is one action of one seat. The vector environment is measured in self-play, where every move of every seat comes
with its own observation and mask, actions drawn at random inside compiled code; against bots, only the learner's moves
do, and the bots' are counted apart. Rates of the vector environment are those of the quickest slice of processor time
(see `slices`); read the ratios all the same.

gin_rummy_v4 left PettingZoo after release 1.26.1: `--peer` sets that release up in an environment of its own (needs the
network).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from bench.slices import best_rate
from tuilerie.engine.registry import known_games
from tuilerie.envs.aec import TuilerieAEC
from tuilerie.envs.vector import TuilerieVectorEnv

PEER = Path(__file__).parent.parent / ".venv-pettingzoo-1.26.1"
PEER_LOCK = Path(__file__).parent / "peer.lock"
BATCH = 1024

# Run by both: one loop, so that nothing but the environment differs. {make} sets `env` up.
LOOP = """
import random, sys, time
{make}
pick = random.Random(1).random
def play(games):
    moves = branches = 0
    begun = time.process_time()
    for seed in range(games):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            moves += 1
            branches += len(legal)
            env.step(int(legal[int(pick() * len(legal))]))
    return moves / (time.process_time() - begun), branches / moves
play(2)
rates = [play({games}) for _ in range(5)]
print(max(rate for rate, _ in rates), rates[0][1])
"""


def stepping(python: Path | str, make: str, games: int) -> tuple[float, float]:
    """Moves per second of an AEC environment with observation and mask at every move, and the mean number of legal
    actions.
    """
    done = subprocess.run(
        [str(python), "-W", "ignore", "-c", LOOP.format(make=make, games=games)],
        check=True,
        capture_output=True,
        text=True,
    )
    rate, branching = done.stdout.split()[-2:]
    return float(rate), float(branching)


def peer_python(allowed: bool) -> Path | None:
    python = PEER / "bin" / "python"
    if not python.exists() and allowed:
        subprocess.run([sys.executable, "-m", "venv", str(PEER)], check=True)
        subprocess.run(
            [str(python), "-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(PEER_LOCK)], check=True
        )
    return python if python.exists() else None


def vector(game: str, opponents: str | None, copy: bool, batch: int = BATCH, slices: int = 300) -> tuple[float, float]:
    """Steps per second of a batch, and the mean number of legal actions."""
    envs = TuilerieVectorEnv(game, batch, opponents=opponents, copy=copy, autoreset_mode="SameStep")
    envs.reset(seed=1)

    def work() -> int:
        for _ in range(4):
            envs.step(envs.random_actions())
        return 4 * batch

    rate = best_rate(work, slices)
    return rate, float(envs.action_masks().sum(axis=1).mean())


def moves_per_step(game: str) -> float:
    """How many moves, the bots' included, one step against a bot holds: counted in self-play, where the learner makes
    half of them.
    """
    env, chance = TuilerieAEC(game), np.random.default_rng(1)
    moves = [0, 0]
    for seed in range(50):
        env.reset(seed=seed)
        while not (any(env.terminations.values()) or any(env.truncations.values())):
            moves[int(env.agent_selection[-1]) == seed % 2] += 1
            env.step(int(chance.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    return sum(moves) / moves[1]


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of the environments.")
    parser.add_argument(
        "--peer", action="store_true", help="set PettingZoo 1.26.1 up in an environment of its own if it is not there"
    )
    options = parser.parse_args()
    figures: dict[str, Any] = {}
    python = peer_python(options.peer)
    peer = (
        stepping(python, "from pettingzoo.classic import gin_rummy_v4; env = gin_rummy_v4.env()", 20)
        if python
        else None
    )
    figures["gin_rummy_v4 of PettingZoo 1.26.1"] = _shown(*peer) if peer else "not here: run with --peer"
    for game in known_games():
        rate, branching = stepping(
            sys.executable, f"import pettingzoo, tuilerie.envs; env = pettingzoo.make('aec', 'tuilerie/{game}-v0')", 40
        )
        figures[f"{game}: PettingZoo (at least 10 times gin_rummy_v4)"] = _shown(rate, branching) | (
            {"times the peer": round(rate / peer[0], 1)} if peer else {}
        )
    for game in known_games():
        figures[f"{game}: vector, batch {BATCH}, self-play (restart: at least 3,000,000)"] = _shown(
            *vector(game, None, False)
        )
        figures[f"{game}: the same with copies"] = _shown(*vector(game, None, True))
        rate, branching = vector(game, "random", False)
        figures[f"{game}: vector, batch {BATCH}, against random"] = _shown(rate * moves_per_step(game), branching) | {
            "learner's moves/s": round(rate)
        }
    json.dump(figures, sys.stdout, indent=2, ensure_ascii=False)
    print()


def _shown(rate: float, branching: float) -> dict[str, float]:
    return {"moves/s": round(rate), "legal actions per move": round(branching, 1)}


if __name__ == "__main__":
    main()
