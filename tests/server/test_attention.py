"""Bots think for those who are there. Tables where nobody is cost the others nothing, before and after a restart."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
import types
from functools import partial

import pytest
from sqlalchemy import select

from tests.server.client import Person
from tests.server.serving import place, serving
from tuilerie.bots import player
from tuilerie.bots.kinds import SEARCH
from tuilerie.bots.roster import BUILT_IN
from tuilerie.engine.match import Match
from tuilerie.server.process import due_work, thinking
from tuilerie.server.process.bus import Bus
from tuilerie.server.process.create_table import create_table
from tuilerie.server.process.live_table import GRACE_MS
from tuilerie.server.process.options import Options
from tuilerie.server.process.presence import Attendance
from tuilerie.server.process.server_process import ServerProcess
from tuilerie.server.process.thinking_threads import Thinkers
from tuilerie.server.socket.connection import Connection
from tuilerie.server.storage.database import database_url, migrate, open_database
from tuilerie.server.storage.schema import due
from tuilerie.table import bot_turns
from tuilerie.table.creation import new_table
from tuilerie.table.shapes import Clock
from tuilerie.table.sitter import Sitter
from tuilerie.table.terms import CreateTable

MASTERS = {"0": "master", "1": "master", "2": "master", "3": "master"}
DEALT = 6  # entries of a table of four bots that was dealt and waits


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_tables_without_people_keep_nobody_waiting_also_after_a_restart(kind):
    async def scene(running):
        async with Person(running.url) as eve, Person(running.url) as ada:
            made = await asyncio.gather(*(eve.create(players=4, bots=MASTERS, sit=None, start=True) for _ in range(28)))
            tables = [one["table"]["id"] for one in made]
            await against_a_search(ada)
            assert [(await eve.ask("GET", f"/tables/{table}"))["seq"] for table in tables] == [DEALT] * 28
            await asyncio.to_thread(running.kill)
            await asyncio.to_thread(running.start)
            await against_a_search(ada)
            assert [(await eve.ask("GET", f"/tables/{table}"))["seq"] for table in tables] == [DEALT] * 28

    with place(kind) as where, serving(where) as running:
        asyncio.run(scene(running))
        assert "Traceback" not in running.errors()


async def against_a_search(person: Person) -> None:
    """Some turns of a game in which a bot searches for every move."""
    made = await person.create(players=2, bots={"1": "club"}, start=True, variant={"target": 1000})
    device = await person.at(made["table"]["id"], made["seats"][0]["key"])
    chance = random.Random(3)
    for _ in range(3):
        while device.choice is None:
            await device.next()
        assert (await device.play(device.some_move(chance)))["t"] == "accepted"
    await device.close()


async def test_who_comes_back_finds_the_bots_where_they_were(server):
    """The table is dealt before anybody is connected; the bot moves when its opponent comes."""

    async with Person(server.url) as ada:
        for _ in range(3):
            made = await ada.create(players=2, bots={"1": "club"}, start=True)
            device = await ada.at(made["table"]["id"], made["seats"][0]["key"])
            await device.until_phase("playing")
            while device.choice is None:
                await device.next()
            await device.close()


async def test_one_watches_two_tables_of_bots_at_a_time(strict):
    async with Person(strict.url) as ada:
        devices = []
        for _ in range(3):
            made = await ada.create(
                players=2, bots={"0": "club", "1": "club"}, sit=None, start=True, variant={"target": 1000}
            )
            devices.append(await ada.at(made["table"]["id"]))
        refused = await devices[2].until("refused")
        assert refused["why"]["code"] == "server.many-watched"
        seq = devices[2].seq
        for device in devices[:2]:
            assert (await device.until("update"))["seq"]
        await devices[0].close()
        await devices[2].until_seq(seq + 3)  # its turn now


# --- inside one process -------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def process_at(path, limits=True):
    engine = open_database(database_url(str(path)))
    migrate(engine)
    process = ServerProcess(engine, Bus(), Options(database=str(path), limits=limits))
    await process.start()
    try:
        yield process
    finally:
        await process.stop()


def visitor(seats, host=False):
    """A connection whose socket has gone."""
    connection = Connection(None, None, "p", "en", "a")
    connection.seats, connection.host = seats, host
    return connection


async def dealt(process, **terms):
    asked = CreateTable("restart", **({"players": 2, "start": True, "pace": 0} | terms))
    live = await create_table(process, new_table(asked, Sitter("p", None)))
    while live.state.phase != "playing":
        await asyncio.sleep(0)
    async with live.lock:
        return live


async def rows(process):
    return await process.read(lambda database: list(database.execute(select(due.c.table_id)).scalars()))


async def test_nothing_is_due_where_nobody_is_and_it_is_due_again_when_somebody_comes(tmp_path):
    async with process_at(tmp_path / "t.db") as process:
        live = await dealt(process, bots={"0": "club", "1": "club"}, sit=None)
        assert live in process.paused
        assert await rows(process) == []
        host = visitor([], host=True)
        live.arrived(host)
        await process.resume(live)
        assert await rows(process) == [live.id]
        assert live not in process.paused
        live.departed(host)
        assert not live.attended(), "no grace for who only watches: opening and closing many would be free"
        await due_work.do(live)
        assert await rows(process) == []


async def test_a_person_who_was_here_a_moment_ago_is_waited_for(tmp_path, monkeypatch):
    async with process_at(tmp_path / "t.db") as process:
        live = await dealt(process, bots={"1": "club"})
        assert not live.attended()
        ada = visitor([0])
        live.arrived(ada)
        live.departed(ada)
        assert live.attended()
        now = process.now()
        monkeypatch.setattr(process, "now", lambda: now + GRACE_MS)
        assert not live.attended()
        live.see_elsewhere(Attendance(frozenset({0})))
        assert live.attended(), "connected to another process"


@pytest.mark.parametrize(
    ("fallback", "module", "chooses"), [("bot", thinking, "think"), ("quiet", bot_turns, "quiet_move")]
)
async def test_no_lock_is_held_while_a_clock_chooses(tmp_path, monkeypatch, fallback, module, chooses):
    begun, hold = threading.Event(), threading.Event()

    def slowly(*arguments):
        begun.set()
        hold.wait(60)
        return chosen(*arguments)

    chosen = getattr(module, chooses)
    monkeypatch.setattr(module, chooses, slowly)

    async with process_at(tmp_path / "t.db") as process:
        live = await dealt(process, pass_and_play=True, clock=Clock("move", 5, fallback))
        before = live.state.seq
        now = process.now()
        monkeypatch.setattr(process, "now", lambda: now + 6000)
        thought = asyncio.create_task(due_work.do(live))
        assert await asyncio.to_thread(begun.wait, 60)
        assert not live.lock.locked()
        hold.set()
        await thought
        assert live.state.seq == before + 1


async def test_moves_without_a_search_never_wait_behind_searches():
    line, begun, hold = Thinkers(1), threading.Event(), threading.Event()

    def search():
        begun.set()
        hold.wait(60)

    busy = asyncio.ensure_future(line.bot(search))
    assert await asyncio.to_thread(begun.wait, 60)
    assert await line.quick(lambda: 7) == 7
    hold.set()
    await busy
    line.close()


async def test_those_who_are_thought_for_take_turns():
    line, begun, hold, thought = Thinkers(1), threading.Event(), threading.Event(), []

    def first():
        begun.set()
        hold.wait(60)

    busy = asyncio.ensure_future(line.bot(first, "eve"))
    assert await asyncio.to_thread(begun.wait, 60)
    asked = [("eve", 1), ("eve", 2), ("eve", 3), ("ada", 1), ("ben", 1), ("ada", 2)]
    waiting = [asyncio.ensure_future(line.bot(partial(thought.append, one), one[0])) for one in asked]
    await asyncio.sleep(0)
    hold.set()
    await asyncio.gather(busy, *waiting)
    line.close()
    assert thought == [("eve", 1), ("ada", 1), ("ben", 1), ("eve", 2), ("ada", 2), ("eve", 3)]


@pytest.mark.parametrize("bots", [["master"], ["master"] * 3, ["master", "greedy", "expert"]])
@pytest.mark.parametrize("game", ["restart", "romirami", "famille", "junior"])
def test_bots_of_one_table_share_three_seconds(game, bots, monkeypatch):
    """By the searches' own clock: what all bots may use between two turns of a person, pauses of a quick table
    included.
    """
    clock = [0.0]
    for module in (thinking, player):
        monkeypatch.setattr(module, "time", types.SimpleNamespace(perf_counter=lambda: clock[0]))

    def quickly(game, state, bot, dice, ms=None, **_):
        clock[0] += (ms if ms is not None else 60.0) / 1000 if bot.kind == SEARCH else 0.0
        return choose(game, state, BUILT_IN["random"], dice)

    choose = player.choose
    monkeypatch.setattr(player, "choose", quickly)
    match, pace, longest = Match.new(game, len(bots) + 1, 3), 150, 0.0
    began, spent, turns = clock[0], 0.0, 0
    while not match.finished and match.turns < 40:
        if match.turns != turns:
            turns, spent = match.turns, 0.0
        if match.turn == 0:
            longest, spent = max(longest, clock[0] - began), 0.0
            match.play(thinking.think(bot_turns.thinking_of(match, "random", 1))[0])
            began = clock[0]
            continue
        bot = bots[match.turn - 1]
        if bot in bot_turns.QUICK:
            clock[0] += pace / 1000
            match.play(thinking.think(bot_turns.thinking_of(match, bot, 1))[0])
            continue
        left = bot_turns.share_ms(bots) - spent
        move, seconds = thinking.think(bot_turns.thinking_of(match, bot, 1, left))
        held = bot_turns.held_back(game, bot, seconds, left, pace)
        clock[0] += held
        spent += 1000 * (seconds + held)
        match.play(move)
    assert 0.1 < longest <= 3.0
