"""A seat at a table of a server, by the documented protocol (docs/api/socket.md): HTTP to find the table and sit down,
one WebSocket to play.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import re
import secrets
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tuilerie.engine.errors import BadInput
from tuilerie.engine.game import Event
from tuilerie.terminal.table_client import Hint, TableClient, Trouble, View
from tuilerie.words import say

if TYPE_CHECKING:
    import aiohttp

API = "/api/1"
ANSWER_SECONDS = 20.0  # seconds for an answer
WAITS = (0.5, 1, 2, 4, 8)  # seconds between tries to come back
CODE = re.compile(r"/t/([A-Za-z0-9]{4,12})/?")
Message = dict[str, Any]


def address(url: str) -> tuple[str, str]:
    """The server's address and the table's code, from the link that the host sends."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    code = CODE.fullmatch(parts.path) or CODE.fullmatch(parts.fragment)
    if parts.scheme not in ("http", "https") or not parts.netloc or code is None:
        raise BadInput("terminal.join.form", url=url[:80])
    return f"{parts.scheme}://{parts.netloc}", code[1].upper()


def require_client() -> None:
    try:
        import aiohttp  # noqa: F401 (asked for, used below)
    except ImportError:
        raise BadInput("terminal.join.extra") from None


async def find_table(url: str, lang: str) -> Message:
    """The table behind a link, as everybody sees it."""
    server, code = address(url)
    async with _session(lang) as http:
        return await _ask(http, "GET", f"{server}{API}/codes/{code}", lang)


class RemoteClient(TableClient):
    """One seat of a server's table; nobody's if all were taken."""

    def __init__(self, url: str, table: Message, lang: str) -> None:
        self.server, _ = address(url)
        self.lang, self.game, self._table = lang, table["game"], table
        self.names = self._names(table["seats"])
        self.mine = []
        self.drafted, self.news = [], []
        self.seq, self.phase = 0, table["phase"]
        self._nonce = secrets.token_hex(32)
        self._keys: list[str] = []
        self._http: aiohttp.ClientSession | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._numbers = itertools.count(1)
        self._answers: dict[str | int, asyncio.Future[Message]] = {}
        self._forget()

    def _forget(self) -> None:
        self._view: View | None = None
        self._turn: int | None = None
        self._events: list[Event] = []
        self._choice: Message | None = None
        self._draft: Message | None = None

    # --- what is seen -----------------------------------------------------------------------------------

    @property
    def view(self) -> View | None:
        return self._draft["view"] if self._draft else self._view

    @property
    def events(self) -> list[Event]:
        return self._events

    @property
    def over(self) -> bool:
        return bool(self.phase == "over")

    @property
    def turn(self) -> int | None:
        return self._turn

    @property
    def waiting(self) -> str:
        key = "revealing" if self.phase == "revealing" else "seating"
        return say(f"terminal.join.{key}", self.lang, seats=", ".join(self.names))

    def moves(self) -> list[str]:
        choice = self._draft.get("choice") if self._draft else self._choice
        if self.passes or choice is None or choice["seat"] != self.seat:
            return []
        return list(choice.get("legal") or [*(choice.get("fills") or {}).values(), "done"])

    # --- the connection ---------------------------------------------------------------------------------

    async def advance(self) -> None:
        """The next message, whatever it takes to get it."""
        if self._http is None:
            await self._sit_down()
        if self._socket is None:
            await self._connect()
        assert self._socket is not None
        import aiohttp

        frame = await self._socket.receive()
        if frame.type is aiohttp.WSMsgType.TEXT:
            await self._take(json.loads(frame.data))
        else:
            self._socket = None
            self.news.append(say("terminal.join.lost", self.lang))
            self._fail_all()

    async def _sit_down(self) -> None:
        self._http = _session(self.lang)
        where = f"{self.server}{API}/tables/{self._table['id']}/seats"
        digest = hashlib.sha256(bytes.fromhex(self._nonce)).hexdigest()
        if self._table["phase"] != "seating" or all(seat["kind"] != "free" for seat in self._table["seats"]):
            self.news.append(say("terminal.join.watching", self.lang))
            return
        seated = await _ask(self._http, "POST", where, self.lang, {"hash": digest})
        self._keys = [held["key"] for held in seated["seats"]]

    async def _connect(self) -> None:
        assert self._http is not None
        import aiohttp

        for wait in (0, *WAITS):
            await asyncio.sleep(wait)
            try:
                self._socket = await self._http.ws_connect(f"{self.server}{API}/socket", heartbeat=20)
                hello = {
                    "t": "hello",
                    "table": self._table["id"],
                    "keys": self._keys,
                    "last": self.seq,
                    "lang": self.lang,
                }
                await self._socket.send_str(json.dumps(hello))
                return
            except (aiohttp.ClientError, OSError) as error:
                why = str(error)
        raise Trouble(say("terminal.join.unreachable", self.lang, url=self.server, why=why))

    async def _take(self, message: Message) -> None:
        kind = message["t"]
        if kind == "welcome":
            self._table = message["table"]
            self.names = self._names(self._table["seats"])
            self.mine = message["seats"]
            self.seat = self.mine[0] if self.mine else None
        elif kind == "snapshot":
            self._forget()
            self.drafted, self.passes = [], False
            self._events = message.get("events", [])
            await self._learn(message)
        elif kind == "update":
            if message["seq"] > self.seq + 1:
                await self._send({"t": "resync", "last": self.seq})
                return
            self._events = self._events[: message.get("n", len(self._events))] + message.get("events", [])
            await self._learn(message)
        elif kind == "beat" and message["seq"] > self.seq:
            await self._send({"t": "resync", "last": self.seq})
        elif kind == "goodbye" and message.get("again") is None:
            raise Trouble(say("terminal.join.gone", self.lang, sentence=message["why"]["sentence"]))
        self._answer(message)

    async def _learn(self, message: Message) -> None:
        """What snapshots and updates have in common."""
        self.seq = message["seq"]
        phase, self.phase = self.phase, message.get("phase") or self.phase
        if message.get("seats"):
            self.names = self._names(message["seats"])
        if "view" in message:
            self._view = message["view"]
            self._draft, self.drafted, self.passes = None, [], False
        self._choice = message.get("choice", self._choice)  # absent means unchanged, null means none
        self._turn = message.get("turn", self._turn)
        if self.phase == "revealing" and phase != "revealing" and self._keys:
            await self._send({"t": "reveal", "nonce": self._nonce})

    def _names(self, seats: list[Message]) -> list[str]:
        """People by their names, bots by their levels, a free seat as such."""
        names = []
        for seat in seats:
            free = (
                say("terminal.join.free", self.lang)
                if seat["kind"] == "free"
                else say("terminal.person", self.lang, number=seat["seat"] + 1)
            )
            names.append(seat.get("name") or seat.get("bot") or free)
        return names

    # --- asking -----------------------------------------------------------------------------------------

    async def _send(self, message: Message) -> None:
        if self._socket is None:
            raise Trouble(say("terminal.join.lost", self.lang))
        await self._socket.send_str(json.dumps(message))

    async def _request(self, message: Message, *names: str | int) -> Message:
        """Send, and wait for the answer that carries one of these names (a key or an id); a refusal is Trouble."""
        future: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._answers.update(dict.fromkeys(names, future))
        try:
            await self._send(message)
            answer = await asyncio.wait_for(future, ANSWER_SECONDS)
        except TimeoutError:
            raise Trouble(say("terminal.join.lost", self.lang)) from None
        finally:
            for name in names:
                self._answers.pop(name, None)
        if answer["t"] == "refused":
            clause = answer["why"].get("clause")
            raise Trouble(
                answer["why"]["sentence"]
                + (f" ({clause})" if clause and clause not in answer["why"]["sentence"] else "")
            )
        return answer

    def _answer(self, message: Message) -> None:
        for name in (message.get("key"), message.get("id")):
            future = self._answers.get(name) if name is not None else None
            if future is not None and not future.done():
                future.set_result(message)

    def _fail_all(self) -> None:
        for future in self._answers.values():
            if not future.done():
                future.set_exception(Trouble(say("terminal.join.lost", self.lang)))

    async def _redraft(self, moves: list[str]) -> None:
        number, key = next(self._numbers), secrets.token_hex(8)
        answer = await self._request(
            {"t": "draft", "id": number, "key": key, "based": self.seq, "moves": moves}, number, key
        )
        if answer["t"] == "drafted":
            self._draft = answer if moves else None
            self.drafted, self.passes = list(moves), bool(answer.get("passes")) and bool(moves)

    async def try_move(self, move: str) -> None:
        await self._redraft([*self.drafted, move])

    async def undo(self) -> None:
        if not self.drafted:
            raise Trouble(say("terminal.nothing_to_undo", self.lang))
        await self._redraft(self.drafted[:-1])

    async def confirm(self) -> None:
        if self.drafted:
            key = secrets.token_hex(8)
            await self._request({"t": "play", "key": key, "based": self.seq, "moves": self.drafted}, key)

    async def hints(self) -> list[Hint]:
        number = next(self._numbers)
        answer = await self._request({"t": "hint", "id": number, "based": self.seq}, number)
        if advised := answer.get("moves"):
            return [Hint(one["move"], one["sentence"], one["chance"]) for one in advised]
        return [Hint(answer["move"], say("terminal.join.no_reason", self.lang))]

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._http is not None:
            await self._http.close()


def _session(lang: str) -> aiohttp.ClientSession:
    import aiohttp

    return aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True), headers={"Accept-Language": lang})


async def _ask(http: aiohttp.ClientSession, method: str, url: str, lang: str, body: Any = None) -> Message:
    """One request; every refusal and every failure is a sentence."""
    import aiohttp

    try:
        async with http.request(method, url, json=body, timeout=aiohttp.ClientTimeout(ANSWER_SECONDS)) as response:
            answer: Message = await response.json()
            if response.status >= 400:
                raise Trouble(say("terminal.join.refused", lang, sentence=answer["why"]["sentence"]))
            return answer
    except (aiohttp.ClientError, OSError, ValueError) as error:
        raise Trouble(say("terminal.join.unreachable", lang, url=url, why=str(error) or type(error).__name__)) from None
