"""Ratings that mean something: which tables count, who lost by leaving, who does not move whom; one seat per person,
and a host who frees seats.
"""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import delete, insert, select

from tests.server.client import Person, table_for
from tests.server.serving import Server, place
from tuilerie.server.people import rating
from tuilerie.server.storage import results
from tuilerie.server.storage.database import migrate
from tuilerie.server.storage.schema import log, people, places, ratings, tables
from tuilerie.table import entries
from tuilerie.table.shapes import Clock
from tuilerie.table.sitter import Sitter
from tuilerie.table.state import TableState
from tuilerie.table.terms import Terms

CLOCK = {"kind": "move", "amount": 600}
RATED = {"rated": True, "clock": CLOCK}


async def keep(*persons):
    for person in persons:
        await person.keep()


async def ids(*persons):
    return [(await person.ask("GET", "/me"))["id"] for person in persons]


def rated(server, who):
    """Mean and number of games by person."""
    engine = server.place.engine()
    with engine.connect() as connection:
        found = {
            row.person: (row.mu, row.games)
            for row in connection.execute(select(ratings).where(ratings.c.person.in_(who)))
        }
    engine.dispose()
    return [found.get(person) for person in who]


def places_of(server, table):
    engine = server.place.engine()
    with engine.connect() as connection:
        found = connection.execute(select(places).where(places.c.table_id == table)).all()
    engine.dispose()
    return found


# --- which tables ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"clock": {"kind": "none", "amount": 0}}, "rated-clock"),
        ({"variant": {"target": 20}}, "rated-rules"),
        ({"bots": {"1": "greedy"}}, "rated-bots"),
        ({"pass_and_play": True}, "rated-device"),
    ],
)
async def test_terms_that_cannot_be_rated_are_refused_each_with_its_reason(server, terms, code):
    async with Person(server.url) as ada:
        await keep(ada)
        refused = await ada.ask("POST", "/tables", {"game": "restart"} | RATED | terms, expect=400)
        assert refused["why"]["code"] == f"server.{code}"
        assert code not in refused["why"]["sentence"]


async def test_guests_neither_make_nor_join_a_rated_table_and_no_bot_is_seated_there(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        body = {"game": "restart"} | RATED
        assert (await ada.ask("POST", "/tables", body, expect=403))["why"]["code"] == "server.rated-kept"
        await keep(ada)
        made = await ada.create(**RATED)
        table = made["table"]["id"]
        assert (await ben.sit(table, expect=403))["why"]["code"] == "server.rated-kept"
        host = await ada.at(table, made["seats"][0]["key"])
        assert (await host.do("seat-bot", seat=1, bot="greedy"))["why"]["code"] == "server.rated-bots"
        await keep(ben)
        await ben.sit(table)


# --- leaving --------------------------------------------------------------------------------------------------


def test_who_leaves_has_lost_and_who_stays_has_not(server):
    async def scene():
        async with Person(server.url, "127.0.0.2") as ada, Person(server.url, "127.0.0.3") as ben:
            await keep(ada, ben)
            table, (one, two) = await table_for([ada, ben], **RATED)
            assert len(places_of(server, table)) == 2
            assert (await two.do("leave"))["t"] == "accepted"
            assert (await one.do("abandon"))["t"] == "accepted"
            await one.until_phase("over")
            return table, await ids(ada, ben)

    table, who = asyncio.run(scene())
    (stayed, _), (left, _) = rated(server, who)
    assert stayed > 25 > left
    assert places_of(server, table) == []


def test_nobody_escapes_by_leaving_last(server):
    """The table is over when everybody has left; the first to go lost."""

    async def scene():
        async with Person(server.url, "127.0.0.2") as ada, Person(server.url, "127.0.0.3") as ben:
            await keep(ada, ben)
            _, (one, two) = await table_for([ada, ben], **RATED)
            assert (await one.do("leave"))["t"] == "accepted"
            assert (await two.do("leave"))["t"] == "accepted"
            await two.until_phase("over")
            return await ids(ada, ben)

    (first, _), (last, _) = rated(server, asyncio.run(scene()))
    assert last > 25 > first


def test_agreeing_to_stop_moves_nobody(server):
    async def scene():
        async with Person(server.url, "127.0.0.2") as ada, Person(server.url, "127.0.0.3") as ben:
            await keep(ada, ben)
            _, devices = await table_for([ada, ben], **RATED)
            for device in devices:
                assert (await device.do("abandon"))["t"] == "accepted"
            await devices[1].until_phase("over")
            return await ids(ada, ben)

    assert rated(server, asyncio.run(scene())) == [None, None]


def test_who_went_away_is_rated_last_when_the_others_stop(server):
    """Once the clock has played for them, nobody waits for their consent; before, they may come back."""

    async def scene():
        async with Person(server.url, "127.0.0.2") as ada, Person(server.url, "127.0.0.3") as ben:
            await keep(ada, ben)
            _, devices = await table_for([ada, ben], rated=True, clock={"kind": "move", "amount": 5})
            away, there = sorted(devices, key=lambda device: device.choice is None)
            await away.close()
            gone = devices.index(away)
            clock_played = absent = False
            while not (clock_played and absent):
                message = await there.next()
                clock_played |= message["t"] == "update" and message.get("by") == "clock" and message["seat"] == gone
                absent = gone not in message["here"] if message["t"] == "presence" else absent
            assert (await there.do("abandon"))["t"] == "accepted"
            await there.until_phase("over")
            return await ids(away.person, there.person)

    (away, _), (there, _) = rated(server, asyncio.run(scene()))
    assert there > 25 > away


async def test_a_short_silence_is_not_leaving(server):
    """The host cannot put a bot on a seat, and so win, while its person's connection is away for a moment."""

    async with Person(server.url) as ada, Person(server.url) as ben:
        await keep(ada, ben)
        _, (host, other) = await table_for([ada, ben], **RATED)
        await other.close()
        while 1 in (await host.until("presence"))["here"]:
            pass
        assert (await host.do("seat-bot", seat=1, bot="greedy"))["why"]["code"] == "server.rated-away"


# --- one address ------------------------------------------------------------------------------------------------


async def left_by_the_second(url, first, second):
    async with Person(url, first) as ada, Person(url, second) as ben:
        await keep(ada, ben)
        _, (one, two) = await table_for([ada, ben], **RATED)
        await two.do("leave")
        await one.do("abandon")
        await one.until_phase("over")
        return await ids(ada, ben)


def test_two_identities_at_one_address_do_not_move_each_other(server):
    assert rated(server, asyncio.run(left_by_the_second(server.url, "127.0.0.4", "127.0.0.4"))) == [None, None]


def test_unless_the_one_who_runs_the_server_allows_it():
    with place("sqlite") as where:
        server = Server(where, more=["--rate-same-address"]).start()
        try:
            (stayed, _), (left, _) = rated(
                server, asyncio.run(left_by_the_second(server.url, "127.0.0.4", "127.0.0.4"))
            )
        finally:
            server.stop()
    assert stayed > left


def test_a_place_is_no_address_and_an_ipv6_household_is_one_place():
    key = b"k" * 32
    assert rating.place_of(key, "t", "2001:db8:1:2::7") == rating.place_of(key, "t", "2001:db8:1:2:ffff::1")
    assert rating.place_of(key, "t", "2001:db8:1:2::7") != rating.place_of(key, "t", "2001:db8:1:3::7")
    assert rating.place_of(key, "t", "::ffff:192.0.2.1") == rating.place_of(key, "t", "192.0.2.1")
    assert rating.place_of(key, "t", "192.0.2.1") != rating.place_of(key, "u", "192.0.2.1")
    assert rating.place_of(key, "t", "192.0.2.1") != rating.place_of(b"x" * 32, "t", "192.0.2.1")


def folded(*after, players=3):
    """A rated game of three that was dealt, and what came after."""
    state = TableState("t", Terms("restart", players, clock=Clock("move", 60), rated=True), bytes(32))
    first = [entries.Sit(seat, f"s{seat}") for seat in range(players)]
    for seq, entry in enumerate([*first, entries.Start(), entries.Deal([""] * players), *after], 1):
        state.apply(seq, seq, entry, None)
    return state


STOP = entries.Stop("abandoned")


@pytest.mark.parametrize(
    ("after", "ranks"),
    [
        ([STOP], None),
        ([entries.Leave(2, "greedy"), STOP], [0, 0, 2]),
        ([entries.Leave(2, "greedy"), entries.Return(2), STOP], None),
        ([entries.Leave(0, "greedy"), entries.Leave(2, "greedy"), STOP], [2, 0, 2]),
        ([entries.Leave(0, "greedy"), entries.Leave(2, "greedy"), entries.Leave(1, "greedy"), STOP], [2, 0, 2]),
    ],
)
def test_who_came_out_ahead_of_whom(after, ranks):
    assert rating.ranks(folded(*after)) == ranks


@pytest.fixture
def database(tmp_path):
    with place("sqlite") as where:
        engine = where.engine()
        migrate(engine)
        with engine.connect() as connection:
            for person in ("ada", "ben", "cem"):
                connection.execute(insert(people), {"id": person, "created": 0, "kept_name": person, "name": person})
            yield connection
        engine.dispose()


SITTERS = {"s0": Sitter("ada", None), "s1": Sitter("ben", None), "s2": Sitter("cem", None)}


def after_the_game(database, state, same_address=False):
    results.keep(database, state, SITTERS, 1, same_address)
    return {row.person: row.mu for row in database.execute(select(ratings))}


def test_at_a_table_of_three_only_those_at_one_address_do_not_move_each_other(database):
    state = folded(entries.Leave(1, "greedy"), STOP)  # Ben left; Ada and Cem stayed
    apart = after_the_game(database, state)
    for table in (ratings, results.results):
        database.execute(delete(table))
    for sitter, where in (("s0", "home"), ("s1", "home"), ("s2", "away")):
        database.execute(insert(places), {"table_id": "t", "sitter": sitter, "place": where})
    together = after_the_game(database, state)
    assert together["cem"] == apart["cem"]  # played against both
    assert together["ada"] == pytest.approx(25)  # compared with Cem alone: a draw
    assert apart["ada"] > 25.1
    assert together["ben"] < 25
    assert database.execute(select(places)).all() == []


def test_places_of_tables_that_never_start_are_forgotten(database):
    for table, at in (("old", 1000), ("new", 2000)):
        row = {"table_id": table, "seq": 1, "at": at, "entry": b"", "key": None, "mark": 1}
        database.execute(insert(log), row)
        database.execute(insert(places), {"table_id": table, "sitter": "s0", "place": "home"})
    rating.forget_old_places(database, 1500 + rating.SILENT_MS)
    assert [row.table_id for row in database.execute(select(places))] == ["new"]


@pytest.mark.parametrize("change", [{"kept_name": None}, {"terms": "clock"}, {"terms": "variant"}])
def test_tables_of_former_times_that_could_not_be_made_today_move_nobody(database, change):
    state = folded(entries.Leave(1, "greedy"), STOP, players=2)
    if "kept_name" in change:
        database.execute(people.update().where(people.c.id == "ben").values(**change))
    clock, variant = (
        (Clock() if change.get("terms") == "clock" else state.terms.clock),
        ({"target": 20} if change.get("terms") == "variant" else {}),
    )
    state.terms = Terms("restart", 2, variant, clock, rated=True)
    assert after_the_game(database, state) == {}


def test_a_game_is_rated_once_however_often_it_is_kept(database):
    state = folded(entries.Leave(1, "greedy"), STOP)
    database.execute(
        insert(tables),
        {"id": "t", "code": "C", "game": "restart", "terms": "{}", "secret": b"", "public": False, "created": 0},
    )
    assert after_the_game(database, state) == after_the_game(database, state)


# --- seats ------------------------------------------------------------------------------------------------------


async def test_one_person_holds_one_seat(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        table = (await ada.create(players=3))["table"]["id"]
        assert (await ada.sit(table, expect=409))["why"]["code"] == "server.already-seated"
        key = (await ben.sit(table))["seats"][0]["key"]
        assert (await ben.sit(table, seat=2, expect=409))["why"]["code"] == "server.already-seated"
        device = await ben.at(table, key)
        assert (await device.do("leave"))["t"] == "accepted"
        assert [held["seat"] for held in (await ben.sit(table, seat=2))["seats"]] == [2]


async def test_the_host_frees_a_seat_before_the_start(server):
    async with Person(server.url) as ada, Person(server.url) as ben, Person(server.url) as cem:
        made = await ada.create()
        table = made["table"]["id"]
        host = await ada.at(table, made["seats"][0]["key"])
        assert (await host.do("free-seat", seat=1))["why"]["code"] == "server.nobody-there"
        assert (await host.do("free-seat", seat=3))["why"]["code"] == "server.nobody-there"
        other = await ben.at(table, (await ben.sit(table))["seats"][0]["key"])
        assert (await other.do("free-seat", seat=0))["why"]["code"] == "server.not-host"
        await host.until_seq(other.seq)
        assert (await host.do("free-seat", seat=1))["t"] == "accepted"
        told = await other.until("update")
        assert (told["kind"], told["seat"]) == ("leave", 1)
        assert (await other.do("leave"))["why"]["code"] == "server.not-seated"
        with pytest.raises(ConnectionError, match=r"server\.bad-key"):
            await ben.at(table, other.keys[0])
        await cem.sit(table, seat=1)
        assert (await host.do("start"))["t"] == "accepted"
        with pytest.raises(ConnectionError, match=r"server\.private"):
            await other.until("no message of this kind: everything up to the goodbye")
        assert other.phase == "revealing", "the start is the last thing it was told"
        assert (await host.do("free-seat", seat=1))["why"]["code"] == "server.phase"
