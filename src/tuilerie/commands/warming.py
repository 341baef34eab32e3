"""`warm`: compile every kernel of every game into the cache, so that no person ever waits for a compiler."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib.util import find_spec
from os import cpu_count
from pathlib import Path

from tuilerie.commands.asking import progress_bar
from tuilerie.commands.outcome import Failed, complain, known_language
from tuilerie.engine.registry import known_games
from tuilerie.rules.cache_key import cache_folder, drop_old_folders
from tuilerie.words import say

EVERYTHING, TABLE = "everything", "table"


def warm(lang: str) -> None:
    """One process per game, as many at once as there are cores. A game whose mark stands in the cache folder is warm already."""
    known_language(lang)
    cold = [name for name in known_games() if not _mark(name).exists()]
    if not cold:
        print(say("cli.warm.already", lang))
        return
    drop_old_folders()
    print(say("cli.warm.begin", lang, games=", ".join(cold)), file=sys.stderr)
    with progress_bar(say("cli.bar.warm", lang), len(cold)) as advance, ThreadPoolExecutor(cpu_count() or 1) as pool:
        for done in as_completed([pool.submit(_compile_apart, name) for name in cold]):
            if done.result().returncode:
                complain(done.result().stderr.strip())
                raise Failed
            advance(1)
    print(say("cli.warm.done", lang, games=", ".join(cold)))


def warm_up(name: str, lang: str) -> None:
    """Before a table of one game: compile what that table needs, if nothing was compiled yet."""
    if _mark(name).exists() or _table_mark(name).exists():
        return
    print(say("cli.warm.begin", lang, games=name), file=sys.stderr)
    done = _compile_apart(name, TABLE)
    if done.returncode:
        complain(done.stderr.strip())
        raise Failed


def _mark(name: str) -> Path:
    return cache_folder() / (f"warm-{name}-envs" if _has_envs() else f"warm-{name}")


def _table_mark(name: str) -> Path:
    return cache_folder() / f"table-{name}"


def _has_envs() -> bool:
    """Whether the extra `envs` is installed: only then are its kernels compiled too."""
    return all(find_spec(library) for library in ("gymnasium", "pettingzoo"))


def _compile_apart(name: str, scope: str = EVERYTHING) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tuilerie.commands.warming", name, scope], capture_output=True, text=True)


def compile_table(name: str) -> None:
    """What a table needs: the rules, every level of bot, advice, a record."""
    import numpy as np

    from tuilerie.bots import levels
    from tuilerie.bots.explain import advise
    from tuilerie.engine.match import Match
    from tuilerie.engine.registry import game_named

    game = game_named(name)
    match = Match.new(game, 2, 1)
    dice = np.array([1], np.uint64)
    for level in ("greedy", "beginner", "club"):
        levels.choose(game, match.copy().states, level, dice)
    advise(match, budget=1)
    match.play(match.legal()[0])
    match.copy().imagine(0, 1)
    assert match.events
    assert match.scores is not None
    _table_mark(name).touch()


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
    _mark(name).touch()


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


if __name__ == "__main__":
    compile_table(sys.argv[1])
    if sys.argv[2] == EVERYTHING:
        compile_game(sys.argv[1])
