"""A seat at a server's table from the terminal: sit down by the link, play a whole game against a person in the API's
way, reconnect, bad links.
"""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.commands.running import tuilerie
from tests.server.client import Person
from tests.server.serving import place, serving
from tests.terminal.driving import play_out, shows
from tuilerie.engine.record_check import check_record
from tuilerie.terminal.app import TableApp
from tuilerie.terminal.remote_client import RemoteClient, address, find_table
from tuilerie.terminal.table_client import Trouble


@pytest.fixture(scope="module")
def url():
    with place("sqlite") as where, serving(where) as running:
        yield running.url


async def host_plays(device, chance):
    while device.phase != "over":
        if device.choice is not None:
            await device.play(device.some_move(chance))
        else:
            await device.next()


@pytest.mark.parametrize(("game", "variant"), [("restart", {"target": 5}), ("romirami", {})])
def test_a_whole_game_at_a_servers_table(url, game, variant):
    async def inside():
        async with Person(url) as host:
            made = await host.create(game=game, players=2, variant=variant, hash=host.hash)
            link = f"{url}{made['table']['link']}"
            device = await host.at(made["table"]["id"], made["seats"][0]["key"])
            app = TableApp(RemoteClient(link, await find_table(link, "en"), "en"))
            async with app.run_test(size=(80, 24)) as pilot:
                while all(
                    seat["kind"] != "human"
                    for seat in (await host.ask("GET", f"/tables/{made['table']['id']}"))["seats"][1:]
                ):
                    await pilot.pause(0.05)
                await shows(app, "You sit at the table")
                assert (await device.do("start"))["t"] == "accepted"
                await device.until_phase("revealing")
                await device.send({"t": "reveal", "nonce": host.nonce})
                await device.until_phase("playing")
                other = asyncio.create_task(host_plays(device, random.Random(1)))
                await play_out(pilot, app, random.Random(2))
                await other
            record = await host.ask("GET", f"/tables/{made['table']['id']}/record")
            assert all(record["nonces"])  # the terminal's client took part in the deal
            return record

    assert check_record(asyncio.run(inside())).finished


async def test_a_lost_connection_comes_back_by_itself(url):
    async with Person(url) as host:
        made = await host.create(game="restart", players=2, bots={"1": "greedy"}, sit=None)
        link = f"{url}{made['table']['link']}"
        client = RemoteClient(link, await find_table(link, "fr"), "fr")
        while client.seat is None:
            await client.advance()
        await client._socket.close()
        while not (client.news and "perdue" in client.news[-1]) or client._socket is None or client._socket.closed:
            await client.advance()
        assert client.seat == 0
        await client.close()


def test_addresses():
    assert address("http://host:8027/t/abc234") == ("http://host:8027", "ABC234")
    assert address("games.example/t/ABC234/") == ("http://games.example", "ABC234")
    for wrong in ("nonsense", "http://host/", "ftp://host/t/ABC234"):
        done = tuilerie("play", "restart", "--join", wrong)
        assert done.returncode == 2
        assert "link" in done.stderr


def test_a_table_that_is_not_there(url):
    with pytest.raises(Trouble, match="no such table"):
        asyncio.run(find_table(f"{url}/t/ZZZZZZ", "en"))
    with pytest.raises(Trouble, match="does not answer"):
        asyncio.run(find_table("http://127.0.0.1:9/t/ZZZZZZ", "en"))
