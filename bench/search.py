"""How fast the search is: `python bench/search.py`. Playouts/s on one core by players, two threads against one, and
plain Python beside it.

Positions are the first moves of ReStart deals (the longest playouts there are). Machines are shared: read the ratios,
not the rates.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

import tuilerie
from bench.plain_ismcts import Position, search
from tuilerie.bots.dice import Dice
from tuilerie.bots.player import choose
from tuilerie.bots.roster import BUILT_IN
from tuilerie.bots.search import evaluate

PLAYOUTS = 20_000
PLAIN_ITERATIONS = 150


def playouts_per_second(
    players: int, threads: int = 1, deals: int = 5, clock: Callable[[], float] = time.process_time
) -> float:
    done, spent = 0, 0.0
    for seed in range(deals + 1):
        match = tuilerie.new("restart", players, seed)
        begun = clock()
        judged = evaluate(match.game, match.state, PLAYOUTS if seed else 100, seed, threads=threads)
        if seed:  # the first call compiles or loads
            spent += clock() - begun
            done += sum(visits for _, _, visits in judged)
    return done / spent


def plain_per_second(deals: int = 3) -> float:
    spent = 0.0
    for seed in range(deals):
        state = tuilerie.new("restart", 2, seed + 1).state
        hands = [list(state["hand"][seat]) for seat in range(2)]
        position = Position(hands, list(state["aside"]), [[1] for _ in range(5)], state["turn"])
        begun = time.process_time()
        search(position, PLAIN_ITERATIONS, seed)
        spent += time.process_time() - begun
    return deals * PLAIN_ITERATIONS / spent


def milliseconds(level: str, players: int = 2, games: int = 2) -> tuple[float, float]:
    """Mean and worst time of a level's move on one core over whole games against itself."""
    times = []
    for seed in range(games):
        match = tuilerie.new("restart", players, seed)
        dice = Dice(seed)
        choose(match.game, match.state, BUILT_IN[level], dice)
        while not match.finished and match.state["round_number"] == 0:
            begun = time.process_time()
            action = choose(match.game, match.state, BUILT_IN[level], dice)
            times.append(1000 * (time.process_time() - begun))
            match.act(action)
    return float(np.mean(times)), float(np.max(times))


def main() -> None:
    one = {players: playouts_per_second(players) for players in (2, 3, 4)}
    for players, rate in one.items():
        print(f"restart, {players} players: {rate:,.0f} playouts/s on one core")
    wall = [playouts_per_second(2, threads, clock=time.perf_counter) for threads in (1, 2)]
    print(f"two threads: {wall[1] / wall[0]:.2f} times one")
    plain = plain_per_second()
    print(
        f"plain-Python ISMCTS, same playout policy: {plain:,.0f} playouts/s; ours is {one[2] / plain:,.0f} times that"
    )
    for level in ("club", "expert", "master"):
        mean, worst = milliseconds(level, games=1 if level == "master" else 3)
        print(f"{level}: {mean:.1f} ms a move, {worst:.1f} ms at most (processor time, 2 players, first rounds)")


if __name__ == "__main__":
    main()
