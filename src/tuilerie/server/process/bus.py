"""How processes tell each other that a table has gone on.

Only a hint: whoever misses it finds the entries in the log (see `ServerProcess.beat`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError


class Notice(msgspec.Struct, omit_defaults=True):
    """A table has entries up to `seq`, or somebody there said something, or (`here`) came or went.

    Never a hidden piece.
    """

    origin: str
    table: str
    seq: int = 0
    said: dict[str, Any] | None = None
    here: bool = False
    forgot: str | None = None  # a person whose data was deleted: no process may go on showing the name
    ended: tuple[str, int] | None = None  # a person logged out everywhere, and their new version


Heard = Callable[[Notice], None]


class Bus:
    """The bus of a single process: there is nobody else to tell."""

    async def start(self, heard: Heard) -> None:
        pass

    def tell(self, notice: Notice) -> None:
        pass

    async def close(self) -> None:
        pass


class RedisBus(Bus):
    """Redis publish and subscribe on one channel. A Redis that is down costs speed, never a move."""

    def __init__(self, url: str, prefix: str) -> None:
        self._redis = Redis.from_url(url, socket_connect_timeout=2, socket_keepalive=True)
        self._channel = f"{prefix}:notices"
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(maxsize=10_000)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, heard: Heard) -> None:
        self._tasks = [asyncio.create_task(self._listen(heard)), asyncio.create_task(self._publish())]

    def tell(self, notice: Notice) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self._waiting.put_nowait(msgspec.json.encode(notice))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(RedisError, OSError):
            await self._redis.aclose()

    async def _publish(self) -> None:
        while True:
            payload = await self._waiting.get()
            try:
                await self._redis.publish(self._channel, payload)
            except (RedisError, OSError):
                await asyncio.sleep(0.2)

    async def _listen(self, heard: Heard) -> None:
        decode = msgspec.json.Decoder(Notice).decode
        while True:
            with contextlib.suppress(RedisError, OSError, msgspec.MsgspecError):
                async with self._redis.pubsub() as subscription:
                    await subscription.subscribe(self._channel)
                    async for message in subscription.listen():
                        if message["type"] == "message":
                            heard(decode(message["data"]))
            await asyncio.sleep(0.5)
