"""Devices of one identity: logged out here, logged out everywhere, ended by a new passphrase; cookies from before
versions stay good.
"""

from __future__ import annotations

import asyncio
import secrets

import pytest
from yarl import URL

from tests.server.client import API, Person, table_for
from tests.server.serving import place, serving
from tuilerie.server.people.identities import Cookie, read_cookie, sign
from tuilerie.server.storage import queries

PASSPHRASE = "correct horse"


async def kept(person):
    """The person, kept under a name that nobody else has."""
    name = f"Ada {secrets.token_hex(5)}"
    me = await person.ask("POST", "/me/keep", {"name": name, "passphrase": PASSPHRASE})
    return name, me["id"]


async def log_in(person, name, passphrase=PASSPHRASE, expect=200):
    return await person.ask("POST", "/me/login", {"name": name, "passphrase": passphrase}, expect)


def cookie_of(person):
    return next(cookie.value for cookie in person.http.cookie_jar if cookie.key == "tuilerie")


def server_key(server):
    engine = server.place.engine()
    with engine.connect() as database:
        key = queries.setting(database, "cookie-key", b"")
    engine.dispose()
    return key


async def ended(server, cookie):
    """Until every worker refuses the cookie: news needs a moment from one to the other."""
    refused = 0
    for _ in range(1000):
        async with Person(server.url) as stale:
            headers = {"Cookie": f"tuilerie={cookie}", "Connection": "close"}
            async with stale.http.post(
                f"{server.url}{API}/tables", json={"game": "restart"}, headers=headers
            ) as response:
                code = (await response.json()).get("why", {}).get("code")
                refused = refused + 1 if (response.status, code) == (403, "server.logged-out") else 0
        if refused == 8:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the cookie is still good")


def test_cookies_say_whose_they_are_and_for_which_version():
    key = b"k" * 32
    for cookie in (Cookie("ada"), Cookie("ada", 1), Cookie("ada", 12), Cookie("ada", 0, "d1"), Cookie("ada", 3, "d1")):
        assert read_cookie(key, sign(key, cookie)) == cookie
    before = sign(key, Cookie("ada"))
    assert before.count(".") == 1  # as they were before there were versions
    person, signature = before.split(".")
    for forged in (
        f"{person}.1.{signature}",
        f"{person}.0.{signature}",
        f"{person}.01.{signature}",
        f"{person}..{signature}",
        f"{person}.²." + signature,
    ):
        assert read_cookie(key, forged) is None
    assert read_cookie(key, sign(key, Cookie("ada", 1)).replace(".1.", ".01.")) is None
    signed = sign(key, Cookie("ada", 1, "d1"))
    for forged in (signed.replace(".d1.", "."), signed.replace(".d1.", ".d2."), signed.replace(".d1.", "..")):
        assert read_cookie(key, forged) is None


async def test_logged_out_here_is_a_new_guest_here_only(server):
    async with Person(server.url) as laptop, Person(server.url) as phone:
        name, me = await kept(laptop)
        await log_in(phone, name)
        await phone.ask("POST", "/me/logout")
        guest = await phone.ask("GET", "/me")
        assert guest["id"] != me
        assert not guest["kept"]
        assert (await laptop.ask("GET", "/me"))["id"] == me
        assert (await log_in(phone, name))["id"] == me


async def test_logged_out_here_closes_the_tables_of_this_device_only(server):
    async with Person(server.url) as laptop, Person(server.url) as phone, Person(server.url) as ben:
        name, me = await kept(laptop)
        await log_in(phone, name)
        table, (device, other) = await table_for([phone, ben])
        seated = await laptop.ask("POST", f"/tables/{table}/keys")
        beside = await laptop.at(table, seated["seats"][0]["key"])
        await phone.ask("POST", "/me/logout")
        with pytest.raises(ConnectionError, match=r"server\.logged-out"):
            await device.until("never")
        await beside.send({"t": "ping"})
        await beside.until("beat")
        await other.send({"t": "ping"})
        await other.until("beat")
        assert (await laptop.ask("GET", "/me"))["id"] == me


async def test_a_cookie_from_before_devices_is_good_and_gets_one(server):
    async with Person(server.url) as ada:
        me = (await ada.ask("GET", "/me"))["id"]
        key = server_key(server)
        ada.http.cookie_jar.clear()
        ada.http.cookie_jar.update_cookies({"tuilerie": sign(key, Cookie(me))}, URL(server.url))
        assert (await ada.ask("GET", "/me"))["id"] == me
        now = read_cookie(key, cookie_of(ada))
        assert now.person == me
        assert now.device
        await ada.ask("GET", "/games")
        assert read_cookie(key, cookie_of(ada)) == now, "kept from then on"


async def test_logged_out_everywhere_ends_cookies_keys_codes_and_sockets(server):
    async with Person(server.url) as laptop, Person(server.url) as phone, Person(server.url) as ben:
        name, me = await kept(laptop)
        await log_in(phone, name)
        table, (device, other) = await table_for([phone, ben])
        stolen, key = cookie_of(phone), device.keys[0]
        code = (await phone.ask("POST", "/me/code"))["code"]
        await laptop.ask("POST", "/me/logout/everywhere")
        with pytest.raises(ConnectionError, match=r"server\.logged-out"):
            await device.until("never")
        await other.until("presence")
        await ended(server, stolen)
        async with Person(server.url) as thief:
            await thief.ask("POST", "/me/move", {"code": code}, expect=403)
            with pytest.raises(ConnectionError, match=r"server\.bad-key"):
                await thief.at(table, key)
        for person in (laptop, phone):
            assert (await person.ask("GET", "/me"))["id"] != me
        assert (await log_in(phone, name))["id"] == me
        seated = await phone.ask("POST", f"/tables/{table}/keys")
        assert seated["seats"][0]["key"] != key
        again = await phone.at(table, seated["seats"][0]["key"])
        assert again.welcome["seats"] == [0]
        assert again.welcome["host"]


async def test_a_refused_device_forgets_its_cookie_and_may_log_in_again(server):
    async with Person(server.url) as laptop, Person(server.url) as phone:
        name, me = await kept(laptop)
        await log_in(phone, name)
        stolen = cookie_of(phone)
        await laptop.ask("POST", "/me/logout/everywhere")
        await ended(server, stolen)
        assert (await log_in(phone, name, expect=403))["why"]["code"] == "server.logged-out"
        assert (await log_in(phone, name))["id"] == me


async def test_a_new_passphrase_asks_for_the_old_one_and_ends_other_devices(server):
    async with Person(server.url) as laptop, Person(server.url) as phone, Person(server.url) as ben:
        guest = await ben.ask("POST", "/me/passphrase", {"old": "x", "new": "another horse"}, expect=409)
        assert guest["why"]["code"] == "server.not-kept"
        name, me = await kept(laptop)
        await log_in(phone, name)
        _, (device, _) = await table_for([phone, ben])
        refused = await phone.ask("POST", "/me/passphrase", {"old": "wrong horse", "new": "another horse"}, expect=403)
        assert refused["why"]["code"] == "server.passphrase"
        kept_again = await phone.ask("POST", "/me/keep", {"name": name, "passphrase": "another horse"}, expect=409)
        assert kept_again["why"]["code"] == "server.kept-already"  # this would be a change without the old one
        stolen = cookie_of(phone)
        assert (await laptop.ask("POST", "/me/passphrase", {"old": PASSPHRASE, "new": "another horse"}))["id"] == me
        with pytest.raises(ConnectionError, match=r"server\.logged-out"):
            await device.until("never")
        await ended(server, stolen)
        assert (await laptop.ask("GET", "/me"))["id"] == me
        await laptop.ask("PATCH", "/me", {"lang": "fr"})
        assert (await phone.ask("GET", "/me"))["id"] != me
        await log_in(phone, name, expect=403)
        assert (await log_in(phone, name, "another horse"))["id"] == me


def test_versions_outlive_the_process():
    async def before(running):
        async with Person(running.url) as ada:
            name, _ = await kept(ada)
            stolen = cookie_of(ada)
            await ada.ask("POST", "/me/logout/everywhere")
            await log_in(ada, name)
            return stolen, cookie_of(ada)

    async def after(running, stolen, good):
        await ended(running, stolen)
        async with (
            Person(running.url) as ada,
            ada.http.get(f"{running.url}{API}/me", headers={"Cookie": f"tuilerie={good}"}) as response,
        ):
            assert (await response.json())["kept"]

    with place("sqlite") as where, serving(where) as running:
        stolen, good = asyncio.run(before(running))
        running.stop()
        running.start()
        asyncio.run(after(running, stolen, good))
