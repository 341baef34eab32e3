"""The deal of the day on a server: one attempt that counts, the same game for everybody, nothing told ahead."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, date, datetime, timedelta

import pytest

from tests.server.client import Person
from tests.server.serving import in_process, place, serving
from tuilerie.engine.daily import Chain, check_chain, day_of, game_secret
from tuilerie.engine.record_check import check_record
from tuilerie.server.people.daily_results import beaten, median, streak
from tuilerie.server.process.daily import SETTING
from tuilerie.server.process.server_process import ServerProcess
from tuilerie.server.storage.database import migrate
from tuilerie.server.storage.queries import setting

LAST = bytes(range(32))
DAY_MS = 86_400_000


def today() -> date:
    return datetime.now(UTC).date()


async def first_moves(person: Person, body: dict, most: int = 1000) -> tuple[list[dict], list[bytes]]:
    """The daily deal, always by the first legal move: every view that was told, and every byte."""
    made = await person.ask("POST", "/daily/restart", {"pace": 0} | body)
    device = await person.at(made["table"]["id"], made["seats"][0]["key"])
    views = [device.view]
    for _ in range(most):
        while device.choice is None and device.phase != "over":
            await device.next()
            views.append(device.view)
        if device.phase == "over":
            break
        legal = device.choice["legal"]
        device.choice = None
        await device.send({"t": "play", "key": f"key-{device.seq}", "moves": [legal[0]], "based": device.seq})
    await device.close()
    return _changes(views), device.received


def _changes(views: list) -> list:
    return [view for at, view in enumerate(views) if at == 0 or view != views[at - 1]]


async def test_two_people_who_play_the_same_are_told_the_same_game(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        one, _ = await first_moves(ada, {})
        other, _ = await first_moves(ben, {})
        assert json.dumps(one) == json.dumps(other)
        again, _ = await first_moves(ada, {"practice": True})
        assert json.dumps(again) == json.dumps(one), "practice is the same deal"


async def test_one_attempt_counts_and_then_one_practises(server):
    async with Person(server.url) as ada, Person(server.url) as eve:
        before = await ada.ask("GET", "/daily")
        assert before["day"] == today().isoformat()
        assert {game["state"] for game in before["games"]} == {"new"}
        day = f"/daily/restart/{before['day']}"
        assert (await ada.ask("GET", day, expect=409))["why"]["code"] == "server.daily-first"
        first = await ada.ask("POST", "/daily/restart", {"practice": True}, expect=409)
        assert first["why"]["code"] == "server.daily-first"
        made, again = [await ada.ask("POST", "/daily/restart", {"pace": 0}) for _ in range(2)]
        assert made["table"]["id"] == again["table"]["id"], "the attempt that runs, not a second one"
        assert made["table"]["daily"] == {"day": before["day"], "counts": True, "sealed": True}
        await first_moves(ada, {})
        refused = await ada.ask("POST", "/daily/restart", {}, expect=409)
        assert refused["why"]["code"] == "server.daily-played"
        board = await ada.ask("GET", day)
        mine = board["mine"]
        practice = await ada.ask("POST", "/daily/restart", {"practice": True})
        assert practice["table"]["daily"]["counts"] is False
        await first_moves(ada, {"practice": True})
        assert (await ada.ask("GET", day))["mine"] == mine
        assert (await eve.ask("GET", day, expect=409))["why"]["code"] == "server.daily-first"
        after = await ada.ask("GET", "/daily")
        game = next(game for game in after["games"] if game["game"] == "restart")
        assert (game["state"], game["result"], game["code"]) == ("done", mine, made["table"]["code"])
        assert (after["streak"]["now"], after["streak"]["best"]) == (1, 1)
        sealed = await ada.ask("GET", f"/tables/{made['table']['id']}/record", expect=409)
        assert sealed["why"]["code"] == "server.daily-sealed"
        for hands in ("replay", "review"):
            sealed = await ada.ask("GET", f"/tables/{made['table']['id']}/{hands}", expect=409)
            assert sealed["why"]["code"] == "server.daily-sealed"


async def test_an_attempt_that_was_abandoned_counts_for_nothing_and_is_the_only_one(server):
    async with Person(server.url) as ada:
        made = await ada.ask("POST", "/daily/famille", {})
        device = await ada.at(made["table"]["id"], made["seats"][0]["key"])
        assert (await device.do("leave"))["t"] == "accepted"
        await device.until_phase("over")
        game = next(game for game in (await ada.ask("GET", "/daily"))["games"] if game["game"] == "famille")
        assert (game["state"], game["result"]) == ("lost", None)
        assert (await ada.ask("POST", "/daily/famille", {}, expect=409))["why"]["code"] == "server.daily-played"
        await device.close()


async def test_the_expert_is_computed_once_for_all(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        path = f"/daily/restart/{today().isoformat()}"
        await first_moves(ada, {})
        await first_moves(ben, {})
        for _ in range(600):
            board = await ada.ask("GET", path)
            if board["expert"] is not None:
                break
            await asyncio.sleep(0.1)
        assert board["expert"] == (await ben.ask("GET", path))["expert"]
        assert board["expert"] is not None
        assert board["players"] >= 2
        assert board["same"] >= 1


async def test_what_is_no_deal_is_refused(server):
    async with Person(server.url) as ada:
        for path in ("/daily/junior", "/daily/nothing"):
            assert (await ada.ask("POST", path, {}, expect=404))["why"]["code"] == "server.no-page"
        tomorrow = (datetime.now(UTC) + timedelta(days=1)).date().isoformat()
        for day in (tomorrow, "1999-01-01", "x", "20261116"):
            assert (await ada.ask("GET", f"/daily/restart/{day}", expect=404))["why"]["code"] == "server.no-page"
            body = {"practice": True, "day": day}
            assert (await ada.ask("POST", "/daily/restart", body, expect=404))["why"]["code"] == "server.no-page"


@pytest.fixture
def chained():
    """A server whose chain began three days ago, and that chain."""
    first = today() - timedelta(days=3)
    with place("sqlite") as where:
        engine = where.engine()
        migrate(engine)
        with engine.begin() as database:
            setting(database, SETTING, first.toordinal().to_bytes(4, "big") + LAST)
        engine.dispose()
        with serving(where) as running:
            yield running, Chain(LAST, first)


async def test_nothing_that_leaves_the_server_tells_a_deal_to_come(chained):
    """No secret of today or of a day to come, nor of a game's deal, is in any byte; those of days gone are."""
    server, chain = chained
    async with Person(server.url) as ada:
        _, received = await first_moves(ada, {})
        told = b"".join(received)
        table = json.loads(received[0])["table"]["id"]
        for path in (
            "/daily",
            "/daily/archive",
            "/daily/chain",
            f"/daily/restart/{today()}",
            "/me/games",
            "/me/tables",
        ):
            told += json.dumps(await ada.ask("GET", path)).encode()
        told += json.dumps(await ada.ask("GET", f"/tables/{table}/record", expect=409)).encode()
        told += json.dumps(await ada.ask("GET", f"/tables/{table}/replay", expect=409)).encode()
        for ahead in range(30):
            day = today() + timedelta(days=ahead)
            secrets = [chain.secret(day), *(game_secret(chain.secret(day), day, game) for game in GAMES)]
            assert not [secret for secret in secrets if secret.hex().encode() in told]
        assert chain.secret(today() - timedelta(days=2)).hex().encode() in told


GAMES = ("restart", "romirami", "famille")


async def test_the_archive_opens_days_that_are_over_and_the_chain_proves_them(chained):
    server, chain = chained
    async with Person(server.url) as ada:
        published = await ada.ask("GET", "/daily/chain")
        opened = dict(check_chain(published))
        assert published["anchor"] == chain.anchor.hex()
        archive = (await ada.ask("GET", "/daily/archive"))["days"]
        assert {day["day"]: day["secret"] for day in archive} == {
            day.isoformat(): secret.hex() for day, secret in opened.items()
        }
        assert today() not in opened
        past = archive[-1]["day"]
        views, _ = await first_moves(ada, {"practice": True, "day": past})
        assert views
        board = await ada.ask("GET", f"/daily/restart/{past}")
        assert (board["open"], board["players"], board["mine"]) == (True, 0, None), "practice counts for nothing"
        assert (await ada.ask("POST", "/daily/restart", {"day": past}, expect=409))["why"][
            "code"
        ] == "server.daily-over"


async def test_when_the_day_is_over_its_record_verifies_against_the_chain(tmp_path, monkeypatch):
    """An attempt that is finished too late does not count; the record of one that was in time is the chain's deal."""
    really = ServerProcess.now
    shift = 0
    monkeypatch.setattr(ServerProcess, "now", staticmethod(lambda: really() + shift))
    async with in_process(tmp_path, limits=False) as url, Person(url) as ada:
        made = await ada.ask("POST", "/daily/restart", {"pace": 0})
        late = await ada.ask("POST", "/daily/famille", {})
        await first_moves(ada, {})
        day = made["table"]["daily"]["day"]
        shift = DAY_MS + 3_700_000
        record = await ada.ask("GET", f"/tables/{made['table']['id']}/record")
        check_record(record)
        published = await ada.ask("GET", "/daily/chain")
        assert day_of(record, published).isoformat() == day
        device = await ada.at(late["table"]["id"], late["seats"][0]["key"])
        await device.do("abandon")
        await device.until_phase("over")
        await device.close()
        after = await ada.ask("GET", "/daily")
        assert after["number"] == 2
        assert {game["state"] for game in after["games"]} == {"new"}
        assert (after["streak"]["now"], after["streak"]["week"][-2:]) == (1, [True, False])
        shift += DAY_MS
        assert (await ada.ask("GET", "/daily"))["streak"]["now"] == 0
        mine = (await ada.ask("GET", "/daily/archive"))["days"][-1]["games"]
        assert [game["mine"] is not None for game in mine] == [game["game"] == "restart" for game in mine]
        await ada.ask("DELETE", "/me")
        assert (await ada.ask("GET", f"/daily/restart/{day}"))["players"] == 0, "deleted with the person"


async def test_attempts_from_one_address_are_limited(strict):
    codes = []
    for _ in range(34):
        async with (
            Person(strict.url) as somebody,
            somebody.http.post(f"{somebody.url}/api/1/daily/restart", json={}) as response,
        ):
            codes.append(response.status)
    assert codes[0] == 200
    assert codes[-1] == 429


def test_streaks_medians_and_places():
    day = date(2026, 11, 16)
    days = [day - timedelta(days=back) for back in (0, 1, 2, 5, 6, 7, 8)]
    assert (streak(days, day).now, streak(days, day).best) == (3, 4)
    assert streak(days, day + timedelta(days=1)).now == 3
    assert streak(days, day + timedelta(days=2)).now == 0
    assert streak(days, day).week == [True, True, False, False, True, True, True]
    assert median([]) is None
    assert median([(1, 1), (3, 2), (9, 4)]) == 9
    assert median([(1, 2), (3, 2)]) == 1
    assert beaten(3, [(1, 1), (3, 2), (9, 4)], lowest_wins=True) == 4
    assert beaten(3, [(1, 1), (3, 2), (9, 4)], lowest_wins=False) == 1
