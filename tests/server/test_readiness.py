"""The shelf does not wait for compilers: a game that is not built yet keeps only its own tables waiting."""

from __future__ import annotations

import asyncio
import fcntl
import random
import sys
from pathlib import Path

import pytest

from tests.server.client import Person, play_out
from tests.server.serving import place, serving
from tuilerie.engine.registry import game_named
from tuilerie.kernel import places
from tuilerie.kernel.build import building
from tuilerie.kernel.modules import PLAY
from tuilerie.kernel.platforms import host_name
from tuilerie.server.process import readiness
from tuilerie.server.process.readiness import Readiness
from tuilerie.table.errors import NotAllowed

PATIENCE = 300.0


@pytest.fixture
def junior_is_missing(tmp_path, monkeypatch) -> Path:
    """Where the library of junior will be: a cache as ours, in which it is missing, so that a server will build it."""
    ours = places.cache_folder()
    monkeypatch.setenv("TUILERIE_CACHE", str(tmp_path))
    folder = places.cache_folder()
    for file in ours.iterdir():
        if not file.name.startswith("junior-play"):
            (folder / file.name).symlink_to(file)
    return folder / places.file_name(game_named("junior").modules, PLAY, host_name())


def test_a_game_that_is_being_compiled_keeps_nobody_else_waiting(junior_is_missing: Path):
    async def scene(url: str, lock) -> None:
        async with Person(url) as ada:
            asked = asyncio.create_task(ada.create(game="junior", players=2, bots={"1": "club"}, start=True))
            made = await ada.create(game="restart", players=2, bots={"1": "greedy"}, start=True, variant={"target": 30})
            left = {game["id"]: game["ready_in"] for game in (await ada.ask("GET", "/games"))["games"]}
            assert left["restart"] == 0
            assert left["junior"] > 0
            await play_out([await ada.at(made["table"]["id"], made["seats"][0]["key"])], random.Random(1))
            async with ada.http.get(url + "/healthz") as page:
                assert page.status == 200
            assert not asked.done(), "somebody else still builds junior"
            fcntl.flock(lock, fcntl.LOCK_UN)
            made = await asyncio.wait_for(asked, PATIENCE)
            device = await ada.at(made["table"]["id"], made["seats"][0]["key"])
            while device.phase != "over":  # the strong bot plays when its search is there
                if device.turn == 0 and device.choice:
                    await play_out([device], random.Random(2))
                else:
                    await device.next(PATIENCE)

    with junior_is_missing.with_name(junior_is_missing.name + ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with place("sqlite") as where, serving(where) as running:
            asyncio.run(scene(running.url, lock))
    assert junior_is_missing.exists()


def test_a_game_that_does_not_compile_is_refused_in_words(monkeypatch):
    monkeypatch.setattr(readiness, "is_built", lambda *_: False)
    monkeypatch.setattr(building, "command", lambda *_: [sys.executable, "-c", "raise SystemExit(1)"])
    games = Readiness(["junior"])
    games.begin()
    with pytest.raises(NotAllowed, match="Junior Rummy"):
        games.wait("junior")
    with pytest.raises(NotAllowed, match="Junior Rummy"):
        asyncio.run(games.until("junior"))
    games.wait("unknown")  # whoever asks for what there is not finds out elsewhere


async def test_who_stops_waiting_takes_nothing_away_from_the_others():
    games = Readiness(["slow"])

    waiting = asyncio.create_task(games.until("slow"))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    games._ready["slow"].set_result(None)
    await games.until("slow")


def test_a_game_in_the_making_says_how_long(monkeypatch):
    now = 1000.0
    monkeypatch.setattr(readiness.time, "monotonic", lambda: now)
    games = Readiness(["one", "two", "three", "four"])
    games._waiting = ["three", "four"]
    games._began = {"one": now - 10, "two": now - 20}
    games._usual = 40.0
    assert [games.seconds_left(game) for game in ("one", "two", "three", "four")] == [30, 20, 60, 70]
    now += 100
    assert games.seconds_left("one") == 1, "it takes longer than usual"
    games._ready["one"].set_result(None)
    assert games.seconds_left("one") == 0
    assert games.seconds_left("unknown") == 0
