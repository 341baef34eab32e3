"""Fair deals at a table: promised before, revealed after, checked by anyone."""

from __future__ import annotations

import asyncio
import hashlib
import random

from tests.server.client import Person, play_out
from tuilerie.engine.record_check import check_record


async def seated(ada, ben, **terms):
    made = await ada.create(hash=ada.hash, **terms)
    table = made["table"]["id"]
    one = await ada.at(table, made["seats"][0]["key"])
    two = await ben.at(table, (await ben.sit(table, hash=ben.hash))["seats"][0]["key"])
    return table, one, two


async def test_hashes_are_published_when_the_seats_are_fixed_and_nonces_when_used(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        table, one, two = await seated(ada, ben, variant={"target": 20})
        assert all("hash" not in seat for seat in one.welcome["table"]["seats"])
        await one.do("start")
        update = await two.until("update")
        while update["kind"] != "start":
            update = await two.until("update")
        assert update["fair"]["hashes"] == [ada.hash, ben.hash]
        await one.send({"t": "reveal", "nonce": ben.nonce})
        assert (await one.until("refused"))["why"]["code"] == "server.nonce"
        await one.send({"t": "reveal", "nonce": ada.nonce})
        bare = await two.until("update")
        assert set(bare) == {"t", "seq"}, "a bare number until everybody has revealed"
        await two.send({"t": "reveal", "nonce": ben.nonce})
        await asyncio.gather(one.until_phase("playing"), two.until_phase("playing"))
        await play_out([one, two], random.Random(1))
        record = await ben.ask("GET", f"/tables/{table}/record")
        check_record(record)
        assert record["nonces"] == [ada.nonce, ben.nonce]
        assert hashlib.sha256(bytes.fromhex(record["seed"])).hexdigest() == one.welcome["table"]["commitment"]


async def test_who_does_not_reveal_in_time_is_replaced_by_zeros_and_shown(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        _, one, two = await seated(ada, ben)
        await one.do("start")
        await one.send({"t": "reveal", "nonce": ada.nonce})
        await two.until_phase("revealing")
        message = await two.until("update")
        while message.get("kind") != "deal":
            message = await two.until("update")
        assert message["fair"]["late"] == [1]
        assert message["fair"]["nonces"] == [ada.nonce, ""]


async def test_no_record_and_no_secret_before_the_end(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        table, one, _ = await seated(ada, ben)
        refused = await ada.ask("GET", f"/tables/{table}/record", expect=409)
        assert refused["why"]["code"] == "server.no-record"
        assert not any(b'"seed"' in raw for raw in one.received)
