"""Getting the games ready beside the event loop: built in processes of their own where that has not been done, then
opened. Whoever needs a game waits for that game; nobody else does. With everything built, `begin` opens all games
before it returns: a few milliseconds each.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import subprocess
import threading
import time
from concurrent.futures import Future

from tuilerie.engine.registry import game_named, known_games
from tuilerie.kernel.build import building, ir
from tuilerie.kernel.load import is_built
from tuilerie.kernel.modules import PLAY
from tuilerie.table.errors import NotAllowed
from tuilerie.words.terms import GameName

USUAL_SECONDS = 45.0  # to build a game on one of two cores, until one has been built here
logger = logging.getLogger("tuilerie.server")


class Readiness:
    """Which games of one process can be played."""

    def __init__(self, games: list[str]) -> None:
        self._ready: dict[str, Future[None]] = {game: Future() for game in games}
        self._cores = threading.Semaphore(os.cpu_count() or 1)
        self._waiting = list(games)  # those that are still to be built, in this order
        self._began: dict[str, float] = {}  # those that are being built
        self._usual = USUAL_SECONDS  # of one game; measured as soon as one is built
        self._builders: set[subprocess.Popen[bytes]] = set()
        self._stopping = False

    def begin(self) -> None:
        for game in self._ready:
            if self._is_built(game):
                self._waiting.remove(game)
                self._open(game)
            else:
                threading.Thread(target=self._build, args=(game,), name=f"ready-{game}", daemon=True).start()

    def stop(self) -> None:
        self._stopping = True
        for builder in list(self._builders):
            builder.terminate()

    def wait(self, game: str) -> None:
        """In a thread beside the loop."""
        if (ready := self._ready.get(game)) is not None:
            ready.result()

    async def until(self, game: str) -> None:
        """On the loop, which stays free."""
        ready = self._ready.get(game)
        if ready is not None and not (ready.done() and ready.exception() is None):
            await asyncio.shield(asyncio.wrap_future(ready))  # one who leaves takes nothing away from the others

    def seconds_left(self, game: str) -> int:
        """About how long this game will still be made ready; 0: it is."""
        ready = self._ready.get(game)
        if ready is None or ready.done():
            return 0
        now = time.monotonic()
        building = sorted(self._usual - (now - began) for began in self._began.values())
        if game in self._began:
            return max(1, math.ceil(self._usual - (now - self._began[game])))
        before = self._waiting.index(game) if game in self._waiting else 0
        freed = max(0.0, building[before % len(building)]) if building else 0.0
        return max(1, math.ceil(freed + self._usual * (1 + before // max(1, len(building)))))

    def _is_built(self, game: str) -> bool:
        try:
            return is_built(game_named(game).modules)
        except Exception:  # a broken plugin: `_open` says so
            return True

    def _build(self, game: str) -> None:
        with self._cores:
            self._began[game] = began = time.monotonic()
            self._waiting.remove(game)
            if not self._stopping:
                self._run(building.command(game_named(game).modules, PLAY), game)
                self._usual = time.monotonic() - began
            del self._began[game]
        self._open(game)

    def then(self, command: list[str], what: str) -> None:
        """Once every game is ready, or cannot be: in a process of its own, which ends with this one at the latest."""

        def run() -> None:
            for ready in self._ready.values():
                ready.exception()
            if not self._stopping:
                self._run(command, what)

        threading.Thread(target=run, name=f"then-{what}", daemon=True).start()

    def _run(self, command: list[str], what: str) -> None:
        builder = subprocess.Popen(
            command,
            env=ir.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        self._builders.add(builder)
        _, errors = builder.communicate()
        self._builders.discard(builder)
        if builder.returncode and not self._stopping:
            logger.error("could not build", extra={"built": what, "errors": errors.decode(errors="replace")[-2000:]})

    def _open(self, game: str) -> None:
        """Open the library. Where there is none, everybody who waits is told."""
        try:
            if not is_built(game_named(game).modules):
                raise NotAllowed("not-compiled", game=GameName(game))
            _ = game_named(game).library
        except Exception as error:  # a broken plugin must not take the shelf with it
            if not self._stopping:
                logger.exception("game cannot be played", extra={"game": game})
            self._ready[game].set_exception(
                error if isinstance(error, NotAllowed) else NotAllowed("not-compiled", game=GameName(game))
            )
        else:
            self._ready[game].set_result(None)


games = Readiness([])  # a process that has not begun to get ready opens games as they are called


def begin() -> Readiness:
    global games
    games = Readiness(list(known_games()))
    games.begin()
    return games
