"""The log decides: repeated and stale moves, races between devices, coming back after a silence."""

from __future__ import annotations

import asyncio
import json
import random

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from tests.server.client import Person, table_for
from tuilerie.server.storage import queries
from tuilerie.server.storage.schema import log
from tuilerie.table import entries
from tuilerie.table.state import TableState
from tuilerie.table.terms import Terms


def mover_of(devices):
    return next(device for device in devices if device.choice)


async def test_a_repeated_message_is_played_once_and_answered_again(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        table, devices = await table_for([ada, ben])
        mover = mover_of(devices)
        based, move = mover.seq, mover.some_move(random.Random(1))
        first = await mover.play(move, key="once", based=based)
        again = await mover.play(move, key="once", based=based)
        assert first == again
        assert (await mover.until("snapshot"))["seq"] == first["seq"]
        assert (await ada.ask("GET", f"/tables/{table}"))["seq"] == first["seq"]


async def test_a_stale_move_gets_the_current_state(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        table, devices = await table_for([ada, ben])
        mover = mover_of(devices)
        tablet = await mover.person.at(table, mover.keys[0])
        based = mover.seq
        accepted = await mover.play(mover.some_move(random.Random(1)))
        refused = await tablet.play("pass", based=based)
        assert refused["why"]["code"] == "server.stale"
        assert (await tablet.until("snapshot"))["seq"] >= accepted["seq"]


async def test_of_two_devices_at_the_same_time_one_wins(server):
    """On two workers the devices may be served by different processes: the unique key decides."""

    async with Person(server.url) as ada, Person(server.url) as ben:
        table, devices = await table_for([ada, ben])
        mover = mover_of(devices)
        gadgets = [await mover.person.at(table, mover.keys[0]) for _ in range(6)]
        based = gadgets[0].seq
        answers = await asyncio.gather(*(gadget.play("pass", based=based) for gadget in gadgets))
        assert sorted(answer["t"] for answer in answers) == ["accepted"] + ["refused"] * 5
        assert {answer["why"]["code"] for answer in answers if answer["t"] == "refused"} <= {
            "server.stale",
            "server.not-your-turn",
        }
        assert (await ada.ask("GET", f"/tables/{table}"))["seq"] == based + 1


async def test_come_back_with_the_last_number_and_hear_what_was_missed(server):
    """A few missed entries come as updates; nothing missed is nothing to tell; far behind, or without a number, a
    snapshot.
    """

    async with Person(server.url) as ada, Person(server.url) as ben:
        table, devices = await table_for([ada, ben])
        mover, waiting = sorted(devices, key=lambda device: device.choice is None)
        person, key, last = (ada if waiting is devices[0] else ben), waiting.keys[0], waiting.seq
        await waiting.close()
        await mover.play("pass")
        back = await person.at(table, key, last=last)
        assert back.welcome["missed"] in (0, 1)  # a worker that has not heard of the move yet tells it as news
        await back.until_seq(last + 1)
        assert not any(b'"t":"snapshot"' in raw for raw in back.received)
        fresh = await person.at(table, key)
        assert fresh.welcome.get("missed") is None
        await fresh.until_seq(back.seq)
        assert (back.seq, back.view, back.choice, back.turn) == (fresh.seq, fresh.view, fresh.choice, fresh.turn)
        phone = await person.at(table, key, last=fresh.seq)
        assert phone.welcome["missed"] == 0
        assert not any(b'"t":"snapshot"' in raw for raw in phone.received)
        await phone.send({"t": "resync", "last": fresh.seq - 1})
        assert (await phone.until("update", "snapshot"))["t"] == "update"
        await phone.send({"t": "resync", "last": 0})
        assert (await phone.until("update", "snapshot"))["t"] == "snapshot"


async def test_a_spectator_who_was_away_hears_the_same_events_as_one_who_stayed(server):
    async with Person(server.url) as ada, Person(server.url) as ben, Person(server.url) as eve:
        table, devices = await table_for([ada, ben], public=True, variant={"target": 1000})
        left, chance = await eve.at(table), random.Random(5)
        stayed = await eve.at(table)
        await left.close()

        async def come_back(number, seq):
            await stayed.until_seq(seq)
            back = await eve.at(table, last=left.seq)
            assert (back.welcome.get("missed") is None) == (number == 48)
            heard = [event for raw in back.received for event in json.loads(raw).get("events", [])]
            told = [event for raw in stayed.received for event in json.loads(raw).get("events", [])]
            assert heard == told[-len(heard) :]
            assert len(heard) > number
            assert back.view == stayed.view

        for number in range(50):
            mover = next(device for device in devices if device.choice)
            await mover.play(mover.some_move(chance))
            for device in devices:
                await device.until_seq(mover.seq)
            if number in (10, 48):
                await come_back(number, mover.seq)


async def test_heartbeats_carry_the_latest_number(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        _, (one, _) = await table_for([ada, ben])
        await one.send({"t": "ping"})
        assert (await one.until("beat"))["seq"] == one.seq


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
        loaded = queries.load(connection, table)
        texts = b"".join(connection.execute(select(log.c.entry).where(log.c.table_id == table)).scalars())
    engine.dispose()
    assert [loaded.state.match.view(seat) for seat in (0, 1)] == views
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
    state = TableState("t", Terms("restart", 2, {"target": 1000}), bytes(32))
    for seq, line in enumerate(GOLDEN, 1):
        entry = entries.decode(line)
        if isinstance(entry, entries.Play):
            entry = entries.Play(state.turn, entry.moves, entry.by)
        state.apply(seq, 0, entry, None)
    assert state.phase == "over"
    assert state.rematch == "x"
    assert state.late == [0]
    assert state.match.reason == "abandoned"
    assert state.match.scores == [299, 306]
