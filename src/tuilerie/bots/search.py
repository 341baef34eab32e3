"""The search from Python: with a fixed number of playouts (reproducible) or within a time (tables), on one thread or
several.

A search gets a copy of the position in which all that the seat to move cannot know has been dealt again, so nothing
else can influence it.
"""

from __future__ import annotations

import ctypes
import time
from functools import cache
from typing import TYPE_CHECKING, Any

from tuilerie.bots.kinds import DESK, UNIT
from tuilerie.engine.game import Game
from tuilerie.kernel.records import Record

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

PLAYOUTS_PER_MS = 200  # about, on one core: how many deals a time is worth

Judged = tuple[int, float, int]  # an action, the chance of winning the game with it, and the worlds it was tried in


def evaluate(
    game: Game,
    state: Record,
    playouts: int,
    seed: int,
    *,
    threads: int = 1,
    ms: float | None = None,
    cheating: bool = False,
) -> list[Judged]:
    """Every legal action of the seat to move, the best first; those that left the search early were tried in fewer
    worlds.

    `ms` replaces the number of playouts. Only the laboratory's yardstick cheats.
    """
    if threads > 1 or ms is not None:
        return _Staged(game, state, seed & 0xFFFFFFFFFFFFFFFF, threads, cheating).run(playouts, ms)
    desk = Desk(game, 1 if cheating else deals_wanted(game, playouts))
    n = game.library.search(
        state.address,
        playouts,
        seed & 0xFFFFFFFFFFFFFFFF,
        int(cheating),
        desk.records,
        desk.deals,
        desk.count,
        desk.moves,
        desk.sums,
        desk.visits,
        desk.out,
    )
    return desk.judged(n)


def deals_wanted(game: Game, playouts: float) -> int:
    """How many deals a search of this size weighs beforehand; 1: none, each world is imagined by itself."""
    return game.library.deals_wanted(int(playouts)) if playouts and game.library.constants["DEAL"] else 1


class Desk:
    """The memory that a search works with."""

    def __init__(self, game: Game, deals: int = 1) -> None:
        actions = game.record.ACTIONS
        self.count = deals
        self.records = (ctypes.c_char * (DESK * game.record.STATE.size))()
        self.deals = (ctypes.c_uint32 * (deals * game.library.constants["DEAL"]))()
        self.moves, self.out = (ctypes.c_int32 * actions)(), (ctypes.c_int32 * actions)()
        self.sums, self.visits = (ctypes.c_int64 * actions)(), (ctypes.c_int64 * actions)()

    def judged(self, n: int) -> list[Judged]:
        found = zip(self.moves[:n], self.sums[:n], self.visits[:n], strict=True)
        return [(move, min(1.0, total / UNIT / max(tried, 1)), tried) for move, total, tried in found]


# --- the search stage by stage, where threads and clocks have a say
# -----------------------------------------------------


class _Staged:
    """A search whose worlds are divided among threads, or go on for a time.

    For a number of playouts it gives the same as the entry `search`.
    """

    def __init__(self, game: Game, state: Record, seed: int, threads: int, cheating: bool) -> None:
        self._game, self._library, self._seed, self._cheating = game, game.library, seed, int(cheating)
        self._desks = [Desk(game) for _ in range(threads)]
        self._main = self._desks[0]
        for desk in self._desks:
            self._n = self._prepare(state, desk, favourite=0)
        self._favourite = self._prepare(state, self._main, favourite=1) if self._n > 1 else -1

    def _prepare(self, state: Record, desk: Desk, favourite: int) -> int:
        return self._library.prepare(
            state.address, desk.records, self._seed, desk.moves, desk.out, self._cheating, favourite
        )

    def run(self, budget: int, ms: float | None) -> list[Judged]:
        begun = time.perf_counter()
        self._weigh(budget if ms is None else ms * PLAYOUTS_PER_MS)
        spent = time.perf_counter() - begun
        alive, world, stages = self._n, 0, _stages(self._n)
        for _ in range(stages):
            if ms is None:
                last = world + max(1, budget // (stages * alive))
                self._play(world, last, alive)
            else:
                last = self._play_for((ms / 1000 - spent) / stages, world, alive)
            for i in range(alive):
                self._main.visits[i] += last - world
            world, alive = last, self._library.halve(self._main.moves, self._main.sums, alive, self._favourite)
        if self._n > 1:
            self._library.prefer(self._main.records, self._main.moves, self._main.sums, world, self._favourite)
        return self._main.judged(self._n)

    def _weigh(self, playouts: float) -> None:
        count = 1 if self._cheating or self._n == 1 else deals_wanted(self._game, playouts)
        self._deals: Any = (ctypes.c_uint32 * (count * self._library.constants["DEAL"]))()
        self._count = count
        self._library.weigh_deals(self._main.records, self._seed, self._deals, count)

    def _play(self, first: int, last: int, alive: int) -> None:
        """Worlds first..last-1, every k-th to each of k threads.

        Sums are of integers: the order of adding up does not matter.
        """
        threads = len(self._desks)
        if threads == 1:
            self._share(self._main.out, self._main.sums, 0, first, last=last, alive=alive)
            return
        for part in _pool(threads).map(lambda index: self._part(index, first, last, alive), range(threads)):
            for i in range(alive):
                self._main.sums[i] += part[i]

    def _part(self, index: int, first: int, last: int, alive: int) -> Any:
        mine = (ctypes.c_int64 * len(self._main.sums))()
        self._share(self._desks[index].out, mine, index, first, last=last, alive=alive)
        return mine

    def _share(self, out: Any, sums: Any, index: int, first: int, *, last: int, alive: int) -> None:
        self._library.play_worlds(
            self._desks[index].records,
            self._deals,
            self._count,
            self._seed,
            first + index,
            last,
            len(self._desks),
            self._main.moves,
            alive,
            sums,
            out,
            self._cheating,
        )

    def _play_for(self, seconds: float, first: int, alive: int) -> int:
        """As many worlds as fit into the time, at least one; the number of the next world."""
        begun, chunk, world = time.perf_counter(), len(self._desks), first
        while True:
            self._play(world, world + chunk, alive)
            world += chunk
            spent = time.perf_counter() - begun
            each = spent / (world - first)
            chunk = int(min((seconds - spent) / max(each, 1e-9), 2 * (world - first)))
            if chunk < 1:
                return world


def _stages(n: int) -> int:
    """Halvings until one is left."""
    return (n - 1).bit_length()


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor  # only here: a browser has no threads

    return ThreadPoolExecutor(threads, thread_name_prefix="search")
