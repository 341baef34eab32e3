"""`warm`: compile every kernel of every game into the cache, so that no person ever waits for a compiler."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib.util import find_spec
from pathlib import Path

from tuilerie.commands.asking import progress_bar
from tuilerie.commands.outcome import Failed, complain, known_language
from tuilerie.engine.registry import known_games
from tuilerie.rules.cache_key import cache_folder, drop_old_folders
from tuilerie.words import say

# How much is compiled: the rules and the plainest bot (a first move can be played), all that a table can ask for, everything.
FIRST, TABLE, EVERYTHING = SCOPES = "first", "table", "everything"
LONGEST = ("romirami", "restart")
BEHIND = "behind"


def warm(lang: str, scope: str = EVERYTHING) -> None:
    """One process per game, as many at once as there are cores. A game whose mark stands in the cache folder is warm already."""
    known_language(lang)
    cold = [name for name in known_games() if not _warm(name, scope)]
    if not cold:
        print(say("cli.warm.already", lang))
        return
    drop_old_folders()
    print(say("cli.warm.begin", lang, games=", ".join(cold)), file=sys.stderr)
    with progress_bar(say("cli.bar.warm", lang), len(cold)) as advance, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for done in as_completed([pool.submit(_compile_apart, name, scope) for name in sorted(cold, key=_place)]):
            if done.result().returncode:
                complain(done.result().stderr.strip())
                raise Failed
            advance(1)
    print(say("cli.warm.done", lang, games=", ".join(cold)))


def warm_up(name: str, lang: str) -> None:
    """Before a table of one game: compile what that table needs, if nothing was compiled yet."""
    if _warm(name, TABLE):
        return
    print(say("cli.warm.begin", lang, games=name), file=sys.stderr)
    done = _compile_apart(name, TABLE)
    if done.returncode:
        complain(done.stderr.strip())
        raise Failed


def _place(name: str) -> int:
    """What takes longest begins first, so that no core waits at the end."""
    return LONGEST.index(name) if name in LONGEST else len(LONGEST)


@contextlib.contextmanager
def warming_behind(lang: str) -> Iterator[None]:
    """What a first move needs is compiled now; the rest of what tables can ask for, game after game, while people already play."""
    if any(not _warm(name, FIRST) for name in known_games()):
        warm(lang, FIRST)
    if all(_warm(name, TABLE) for name in known_games()):
        yield
        return
    command, no = [sys.executable, "-m", "tuilerie.commands.warming", BEHIND], subprocess.DEVNULL
    behind = subprocess.Popen(command, stdin=no, stdout=no, stderr=no, start_new_session=True)
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(behind.pid, signal.SIGTERM)  # it and the compiler it has started
        behind.wait()


def _warm(name: str, scope: str) -> bool:
    return any(_mark(name, done).exists() for done in SCOPES[SCOPES.index(scope) :])


def _mark(name: str, scope: str) -> Path:
    """What stands in the cache folder when a game is compiled that far."""
    return cache_folder() / f"{scope}-{name}{'-envs' if scope == EVERYTHING and _has_envs() else ''}"


def _has_envs() -> bool:
    """Whether the extra `envs` is installed: only then are its kernels compiled too."""
    return all(find_spec(library) for library in ("gymnasium", "pettingzoo"))


def _compile_apart(name: str, scope: str = EVERYTHING) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tuilerie.commands.warming", name, scope], capture_output=True, text=True)


def compile_first(name: str) -> None:
    """What the first move needs: the rules, views and events, the plainest bot."""
    import numpy as np

    from tuilerie.bots import levels
    from tuilerie.engine.match import Match
    from tuilerie.engine.registry import game_named

    game = game_named(name)
    match = Match.new(game, 2, 1)
    levels.choose(game, match.states, "greedy", np.array([1], np.uint64))
    match.play(match.legal()[0])
    match.copy().imagine(0, 1)
    assert match.events
    assert match.scores is not None
    _mark(name, FIRST).touch()


def compile_table(name: str) -> None:
    """The rest of what a table needs: every level of bot, and advice."""
    import numpy as np

    from tuilerie.bots import levels
    from tuilerie.bots.explain import advise
    from tuilerie.engine.match import Match
    from tuilerie.engine.registry import game_named

    game = game_named(name)
    match = Match.new(game, 2, 1)
    for level in ("beginner", "club"):
        levels.choose(game, match.copy().states, level, np.array([1], np.uint64))
    advise(match, budget=1)
    _mark(name, TABLE).touch()


def compile_game(name: str) -> None:
    """Call every compiled entry once, with the types that the rooms use."""
    import numpy as np

    from tuilerie.bots import levels
    from tuilerie.bots.roster import seat_bots
    from tuilerie.engine.options import read_variant
    from tuilerie.engine.registry import game_named
    from tuilerie.lab.batches import compiled_batch
    from tuilerie.lab.plan import Plan
    from tuilerie.lab.richness import Judging
    from tuilerie.lab.speed import bench_game
    from tuilerie.lab.studied import Studying
    from tuilerie.lab.table import Chairs
    from tuilerie.rules.steps import features

    game = game_named(name)
    plan = Plan(game, 2, read_variant(game.options, {}, 2), None, 1, [seat_bots(["greedy"], 2)])
    compiled_batch(plan, 0, 1)
    Studying([plan]).open()(0, 1)
    Judging(plan).open()(0, 1)
    bench_game(game, seconds=0.0)
    match = Chairs(plan).play(0)
    for level in ("beginner", "club"):
        levels.choose(game, plan.match(0).states, level, np.array([1], np.uint64))
    match.copy().imagine(0, 1)
    features(match.states, 0, np.zeros(game.kernel.FEATURES, np.float32))
    assert match.scores is not None
    if _has_envs():
        _compile_envs(name)
    _mark(name, EVERYTHING).touch()


def _compile_envs(name: str) -> None:
    from tuilerie.envs.aec import TuilerieAEC
    from tuilerie.envs.vector import TuilerieVectorEnv

    lanes = TuilerieVectorEnv(name, 1)
    lanes.reset(seed=1)
    lanes.step(lanes.random_actions())
    seats = TuilerieAEC(name)
    seats.reset(seed=1)
    seats.step(int(seats.observe(seats.agent_selection)["action_mask"].argmax()))
    seats.pay()


def compile_to(name: str, scope: str) -> None:
    """One stage after the other, so that a mark never promises more than there is."""
    for stage, work in ((FIRST, compile_first), (TABLE, compile_table), (EVERYTHING, compile_game)):
        if not _warm(name, stage):
            work(name)
        if stage == scope:
            return


def compile_behind() -> None:
    with contextlib.suppress(OSError):
        os.nice(10)  # whoever plays goes first
    for name in known_games():
        subprocess.run([sys.executable, "-m", "tuilerie.commands.warming", name, TABLE], check=False)


if __name__ == "__main__":
    if sys.argv[1] == BEHIND:
        compile_behind()
    else:
        compile_to(sys.argv[1], sys.argv[2])
