"""Check finished records, event by event, with the rulebooks: python -m tests.naive.checker FILE.jsonl..."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from . import RULEBOOKS
from .book import fields, same
from .wrong import Wrong, need

FORMAT = "tuilerie-record/1"
KEYS = ["format", "game", "variant", "players", "commitment", "seed", "nonces", "events"]
KEYS_WITH_DECK = ["format", "game", "variant", "players", "commitment", "seed", "nonces", "deck", "events"]

# A record only names what differs from these.
DEFAULTS: dict[str, dict[str, object]] = {
    "restart": {"round_end": "consecutive", "last_tile": "counts", "target": 100},
    "romirami": {"first": "random"},
    "famille": {"pool_end": "literal", "free_draw": "no", "first": "random"},
    "junior": {"first": "random"},
}


def check(record: dict) -> None:
    """Raise Wrong at the first thing that is wrong; events[0] is the first event."""
    check_keys(record)
    game = record["game"]
    check_variant(game, record["variant"])
    check_players(record["players"])
    check_seeds(record)
    book = RULEBOOKS[game](len(record["players"]), record["variant"], record.get("deck"))
    events = record["events"]
    need(isinstance(events, list), "events: not a list")
    for number, event in enumerate(events):
        try:
            need(book.expects() != "nothing", "nothing may follow the end")
            book.feed(event)
        except Wrong as error:
            raise Wrong(f"events[{number}] {short(event)}: {error}") from None
    need(book.expects() == "nothing", f"events[{len(events)}] is missing: {book.expects()!r} must come next")


def check_keys(record: Any) -> None:
    need(isinstance(record, dict), "a record is an object")
    keys = list(record)
    need(keys in (KEYS, KEYS_WITH_DECK), f"keys of the record, or their order: {keys}")
    need(record["format"] == FORMAT, f"format: {record['format']!r}")
    game = record["game"]
    need(isinstance(game, str) and game in RULEBOOKS, f"unknown game {game!r}")
    if "deck" in record:
        need(game == "romirami", f"{game} has no other deck")
        need(record["deck"] is not None, "deck: empty")


def check_variant(game: str, variant: Any) -> None:
    """The rulebook checks keys and values; here only that no default is written."""
    need(isinstance(variant, dict), "variant: not an object")
    for key, value in variant.items():
        need(not same(value, DEFAULTS[game].get(key)), f"variant: {key} is written though it is the default")


def check_players(players: Any) -> None:
    need(isinstance(players, list), "players: not a list")
    for player in players:
        fields(player, "player", "name", "kind", "bot")
        need(isinstance(player["name"], str), f"player name: {player['name']!r}")
        need(player["kind"] in ("human", "bot"), f"player kind: {player['kind']!r}")
        if player["kind"] == "human":
            need(player["bot"] is None, "a human has no bot")
        else:
            need(isinstance(player["bot"], str), "a bot has the name of its program")


def check_seeds(record: dict) -> None:
    """Only the form: what they prove is for others to check."""
    need(is_hex(record["commitment"]), "commitment: 64 hex digits")
    need(is_hex(record["seed"]), "seed: 64 hex digits")
    nonces = record["nonces"]
    need(isinstance(nonces, list) and len(nonces) == len(record["players"]), "nonces: one per seat")
    for nonce, player in zip(nonces, record["players"]):
        need(nonce == "" or is_hex(nonce), "nonce: 64 hex digits or nothing")
        need(nonce == "" or player["kind"] == "human", "nonce: a bot has none")


def is_hex(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def short(event: Any) -> str:
    text = json.dumps(event)
    return text if len(text) <= 80 else text[:77] + "..."


def main(paths: list[str]) -> int:
    passed = 0
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                try:
                    check(json.loads(line))
                except (Wrong, json.JSONDecodeError) as error:
                    print(f"{path}:{number}: {error}")
                    return 1
                passed += 1
    print(f"{passed} records passed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
