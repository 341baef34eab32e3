"""Games played otherwise at a server: from the record of a finished game that one may read, checked, and limited."""

from __future__ import annotations

import random

from tests.server.client import Person, play_out, table_for


async def test_a_finished_game_is_played_otherwise_and_nothing_is_kept(server):
    async with Person(server.url) as ann, Person(server.url) as bob:
        table, devices = await table_for([ann, bob], variant={"target": 30})
        refused = await ann.ask("GET", f"/tables/{table}/record", expect=409)
        assert refused["why"]["code"] == "server.no-record", "a running game has no place to play otherwise from"
        await play_out(devices, random.Random(4))
        record = await ann.ask("GET", f"/tables/{table}/record")
        at, seat = next((n, event[1]) for n, event in enumerate(record["events"]) if event[0] == "move" and n > 6)
        asked = {"record": record, "at": at, "seat": seat, "level": "greedy", "chances": True}
        here = await ann.ask("POST", "/branches", asked)
        assert here["turn"] == seat
        assert here["choice"]["legal"]
        assert here["hands"] is None
        assert abs(sum(here["chances"]) - 1) < 0.01
        there = await ann.ask("POST", "/branches", asked | {"moves": [here["choice"]["legal"][0]]})
        answered = await ann.ask("POST", "/branches", asked | {"moves": there["moves"], "answer": True})
        assert len(answered["moves"]) == 1 + (there["turn"] not in (seat, None))
        games = (await ann.ask("GET", "/me/games"))["games"]
        assert [game["table"] for game in games] == [table], "nothing of it counts"
        for device in devices:
            await device.close()


async def test_what_is_not_a_record_is_refused_in_words(server):
    async with Person(server.url) as ann:
        for record in ({}, {"events": [["deal"]]}, {"format": "tuilerie-record/1", "events": "all"}):
            refused = await ann.ask("POST", "/branches", {"record": record, "at": 1, "seat": 0}, expect=409)
            assert refused["why"]["code"].startswith("record.")
            assert refused["why"]["sentence"]
        await ann.ask("POST", "/branches", {"record": {}, "at": 0, "seat": 0}, expect=400)
        await ann.ask("POST", "/branches", {"record": {}, "at": 1, "seat": 0, "moves": ["b1"] * 1001}, expect=400)
