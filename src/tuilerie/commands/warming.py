"""`warm`: compile every kernel of every game into the cache, so that no person ever waits for a compiler."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib.util import find_spec
from pathlib import Path

from tuilerie.bots import ready
from tuilerie.commands.asking import progress_bar
from tuilerie.commands.outcome import Failed, complain, known_language
from tuilerie.engine.registry import known_games
from tuilerie.rules.cache_key import drop_old_folders
from tuilerie.words import say

EVERYTHING = "everything"  # after the stages of `ready`: what the laboratory and the environments call
LONGEST = ("romirami", "restart")


def warm(lang: str) -> None:
    """One process per game, as many at once as there are cores. A game whose mark stands in the cache folder is warm already."""
    known_language(lang)
    cold = [name for name in known_games() if not _mark(name).exists()]
    if not cold:
        print(say("cli.warm.already", lang))
        return
    drop_old_folders()
    print(say("cli.warm.begin", lang, games=", ".join(cold)), file=sys.stderr)
    with progress_bar(say("cli.bar.warm", lang), len(cold)) as advance, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for done in as_completed([pool.submit(_apart, [sys.executable, "-m", __name__, name]) for name in sorted(cold, key=_place)]):
            if done.result().returncode:
                complain(done.result().stderr.strip())
                raise Failed
            advance(1)
    print(say("cli.warm.done", lang, games=", ".join(cold)))


def warm_up(name: str, lang: str) -> None:
    """Before a table of one game: compile what that table needs, if nothing was compiled yet."""
    if ready.is_ready(name, ready.TABLE):
        return
    print(say("cli.warm.begin", lang, games=name), file=sys.stderr)
    done = _apart(ready.command(name, ready.TABLE))
    if done.returncode:
        complain(done.stderr.strip())
        raise Failed


def announce(command: str, name: str, lang: str) -> None:
    """What the laboratory calls is compiled when it is first called: said once, before the silence."""
    told = ready.mark(name, command)
    if not told.exists() and not _mark(name).exists():
        print(say("cli.warm.begin", lang, games=name), file=sys.stderr)
        told.touch()


def _place(name: str) -> int:
    """What takes longest begins first, so that no core waits at the end."""
    return LONGEST.index(name) if name in LONGEST else len(LONGEST)


def _apart(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True)


def _mark(name: str) -> Path:
    return ready.mark(name, EVERYTHING + ("-envs" if _has_envs() else ""))


def _has_envs() -> bool:
    """Whether the extra `envs` is installed: only then are its kernels compiled too."""
    return all(find_spec(library) for library in ("gymnasium", "pettingzoo"))


def compile_everything(name: str) -> None:
    ready.compile_to(name, ready.TABLE)
    with ready.alone(name):
        if not _mark(name).exists():
            _compile_lab(name)
            if _has_envs():
                _compile_envs(name)
            _mark(name).touch()


def _compile_lab(name: str) -> None:
    """Call every compiled entry once, with the types that the laboratory uses."""
    import numpy as np

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
    features(Chairs(plan).play(0).states, 0, np.zeros(game.kernel.FEATURES, np.float32))


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
    compile_everything(sys.argv[1])
