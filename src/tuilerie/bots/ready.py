"""How far each game is compiled, and compiling it that far: once, in a process of its own, whoever asks. No Numba before something is compiled."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tuilerie.rules.cache_key import cache_folder

# What a first move needs (the rules, the views, the plainest bot); and all else that a table can ask for (every level of bot, advice).
FIRST, TABLE = STAGES = "first", "table"
OPENING = 60  # moves after which everything that Python calls has been called


def is_ready(name: str, stage: str) -> bool:
    return any(mark(name, done).exists() for done in STAGES[STAGES.index(stage) :])


def mark(name: str, stage: str) -> Path:
    """What stands in the cache folder when a game is compiled that far."""
    return _folder() / f"{stage}-{name}"


def command(name: str, stage: str) -> list[str]:
    """The process that compiles, to be started by whoever cannot wait for a compiler in their own."""
    return [sys.executable, "-m", "tuilerie.bots.ready", name, stage]


def compile_to(name: str, stage: str) -> None:
    """One stage after the other, so that a mark never promises more than there is; who comes second waits for the first."""
    with alone(name):
        for each, work in ((FIRST, compile_first), (TABLE, compile_table)):
            if not is_ready(name, each):
                work(name)
                mark(name, each).touch()
            if each == stage:
                return


@contextlib.contextmanager
def alone(name: str) -> Iterator[None]:
    """One process compiles a game at a time. The lock goes with its process, however that ends."""
    try:
        import fcntl
    except ImportError:  # not on every platform: then the same work may be done twice, which harms nobody
        yield
        return
    with (_folder() / f"compiling-{name}").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def compile_first(name: str) -> None:
    """Call what playing calls, the plainest bot included; in a process that serves, this loads it."""
    import numpy as np

    from tuilerie.bots import levels
    from tuilerie.engine.match import Match
    from tuilerie.engine.registry import game_named
    from tuilerie.rules.steps import list_legal

    game = game_named(name)
    match = Match.new(game, game.players[0], 1)
    list_legal(match.states, np.empty(game.kernel.ACTIONS, np.int32))
    levels.choose(game, match.states, "greedy", np.array([1], np.uint64))
    match.copy().imagine(0, 1)
    for _ in range(OPENING):
        match.view(match.turn)
        match.play(max(match.legal(), key=len))  # the longest: what is rare is tried too
        if match.finished:
            break
    assert match.events
    assert match.scores is not None


def compile_table(name: str) -> None:
    import numpy as np

    from tuilerie.bots import levels
    from tuilerie.bots.explain import advise
    from tuilerie.engine.match import Match
    from tuilerie.engine.registry import game_named

    game = game_named(name)
    match = Match.new(game, game.players[0], 1)
    for level in ("beginner", "club"):
        levels.choose(game, match.copy().states, level, np.array([1], np.uint64))
    advise(match, budget=1)


@cache
def _folder() -> Path:
    return cache_folder()


if __name__ == "__main__":
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)  # whoever plays goes first
    compile_to(sys.argv[1], sys.argv[2])
