"""The levels by name, and the one way from Python to a bot's move: with a fixed number of playouts (reproducible) or within a time (tables).

A search gets a copy of the position in which all that the seat to move cannot know has been dealt again, so nothing else can influence it.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np

from tuilerie.bots.kernels import levels as kernels
from tuilerie.bots.kernels import policy
from tuilerie.bots.kernels import search as searching
from tuilerie.bots.kernels.playout import UNIT
from tuilerie.engine.game import Game, States
from tuilerie.rules.chance import toss
from tuilerie.rules.steps import new_states

KINDS = {
    "random": policy.RANDOM,
    "greedy": policy.GREEDY,
    "beginner": kernels.BEGINNER,
    "club": kernels.CLUB,
    "expert": kernels.EXPERT,
    "master": kernels.MASTER,
}
# Playouts per action: expert within 50 ms on one core, master about a second (bench/search.py). Elsewhere: junior, where all is luck or memory, and plugins.
BUDGETS = {
    "restart": {"club": 150, "expert": 8000, "master": 240_000},
    "romirami": {"club": 60, "expert": 4000, "master": 60_000},
    "famille": {"club": 400, "expert": 12_000, "master": 300_000},
}
BUDGETS_ELSEWHERE = {"club": 100, "expert": 1500, "master": 30_000}

PLAYOUTS_PER_DEAL = 16  # where a game weighs whole deals: a deal costs about five playouts, so that most of the time is left for playing
PLAYOUTS_PER_MS = 200  # about, on one core: how many deals a time is worth
DEALS = 5, 12  # at least and at most, as powers of two

Judged = tuple[int, float, int]  # an action, the chance of winning the game with it, and the worlds it was tried in


def choose(game: Game, states: States, level: str, dice: np.ndarray, threads: int = 1, ms: float | None = None) -> int:
    """The action of a bot of this level for the seat whose turn it is. `dice` (one uint64) moves on; `ms` replaces the number of playouts."""
    return act(game, states, KINDS[level], dice, threads, ms)


def evaluate(game: Game, states: States, budget: int, seed: int, threads: int = 1, ms: float | None = None) -> list[Judged]:
    """Every legal action of the seat to move, the best first; those that left the search early were tried in fewer worlds."""
    return _search(game, states, budget, np.uint64(seed & 0xFFFFFFFFFFFFFFFF), threads, ms)


def act(game: Game, states: States, kind: int, dice: np.ndarray, threads: int = 1, ms: float | None = None) -> int:
    """The same by the bot's kind."""
    policy.register(game.kernel, game.policies)
    if kind == kernels.CHEAT:
        return _search(game, states, budget_of(game, kernels.EXPERT), np.uint64(toss(dice)), threads, ms, cheating=True)[0][0]
    if kind > kernels.BEGINNER:
        return _search(game, states, budget_of(game, kind), np.uint64(toss(dice)), threads, ms)[0][0]
    out = np.empty(game.kernel.ACTIONS, np.int32)
    if kind == kernels.BEGINNER:
        return int(kernels.beginner_from_python(states, dice, out))
    return int(policy.act_from_python(states, kind, dice, out))


def budget_of(game: Game, kind: int) -> int:
    """Playouts per move of a bot of this kind."""
    name = next(name for name, number in KINDS.items() if number == kind)
    return BUDGETS.get(game.id, BUDGETS_ELSEWHERE)[name]


# --- the search, stage by stage, so that threads and clocks can have a say --------------------------------------------


def _search(game: Game, states: States, budget: int, seed: np.uint64, threads: int, ms: float | None, cheating: bool = False) -> list[Judged]:
    policy.register(game.kernel, game.policies)
    helpers = [_Helper(game) for _ in range(threads)]
    moves = np.empty(game.kernel.ACTIONS, np.int32)
    n = int(kernels.prepare_from_python(states, helpers[0].desk, seed, moves, cheating))
    for helper in helpers[1:]:
        helper.desk[0] = helpers[0].desk[0]
    sums, visits = np.zeros(n, np.int64), np.zeros(n, np.int64)
    favourite = int(searching.favourite_of(helpers[0].desk, seed, helpers[0].out)) if n > 1 else -1
    begun = time.perf_counter()
    deals = deals_for(game, 0 if cheating or n == 1 else budget if ms is None else ms * PLAYOUTS_PER_MS)
    searching.weigh_deals(helpers[0].desk, seed, deals)
    spent = time.perf_counter() - begun
    alive, world, stages = n, 0, int(searching.stages_of(n))
    for _ in range(stages):
        if ms is None:
            last = world + int(searching.worlds_of(budget, stages, alive))
            _play(helpers, deals, seed, world, last, moves, alive, sums, cheating)
        else:
            last = _play_for((ms / 1000 - spent) / stages, helpers, deals, seed, world, moves, alive, sums, cheating)
        visits[:alive] += last - world
        world, alive = last, int(searching.halve(moves, sums, alive, favourite))
    if n > 1:
        searching.prefer(helpers[0].desk, moves, sums, world, favourite)
    return [(int(moves[i]), min(1.0, float(sums[i] / UNIT / max(visits[i], 1))), int(visits[i])) for i in range(n)]


def deals_for(game: Game, playouts: float) -> np.ndarray:
    """Room for the deals that a search of this size weighs beforehand; one line if there are none to weigh, or the game imagines each world by itself."""
    words = getattr(policy.policies_for(game.kernel), "DEAL", 0)
    count = 1 if not words or not playouts else 2 ** int(np.clip(np.log2(max(playouts / PLAYOUTS_PER_DEAL, 1)), *DEALS))
    return np.zeros((count, words), np.uint32)


class _Helper:
    """What one thread of a search works with."""

    def __init__(self, game: Game) -> None:
        self.desk = new_states(game.kernel.STATE, searching.DESK)
        self.out = np.empty(game.kernel.ACTIONS, np.int32)


def _play(
    helpers: list[_Helper], deals: np.ndarray, seed: np.uint64, first: int, last: int, moves: np.ndarray, alive: int, sums: np.ndarray, cheating: bool
) -> None:
    """Worlds first..last-1, every k-th to each of k helpers. Sums are of integers: the order of adding up does not matter."""

    def share(index: int) -> np.ndarray:
        mine = np.zeros(alive, np.int64)
        searching.play_worlds(helpers[index].desk, deals, seed, first + index, last, len(helpers), moves, alive, mine, helpers[index].out, cheating)
        return mine

    parts = [share(0)] if len(helpers) == 1 else _pool(len(helpers)).map(share, range(len(helpers)))
    for part in parts:
        sums[:alive] += part


def _play_for(
    seconds: float, helpers: list[_Helper], deals: np.ndarray, seed: np.uint64, first: int, moves: np.ndarray, alive: int, sums: np.ndarray, cheating: bool
) -> int:
    """As many worlds as fit into the time, at least one; the number of the next world."""
    begun, chunk, world = time.perf_counter(), len(helpers), first
    while True:
        _play(helpers, deals, seed, world, world + chunk, moves, alive, sums, cheating)
        world += chunk
        spent = time.perf_counter() - begun
        each = spent / (world - first)
        chunk = int(min((seconds - spent) / max(each, 1e-9), 2 * (world - first)))
        if chunk < 1:
            return world


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="search")
