"""The tables of one device, call by call, as the page's worker makes them."""

from __future__ import annotations

import inspect
import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tuilerie.bots import player
from tuilerie.bots.dice import Dice
from tuilerie.bots.roster import LEVELS
from tuilerie.browser import build, tables
from tuilerie.browser.tables import INTERFACE, Tables, elsewhere, overtaken, unkept
from tuilerie.engine.record_check import check_record
from tuilerie.engine.registry import game_named, known_games
from tuilerie.table.local import SavedTable
from tuilerie.words import LANGUAGES

NOW = 1_700_000_000_000
LONGEST = 3000
OLD_LOGS = json.loads((Path(__file__).parent / "logs.json").read_text(encoding="utf-8"))


class Log:
    """What a page keeps: the head of a table, and its rows."""

    def __init__(self, saved: dict[str, Any]) -> None:
        self.id = saved["id"]
        self.head = {key: value for key, value in saved.items() if key != "log"}
        self.rows = list(saved["log"])

    def keep(self, text: str) -> dict[str, Any]:
        step: dict[str, Any] = json.loads(text)
        self.rows += step.get("rows", [])
        assert "rows" not in step or step["seq"] == len(self.rows), "every row is handed over, once"
        return step

    def saved(self) -> str:
        return json.dumps(self.head | {"log": self.rows})


def opened(tables: Tables, game: str, **terms: Any) -> Log:
    body = {"game": game, "bots": {"1": "greedy"}, "start": True, "pace": 0} | terms
    return Log(json.loads(tables.create(json.dumps(body), "Ada", "fr", NOW)))


def bot_actions(thought: dict[str, Any]) -> list[int]:
    game = game_named(thought["game"])
    state = game.new_state(bytes.fromhex(thought["record"]))
    level = next(bot for bot in LEVELS if bot.kind == thought["kind"])
    return player.whole_move(game, state, level, Dice(int(thought["seed"])))


def go_on(tables: Tables, log: Log, chance: random.Random, most: int = LONGEST) -> list[dict[str, Any]]:
    """Bots move, the person plays at random, until the end; every message that came."""
    heard: list[dict[str, Any]] = []

    def legal() -> list[str]:
        match = tables._tables[log.id].state.match
        assert match is not None
        return match.legal()

    for number in range(most):
        step = json.loads(tables.next(log.id, NOW))
        kind = step["kind"] if step else None
        if kind == "deal":
            text = tables.deal(log.id, NOW)
        elif kind == "turn":
            text = tables.play(log.id, bot_actions(step["thought"]), NOW)
        else:
            snapshot = log.keep(tables.receive(log.id, json.dumps({"t": "resync", "last": 0}), NOW))["messages"][-1]
            if snapshot["phase"] == "over":
                break
            play = {"t": "play", "key": f"k{number}", "based": snapshot["seq"], "moves": [chance.choice(legal())]}
            text = tables.receive(log.id, json.dumps(play), NOW)
        heard += log.keep(text).get("messages", [])
    return heard


@pytest.mark.parametrize("game", known_games())
def test_a_game_against_a_bot_ends_with_a_record_that_passes_the_check(game: str) -> None:
    tables = Tables()
    log = opened(tables, game)
    heard = go_on(tables, log, random.Random(4))
    assert [message for message in heard if message.get("phase") == "over"]
    record = json.loads(tables.record(log.id, "fr"))
    check_record(record)
    assert record["players"][0]["name"] == "Ada"
    replay = json.loads(tables.replay(log.id, "0", "fr"))
    assert replay["events"] == record["events"]
    assert len(replay["steps"]) == len(replay["views"])
    assert {view["seat"] for view in replay["views"]} == {0}


@pytest.mark.parametrize("game", known_games())
def test_from_the_rows_alone_another_process_goes_on(game: str) -> None:
    tables = Tables()
    log = opened(tables, game)
    go_on(tables, log, random.Random(5), most=8)
    again = Tables()
    again.restore(log.saved(), "fr")
    hello = json.dumps({"t": "hello", "table": log.id, "protocol": 1, "keys": [], "last": 0, "lang": "fr"})
    assert json.loads(again.receive(log.id, hello, NOW)) == json.loads(tables.receive(log.id, hello, NOW))
    go_on(again, log, random.Random(6))
    check_record(json.loads(again.record(log.id, "fr")))


@pytest.mark.parametrize("game", OLD_LOGS)
def test_a_log_of_an_earlier_version_is_played_to_its_end(game: str) -> None:
    """`logs.json` is never written anew: devices hold games that were begun with the version it is from."""
    log, tables = Log(OLD_LOGS[game]), Tables()
    tables.restore(log.saved(), "fr")
    go_on(tables, log, random.Random(7))
    check_record(json.loads(tables.record(log.id, "fr")))


def test_a_review_comes_step_by_step() -> None:
    tables = Tables()
    log = opened(tables, "famille")
    assert json.loads(tables.review(log.id, "fr"))["why"]["code"] == "server.no-review"
    go_on(tables, log, random.Random(1), most=6)
    leave = json.dumps({"t": "abandon", "key": "a", "seat": 0})
    log.keep(tables.receive(log.id, leave, NOW))
    found = json.loads(tables.review(log.id, "fr"))
    for _ in range(500):
        if found["state"] == "done":
            break
        found = json.loads(tables.review(log.id, "fr"))
    assert found["done"] == found["total"] == len(found["turns"]) > 0
    assert len(found["accounts"]) == 2


def test_a_hint_comes_with_its_reason() -> None:
    tables = Tables()
    log = opened(tables, "restart")
    while (step := json.loads(tables.next(log.id, NOW))) is not None and step["kind"] != "wait":
        dealt = step["kind"] == "deal"
        log.keep(tables.deal(log.id, NOW) if dealt else tables.play(log.id, bot_actions(step["thought"]), NOW))
    snapshot = json.loads(tables.receive(log.id, json.dumps({"t": "resync", "last": 0}), NOW))["messages"][-1]
    asked = json.dumps({"t": "hint", "id": 7, "based": snapshot["seq"], "seat": 0})
    hinted = json.loads(tables.receive(log.id, asked, NOW))["messages"][-1]
    assert hinted["id"] == 7
    assert hinted["moves"][0]["sentence"]


def test_terms_that_cannot_be_are_refused_in_words() -> None:
    answer = json.loads(Tables().create(json.dumps({"game": "restart", "players": 2, "bots": {"9": "x"}}), "", "fr", 1))
    assert answer["why"]["sentence"]


def test_what_could_not_be_kept_is_said_in_every_language() -> None:
    for refusal in (unkept, overtaken):
        said = {json.loads(refusal("k", lang))["why"]["sentence"] for lang in LANGUAGES}
        assert len(said) == len(LANGUAGES)


def test_a_page_whose_table_is_elsewhere_is_told_so_in_every_language() -> None:
    said = [json.loads(elsewhere(lang)) for lang in LANGUAGES]
    assert {each["t"] for each in said} == {"goodbye"}
    assert len({each["why"]["sentence"] for each in said}) == len(LANGUAGES)


def described(kind: type) -> str:
    return f"{kind.__name__}({', '.join(f'{field.name}: {field.type}' for field in msgspec.structs.fields(kind))})"


def test_the_number_of_the_interface_changes_with_what_is_called() -> None:
    """A kept engine of this number must work with every page of this number: what follows is part of it."""
    calls = [f"{name}{inspect.signature(call)}" for name, call in vars(Tables).items() if name[0] != "_"]
    calls += [f"{call.__name__}{inspect.signature(call)}" for call in (unkept, overtaken, elsewhere)]
    kinds = (tables.Step, tables.Next, tables.Thought, tables.Finished, tables.Seated, SavedTable)
    found = [*calls, *(described(kind) for kind in kinds)]
    kept = json.loads((Path(__file__).parent / "interface.json").read_text(encoding="utf-8"))
    assert found == kept.get(str(INTERFACE)), "raise INTERFACE, and write down what it means in interface.json"


def test_the_page_and_the_engine_speak_of_the_same_interface() -> None:
    page = (build.WEB / "src" / "offline" / "files.ts").read_text(encoding="utf-8")
    assert re.findall(r"export const INTERFACE = (\d+);", page) == [str(INTERFACE)]
