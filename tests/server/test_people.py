"""People: guests at once, kept by name if they like, movable, forgettable; ratings, leaderboard, company to avoid."""

from __future__ import annotations

import asyncio
import random

from sqlalchemy import select

from tests.server.client import API, Person, play_out, table_for
from tuilerie.server.storage.schema import people, sitters


async def test_a_guest_has_a_signed_cookie_that_scripts_cannot_read(server):
    async with Person(server.url) as ada, ada.http.get(server.url + API + "/me") as response:
        cookie = response.headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        first = await response.json()
        assert (await ada.ask("GET", "/me"))["id"] == first["id"]


async def test_keep_an_identity_log_in_elsewhere_and_move_it_by_a_code_once(server):
    async with Person(server.url) as ada, Person(server.url) as laptop, Person(server.url) as phone:
        name = f"Ada {random.SystemRandom().randrange(10**9)}"
        me = await ada.ask("POST", "/me/keep", {"name": name, "passphrase": "correct horse"})
        assert me["kept"]
        await laptop.ask("POST", "/me/login", {"name": name, "passphrase": "wrong horse"}, expect=403)
        await laptop.ask("POST", "/me/keep", {"name": name.upper(), "passphrase": "another one"}, expect=409)
        assert (await laptop.ask("POST", "/me/login", {"name": name, "passphrase": "correct horse"}))["id"] == me["id"]
        code = (await ada.ask("POST", "/me/code"))["code"]
        assert (await phone.ask("POST", "/me/move", {"code": code.lower()}))["id"] == me["id"]
        assert (await phone.ask("GET", "/me"))["id"] == me["id"]
        async with Person(server.url) as thief:
            await thief.ask("POST", "/me/move", {"code": code}, expect=403)


async def test_history_ratings_and_the_leaderboard(server):
    async with Person(server.url, "127.0.0.2") as ada, Person(server.url, "127.0.0.3") as ben:
        await ada.keep()
        await ben.keep()
        await ada.ask("PATCH", "/me", {"name": "Ada"})
        table, devices = await table_for([ada, ben], rated=True, clock={"kind": "move", "amount": 600})
        await play_out(devices, random.Random(5), most=2000)
        game = (await ada.ask("GET", "/me/games"))["games"][0]
        assert game["table"] == table
        assert [player.get("me", False) for player in game["players"]] == [True, False]
        assert game["places"][game["winners"][0]] == 1
        assert (await ada.ask("GET", "/me/tables"))["games"] == []
        async with Person(server.url) as guest:
            board = await guest.ask("GET", "/leaderboard/restart")
            assert any(row["name"] == "Ada" for row in board["people"])
            await guest.ask("GET", "/leaderboard/chess", expect=404)


async def test_everybody_at_a_table_has_a_face_of_their_own(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        for person in (ada, ben):
            await person.ask("PATCH", "/me", {"name": "Tortue", "face": "tortue"})
        assert (await ben.ask("GET", "/me"))["face"] == "tortue"
        await ben.ask("PATCH", "/me", {"face": "dragon"}, expect=400)
        made = (await ada.create(players=3))["table"]["id"]
        seats = (await ben.sit(made, seat=1))["table"]["seats"]
        assert [seat.get("face") for seat in seats] == ["tortue", "leo", None]
        running = (await ben.ask("GET", "/me/tables"))["games"]
        assert [(game["table"]["id"], game["seats"], game["turn"]) for game in running] == [(made, [1], None)]


async def test_names_and_faces_of_those_who_share_a_device(server):
    async with Person(server.url) as ada:
        people = {"0": {"name": " Lou ", "face": "lou"}, "1": {"face": "lou"}}
        wanted = {"players": 3, "pass_and_play": True, "people": people, "bots": {"2": "greedy"}}
        seats = (await ada.create(**wanted))["table"]["seats"]
        assert [(seat.get("name"), seat.get("face")) for seat in seats] == [
            ("Lou", "lou"),
            (None, "mamie"),
            ("greedy", None),
        ]
        nobody = wanted | {"people": {"0": {"name": "\u200b"}}}
        await ada.ask("POST", "/tables", {"game": "restart"} | nobody, expect=400)


async def _shown_by_no_worker(server, person, table, name):
    """Each request may be answered by another worker; news needs a moment from one to the other."""
    unseen = 0
    for _ in range(500):
        async with person.http.get(f"{server.url}/api/1/tables/{table}", headers={"Connection": "close"}) as response:
            unseen = 0 if name in await response.text() else unseen + 1
        if unseen == 12:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the name is still shown")


def test_delete_my_data_leaves_the_game_without_a_name(server):
    async def scene():
        async with Person(server.url) as ada, Person(server.url) as ben:
            await ada.ask("PATCH", "/me", {"name": "Ada Forgotten"})
            me = (await ada.ask("GET", "/me"))["id"]
            table, devices = await table_for([ada, ben], variant={"target": 20})
            await play_out(devices, random.Random(5))
            await ada.ask("DELETE", "/me")
            assert (await ada.ask("GET", "/me"))["id"] != me
            await devices[1].until("snapshot")  # whoever still looks is shown the table without the name
            await _shown_by_no_worker(server, ben, table, "Ada Forgotten")
            return me, table

    me, table = asyncio.run(scene())
    engine = server.place.engine()
    with engine.connect() as connection:
        assert connection.execute(select(people).where(people.c.id == me)).first() is None
        rows = connection.execute(select(sitters).where(sitters.c.table_id == table)).all()
        assert {row.name for row in rows} == {None}
    engine.dispose()


async def test_blocked_people_do_not_meet_at_public_tables(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        made = await ada.create(public=True)
        await ben.ask("POST", "/blocks", {"table": made["table"]["id"], "seat": 0})
        await ben.ask("POST", "/reports", {"table": made["table"]["id"], "seat": 0, "about": "name"})
        refused = await ben.sit(made["table"]["id"], expect=403)
        assert refused["why"]["code"] == "server.blocked"
        await ben.ask("DELETE", "/blocks")
        await ben.sit(made["table"]["id"])
        listed = await ben.ask("GET", "/tables")
        assert made["table"]["id"] in [table["id"] for table in listed["tables"]]
