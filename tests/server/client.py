"""A client as a stranger would write it from docs/api: HTTP for tables and seats, one socket per seat.

It keeps every byte it receives.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import random
import secrets
from typing import Any

import aiohttp

API = "/api/1"
PATIENCE = 60.0  # how long a slow machine may take; nobody waits when it is quick


class Person:
    """Somebody with a cookie."""

    def __init__(self, url: str, address: str | None = None) -> None:
        self.url = url
        # any of 127.0.0.0/8: another household
        comes_from = aiohttp.TCPConnector(local_addr=(address, 0)) if address else None
        self.http = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True), connector=comes_from)
        self.nonce = secrets.token_hex(32)

    async def __aenter__(self) -> Person:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.close()

    @property
    def hash(self) -> str:
        return hashlib.sha256(bytes.fromhex(self.nonce)).hexdigest()

    async def ask(self, method: str, path: str, body: Any = None, expect: int = 200) -> Any:
        async with self.http.request(method, self.url + API + path, json=body) as response:
            text = await response.text()
            assert response.status == expect, (response.status, text)
            return json.loads(text) if response.content_type == "application/json" else text

    async def keep(self) -> None:
        """Keep this identity under a name that nobody else has."""
        await self.ask("POST", "/me/keep", {"name": f"P {secrets.token_hex(6)}", "passphrase": "correct horse"})

    async def create(self, **terms: Any) -> dict[str, Any]:
        return await self.ask("POST", "/tables", {"game": "restart", "pace": 0} | terms)

    async def sit(self, table: str, expect: int = 200, **wishes: Any) -> dict[str, Any]:
        return await self.ask("POST", f"/tables/{table}/seats", wishes, expect)

    async def at(self, table: str, *keys: str, last: int = 0, lang: str | None = None) -> Device:
        device = Device(self, table, list(keys))
        await device.connect(last, lang)
        return device


class Device:
    """A socket at a table."""

    def __init__(self, person: Person, table: str, keys: list[str]) -> None:
        self.person = person
        self.table = table
        self.keys = keys
        self.seq = 0
        self.view: dict[str, Any] | None = None
        self.choice: dict[str, Any] | None = None
        self.phase = ""
        self.turn: int | None = None
        self.rematch: str | None = None
        self.received: list[bytes] = []
        self.numbers: list[int] = []
        self.gaps: list[tuple[int, int]] = []
        self.welcome: dict[str, Any] = {}
        self._counter = itertools.count(1)

    async def connect(self, last: int = 0, lang: str | None = None) -> None:
        self.socket = await self.person.http.ws_connect(self.person.url + API + "/socket", heartbeat=20)
        hello = {"t": "hello", "table": self.table, "keys": self.keys, "last": last} | ({"lang": lang} if lang else {})
        await self.send(hello)
        self.welcome = await self.until("welcome")
        if self.welcome.get("missed") is None:
            await self.until("snapshot")
        else:
            self.seq = last
            await self.until_seq(self.welcome["table"]["seq"])

    async def send(self, message: dict[str, Any]) -> None:
        await self.socket.send_str(json.dumps(message))

    async def next(self, patience: float = PATIENCE) -> dict[str, Any]:
        frame = await self.socket.receive(timeout=patience)
        if frame.type is not aiohttp.WSMsgType.TEXT:
            raise ConnectionError(f"{frame.type!r} {frame.data!r}")
        self.received.append(frame.data.encode())
        message: dict[str, Any] = json.loads(frame.data)
        self._take(message)
        return message

    def _take(self, message: dict[str, Any]) -> None:
        if message["t"] == "snapshot":  # replaces all that was known; in an update, absent means unchanged
            self.view = self.choice = self.turn = None
        if message["t"] in ("snapshot", "update"):
            if message["t"] == "update":
                self.numbers.append(message["seq"])
                if message["seq"] != self.seq + 1:  # neither an update nor a snapshot brought the number before
                    self.gaps.append((self.seq, message["seq"]))
            self.seq = message["seq"]
            self.view = message.get("view", self.view)
            self.phase = message.get("phase", self.phase)
            self.choice = message.get("choice", self.choice)
            self.turn = message.get("turn", self.turn)
            self.rematch = message.get("rematch") or self.rematch

    async def until(self, *kinds: str, patience: float = PATIENCE) -> dict[str, Any]:
        """The next message of one of these kinds; others are taken note of."""
        while True:
            message = await self.next(patience)
            if message["t"] in kinds:
                return message
            if message["t"] == "goodbye":
                raise ConnectionError(message["why"]["code"])

    async def until_seq(self, seq: int) -> None:
        while self.seq < seq:
            await self.next()

    async def until_phase(self, phase: str) -> None:
        while self.phase != phase:
            await self.next()

    async def until_rematch(self) -> str:
        """The table where the game goes on; it may have been told before the acknowledgement."""
        while self.rematch is None:
            await self.next()
        return self.rematch

    async def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send something with a key; its acknowledgement or refusal."""
        key = fields.pop("key", None) or secrets.token_hex(8)
        await self.send({"t": kind, "key": key, **fields})
        return await self.until("accepted", "refused")

    async def play(self, *moves: str, **fields: Any) -> dict[str, Any]:
        return await self.do("play", moves=list(moves), based=fields.pop("based", self.seq), **fields)

    async def ask(self, kind: str, answer: str, **fields: Any) -> dict[str, Any]:
        await self.send({"t": kind, "id": next(self._counter), **fields})
        return await self.until(answer, "refused")

    def some_move(self, chance: random.Random) -> str:
        """A legal move; quick games: rather place tiles than pass."""
        assert self.choice is not None
        legal = self.choice.get("legal") or [*self.choice["fills"].values(), "done"]
        return chance.choice([move for move in legal if move != "pass"] or legal)

    async def close(self) -> None:
        await self.socket.close()


async def table_for(people: list[Person], fair: bool = False, **terms: Any) -> tuple[str, list[Device]]:
    """Everybody sits down and connects; the host (seat 0) starts; the game is dealt."""
    wishes = {"hash": people[0].hash} if fair else {}
    made = await people[0].create(players=terms.pop("players", len(people)), **terms, **wishes)
    table, keys = made["table"]["id"], [made["seats"][0]["key"]]
    for seat, person in enumerate(people[1:], 1):
        keys.append((await person.sit(table, seat=seat, **({"hash": person.hash} if fair else {})))["seats"][0]["key"])
    devices = [await person.at(table, key) for person, key in zip(people, keys, strict=True)]
    assert (await devices[0].do("start"))["t"] == "accepted"
    if fair:
        await asyncio.gather(*(device.until_phase("revealing") for device in devices))
        for person, device in zip(people, devices, strict=True):
            await device.send({"t": "reveal", "nonce": person.nonce})
    for device in devices:
        await device.until_phase("playing")
    return table, devices


async def play_out(devices: list[Device], chance: random.Random, most: int = 400) -> None:
    """To the end of the game; each device plays when it has a choice."""

    async def player(device: Device) -> None:
        for _ in range(most):
            while device.choice is None and device.phase != "over":
                await device.next()
            if device.phase == "over":
                return
            answer = await device.play(device.some_move(chance))
            assert answer["t"] == "accepted", answer

    await asyncio.gather(*(player(device) for device in devices))
