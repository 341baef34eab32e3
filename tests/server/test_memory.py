"""What a server has done with, it gives back."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from tests.server.client import PATIENCE
from tests.server.serving import in_process
from tuilerie.server.process import memory


def sockets_in_memory() -> int:
    return sum(isinstance(thing, web.WebSocketResponse) for thing in gc.get_objects())


async def test_whoever_lost_the_line_does_not_stay_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MANY_ENDED", 10)
    gc.collect()
    gc.disable()  # only what the server itself does counts
    try:
        async with in_process(tmp_path) as url, aiohttp.ClientSession() as http, asyncio.timeout(PATIENCE):
            for _ in range(40):
                socket = await http.ws_connect(f"{url}/api/1/socket")
                socket.get_extra_info("socket").shutdown(2)
            while sockets_in_memory() > memory.MANY_ENDED:
                await asyncio.sleep(0.02)
    finally:
        gc.enable()
