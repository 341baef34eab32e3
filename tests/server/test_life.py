"""The life of a table: made, joined, played, left, come back to, finished, played again."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

from tests.server.client import PATIENCE, Person, play_out, table_for
from tuilerie.engine.record_check import check_record


async def test_two_people_play_a_fair_game_to_the_end(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        table, devices = await table_for([ada, ben], fair=True, variant={"target": 30})
        await play_out(devices, random.Random(1))
        record = await ada.ask("GET", f"/tables/{table}/record")
        match = check_record(record)
        assert match.finished
        assert record["nonces"] == [ada.nonce, ben.nonce]
        assert record["commitment"] == devices[0].welcome["table"]["commitment"]
        assert [player["kind"] for player in record["players"]] == ["human", "human"]
        for device in devices:
            assert len(device.numbers) > 10
            assert device.gaps == [], "every number, without a gap"


async def test_against_bots_at_once(server):
    async with Person(server.url) as ada:
        made = await ada.create(players=3, bots={"1": "greedy", "2": "random"}, start=True, variant={"target": 30})
        device = await ada.at(made["table"]["id"], made["seats"][0]["key"])
        await play_out([device], random.Random(2))
        record = await ada.ask("GET", f"/tables/{made['table']['id']}/record")
        check_record(record)
        assert [player["bot"] for player in record["players"]] == [None, "greedy", "random"]


async def test_join_by_code_and_take_a_free_seat_only(server):
    async with Person(server.url) as ada, Person(server.url) as ben, Person(server.url) as cem:
        made = await ada.create(players=2)
        code = made["table"]["code"]
        found = await ben.ask("GET", f"/codes/{code.lower()}")
        assert found["id"] == made["table"]["id"]
        await ben.sit(found["id"], seat=0, expect=409)
        assert (await ben.sit(found["id"]))["seats"][0]["seat"] == 1
        refused = await cem.sit(found["id"], expect=409)
        assert refused["why"]["code"] == "server.seat-taken"
        assert "<svg" in await ben.ask("GET", f"/tables/{found['id']}/qr.svg")


async def test_a_leaver_is_replaced_by_a_bot_and_returns(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        table, (one, two) = await table_for([ada, ben])
        assert (await two.do("leave"))["t"] == "accepted"
        for _ in range(4):  # the bot answers Ada's moves
            while one.choice is None:
                await one.next()
            await one.play(one.some_move(random.Random(3)))
        back = await ben.ask("POST", f"/tables/{table}/keys")
        phone = await ben.at(table, back["seats"][0]["key"])
        assert (await phone.do("return"))["t"] == "accepted"
        seats = phone.welcome["table"]["seats"]
        assert seats[1]["left"]
        await phone.send({"t": "resync"})
        snapshot = await phone.until("snapshot")
        assert snapshot["seats"][1]["kind"] == "human"


async def test_abandon_when_everybody_agrees_then_rematch(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        table, (one, two) = await table_for([ada, ben])
        await one.do("abandon")
        assert one.phase == "playing"
        await two.do("abandon")
        await one.until_phase("over")
        record = await ada.ask("GET", f"/tables/{table}/record")
        assert check_record(record).reason == "abandoned"
        assert one.view["turn"] is one.turn is one.choice is None
        assert one.view["hands"] == [one.view["hand"], two.view["hand"]], "it is over: hands are laid open"
        replay = await ada.ask("GET", f"/tables/{table}/replay")
        assert replay["views"][-1]["turn"] is None
        assert replay["steps"][-1] == len(replay["events"]), "the last position is the end"
        await two.do("rematch", key="again")
        again = await ada.ask("GET", f"/tables/{await one.until_rematch()}")
        assert again["rematch_of"] == table
        assert again["commitment"] != one.welcome["table"]["commitment"]


async def test_pass_and_play_shows_a_hand_after_the_tap_only(server):
    async with Person(server.url) as ada:
        made = await ada.create(players=2, pass_and_play=True, start=True)
        device = await ada.at(made["table"]["id"], *(seat["key"] for seat in made["seats"]))
        await device.until_phase("playing")
        covered = []
        for _ in range(3):
            turn = device.view["turn"]
            assert device.view["hand"] is None
            await device.send({"t": "tap", "seat": 1 - turn})
            assert (await device.until("refused"))["why"]["code"] == "server.not-your-turn"
            await device.send({"t": "tap", "seat": turn})
            snapshot = await device.until("snapshot")
            assert snapshot["view"]["hand"]
            assert snapshot["seat"] == turn
            await device.play(device.some_move(random.Random(4)))
            if device.view["turn"] != turn:
                covered.append(device.view["hand"])
        assert covered
        assert all(hand is None for hand in covered)


async def test_pass_and_play_needs_no_tap_where_nothing_is_hidden(server):
    async with Person(server.url) as ada:
        made = await ada.create(game="junior", players=2, pass_and_play=True, start=True)
        device = await ada.at(made["table"]["id"], *(seat["key"] for seat in made["seats"]))
        await device.until_phase("playing")
        for _ in range(6):
            assert device.view["seat"] == device.view["turn"]
            await device.play(device.some_move(random.Random(4)))


async def test_a_rematch_against_bots_starts_at_once(server):
    async with Person(server.url) as ada:
        made = await ada.create(players=3, bots={"0": "greedy", "2": "random"}, sit=1, start=True)
        device = await ada.at(made["table"]["id"], *(seat["key"] for seat in made["seats"]))
        await device.until_phase("playing")
        await device.do("abandon")
        await device.until_phase("over")
        await device.do("rematch", key="again", hash="ab" * 32)
        again = await ada.ask("POST", f"/tables/{await device.until_rematch()}/keys")
        assert [seat["seat"] for seat in again["seats"]] == [1]
        assert [seat.get("bot") for seat in again["table"]["seats"]] == ["greedy", None, "random"]
        assert again["table"]["phase"] == "revealing"


async def test_a_clock_plays_the_fallback(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        _, (one, two) = await table_for([ada, ben], clock={"kind": "move", "amount": 5, "fallback": "quiet"})
        message = await one.until("update")
        assert message["by"] == "clock"
        assert message["events"][0][2] == "pass"
        await two.until_seq(message["seq"])


async def test_drafts_are_checked_shown_to_nobody_and_written_together(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        table, devices = await table_for([ada, ben])
        mover = next(device for device in devices if device.choice)
        other = next(device for device in devices if not device.choice)
        before = mover.seq
        move = mover.some_move(random.Random(5))
        drafted = await mover.ask("draft", "drafted", key="d1", based=before, moves=[move])
        assert drafted["view"]["hand_sizes"] != mover.view["hand_sizes"]
        undone = await mover.ask("draft", "drafted", key="d2", based=before, moves=[])
        assert undone["view"] == mover.view
        checked = await mover.ask("check", "checked", based=before, move="r1")
        assert not checked["legal"]
        assert checked["why"]["clause"] == "RS-S4"
        assert (await ada.ask("GET", f"/tables/{table}"))["seq"] == before
        await mover.play(move, based=before)
        await other.until_seq(before + 1)
        assert other.numbers == [before + 1] or other.numbers[-1] == before + 1


async def test_hints_come_from_the_seats_view_and_not_at_rated_tables(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        _, devices = await table_for([ada, ben])
        mover = next(device for device in devices if device.choice)
        hinted = await mover.ask("hint", "hinted", based=mover.seq)
        assert hinted["move"] in mover.choice["legal"]
        await ada.keep()
        await ben.keep()
        _, devices = await table_for([ada, ben], rated=True, clock={"kind": "move", "amount": 600})
        mover = next(device for device in devices if device.choice)
        assert (await mover.ask("hint", "hinted", based=mover.seq))["why"]["code"] == "server.hints-off"


async def test_phrases_always_free_text_where_allowed(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        _, (one, two) = await table_for([ada, ben])
        await one.send({"t": "say", "phrase": "good-luck"})
        assert await two.until("said") == {"t": "said", "seat": 0, "phrase": "good-luck"}
        await one.send({"t": "say", "text": "hello"})
        assert (await one.until("refused"))["why"]["code"] == "server.no-chat"


@pytest.mark.parametrize("lang", ["fr", "en"])
async def test_refusals_have_a_code_a_clause_and_a_sentence(server, lang):
    async with Person(server.url) as ada, Person(server.url) as ben:
        table, devices = await table_for([ada, ben])
        mover = next(device for device in devices if device.choice)
        again = await mover.person.at(table, mover.keys[0], lang=lang)
        refused = await again.play("r2+g3")
        assert refused["why"]["code"] == "refusal.restart.two-colours"
        assert refused["why"]["clause"] == "RS-T1"
        assert ("couleur" in refused["why"]["sentence"]) == (lang == "fr")
        assert json.dumps(refused)


async def test_nobody_is_refused_because_a_worker_had_not_read_the_log(server):
    """The host starts as soon as the last person sat down, perhaps at another worker that the news has not reached."""

    async with Person(server.url) as ada, Person(server.url) as ben:
        for _ in range(25):
            made = await ada.create()
            table = made["table"]["id"]
            host = await ada.at(table, made["seats"][0]["key"])
            seated = await ben.sit(table)
            answers = await asyncio.gather(host.do("start"), ben.at(table, seated["seats"][0]["key"]))
            assert answers[0]["t"] == "accepted", answers[0]
            await host.close()


async def test_no_number_is_missed_when_workers_race(server):
    """Both reveal at once, perhaps at two workers: the one that was second is shown the state, then goes
    on from there.
    """

    async with Person(server.url) as ada, Person(server.url) as ben:
        for _ in range(12):
            _, devices = await table_for([ada, ben], fair=True)
            assert [device.gaps for device in devices] == [[], []]
            for device in devices:
                await device.close()


async def here(person, table):
    """By seat: is somebody connected?"""
    return [seat.get("here", False) for seat in (await person.ask("GET", f"/tables/{table}"))["seats"]]


def test_whoever_was_sent_away_holds_nothing_and_the_next_is_not_taken_for_connected(server):
    async def scene():
        async with Person(server.url) as ada, Person(server.url) as ben, Person(server.url) as cem:
            made = await ada.create(players=2)
            table = made["table"]["id"]
            host = await ada.at(table, made["seats"][0]["key"])
            sat = await ben.sit(table)
            freed = await ben.at(table, sat["seats"][0]["key"])
            assert (await host.do("free-seat", seat=1))["t"] == "accepted"
            await freed.until_seq(host.seq)
            await cem.sit(table)
            async with asyncio.timeout(PATIENCE):  # the process that answers may not have heard of it yet
                while await here(ada, table) != [True, False]:
                    await asyncio.sleep(0.05)
            assert (await freed.do("leave"))["why"]["code"] == "server.not-seated"

    asyncio.run(scene())
