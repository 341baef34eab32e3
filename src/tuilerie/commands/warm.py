"""`warm`: build every library of every game that is missing, so that no person ever waits for a compiler."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed

from tuilerie.commands.exit_codes import known_language
from tuilerie.commands.progress import progress_bar
from tuilerie.engine.registry import game_named, known_games
from tuilerie.kernel import sources
from tuilerie.kernel.build import building
from tuilerie.kernel.load import is_built, is_whole
from tuilerie.kernel.modules import PLAY, STUDY, KernelModules
from tuilerie.words import say


def warm(lang: str) -> None:
    """What tables need first, then what studies and environments need; a process per library, as many at once as there
    are cores.
    """
    known_language(lang)
    games = sorted((game_named(name).modules for name in known_games()), key=_length, reverse=True)
    missing = [(modules, part) for part in (PLAY, STUDY) for modules in games if not is_whole(modules, part)]
    if not missing:
        print(say("cli.warm.already", lang))
        return
    names = ", ".join(dict.fromkeys(modules.game for modules, _ in missing))
    print(say("cli.warm.begin", lang, games=names), file=sys.stderr)
    with (
        progress_bar(say("cli.bar.warm", lang), len(missing)) as advance,
        ThreadPoolExecutor(os.cpu_count() or 1) as pool,
    ):
        for done in as_completed([pool.submit(building.build_apart, modules, part) for modules, part in missing]):
            done.result()
            advance(1)
    print(say("cli.warm.done", lang, games=names))


def warm_up(name: str, lang: str) -> None:
    """Before a table of one game: build what that table needs, if it is missing."""
    _built(game_named(name).modules, PLAY, lang)


def announce(name: str, lang: str) -> None:
    """Before the laboratory calls a game's compiled code: build what is missing, and say so first."""
    for part in (PLAY, STUDY):
        _built(game_named(name).modules, part, lang)


def _length(modules: KernelModules) -> int:
    """How much source a game has: what takes longest to compile begins first, so that no core waits at the end."""
    return sum(path.stat().st_size for path in sources.files(modules, PLAY).values())


def _built(modules: KernelModules, part: str, lang: str) -> None:
    if not is_built(modules, part):
        print(say("cli.warm.begin", lang, games=modules.game), file=sys.stderr)
        building.build_apart(modules, part)
