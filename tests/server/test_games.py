"""All games, with people and bots, to the end; every record is accepted."""

from __future__ import annotations

import random

import pytest

from tests.server.client import Person, play_out, table_for
from tuilerie.engine.record_check import check_record
from tuilerie.engine.registry import known_games


@pytest.mark.parametrize("game", known_games())
async def test_a_whole_game_of_each(server, game):
    async with Person(server.url) as ada, Person(server.url) as ben:
        table, devices = await table_for([ada, ben], players=3, game=game, bots={"2": "greedy"})
        await play_out(devices, random.Random(3), most=1500)
        check_record(await ada.ask("GET", f"/tables/{table}/record"))


async def first_fill(ada):
    """A device whose hand can fill a contract, with the best fills by contract."""
    for _ in range(12):
        made = await ada.create(game="romirami", bots={"1": "greedy"}, start=True)
        device = await ada.at(made["table"]["id"], made["seats"][0]["key"])
        for _ in range(12):
            while device.choice is None:
                await device.next()
            if fills := device.choice.get("fills"):
                return device, fills
            await device.play(device.some_move(random.Random(1)))
    raise AssertionError("no contract could be filled")


async def test_romi_rami_sends_contracts_with_their_best_fill_and_checks_a_selection(server):
    async with Person(server.url) as ada:
        device, fills = await first_fill(ada)
        assert "legal" not in device.choice
        move = next(iter(fills.values()))
        assert (await device.ask("check", "checked", based=device.seq, move=move))["legal"]
        wrong = await device.ask("check", "checked", based=device.seq, move="fill 1 c1+c1")
        assert wrong["why"]["code"].startswith("refusal.")
        assert (await device.play(move, "done"))["t"] == "accepted"


async def test_what_draws_or_reveals_confirms(server):
    """Junior: a flip shown in a draft would be a free look, so it is played."""

    async with Person(server.url) as ada, Person(server.url) as ben:
        _, devices = await table_for([ada, ben], game="junior")
        mover = next(device for device in devices if device.choice)
        based = mover.seq
        await mover.send({"t": "draft", "id": 1, "key": "look", "based": based, "moves": [mover.choice["legal"][0]]})
        assert (await mover.until("accepted", "drafted"))["t"] == "accepted"
        assert mover.seq == based + 1
        refused = await mover.play("flip 1", "flip 2", based=mover.seq)
        assert refused["t"] == "refused"
