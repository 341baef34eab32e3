"""Nothing lost: the server is killed at random instants during many games and started again.

What a client saw acknowledged is in the log.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field

import aiohttp
import psycopg
import pytest
import redis as redis_client

from tests.server.client import Device, Person
from tests.server.serving import Place, Server, place
from tuilerie.engine.record_check import check_record
from tuilerie.server.storage import queries
from tuilerie.server.storage.schema import log
from tuilerie.table import entries

LOST = (ConnectionError, aiohttp.ClientError, asyncio.TimeoutError, TimeoutError, AssertionError)


@dataclass
class Played:
    """A game, and every move of it that was acknowledged."""

    table: str
    key: str
    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    over: bool = False


class Player:
    """Plays one game after another against a bot while there is trouble, and the last to its end; keeps every
    acknowledgement.
    """

    def __init__(self, url: str, number: int) -> None:
        self.url, self.chance = url, random.Random(number)
        self.games: list[Played] = []
        self.trouble = True

    async def play(self, until: float) -> None:
        async with Person(self.url) as person:
            while (self.trouble or not self.games) and time.monotonic() < until:
                await self._game(person, until)

    async def _game(self, person: Person, until: float) -> None:
        made = None
        while made is None and time.monotonic() < until:
            with contextlib.suppress(*LOST):
                made = await person.create(bots={"1": "greedy"}, start=True, variant={"target": 60})
                continue
            await asyncio.sleep(0.2)
        if made is None:
            return
        game = Played(made["table"]["id"], made["seats"][0]["key"])
        self.games.append(game)
        while not game.over and time.monotonic() < until:
            with contextlib.suppress(*LOST):
                device = await asyncio.wait_for(person.at(game.table, game.key), 10)
                await self._converse(device, game)
            await asyncio.sleep(0.1)

    async def _converse(self, device: Device, game: Played) -> None:
        while device.phase != "over":
            while device.choice is None and device.phase != "over":
                await device.next(patience=6)
            if device.phase == "over":
                break
            move = device.some_move(self.chance)
            await asyncio.sleep(self.chance.uniform(0, 0.15))
            answer = await device.play(move)
            if answer["t"] == "accepted":
                game.acknowledged.append((answer["seq"], move))
        game.over = True
        await device.close()


def verify(where: Place, games: list[Played]) -> None:
    """Every acknowledged move is where it was said to be, numbers have no gap, finished games are true."""
    engine = where.engine()
    with engine.connect() as connection:
        for game in games:
            rows = connection.execute(log.select().where(log.c.table_id == game.table).order_by(log.c.seq)).all()
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
            written = {row.seq: entries.decode(row.entry) for row in rows}
            for seq, move in game.acknowledged:
                assert written[seq].moves == [move]
            match = queries.load(connection, game.table).state.match
            assert match.finished
            record = match.record(
                [{"name": "a", "kind": "human", "bot": None}, {"name": "greedy", "kind": "bot", "bot": "greedy"}]
            )
            assert check_record(record).reason == match.reason
    engine.dispose()


def run(server: Server, tables: int, disturb, times: int, seconds: float) -> None:
    """Games and trouble at the same time; after the last trouble the games must come to their end."""
    players = [Player(server.url, number) for number in range(tables)]

    async def scene():
        until = time.monotonic() + seconds
        games = [asyncio.create_task(player.play(until)) for player in players]
        chance = random.Random(11)
        for _ in range(times):
            await asyncio.sleep(chance.uniform(0.3, 1.2))
            await asyncio.to_thread(disturb)
        for player in players:
            player.trouble = False
        await asyncio.gather(*games)

    asyncio.run(scene())
    games = [game for player in players for game in player.games]
    stuck = [game.table for game in games if not game.over]
    assert not stuck, f"{len(stuck)} games are stuck"
    moves = sum(len(game.acknowledged) for game in games)
    assert moves > times, "nobody could play between the troubles"
    print(f"{times} troubles, {len(games)} games, {moves} acknowledged moves, none lost")
    verify(server.place, games)


def restart(server: Server):
    def disturb():
        server.kill()
        server.start()

    return disturb


@pytest.mark.parametrize(
    ("tables", "kills", "seconds"), [(40, 5, 150), pytest.param(200, 50, 1500, marks=pytest.mark.soak)]
)
def test_kill_the_server(tables, kills, seconds):
    with place("sqlite") as where:
        server = Server(where).start()
        try:
            run(server, tables, restart(server), kills, seconds)
        finally:
            server.kill()


def a_worker(server: Server) -> int:
    children = subprocess.run(
        ["pgrep", "-P", str(server.process.pid)], capture_output=True, text=True, check=False
    ).stdout.split()
    return int(random.Random(len(children)).choice(children))


@contextlib.contextmanager
def own_redis():
    """A Redis that the test may kill."""
    with tempfile.TemporaryDirectory() as folder:
        port = 20_000 + os.getpid() % 20_000

        def begin():
            started = subprocess.Popen(
                ["redis-server", "--port", str(port), "--save", "", "--dir", folder], stdout=subprocess.DEVNULL
            )
            for _ in range(100):
                with contextlib.suppress(redis_client.RedisError):
                    redis_client.Redis(port=port).ping()
                    return started
                time.sleep(0.05)
            raise AssertionError("redis did not start")

        try:
            holder = [begin()]
        except FileNotFoundError:
            pytest.skip("redis-server is needed")

        def again():
            holder[0].kill()
            holder[0].wait()
            time.sleep(0.3)
            holder[0] = begin()

        try:
            yield f"redis://127.0.0.1:{port}", again
        finally:
            holder[0].kill()
            holder[0].wait()


@pytest.mark.parametrize(
    ("tables", "rounds", "seconds"), [(16, 2, 120), pytest.param(200, 17, 1500, marks=pytest.mark.soak)]
)
def test_kill_a_worker_redis_and_the_database_connections(tables, rounds, seconds):
    with place("postgres") as where, own_redis() as (url, restart_redis):
        where.redis = url
        server = Server(where).start()
        name = where.database.rsplit("/", 1)[1]

        def cut_connections():
            with psycopg.connect(where.database.rsplit("/", 1)[0] + "/postgres", autocommit=True) as admin:
                admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])

        troubles = [lambda: os.kill(a_worker(server), signal.SIGKILL), restart_redis, cut_connections] * rounds
        try:
            run(server, tables, lambda: troubles.pop()(), len(troubles), seconds)
        finally:
            server.stop()
