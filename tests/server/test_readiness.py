"""The shelf does not wait for compilers: a game that is not compiled yet keeps only its own tables waiting."""

from __future__ import annotations

import asyncio
import fcntl
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.client import Person, play_out
from tests.server.serving import place, serving
from tuilerie.bots import ready
from tuilerie.server.denied import Denied
from tuilerie.server.readiness import Readiness

PATIENCE = 300.0


@pytest.fixture
def junior_is_cold(tmp_path, monkeypatch):
    """A cache as ours, in which junior has no marks: a server will ask for a compiler."""
    ours = ready.mark("junior", ready.FIRST).parent
    folder = tmp_path / ours.name
    folder.mkdir()
    for file in ours.iterdir():
        if not file.name.endswith("-junior") or file.is_dir():
            (folder / file.name).symlink_to(file)
    monkeypatch.setenv("TUILERIE_CACHE", str(tmp_path))
    return folder


def test_a_game_that_is_being_compiled_keeps_nobody_else_waiting(junior_is_cold: Path):
    async def scene(url: str, lock) -> None:
        async with Person(url) as ada:
            asked = asyncio.create_task(ada.create(game="junior", players=2, bots={"1": "club"}, start=True))
            made = await ada.create(game="restart", players=2, bots={"1": "greedy"}, start=True, variant={"target": 30})
            await play_out([await ada.at(made["table"]["id"], made["seats"][0]["key"])], random.Random(1))
            async with ada.http.get(url + "/healthz") as page:
                assert page.status == 200
            assert not asked.done(), "somebody else still compiles junior"
            fcntl.flock(lock, fcntl.LOCK_UN)
            made = await asyncio.wait_for(asked, PATIENCE)
            device = await ada.at(made["table"]["id"], made["seats"][0]["key"])
            while device.phase != "over":  # the strong bot plays when its search is there
                if device.turn == 0 and device.choice:
                    await play_out([device], random.Random(2))
                else:
                    await device.next(PATIENCE)

    with (junior_is_cold / "compiling-junior").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with place("sqlite") as where, serving(where) as running:
            asyncio.run(scene(running.url, lock))
    assert (junior_is_cold / "table-junior").exists()


def test_a_game_that_does_not_compile_is_refused_in_words(monkeypatch, tmp_path):
    monkeypatch.setattr(ready, "_folder", lambda: tmp_path)
    monkeypatch.setattr(ready, "command", lambda *_: [sys.executable, "-c", "raise SystemExit(1)"])
    games = Readiness(["broken"])
    games.begin()
    with pytest.raises(Denied, match="broken"):
        games.wait("broken", ready.FIRST)
    with pytest.raises(Denied, match="broken"):
        asyncio.run(games.until("broken", ready.TABLE))
    games.wait("unknown", ready.FIRST)  # whoever asks for what there is not finds out elsewhere


def test_who_stops_waiting_takes_nothing_away_from_the_others():
    games = Readiness(["slow"])

    async def scene() -> None:
        waiting = asyncio.create_task(games.until("slow", ready.FIRST))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        games._stages["slow", ready.FIRST].set_result(None)
        await games.until("slow", ready.FIRST)

    asyncio.run(scene())


LOADED = """
import gc, random
from numba.core.dispatcher import Dispatcher
from tuilerie.bots import ready
from tuilerie.engine.match import Match
from tuilerie.engine.registry import BUILT_IN, game_named
from tuilerie.server import sight, thinking

def loaded():
    return {(d.py_func.__module__, d.py_func.__qualname__, str(s)) for d in gc.get_objects() if isinstance(d, Dispatcher) for s in d.overloads}

for name in BUILT_IN:
    ready.compile_first(name)
before, game = loaded(), random.Random(1)
for name in BUILT_IN:
    for players in game_named(name).players:
        match = Match.new(game_named(name), players, 1)
        while not match.finished and match.turns < 120:
            sight.choice(match, match.turn)
            sight.choice(match, None)
            [match.view(seat) for seat in range(players)]
            trial = match.copy()
            trial.play(thinking.bot_move(match.game, match.states, "greedy"))
            match.play(game.choice(match.legal()))
        match.events, match.scores
for new in sorted(loaded() - before):
    print(*new)
"""


def test_the_loop_calls_nothing_that_a_first_move_has_not_loaded():
    """What is loaded or compiled later takes Numba's lock, on which the loop would wait for a compiler."""
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=False, timeout=600, env=os.environ)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
