"""One guest cannot use up what others need: limits per person, name and address, time-outs, and answers that are kept
ready.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import threading

import aiohttp
import pytest

from tests.server.client import API, PATIENCE, Person, play_out, table_for
from tests.server.played_states import folded
from tests.server.serving import in_process
from tuilerie.server import main
from tuilerie.server.http import app as application
from tuilerie.server.http.cache import Cache
from tuilerie.server.people import identities
from tuilerie.server.process import limits
from tuilerie.server.process.limits import AtOnce, Bucket, Limits, Rate, Watching, network
from tuilerie.table import entries
from tuilerie.table.errors import NotAllowed
from tuilerie.table.state import MOST_CHANGES

# --- counting ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::ffff:c000:207", "192.0.2.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("nonsense", "nonsense"),
    ],
)
def test_ipv6_is_counted_by_household(address, counted):
    assert network(address) == counted


def test_a_bucket_says_when_there_is_room_again():
    bucket = Bucket(Rate(0.1, 2))
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    assert bucket.wait() == 10
    assert not bucket.take(5)
    assert bucket.wait(5) == 20, "no more than a full bucket"


def test_a_new_identity_is_no_new_bucket_and_an_address_has_room_for_several():
    counted = Limits(True)
    for person in range(4):
        for _ in range(5):
            counted.require_both("x", Rate(0.001, 5), f"p{person}", "here")
    with pytest.raises(NotAllowed) as denied:
        counted.require_both("x", Rate(0.001, 5), "p9", "here", otherwise="many-hints")
    assert denied.value.code == "server.many-hints"
    assert denied.value.again == 250
    with pytest.raises(NotAllowed):
        counted.require_both("x", Rate(0.001, 5), "p0", "elsewhere")


def test_what_is_held_at_the_same_time():
    sockets = AtOnce(2, True)
    assert [sockets.take("a"), sockets.take("a"), sockets.take("a"), sockets.take("b")] == [True, True, False, True]
    sockets.release("a")
    assert sockets.take("a")
    watching = Watching(True)
    assert [watching.allows(f"t{n}", f"p{n // 2}", "a") for n in range(5)] == [True, True, True, True, False]
    assert not watching.allows("t9", "p0", "b")
    assert watching.allows("t0", "p0", "a"), "it is counted already"
    watching.release("t0")
    assert watching.allows("t9", "p0", "a")


def test_the_cache_keeps_the_latest_up_to_its_size():
    cache = Cache(10)
    cache.put("a", b"xxxx")
    cache.put("b", b"xxxx")
    assert cache.get("a") == b"xxxx"
    cache.put("c", b"xxxx")
    assert [cache.get(key) for key in "abc"] == [b"xxxx", None, b"xxxx"]
    cache.put("d", b"x" * 11)
    assert cache.get("d") is None
    assert cache.size == 0


# --- logins -------------------------------------------------------------------------------------------------


def test_a_name_is_not_guessed_from_many_addresses(tmp_path):
    """Behind a proxy the addresses are what it says."""

    async def scene():
        async with in_process(tmp_path, proxied=True) as url, aiohttp.ClientSession() as http:
            answers = []
            for number in range(limits.LOGINS.burst + 2):
                wrong = {"name": "Ａda" if number % 2 else "ada", "passphrase": f"guess number {number}"}
                async with http.post(
                    f"{url}{API}/me/login", json=wrong, headers={"X-Forwarded-For": f"192.0.2.{number}"}
                ) as response:
                    answers.append(response.status)
                    again = response.headers.get("Retry-After")
            assert answers == [403] * limits.LOGINS.burst + [429] * 2
            assert 1 <= int(again) <= 60

    asyncio.run(scene())


def test_nobody_who_reads_waits_behind_logins(tmp_path, monkeypatch):
    hold, checked = threading.Event(), identities.matches
    monkeypatch.setattr(identities, "matches", lambda *known: hold.wait(60) and checked(*known))

    async def scene():
        async with in_process(tmp_path, limits=False) as url, aiohttp.ClientSession() as http:

            async def log_in(number: int) -> int:
                async with http.post(
                    f"{url}{API}/me/login", json={"name": f"n{number}", "passphrase": "guess guess"}
                ) as response:
                    return response.status

            waiting = [asyncio.create_task(log_in(number)) for number in range(40)]
            for _ in range(10):
                async with http.get(f"{url}{API}/me") as response:
                    assert response.status == 200
            hold.set()
            answers = await asyncio.gather(*waiting)
            assert set(answers) == {403, 429}, "no more wait in line than can be served soon"

    asyncio.run(scene())


# --- half-sent requests ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (b"", b""),
        (b"POST /api/1/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le", b""),
        (
            b"POST /api/1/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
            b"application/json\r\nContent-Length: 100\r\n\r\n{",
            b"HTTP/1.1 408",
        ),
        (
            b"POST /api/1/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
            b"application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{",
            b"HTTP/1.1 408",
        ),
    ],
)
def test_half_sent_requests_time_out(tmp_path, monkeypatch, sent, answered):
    monkeypatch.setattr(main, "IDLE_SECONDS", 0.5)
    monkeypatch.setattr(application, "BODY_SECONDS", 0.5)

    async def scene():
        async with in_process(tmp_path) as url:
            reader, writer = await asyncio.open_connection("127.0.0.1", int(url.rpartition(":")[2]))
            writer.write(sent)
            heard = await asyncio.wait_for(reader.read(), PATIENCE)  # to the end: the connection is closed
            writer.close()
            assert heard.startswith(answered)
            assert bool(heard) == bool(answered)

    asyncio.run(scene())


# --- at the table ---------------------------------------------------------------------------------------------


def test_what_is_so_already_is_not_written_again(server):
    async def scene():
        async with Person(server.url) as ada, Person(server.url) as ben, Person(server.url) as cem:
            made = await ada.create(players=2)
            host = await ada.at(made["table"]["id"], made["seats"][0]["key"])
            assert (await host.do("seat-bot", seat=1, bot=None))["why"]["code"] == "server.already"
            assert (await host.do("seat-bot", seat=1, bot="greedy"))["t"] == "accepted"
            assert (await host.do("seat-bot", seat=1, bot="greedy"))["why"]["code"] == "server.already"
            _, (one, _, _) = await table_for([ada, ben, cem])
            assert (await one.do("abandon"))["t"] == "accepted"
            seq = one.seq
            for _ in range(3):
                assert (await one.do("abandon"))["why"]["code"] == "server.already"
            assert one.seq == seq

    asyncio.run(scene())


def test_a_seat_is_not_changed_without_end(server):
    async def scene():
        async with Person(server.url) as ada:
            made = await ada.create(players=2)
            host = await ada.at(made["table"]["id"], made["seats"][0]["key"])
            for number in range(2 * MOST_CHANGES):
                assert (await host.do("seat-bot", seat=1, bot=None if number % 2 else "greedy"))["t"] == "accepted"
            assert (await host.do("seat-bot", seat=1, bot="greedy"))["why"]["code"] == "server.many-changes"

    asyncio.run(scene())


def test_leaving_and_returning_is_counted_by_seat():
    state, _, _ = folded("restart", 2, 1, moves=3)
    for _ in range(MOST_CHANGES // 2):
        for entry in (entries.Leave(0, "greedy"), entries.Return(0)):
            state.apply(state.seq + 1, 0, entry, None)
    with pytest.raises(NotAllowed, match="often"):
        state.require_changeable(0)
    state.require_changeable(1)


def test_phrases_and_hints_are_counted_by_person_and_address_not_by_socket(strict):
    async def scene():
        async with Person(strict.url) as ada, Person(strict.url) as ben:
            table, (one, two) = await table_for([ada, ben])
            answers = []
            for number in range(int(limits.PHRASES.burst) + 8):
                device = one if number % 2 else await ada.at(table, one.keys[0])
                await device.send({"t": "say", "phrase": "hello"})
                answers.append(await device.until("said", "refused"))
                if device is not one:
                    await device.close()
            refused = [answer["why"] for answer in answers if answer["t"] == "refused"]
            assert {why["code"] for why in refused} == {"server.many-phrases"}
            assert all(why["again"] >= 1 for why in refused)
            await two.send({"t": "say", "phrase": "thanks"})
            while (said := await two.until("said"))["seat"] != 1:
                pass
            assert said["phrase"] == "thanks", "others may still speak"

    asyncio.run(scene())


def test_too_often_says_when_to_come_back(strict):
    async def scene():
        async with Person(strict.url) as ada, Person(strict.url) as eve:
            made = await ada.create(public=True)
            report = {"table": made["table"]["id"], "seat": 0}
            statuses, retry = [], None
            for number in range(int(limits.REPORTS.burst * limits.ADDRESS_FACTOR) + 1):
                if number % limits.REPORTS.burst == 0:
                    eve.http.cookie_jar.clear()  # a new identity
                    await eve.ask("GET", "/me")
                async with eve.http.post(strict.url + API + "/reports", json=report) as response:
                    statuses.append(response.status)
                    retry = response.headers.get("Retry-After")
                    why = (await response.json()).get("why")
            assert statuses == [200] * int(limits.REPORTS.burst * limits.ADDRESS_FACTOR) + [429]
            assert 1 <= int(retry) <= 60
            assert (why["code"], why["again"]) == ("server.many-reports", int(retry))

    asyncio.run(scene())


def test_drafts_are_paid_for_by_the_move(strict):
    async def scene():
        async with Person(strict.url) as ada, Person(strict.url) as ben:
            _, devices = await table_for([ada, ben])
            mover = next(device for device in devices if device.choice)
            other = next(device for device in devices if device is not mover)
            codes = set()
            for _ in range(60):
                answer = await mover.ask("check", "checked", based=mover.seq, move="pass", moves=["zz"] * 64)
                codes.add(answer["why"]["code"])
            assert "server.too-fast" in codes
            await other.send({"t": "ping"})
            await other.until("beat")
            assert (await mover.play("pass"))["t"] == "accepted", "a move is not a trial"

    asyncio.run(scene())


def test_records_and_replays_are_the_same_from_the_cache_and_limited(strict):
    async def scene():
        async with Person(strict.url) as ada, Person(strict.url) as ben:
            await ada.ask("PATCH", "/me", {"name": "Ada"})
            table, devices = await table_for([ada, ben], variant={"target": 20})
            await play_out(devices, random.Random(4))
            for kind in ("record", "replay"):
                first, second = [await ada.ask("GET", f"/tables/{table}/{kind}") for _ in range(2)]
                assert first == second
                assert "Ada" in json.dumps(first)
            assert sorted(first) == ["code", "events", "game", "seats", "steps", "views"]
            await ada.ask("DELETE", "/me")
            for kind in ("record", "replay"):
                assert "Ada" not in json.dumps(await ben.ask("GET", f"/tables/{table}/{kind}"))
            statuses = set()
            for _ in range(700):
                async with ben.http.get(f"{strict.url}{API}/tables/{table}/record") as response:
                    statuses.add(response.status)
                    if response.status == 429:
                        break
            assert statuses == {200, 429}

    asyncio.run(scene())


def test_sockets_of_one_address_are_counted(tmp_path, monkeypatch):
    monkeypatch.setattr("tuilerie.server.process.server_process.SOCKETS_AT_ONCE", 3)

    async def scene():
        async with in_process(tmp_path) as url, aiohttp.ClientSession() as http:
            held = [await http.ws_connect(f"{url}{API}/socket") for _ in range(3)]
            with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                await http.ws_connect(f"{url}{API}/socket")
            assert caught.value.status == 429
            assert caught.value.headers["Retry-After"]
            await held[0].close()
            for _ in range(500):
                with contextlib.suppress(aiohttp.WSServerHandshakeError):
                    held.append(await http.ws_connect(f"{url}{API}/socket"))
                    break
                await asyncio.sleep(0.02)
            assert len(held) == 4

    asyncio.run(scene())
