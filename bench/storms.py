"""Tables whose people all lose the line at once, again and again, and come back at once: nothing may get stuck, no
request may fail, nobody may wait long, and afterwards memory is given back.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import aiohttp
from hurried import Hurried

if TYPE_CHECKING:
    from server import Server

API = "/api/1"
STORM_SECONDS = 15.0
THOUGHT = 1.0
STUCK_SECONDS = 30.0
WARM_TABLES = 20  # played before memory is looked at: what a server that has worked has


class StormyTable:
    """Two people at a table, one game after another; `lose` cuts both lines, and they come back."""

    def __init__(self, http: aiohttp.ClientSession, url: str, waits: list[float], answers: Counter[int]) -> None:
        self.http, self.url, self.waits, self.answers = http, url, waits, answers
        host, _, port = url.removeprefix("http://").partition(":")
        self.address = host, int(port)
        self.cookies = ["none=1", "none=1"]
        self.keys: list[tuple[str, str]] = []
        self.sockets: list[Hurried] = []
        self.life = 0
        self.moved_at = time.monotonic()

    async def play(self) -> None:
        while True:
            await self._sit()
            self.life = 0
            await self._connect()
            self.sockets[0].send(b'{"t":"start","key":"s"}')
            while not await self._over():
                self.life += 1
                await self._connect()
            self.leave()

    async def _over(self) -> bool:
        """True: the game is over. False: the line was lost."""
        with contextlib.suppress(ConnectionError):
            await asyncio.gather(*(socket.over for socket in self.sockets))
            return True
        return False

    async def _sit(self) -> None:
        made = await self._post(0, "/tables", {"game": "restart", "variant": {"target": 1000}})
        table = made["table"]["id"]
        other = await self._post(1, f"/tables/{table}/seats", {})
        self.keys = [(table, seat["key"]) for seated in (made, other) for seat in seated["seats"]]

    async def _connect(self) -> None:
        self.leave()
        self.sockets = [Hurried(*key, THOUGHT, self._moved, self.life) for key in self.keys]
        for socket in self.sockets:
            await asyncio.get_running_loop().create_connection(lambda socket=socket: socket, *self.address)
            with contextlib.suppress(ConnectionError):
                await socket.ready

    def _moved(self, seconds: float) -> None:
        self.moved_at = time.monotonic()
        self.waits.append(seconds)

    def lose(self) -> None:
        for socket in self.sockets:
            if socket.transport is not None:
                socket.transport.abort()

    def leave(self) -> None:
        for socket in self.sockets:
            socket.close()
        self.sockets = []

    async def _post(self, who: int, path: str, body: Any) -> Any:
        async with self.http.post(self.url + API + path, json=body, headers={"Cookie": self.cookies[who]}) as response:
            self.answers[response.status] += 1
            if "Set-Cookie" in response.headers:
                self.cookies[who] = response.headers["Set-Cookie"].partition(";")[0]
            return json.loads(await response.read())


async def storms(server: Server, tables: int, seconds: float, rest: float) -> dict[str, Any]:
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as http:
        await _evening(server, http, WARM_TABLES, min(seconds, 20))
        await asyncio.sleep(3)
        before = server.memory()
        played = await _evening(server, http, tables, seconds)
        during = server.memory()
    await asyncio.sleep(rest)
    after = server.memory()
    memory = {"mib_before": before // 1024, "mib_at_the_end": during // 1024, "mib_after_rest": after // 1024}
    return played | memory | {"memory_after_rest": round(after / before, 2)}


async def _evening(server: Server, http: aiohttp.ClientSession, tables: int, seconds: float) -> dict[str, Any]:
    waits: list[float] = []
    answers: Counter[int] = Counter()
    stormy = [StormyTable(http, server.url, waits, answers) for _ in range(tables)]
    games = [asyncio.create_task(table.play()) for table in stormy]
    games.append(asyncio.create_task(_look_around(http, server.url, answers)))
    ends = time.monotonic() + seconds
    lost = 0
    while time.monotonic() < ends:
        await asyncio.sleep(min(STORM_SECONDS, seconds / 2))
        lost += 1
        for table in stormy:
            table.lose()
    await asyncio.sleep(5)
    stuck = sum(time.monotonic() - table.moved_at > STUCK_SECONDS for table in stormy)
    failed = [game.exception() for game in games if game.done()]
    for game in games:
        game.cancel()
    await asyncio.gather(*games, return_exceptions=True)
    for table in stormy:
        table.leave()
    waits.sort()
    at = {f"p{q}_ms": round(1000 * waits[min(len(waits) - 1, len(waits) * q // 100)], 2) for q in (50, 95, 99)}
    errors = sum(count for status, count in answers.items() if status >= 500)
    return {
        "moves_per_s": round(len(waits) / seconds),
        **at,
        "storms": lost,
        "answers_5xx": errors,
        "stuck": stuck,
        "failed": len(failed),
    }


async def _look_around(http: aiohttp.ClientSession, url: str, answers: Counter[int]) -> None:
    """Others, who only read."""
    while True:
        for path in (API + "/games", API + "/tables", API + "/me", "/"):
            async with http.get(url + path) as response:
                await response.read()
                answers[response.status] += 1
            await asyncio.sleep(0.05)
