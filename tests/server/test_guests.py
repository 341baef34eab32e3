"""Bad guests: whatever they send is refused with a code, and the others at the table play on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
from pathlib import Path

import aiohttp
import pytest

from tests.server.client import API, Device, Person, table_for
from tests.server.serving import Server, place, serving


def memory_kib(server: Server) -> int:
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{server.process.pid}/status").read_text())[1])


NONSENSE = [
    "",
    "{",
    "null",
    "[]",
    '"play"',
    "{}",
    '{"t":1}',
    '{"t":"nothing"}',
    '{"t":"play"}',
    '{"t":"play","key":"k","based":-1,"moves":["pass"]}',
    '{"t":"play","key":"k","based":1e400,"moves":["pass"]}',
    '{"t":"play","key":"k","based":99999999999999999999,"moves":["pass"]}',
    '{"t":"play","key":"k","based":1,"moves":[]}',
    '{"t":"play","key":"k","based":1,"moves":["pass"],"extra":1}',
    '{"t":"play","key":"","based":1,"moves":["pass"]}',
    '{"t":"tap","seat":9}',
    '{"t":"hello","table":"../../etc"}',
    '{"t":"say","phrase":"rude"}',
    '{"t":"say"}',
    '{"t":"seat-bot","key":"b","seat":1,"bot":"cmd:rm -rf /"}',
    '{"t":"draft","id":1,"key":"d","based":1,"moves":["\\u0000"]}',
    '{"t":"play","key":"\\ud800","based":1,"moves":["pass"]}',
    "[" * 3000,
    '{"t":"reveal","nonce":"zz"}',
]


async def test_nonsense_is_refused_with_a_code(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        _, devices = await table_for([ada, ben])
        for text in NONSENSE:
            await devices[0].socket.send_str(text)
            refused = await devices[0].until("refused")
            assert refused["why"]["code"].startswith(("server.", "bot.", "refusal."))
            assert refused["why"]["sentence"]
        mover = next(device for device in devices if device.choice)
        assert (await mover.play(mover.some_move(random.Random(1))))["t"] == "accepted"


def mutated(chance: random.Random, text: str) -> str:
    letters = list(text)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(letters))
        letters[at : at + chance.randint(0, 3)] = chance.choice(
            ['"', "{", "}", "9", "-", "\\", "é", "null", "[", "pass", "\x00"]
        )
    return "".join(letters)


def test_a_fuzzer_finds_no_crash_no_hang_and_no_growth():
    good = [
        '{"t":"play","key":"k1","based":5,"moves":["g4+g5"],"seat":0}',
        '{"t":"draft","id":1,"key":"k2","based":5,"moves":["pass","S:g"]}',
        '{"t":"check","id":2,"based":5,"move":"r5","moves":["S:g"]}',
        '{"t":"leave","key":"k3"}',
        '{"t":"seat-bot","key":"k4","seat":1,"bot":"greedy"}',
        '{"t":"say","phrase":"hello"}',
    ]

    async def scene(running: Server):
        async with Person(running.url) as ada, Person(running.url) as ben:
            table, (one, _) = await table_for([ada, ben])
            chance = random.Random(5)
            sizes = []
            for turn in range(16):
                device = await ada.at(table, one.keys[0])
                for _ in range(150):
                    await device.socket.send_str(mutated(chance, chance.choice(good)))
                await device.send({"t": "ping"})
                await device.until("beat")
                await device.close()
                if turn in (7, 15):
                    sizes.append(memory_kib(running))
            assert sizes[1] < sizes[0] + 8_000, "memory grows"

    with place("sqlite") as where, serving(where) as running:
        asyncio.run(scene(running))
        assert "Traceback" not in running.errors()


async def test_an_oversized_frame_closes_the_socket_and_nobody_else(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        _, (one, two) = await table_for([ada, ben])
        await one.socket.send_str('{"t":"say","text":"' + "x" * 100_000 + '"}')
        with pytest.raises(ConnectionError):
            await one.until("never")
        assert one.socket.close_code == 1009
        await two.send({"t": "ping"})
        await two.until("beat")


async def test_wrong_origin_forged_cookie_and_others_keys(server):
    async with Person(server.url) as ada, Person(server.url) as ben, Person(server.url) as eve:
        table, (one, two) = await table_for([ada, ben])
        with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
            await eve.http.ws_connect(server.url + API + "/socket", origin="https://evil.example")
        assert caught.value.status == 403
        async with eve.http.post(
            server.url + API + "/tables", json={"game": "restart"}, headers={"Origin": "https://evil.example"}
        ) as response:
            assert response.status == 403
            assert (await response.json())["why"]["code"] == "server.origin"
        for cookie in ("x.y", "a" * 500, "", "né.1"):
            async with eve.http.get(
                server.url + API + "/me", headers={"Cookie": f"tuilerie={cookie}".encode().decode("latin-1")}
            ) as response:
                assert response.status == 200  # a stranger again, with a new identity
        mine = (await eve.ask("GET", "/me"))["id"]
        forged = {"Cookie": f"tuilerie={mine}.{'0' * 64}"}
        async with aiohttp.ClientSession() as forger:
            async with forger.post(server.url + API + "/tables", json={"game": "restart"}, headers=forged) as response:
                assert (response.status, (await response.json())["why"]["code"]) == (403, "server.bad-cookie")
            with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                await forger.ws_connect(server.url + API + "/socket", headers=forged)
            assert caught.value.status == 403
        assert (await eve.ask("POST", f"/tables/{table}/keys"))["seats"] == []
        for key in ("0" * 32, one.keys[0][:-1] + ("0" if one.keys[0][-1] != "0" else "1")):
            with pytest.raises(ConnectionError, match=r"server\.bad-key"):
                await eve.at(table, key)
        other, _ = await table_for([ada, ben])
        with pytest.raises(ConnectionError, match=r"server\.bad-key"):
            await eve.at(other, two.keys[0])  # a key of another table
        with pytest.raises(ConnectionError, match=r"server\.bad-key"):
            await ada.at(table, one.keys[0], two.keys[0])  # two hands on one device


async def test_a_key_is_worthless_once_somebody_else_sits_there(server):
    async with Person(server.url) as ada, Person(server.url) as ben, Person(server.url) as cem:
        made = await ada.create(players=2)
        table = made["table"]["id"]
        old = (await ben.sit(table, seat=1))["seats"][0]["key"]
        device = await ben.at(table, old)
        await device.do("leave")
        await cem.sit(table, seat=1)
        with pytest.raises(ConnectionError, match=r"server\.bad-key"):
            await ben.at(table, old)
        assert (await device.do("leave"))["why"]["code"] == "server.not-seated"


async def test_path_tricks_find_nothing(server):
    async with Person(server.url) as eve:
        for name in ("..%2f..%2fetc%2fpasswd", "%00", "a" * 500, "x'%20OR%201=1--", "%ff%fe", "é"):
            for path in (f"/tables/{name}/record", f"/tables/{name}", f"/codes/{name}", f"/leaderboard/{name}"):
                async with eve.http.get(server.url + API + path) as response:
                    assert response.status in (404, 400), (path, response.status)


async def test_bad_bodies_are_refused(server):
    async with Person(server.url) as eve:
        bodies = [
            b"",
            b"{",
            b"[]",
            b'{"game":"chess"}',
            b'{"game":"restart","players":9}',
            b'{"game":"restart","variant":{"x":1}}',
            b"\xff\xfe",
        ]
        bodies += [
            b'{"game":"restart","clock":{"kind":"move","amount":1}}',
            b'{"game":"restart","bots":{"7":"greedy"}}',
            b'{"game":"restart","bots":{"1":"cmd:ls"}}',
        ]
        for body in bodies:
            async with eve.http.post(
                server.url + API + "/tables", data=body, headers={"Content-Type": "application/json"}
            ) as response:
                failure = await response.json()
                assert response.status in (400, 409), body
                assert failure["why"]["code"]
        async with eve.http.post(
            server.url + API + "/tables", data=b"x" * 100_000, headers={"Content-Type": "application/json"}
        ) as response:
            assert response.status == 413
        async with eve.http.post(
            server.url + API + "/tables", data=b"x", headers={"Content-Type": "text/plain"}
        ) as response:
            assert response.status == 415
        async with eve.http.put(server.url + API + "/tables", json={}) as response:
            assert response.status == 405


async def test_ten_thousand_messages_from_one_socket(strict):
    async with Person(strict.url) as ada, Person(strict.url) as ben:
        _, (one, two) = await table_for([ada, ben])
        with contextlib.suppress(ConnectionError, aiohttp.ClientError):
            for _ in range(10_000):
                await one.socket.send_str('{"t":"ping"}')
        last = await _last_words(one)
        assert last["t"] == "goodbye"
        assert last["why"]["code"] == "server.too-fast"
        await two.send({"t": "ping"})
        await two.until("beat")


async def _last_words(device: Device) -> dict[str, object]:
    last: dict[str, object] = {}
    with contextlib.suppress(ConnectionError):
        while True:
            frame = await device.socket.receive(timeout=60)
            if frame.type is not aiohttp.WSMsgType.TEXT:
                break
            last = json.loads(frame.data)
    return last


async def test_tables_and_passphrases_are_limited_per_address_and_identity(strict):
    async with Person(strict.url) as eve:
        answers = set()
        for _ in range(40):
            async with eve.http.post(strict.url + API + "/tables", json={"game": "restart"}) as response:
                answers.add(response.status)
        assert answers == {200, 429}
        answers = set()
        for _ in range(14):
            async with eve.http.post(
                strict.url + API + "/me/login", json={"name": "ada", "passphrase": "guess-guess"}
            ) as response:
                answers.add(response.status)
        assert answers == {403, 429}


def test_hints_have_a_budget_per_person(strict):
    """The same purse at every table: another table is not more hints."""

    async def scene():
        async with Person(strict.url) as ada:
            devices = []
            for _ in range(2):
                made = await ada.create(bots={"1": "greedy"}, start=True)
                devices.append(await ada.at(made["table"]["id"], made["seats"][0]["key"]))
                while not devices[-1].choice:
                    await devices[-1].next()
            answers = [await devices[0].ask("hint", "hinted", based=devices[0].seq) for _ in range(22)]
            answers.append(await devices[1].ask("hint", "hinted", based=devices[1].seq))
            return devices[0].choice["legal"], answers

    legal, answers = asyncio.run(scene())
    assert [answer["t"] for answer in answers[:20]] == ["hinted"] * 20
    assert all(answer["move"] in legal and answer["moves"][0]["sentence"] for answer in answers[:20])
    assert answers[-1]["why"]["code"] == "server.many-hints"
