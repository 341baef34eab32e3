"""Who may read a finished game: those who sat there and the host; anyone, if the table was public."""

from __future__ import annotations

import random

import pytest

from tests.server.client import Person, play_out, table_for

PATHS = ("record", "replay", "review")


@pytest.mark.parametrize("path", PATHS)
async def test_a_game_by_invitation_is_read_by_those_who_sat_there(server, path):
    async with Person(server.url) as ada, Person(server.url) as ben, Person(server.url) as eve:
        table, devices = await table_for([ada, ben], variant={"target": 10})
        await play_out(devices, random.Random(4))
        assert (await eve.ask("GET", f"/tables/{table}/{path}", expect=403))["why"]["code"] == "server.private"
        for person in (ada, ben):
            await person.ask("GET", f"/tables/{table}/{path}")


async def test_the_host_who_did_not_play_may_read_and_who_left_before_the_start_may_not(server):
    async with Person(server.url) as host, Person(server.url) as ada, Person(server.url) as ben:
        made = await host.create(sit=None, bots={"1": "greedy"}, variant={"target": 10})
        table = made["table"]["id"]
        gone = await ben.at(table, (await ben.sit(table, seat=0))["seats"][0]["key"])
        assert (await gone.do("leave"))["t"] == "accepted"
        device = await ada.at(table, (await ada.sit(table, seat=0))["seats"][0]["key"])
        assert (await (await host.at(table)).do("start"))["t"] == "accepted"
        await play_out([device], random.Random(4))
        for person in (host, ada):
            await person.ask("GET", f"/tables/{table}/record")
        assert (await ben.ask("GET", f"/tables/{table}/record", expect=403))["why"]["code"] == "server.private"


@pytest.mark.parametrize("path", PATHS)
async def test_a_public_game_is_read_by_anyone(server, path):
    async with Person(server.url) as ada, Person(server.url) as ben, Person(server.url) as eve:
        table, devices = await table_for([ada, ben], public=True, variant={"target": 10})
        await play_out(devices, random.Random(4))
        await eve.ask("GET", f"/tables/{table}/{path}")
