"""The bus between several processes. Loaded only where there is a Redis: its client takes 12 MB."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from tuilerie.server.process.bus import Bus, Heard, Notice


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
