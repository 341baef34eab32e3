"""How many durable moves a second, how soon, and with how much memory: the server with its embedded default, real
rules, real views, real sockets.

    python bench/server.py [--seconds 8] [--json FILE] [--database URL --redis URL --workers 2]
    python bench/server.py --only storms --seconds 300 --rest 660

The server runs on core 0, the clients on core 1. Every scene ends by itself; the whole takes about three minutes. The
storms are played only when they are asked for: everybody loses the line at once every 15 seconds, and memory is looked
at again `--rest` seconds after the last has gone.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import aiohttp
from hurried import Hurried
from storms import storms

API = "/api/1"
PROGRAM = str(Path(sys.executable).parent / "tuilerie")


class Figures:
    def __init__(self) -> None:
        self.moves = 0
        self.waits: list[float] = []
        self.counting = False

    def add(self, seconds: float) -> None:
        if self.counting:
            self.moves += 1
            self.waits.append(seconds)

    def summary(self, seconds: float) -> dict[str, Any]:
        waits = sorted(self.waits) or [0.0]
        at = {f"p{q}_ms": round(1000 * waits[min(len(waits) - 1, int(len(waits) * q / 100))], 2) for q in (50, 95, 99)}
        return {"moves_per_s": round(self.moves / seconds), **at}


class Pair:
    """Two clients at a table, one game after another."""

    def __init__(self, http: aiohttp.ClientSession, url: str, figures: Figures, thought: float) -> None:
        self.http, self.url, self.figures, self.thought = http, url, figures, thought
        self.host, _, port = url.removeprefix("http://").partition(":")
        self.port = int(port)
        self.sockets: list[Hurried] = []
        self.keys: list[tuple[str, str]] = []
        self.cookies = ["none=1", "none=1"]  # two guests, who stay the same from game to game

    async def sit(self) -> None:
        made = await self._post(0, "/tables", {"game": "restart", "variant": {"target": 1000}, "bots": {}})
        table = made["table"]["id"]
        other = await self._post(1, f"/tables/{table}/seats", {})
        self.keys = [
            (table, made["seats"][0]["key"]),
            (table, next(seat["key"] for seat in other["seats"] if seat["seat"] == 1)),
        ]
        for key in self.keys:
            await self.connect(*key)

    async def connect(self, table: str, key: str) -> None:
        loop = asyncio.get_running_loop()
        socket = Hurried(table, key, self.thought, self.figures.add)
        self.sockets.append(socket)  # from now on `leave` closes it, whenever we are interrupted
        await loop.create_connection(lambda: socket, self.host, self.port)
        await socket.ready

    async def play(self) -> None:
        while True:
            if not self.sockets:
                await self.sit()
            self.sockets[0].send(b'{"t":"start","key":"s"}')
            await asyncio.gather(*(socket.over for socket in self.sockets))
            self.leave()

    def leave(self) -> None:
        for socket in self.sockets:
            socket.close()
        self.sockets = []

    async def _post(self, who: int, path: str, body: Any) -> Any:
        async with self.http.post(self.url + API + path, json=body, headers={"Cookie": self.cookies[who]}) as response:
            assert response.status == 200, await response.text()
            if "Set-Cookie" in response.headers:
                self.cookies[who] = response.headers["Set-Cookie"].partition(";")[0]
            return await response.json()


async def playing(server: Server, tables: int, seconds: float, thought: float) -> dict[str, Any]:
    url, figures = server.url, Figures()
    async with _session() as http:
        pairs = [Pair(http, url, figures, thought) for _ in range(tables)]
        for start in range(0, tables, 50):
            await asyncio.gather(*(pair.sit() for pair in pairs[start : start + 50]))
        games = [asyncio.create_task(pair.play()) for pair in pairs]
        # everybody has been dealt to and has moved
        while not all(any(socket.moves for socket in pair.sockets) for pair in pairs):
            await asyncio.sleep(0.2)
        await asyncio.sleep(1 + thought)
        figures.counting = True
        began, spent = time.perf_counter(), server.cpu_seconds()
        await asyncio.sleep(seconds)
        figures.counting = False
        summary = figures.summary(time.perf_counter() - began)
        summary["cpu_us_per_move"] = round(1e6 * (server.cpu_seconds() - spent) / max(1, figures.moves))
        broken = [game.exception() for game in games if game.done()]
        assert not broken, broken[0]
        for game in games:
            game.cancel()
        await asyncio.gather(*games, return_exceptions=True)
        for pair in pairs:
            pair.leave()
        await asyncio.wait_for(all_gone(server.url), 20)
        return summary


async def all_gone(url: str) -> None:
    """Nobody of this scene plays on into the next."""
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True)) as http:  # any worker may answer
        empty = 0
        while empty < 8:
            async with http.get(f"{url}/metrics") as response:
                empty = empty + 1 if "\ntuilerie_sockets 0.0\n" in await response.text() else 0
            await asyncio.sleep(0.02)


async def reconnecting(url: str, sockets: int) -> dict[str, Any]:
    """Everybody comes back at once, as after a restart of the server's neighbour."""
    async with _session() as http:
        pairs = [Pair(http, url, Figures(), 0) for _ in range(sockets // 2)]
        for start in range(0, len(pairs), 50):
            await asyncio.gather(*(pair.sit() for pair in pairs[start : start + 50]))
        for pair in pairs:
            pair.leave()
        await asyncio.sleep(1)
        began = time.perf_counter()

        async def back(pair: Pair, table: str, key: str) -> float:
            await pair.connect(table, key)
            return time.perf_counter() - began

        times = sorted(await asyncio.gather(*(back(pair, *key) for pair in pairs for key in pair.keys)))
        for pair in pairs:
            pair.leave()
        return {
            "sockets": len(times),
            "all_served_after_s": round(times[-1], 2),
            "median_s": round(times[len(times) // 2], 2),
        }


async def beside_bots(server: Server, tables: int, seconds: float, bots: int) -> dict[str, Any]:
    """People at their tables, first alone, then while expert bots think at as many other tables, without a pause."""
    alone = await playing(server, tables, seconds, 1.0)
    async with _session() as http:
        terms = {
            "game": "restart",
            "variant": {"target": 1000},
            "bots": {"0": "expert", "1": "expert"},
            "sit": None,
            "start": True,
            "pace": 0,
        }
        for _ in range(bots):
            async with http.post(server.url + API + "/tables", json=terms) as response:
                assert response.status == 200, await response.text()
                table = (await response.json())["table"]["id"]
            watching = await http.ws_connect(server.url + API + "/socket")  # bots think while their host looks
            await watching.send_json({"t": "hello", "table": table})
        beside = await playing(server, tables, seconds, 1.0)
    return beside | {
        "p99_alone_ms": alone["p99_ms"],
        "p99_ratio": round(beside["p99_ms"] / max(alone["p99_ms"], 0.01), 2),
    }


async def idling(url: str, tables: int, memory: Any) -> dict[str, Any]:
    """Memory per table that has been dealt and waits, with its two sockets."""
    before = memory()
    async with _session() as http:
        pairs = [Pair(http, url, Figures(), 0) for _ in range(tables)]
        for start in range(0, tables, 50):
            await asyncio.gather(*(pair.sit() for pair in pairs[start : start + 50]))
        for pair in pairs:
            pair.sockets[0].send(b'{"t":"start","key":"s"}')
        await asyncio.sleep(2)
        after = memory()
        for pair in pairs:
            pair.leave()
        await asyncio.sleep(1)
        return {
            "kib_per_table_with_sockets": round((after - before) / tables, 1),
            "kib_per_table_alone": round((memory() - before) / tables, 1),
        }


def _session() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), cookie_jar=aiohttp.DummyCookieJar())


class Server:
    def __init__(self, database: str, redis: str | None, workers: int) -> None:
        command = [
            PROGRAM,
            "serve",
            "--port",
            "0",
            "--database",
            database,
            "--no-limits",
            "--lang",
            "en",
            "--workers",
            str(workers),
        ]
        command += ["--redis", redis] if redis else []
        pin = [] if workers > 1 else ["taskset", "-c", "0"]
        self.process = subprocess.Popen([*pin, *command], stdout=subprocess.PIPE, text=True, start_new_session=True)
        assert self.process.stdout is not None
        # without the address the bench cannot go on
        self.url = re.search(r"http://\S+", self.process.stdout.readline())[0]  # type: ignore[index]

    def memory(self) -> int:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1])  # type: ignore[index]  # Linux always says VmRSS

    def cpu_seconds(self) -> float:
        """What the server's processes have used so far: a figure that other work on the machine does not spoil."""
        found = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                fields = stat.read_text().rsplit(")", 1)[1].split()
                if int(fields[2]) == self.process.pid:  # its process group
                    found += int(fields[11]) + int(fields[12])
        return found / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(15)
            return
        os.killpg(self.process.pid, signal.SIGKILL)


async def scenes(server: Server, seconds: float, only: str, rest: float) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, scene in {
        "idle 500 tables": lambda: idling(server.url, 500, server.memory),
        "100 tables, no thought": lambda: playing(server, 100, seconds, 0),
        "1000 tables, no thought": lambda: playing(server, 1000, seconds, 0),
        "1000 tables, a second of thought": lambda: playing(server, 1000, seconds, 1.0),
        "2000 reconnects": lambda: reconnecting(server.url, 2000),
        "200 tables beside 50 expert bots": lambda: beside_bots(server, 200, seconds, 50),
        "200 tables with storms": lambda: storms(server, 200, seconds, rest),
    }.items():
        if only not in name or (not only and "storms" in name):
            continue
        found[name] = await scene()
        print(f"{name:36}{json.dumps(found[name])}", flush=True)
    print(as_table(found))
    return found


def as_table(found: dict[str, Any]) -> str:
    """For the documents."""
    lines = [
        "| scene | moves/s | p50 ms | p95 ms | p99 ms | µs of processor per move | besides |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    columns = ("moves_per_s", "p50_ms", "p95_ms", "p99_ms", "cpu_us_per_move")
    for name, figures in found.items():
        besides = ", ".join(f"{key} {value}" for key, value in figures.items() if key not in columns)
        lines.append(f"| {name} | {' | '.join(str(figures.get(column, '')) for column in columns)} | {besides} |")
    return "\n".join(lines)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=8)
    asked.add_argument("--only", default="", help="scenes whose name has this in it")
    asked.add_argument("--rest", type=float, default=660, help="of the storms: seconds until memory is looked at again")
    asked.add_argument("--json", type=Path)
    asked.add_argument("--database")
    asked.add_argument("--redis")
    asked.add_argument("--workers", type=int, default=1)
    options = asked.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 20_000)), hard))
    import uvloop

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the server must not outlive us
    with tempfile.TemporaryDirectory(prefix="tuilerie-bench-") as folder:
        server = Server(options.database or f"{folder}/tables.db", options.redis, options.workers)
        with contextlib.suppress(OSError, AttributeError):
            os.sched_setaffinity(0, {1})
        try:
            found = uvloop.run(scenes(server, options.seconds, options.only, options.rest))
        finally:
            server.stop()
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
