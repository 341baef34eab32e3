"""Reviews: of finished games only, for those who sat there, computed once, kept, and never blocking the table."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from tests.server.client import Person, play_out, table_for


async def reviewed(person: Person, table: str) -> dict[str, Any]:
    """Asked for until it is there; how far it is only grows."""
    done = -1
    for _ in range(3000):
        review: dict[str, Any] = await person.ask("GET", f"/tables/{table}/review")
        assert review["done"] >= done
        assert review["done"] <= review["total"]
        done = review["done"]
        if review["state"] == "done":
            return review
        assert len(review["turns"]) in (0, done)
        await asyncio.sleep(0.1)
    raise AssertionError("no review after five minutes")


async def test_a_finished_game_is_reviewed_for_those_who_sat_there(server):
    async with Person(server.url) as ann, Person(server.url) as bob, Person(server.url) as eve:
        table, devices = await table_for([ann, bob], variant={"target": 30})
        refused = await ann.ask("GET", f"/tables/{table}/review", expect=409)
        assert refused["why"]["code"] == "server.no-review"
        await play_out(devices, random.Random(4))
        assert (await eve.ask("GET", f"/tables/{table}/review", expect=403))["why"]["code"] == "server.private"
        review, again = await asyncio.gather(reviewed(ann, table), reviewed(bob, table))
        assert review == again, "computed once"
        record = await ann.ask("GET", f"/tables/{table}/record")
        moves = [(n, event[1], event[2]) for n, event in enumerate(record["events"]) if event[0] == "move"]
        told = [
            (n, turn["seat"], move)
            for turn in review["turns"]
            for n, move in zip(turn["events"], turn["moves"], strict=True)
        ]
        assert told == moves
        for points in review["chances"]:
            assert len(points) == review["total"] + 1
            assert all(sum(shares) == 100 and min(shares) >= 0 for shares in points)
        for account in review["accounts"]:
            terms = [account[term] for term in ("start", "own", "others", "drawn", "hands")]
            assert sum(terms) == account["end"]
        for device in devices:
            await device.close()


async def test_a_memory_game_has_nothing_to_review(server):
    async with Person(server.url) as ann:
        made = await ann.create(game="junior", bots={"1": "greedy"}, start=True)
        device = await ann.at(made["table"]["id"], made["seats"][0]["key"])
        await device.until_phase("playing")
        await play_out([device], random.Random(1), most=4000)
        refused = await ann.ask("GET", f"/tables/{made['table']['id']}/review", expect=409)
        assert refused["why"]["code"] == "server.nothing-to-review"
        await device.close()


async def test_reviews_have_a_budget_per_person(strict):
    """Rate limits on: the thirteenth review of a person waits, those that are there do not."""

    async with Person(strict.url) as ann:
        codes, first = [], None
        for _ in range(14):
            table = await finished_by_the_bot(ann)
            first = first or table
            async with ann.http.get(f"{ann.url}/api/1/tables/{table}/review") as response:
                codes.append(response.status)
        assert (codes[0], codes[-1]) == (200, 429), codes
        assert (await ann.ask("GET", f"/tables/{first}/review"))["state"] in ("computing", "done")


async def finished_by_the_bot(person: Person) -> str:
    """The shortest finished game: dealt, one move, abandoned by the only person there."""
    made = await person.create(bots={"1": "greedy"}, start=True)
    device = await person.at(made["table"]["id"], made["seats"][0]["key"])
    await device.until_phase("playing")
    while device.choice is None:
        await device.next()
    await device.play(device.some_move(random.Random(1)))
    assert (await device.do("abandon"))["t"] == "accepted"
    await device.until_phase("over")
    await device.close()
    return str(made["table"]["id"])
