"""Floods below the messages: connections, pings, frames without content, nonsense in place of a request.

No message and no request comes of them, so the limits of messages and requests do not see them.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os

import aiohttp
import pytest

from tests.server.client import API, PATIENCE, Person
from tests.server.serving import in_process, place, serving
from tuilerie.server.http.static_files import EngineFolder
from tuilerie.server.process import limits
from tuilerie.server.process.limits import MOST_BUCKETS, Limits, Rate

TEXT, CONTINUED, PING, PONG = 1, 0, 9, 10


def frame(kind, payload=b"", last=True):
    """A short frame as a client sends it, masked with zeros."""
    return bytes([kind | (0x80 if last else 0), 0x80 | len(payload)]) + bytes(4) + payload


async def raw_socket(url, forwarded=None):
    """A socket of which we write every byte."""
    port = int(url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [
        f"GET {API}/socket HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        *([f"X-Forwarded-For: {forwarded}"] if forwarded else []),
    ]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
    assert b" 101 " in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
    return reader, writer


async def at_a_table(url):
    """The same, after `hello`, and the table's address for others."""
    async with Person(url) as ada:
        made = await ada.create(bots={"1": "greedy"})
    reader, writer = await raw_socket(url)
    hello = {"t": "hello", "table": made["table"]["id"], "keys": [made["seats"][0]["key"]]}
    payload = json.dumps(hello).encode()
    writer.write(bytes([0x80 | TEXT, 0x80 | 126]) + len(payload).to_bytes(2, "big") + bytes(4) + payload)
    return reader, writer


async def is_closed(reader):
    """The server ends the connection, however much it still says."""
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(PATIENCE):
            while await reader.read(1 << 16):
                pass
    return True


@pytest.mark.parametrize("kind", [PING, PONG])
async def test_pings_and_pongs_count_as_messages(tmp_path, kind):
    async with in_process(tmp_path) as url:
        for open_ in (raw_socket, at_a_table):
            reader, writer = await open_(url)
            writer.write(frame(kind) * 300)
            assert await is_closed(reader)
            writer.close()


async def test_a_ping_is_answered(tmp_path):
    async with in_process(tmp_path) as url:
        reader, writer = await raw_socket(url)
        writer.write(frame(PING, b"there?"))
        assert await asyncio.wait_for(reader.readexactly(8), PATIENCE) == bytes([0x80 | PONG, 6]) + b"there?"
        writer.close()


async def test_frames_without_content_are_counted_by_the_byte(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "BYTES", Rate(1, 20_000))
    async with in_process(tmp_path) as url:
        reader, writer = await raw_socket(url)
        writer.write(frame(TEXT, b"{", last=False) + frame(CONTINUED, last=False) * 4000)
        assert await is_closed(reader)
        writer.close()


async def test_behind_a_proxy_bytes_are_those_of_who_sent_them(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "BYTES", Rate(1, 20_000))
    async with in_process(tmp_path, proxied=True) as url:
        flooding, writer = await raw_socket(url, forwarded="192.0.2.1")
        other, others = await raw_socket(url, forwarded="192.0.2.1, 192.0.2.2")
        writer.write(frame(TEXT, b"{", last=False) + frame(CONTINUED, last=False) * 4000)
        assert await is_closed(flooding)
        others.write(frame(PING))
        assert await asyncio.wait_for(other.readexactly(2), PATIENCE) == bytes([0x80 | PONG, 0])
        writer.close()
        others.close()


async def test_connections_of_one_address_are_counted_even_if_they_never_ask(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "CONNECTIONS_AT_ONCE", 5)
    async with in_process(tmp_path) as url:
        port = int(url.rpartition(":")[2])
        held = []
        for _ in range(5):
            held.append(await asyncio.open_connection("127.0.0.1", port))
            held[-1][1].write(b"GET / HTTP/1.1\r\nHos")
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await is_closed(reader)
        async with Person(url, "127.0.0.2") as ben:  # another address
            await ben.ask("GET", "/me")
        held[0][1].close()
        while True:  # the server hears of it a moment later
            async with Person(url) as ada:
                with contextlib.suppress(aiohttp.ClientError):
                    await ada.ask("GET", "/me")
                    break
        for _, each in [*held, (reader, writer)]:
            each.close()


async def test_a_snapshot_is_paid_for_however_it_is_asked_for(strict):
    """By a move that is too late, or by a tap."""
    async with Person(strict.url) as ada:
        made = await ada.create(players=2, pass_and_play=True, start=True)
        device = await ada.at(made["table"]["id"], *(seat["key"] for seat in made["seats"]))
        codes = set()
        for number in range(limits.TRIALS.burst // 11 + 100):
            seat = number % 2 if device.turn is None else device.turn
            late = {"t": "play", "key": f"late-{number}", "based": 0, "moves": ["pass"], "seat": seat}
            await device.send({"t": "tap", "seat": seat} if number % 2 else late)
            if number % 50 == 49:
                await asyncio.sleep(1)  # within the messages that a socket may send
        while "server.too-fast" not in codes:
            codes.add((await device.until("refused"))["why"]["code"])
        assert codes == {"server.stale", "server.too-fast"}


async def test_nobody_deletes_without_end(strict):
    """Every deletion empties what is kept ready for others."""
    async with Person(strict.url) as ada:
        for _ in range(int(limits.SOCIAL.burst)):
            await ada.ask("DELETE", "/me")
        assert (await ada.ask("DELETE", "/me", expect=429))["why"]["code"] == "server.too-fast"
        await ada.ask("DELETE", "/blocks", expect=429)


def test_many_strangers_do_not_free_who_is_held_back():
    counted = Limits(enforced=True)
    for number in range(MOST_BUCKETS - 1):
        counted.bucket("logins", limits.LOGINS, f"stranger {number}").take()
    guessing = counted.bucket("logins", limits.LOGINS, "ada")
    while guessing.take():
        pass
    counted.bucket("logins", limits.LOGINS, "one more").take()
    assert counted.bucket("logins", limits.LOGINS, "ada") is guessing


def test_the_engine_is_listed_again_only_when_it_was_built(tmp_path):
    (tmp_path / "engine.json").write_text("{}")
    engine = EngineFolder(tmp_path)
    first = engine._files
    engine.response("engine.json")
    assert engine._files is first
    (tmp_path / "new").write_text("")
    os.utime(tmp_path / "engine.json", ns=(1, 1))
    engine.response("engine.json")
    assert "new" in engine._files


async def test_nonsense_is_answered_and_not_written_down():
    nonsense = [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: tuilerie=" + b"secret" * 2000 + b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\xfc\x03",
    ]
    with place("sqlite") as where, serving(where, more=["--log", "info"]) as server:
        for sent in nonsense:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(sent)
            assert b" 400 " in await asyncio.wait_for(reader.read(), PATIENCE)
            writer.close()
        async with Person(server.url) as ada:
            await ada.ask("GET", "/me")
        lines = [json.loads(line) for line in server.errors().splitlines()]
        assert [line["what"] for line in lines] == ["request"]
