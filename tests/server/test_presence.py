"""Several processes, one truth: who is connected to one of them is seen at all of them, with and without Redis.

Each server here is one process of its own port, so that a test knows which process somebody is connected to.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time

import pytest
from sqlalchemy import Engine, text

from tests.server.client import Device, Person, table_for
from tests.server.serving import Server, own_redis, place, wait_for
from tuilerie.server.process import presence


@contextlib.contextmanager
def two_processes(redis=None):
    """Two servers of one process each, on one database."""
    with place("postgres") as where:
        where.workers = 1
        where.redis = redis.url if redis is not None else where.redis
        both = [Server(where), Server(where)]
        try:
            for server in both:
                server.start()
            yield both
        finally:
            for server in both:
                if server.process is not None and server.process.poll() is None:
                    server.stop()


@pytest.fixture(scope="module")
def pair():
    with two_processes() as both:
        yield both


async def until_presence(device: Device, here: list[int], watching: int = 0) -> None:
    while True:
        told = await device.until("presence")
        if (told["here"], told.get("watching", 0)) == (here, watching):
            return


async def arrive(person: Person, server: Server, table: str, *keys: str) -> Device:
    person.url = server.url
    return await person.at(table, *keys)


async def test_who_is_connected_elsewhere_is_here_as_soon_as_a_process_loads_the_table(pair):
    one, other = pair

    async with Person(one.url) as ada, Person(one.url) as ben, Person(one.url) as eve:
        made = await ada.create(public=True)
        table = made["table"]["id"]
        key = (await ben.sit(table))["seats"][0]["key"]
        await ben.at(table, key)
        await eve.at(table)
        host = await arrive(ada, other, table, made["seats"][0]["key"])
        assert [seat.get("here", False) for seat in host.welcome["table"]["seats"]] == [True, True]
        await until_presence(host, [0, 1], watching=1)
        assert (await ada.ask("GET", f"/tables/{table}"))["seats"][1]["here"]


async def test_coming_and_going_is_told_to_the_other_process(pair):
    one, other = pair

    async with Person(one.url) as ada, Person(one.url) as ben:
        made = await ada.create()
        table = made["table"]["id"]
        key = (await ben.sit(table))["seats"][0]["key"]
        host = await ada.at(table, made["seats"][0]["key"])
        guest = await arrive(ben, other, table, key)
        await until_presence(host, [0, 1])
        await guest.close()
        await until_presence(host, [0])


async def test_no_bot_is_seated_over_somebody_who_is_connected_to_another_process(pair):
    one, other = pair

    async with Person(one.url) as ada, Person(one.url) as ben:
        table, (first, guest) = await table_for([ada, ben])
        await first.close()
        await until_presence(guest, [1])
        await ada.ask("GET", "/me")  # by now the notice has been published, to nobody who knew the table
        host = await arrive(ada, other, table, *first.keys)  # this process has never seen the table before
        refused = await host.do("seat-bot", seat=1, bot="random")
        assert refused["t"] == "refused"
        assert refused["why"]["code"] == "server.seat-taken"


async def test_whoever_was_welcomed_is_safe_from_that_moment(pair):
    """No notice has to arrive first: the host asks as soon as the guest has been welcomed, again and again."""
    one, other = pair

    async with Person(one.url) as ada, Person(one.url) as ben:
        table, (host, guest) = await table_for([ada, ben])
        await guest.close()
        await until_presence(host, [0])
        for _ in range(20):
            guest = await arrive(ben, other, table, *guest.keys)
            refused = await host.do("seat-bot", seat=1, bot="random")
            assert refused["t"] == "refused"
            await guest.close()
            await until_presence(host, [0])


def test_the_people_of_a_dead_process_are_away():
    # the promise, as far as it does not depend on a busy machine
    assert presence.EXPIRY_MS / 1000 + 2 * presence.RENEW_SECONDS < 10

    async def scene(one: Server, other: Server):
        async with Person(one.url) as ada, Person(one.url) as ben, Person(one.url) as eve:
            table, (host, guest) = await table_for([ada, ben], public=True)
            await guest.close()
            await arrive(ben, other, table, *guest.keys)
            await arrive(eve, other, table)
            await until_presence(host, [0, 1], watching=1)
            other.kill()
            await until_presence(host, [0])
            assert (await host.do("seat-bot", seat=1, bot="random"))["t"] == "accepted"

    with two_processes() as both:
        asyncio.run(scene(*both))


def test_without_redis_people_come_and_go_and_deleted_names_disappear():
    async def scene(one: Server, other: Server, redis):
        async with Person(one.url) as ada, Person(one.url) as ben:
            await ben.ask("PATCH", "/me", {"name": "Ben Forgotten"})
            table, (host, guest) = await table_for([ada, ben])
            assert guest.welcome["table"]["seats"][1]["name"] == "Ben Forgotten"
            await guest.close()
            redis.stop()
            guest = await arrive(ben, other, table, *guest.keys)
            await until_presence(host, [0, 1])
            assert (await host.do("seat-bot", seat=1, bot="random"))["t"] == "refused"
            await guest.close()
            await until_presence(host, [0])
            await ben.ask("DELETE", "/me")  # at the other process
            while (shown := await host.until("snapshot"))["seats"][1].get("name") is not None:
                pass
            assert shown["seats"][1]["kind"] == "human"
            assert (await ada.ask("GET", f"/tables/{table}"))["seats"][1].get("name") is None

    with own_redis() as redis, two_processes(redis) as both:
        asyncio.run(scene(*both, redis))


async def test_a_beat_tells_no_number_that_is_not_on_disk(pair):
    """The database holds a move back: the state is ahead of the log, and whoever hears a beat meanwhile hears the
    number of the log.
    """
    one, _ = pair
    engine = one.place.engine()

    async with Person(one.url) as ada, Person(one.url) as ben:
        _, devices = await table_for([ada, ben])
        mover, other = sorted(devices, key=lambda device: device.choice is None)
        await other.until_seq(mover.seq)
        before = mover.seq
        with engine.connect() as database:
            database.execute(text("LOCK TABLE log IN EXCLUSIVE MODE"))  # rows can be read, not added
            await mover.send(
                {"t": "play", "key": "held", "based": before, "moves": [mover.some_move(random.Random(1))]}
            )
            await asyncio.to_thread(wait_for, lambda: _held_back(engine))
            held = time.time() * 1000
            while (beat := await other.until("beat"))["now"] < held:  # sent before, read only now
                pass
            assert beat["seq"] == before
            assert (await ben.ask("GET", f"/codes/{mover.welcome['table']['code']}"))["seq"] == before
        accepted = await mover.until("accepted")
        assert accepted["seq"] == before + 1
        await other.until_seq(before + 1)
        await other.send({"t": "ping"})
        assert (await other.until("beat"))["seq"] == before + 1
    engine.dispose()


def _held_back(engine: Engine) -> bool:
    """An entry waits for our lock."""
    waiting = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND "
        "wait_event_type = 'Lock' AND query LIKE 'INSERT INTO log%'"
    )
    with engine.connect() as database:
        return bool(database.execute(waiting).scalar())
