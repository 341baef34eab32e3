"""The log decides: repeated and stale moves, races between devices, coming back after a silence."""

from __future__ import annotations

import asyncio
import random

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from tests.server.client import Person, table_for
from tuilerie.server import entries, store
from tuilerie.server.fold import Fold, Terms
from tuilerie.server.schema import log


def mover_of(devices):
    return next(device for device in devices if device.choice)


def test_a_repeated_message_is_played_once_and_answered_again(server):
    async def scene():
        async with Person(server.url) as ada, Person(server.url) as ben:
            table, devices = await table_for([ada, ben])
            mover = mover_of(devices)
            based, move = mover.seq, mover.some_move(random.Random(1))
            first = await mover.play(move, key="once", based=based)
            again = await mover.play(move, key="once", based=based)
            assert first == again
            assert (await mover.until("snapshot"))["seq"] == first["seq"]
            assert (await ada.ask("GET", f"/tables/{table}"))["seq"] == first["seq"]

    asyncio.run(scene())


def test_a_stale_move_gets_the_current_state(server):
    async def scene():
        async with Person(server.url) as ada, Person(server.url) as ben:
            table, devices = await table_for([ada, ben])
            mover = mover_of(devices)
            tablet = await mover.person.at(table, mover.keys[0])
            based = mover.seq
            accepted = await mover.play(mover.some_move(random.Random(1)))
            refused = await tablet.play("pass", based=based)
            assert refused["why"]["code"] == "server.stale"
            assert (await tablet.until("snapshot"))["seq"] >= accepted["seq"]

    asyncio.run(scene())


def test_of_two_devices_at_the_same_time_one_wins(server):
    """On two workers the devices may be served by different processes: the unique key decides."""

    async def scene():
        async with Person(server.url) as ada, Person(server.url) as ben:
            table, devices = await table_for([ada, ben])
            mover = mover_of(devices)
            gadgets = [await mover.person.at(table, mover.keys[0]) for _ in range(6)]
            based = gadgets[0].seq
            answers = await asyncio.gather(*(gadget.play("pass", based=based) for gadget in gadgets))
            assert sorted(answer["t"] for answer in answers) == ["accepted"] + ["refused"] * 5
            assert {answer["why"]["code"] for answer in answers if answer["t"] == "refused"} <= {"server.stale", "server.not-your-turn"}
            assert (await ada.ask("GET", f"/tables/{table}"))["seq"] == based + 1

    asyncio.run(scene())


def test_come_back_from_another_device_and_miss_nothing(server):
    async def scene():
        async with Person(server.url) as ada, Person(server.url) as ben:
            _, devices = await table_for([ada, ben])
            one, two = devices
            last = two.seq
            await two.close()
            mover = one if one.choice else None
            if mover is not None:
                await one.play("pass")
            phone = await ben.at(two.table, two.keys[0], last=last)
            assert phone.seq >= last
            assert phone.view["hand"] == two.view["hand"]
            snapshot_events = [message for message in phone.received if b'"t":"snapshot"' in message]
            assert len(snapshot_events) == 1

    asyncio.run(scene())


def test_heartbeats_carry_the_latest_number(server):
    async def scene():
        async with Person(server.url) as ada, Person(server.url) as ben:
            _, (one, _) = await table_for([ada, ben])
            await one.send({"t": "ping"})
            assert (await one.until("beat"))["seq"] == one.seq

    asyncio.run(scene())


def test_the_log_is_unique_on_table_and_number(server):
    engine = server.place.engine()
    row = {"table_id": "t", "seq": 1, "at": 0, "entry": b"{}", "key": None, "mark": 1}
    with engine.connect() as connection:
        connection.execute(insert(log), row)
        with pytest.raises(IntegrityError):
            connection.execute(insert(log), row)
    engine.dispose()


def test_the_state_is_the_fold_of_the_log(server):
    """Read the log with other eyes: it folds to what clients were shown."""

    async def scene():
        async with Person(server.url) as ada, Person(server.url) as ben:
            table, devices = await table_for([ada, ben], fair=True)
            chance = random.Random(4)
            for _ in range(8):
                mover = mover_of(devices)
                accepted = await mover.play(mover.some_move(chance))
                for device in devices:
                    await device.until_seq(accepted["seq"])
            return table, [device.view for device in devices]

    table, views = asyncio.run(scene())
    engine = server.place.engine()
    with engine.connect() as connection:
        loaded = store.load(connection, table)
        texts = b"".join(connection.execute(select(log.c.entry).where(log.c.table_id == table)).scalars())
    engine.dispose()
    assert [loaded.fold.match.view(seat) for seat in (0, 1)] == views
    assert b"name" not in texts


GOLDEN = [
    b'{"k":"sit","seat":0,"sitter":"a","hash":"%s"}' % (b"0" * 64),
    b'{"k":"bot","seat":1,"bot":"greedy"}',
    b'{"k":"start"}',
    b'{"k":"deal","nonces":["",""],"late":[0]}',
    b'{"k":"play","seat":0,"moves":["pass"]}',
    b'{"k":"play","seat":1,"moves":["pass"],"by":"bot"}',
    b'{"k":"leave","seat":0,"bot":"greedy"}',
    b'{"k":"return","seat":0}',
    b'{"k":"abandon","seat":0}',
    b'{"k":"stop","reason":"abandoned"}',
    b'{"k":"rematch","table":"x"}',
]


def test_old_logs_fold_for_ever():
    """The first release's entries, byte for byte: what they mean must never change."""
    fold = Fold("t", Terms("restart", 2, {"target": 1000}), bytes(32))
    for seq, line in enumerate(GOLDEN, 1):
        entry = entries.decode(line)
        if isinstance(entry, entries.Play):
            entry = entries.Play(fold.turn, entry.moves, entry.by)
        fold.apply(seq, 0, entry, None)
    assert fold.phase == "over"
    assert fold.rematch == "x"
    assert fold.late == [0]
    assert fold.match.reason == "abandoned"
    assert fold.match.scores == [299, 306]
