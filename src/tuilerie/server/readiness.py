"""Getting the games ready beside the event loop: compiled in processes of their own, then loaded. Whoever needs a game waits for that game; nobody else does.

With everything compiled, `begin` loads what a first move needs before it returns: the usual case, a second or two per game.
"""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import threading
from concurrent.futures import Future

from tuilerie.bots import ready
from tuilerie.engine.registry import known_games
from tuilerie.server.denied import Denied

FIRST, TABLE = ready.FIRST, ready.TABLE
logger = logging.getLogger("tuilerie.server")
LOADERS = {FIRST: ready.compile_first, TABLE: ready.compile_table}


class Readiness:
    """How far the games of one process are."""

    def __init__(self, games: list[str]) -> None:
        self._stages: dict[tuple[str, str], Future[None]] = {(game, stage): Future() for stage in ready.STAGES for game in games}
        self._cores = threading.Semaphore(os.cpu_count() or 1)  # first come, first served: every game's first move before any strong bot
        self._compilers: set[subprocess.Popen[bytes]] = set()
        self._stopping = False

    def begin(self) -> None:
        games = dict.fromkeys(game for game, _ in self._stages)
        for game in games:
            if ready.is_ready(game, TABLE):  # nothing to compile: loaded now, nobody waits later
                self._reach(game, FIRST)
                self._reach(game, TABLE)
            else:
                threading.Thread(target=self._compile, args=(game,), name=f"ready-{game}", daemon=True).start()

    def stop(self) -> None:
        self._stopping = True
        for compiler in list(self._compilers):
            compiler.terminate()

    def wait(self, game: str, stage: str) -> None:
        """In a thread beside the loop."""
        if (reached := self._stages.get((game, stage))) is not None:
            reached.result()

    async def until(self, game: str, stage: str) -> None:
        """On the loop, which stays free."""
        reached = self._stages.get((game, stage))
        if reached is not None and not (reached.done() and reached.exception() is None):
            await asyncio.shield(asyncio.wrap_future(reached))  # one who leaves takes nothing away from the others

    def _compile(self, game: str) -> None:
        for stage in ready.STAGES:
            with self._cores:
                if not self._stopping and not ready.is_ready(game, stage):
                    self._run(ready.command(game, stage))
            self._reach(game, stage)

    def _run(self, command: list[str]) -> None:
        compiler = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self._compilers.add(compiler)
        _, errors = compiler.communicate()
        self._compilers.discard(compiler)
        if compiler.returncode and not self._stopping:
            logger.error("could not compile", extra={"command": command[-2:], "errors": errors.decode(errors="replace")[-2000:]})

    def _reach(self, game: str, stage: str) -> None:
        """Load what was compiled. Where nothing was, everybody who waits is told."""
        try:
            if not ready.is_ready(game, stage):
                raise Denied("not-compiled", game=game)
            LOADERS[stage](game)
        except Exception as error:  # a broken plugin must not take the shelf with it
            if not self._stopping:
                logger.exception("game cannot be played", extra={"game": game, "stage": stage})
            self._stages[game, stage].set_exception(error if isinstance(error, Denied) else Denied("not-compiled", game=game))
        else:
            self._stages[game, stage].set_result(None)


games = Readiness([])  # a process that has not begun to get ready loads games as they are called


def begin() -> Readiness:
    global games
    games = Readiness(list(known_games()))
    games.begin()
    return games
