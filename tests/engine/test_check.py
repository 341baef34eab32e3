"""`check_record` against every kind of corruption."""

from __future__ import annotations

import copy
import json
import random

import pytest

import tuilerie
from tests.positions import random_match, walk
from tuilerie.engine.errors import WrongRecord
from tuilerie.engine.record_check import check_record
from tuilerie.engine.registry import known_games

GAMES = list(known_games())


def fresh(game="restart", players=3, seed=2, **variant):
    return json.loads(json.dumps(random_match(game, players, seed, variant).record()))


def wrong(record) -> WrongRecord:
    with pytest.raises(WrongRecord) as caught:
        check_record(record)
    assert caught.value.sentence("fr")
    assert caught.value.sentence("en")
    return caught.value


def test_a_flipped_tile_in_the_deal():
    record = fresh()
    record["events"][0][1]["hands"][0][0], record["events"][0][1]["hands"][1][0] = (
        record["events"][0][1]["hands"][1][0],
        record["events"][0][1]["hands"][0][0],
    )
    error = wrong(record)
    assert (error.event, error.clause) == (0, "RS-S1")


def test_a_move_that_is_not_legal_names_its_clause():
    record = fresh()
    at = next(number for number, event in enumerate(record["events"]) if event[0] == "move")
    record["events"][at][2] = "stop"
    error = wrong(record)
    assert (error.event, error.clause) == (at, "RS-T10")


def test_a_dropped_pass():
    record = fresh()
    at = next(number for number, event in enumerate(record["events"]) if event[2:] == ["pass"])
    del record["events"][at]
    assert wrong(record).event == at


@pytest.mark.parametrize("kind", ["round", "end"])
def test_a_wrong_total(kind):
    record = fresh()
    at = next(number for number, event in enumerate(record["events"]) if event[0] == kind)
    field = "totals" if kind == "round" else "scores"
    record["events"][at][1][field][1] += 1
    error = wrong(record)
    assert error.event == at
    assert error.clause in ("RS-E2", "RS-E3")


def test_a_wrong_winner_and_a_wrong_reason():
    for field, value in (("winners", [0, 1, 2]), ("reason", "empty-hand"), ("winners", [])):
        record = fresh()
        record["events"][-1][1][field] = value
        assert wrong(record).event == len(record["events"]) - 1


def test_a_wrong_commitment_or_seed_or_nonce():
    record = fresh()
    record["commitment"] = "00" * 32
    assert wrong(record).code == "record.commitment"
    record = fresh()
    record["seed"] = "11" * 32
    assert wrong(record).code == "record.commitment"
    record = fresh()
    record["nonces"][1] = "22" * 32
    assert wrong(record).event == 0


def test_events_out_of_order():
    record = fresh()
    events = record["events"]
    at = next(number for number, event in enumerate(events) if event[0] == "round")
    events[at], events[at + 1] = events[at + 1], events[at]
    assert wrong(record).event == at


def test_a_truncated_record():
    record = fresh()
    for length in (0, 1, 5, len(record["events"]) - 1):
        cut = record | {"events": record["events"][:length]}
        assert wrong(cut).code == "record.no-end"


def test_nothing_may_follow_the_end():
    record = fresh()
    record["events"].append(["move", 0, "pass"])
    assert wrong(record).code == "record.after-end"


@pytest.mark.parametrize("reason", ["limit", "abandoned"])
def test_a_stopped_game_is_right_and_nobody_wins_it(reason):
    match = random_match("restart", 2, 3, moves=9)
    match.stop(reason)
    record = json.loads(json.dumps(match.record()))
    assert check_record(record).reason == reason
    record["events"][-1][1]["winners"] = [0]
    assert wrong(record).event == len(record["events"]) - 1


def test_a_game_may_not_end_before_its_end():
    match = random_match("restart", 2, 3, moves=9)
    match.stop("limit")
    record = json.loads(json.dumps(match.record()))
    record["events"][-1][1]["reason"] = "target"
    assert wrong(record).code == "record.too-early"


def test_a_wrong_list_of_legal_moves():
    match = tuilerie.new("restart", 2, 3)
    match.legal_lists()
    walk(match, random.Random(3))
    record = json.loads(json.dumps(match.record()))
    check_record(record)
    first = record["events"][1]
    first[3].remove("pass")
    assert wrong(record).code == "record.legal-list"
    first[3] = sorted([*first[3], "pass", "stop"])
    assert "stop" in str(wrong(record))


FORMS = {
    "format": "tuilerie-record/9",
    "game": "chess",
    "variant": {"target": 100},
    "players": [{"name": "a", "kind": "cat", "bot": None}] * 3,
    "commitment": "xyz",
    "seed": 5,
    "nonces": ["", ""],
    "events": {"deal": 1},
}


@pytest.mark.parametrize("key", FORMS)
def test_every_field_has_its_form(key):
    wrong(fresh() | {key: FORMS[key]})


def test_keys_stand_in_their_order_and_none_is_missing():
    record = fresh()
    wrong(dict(reversed(record.items())))
    for key in record:
        wrong({other: value for other, value in record.items() if other != key})


@pytest.mark.parametrize("game", GAMES)
def test_any_damage_to_the_events_is_found(game):
    """Random damage, hundreds of times: a piece, a number, a seat, an event lost, doubled or moved."""
    chance = random.Random(game)
    records = [fresh(game, players, seed) for players in (2, 3, 4) for seed in range(2)]
    found = 0
    for _ in range(300):
        record = copy.deepcopy(chance.choice(records))
        before = json.dumps(record)
        damage(record["events"], chance)
        if json.dumps(record) != before:
            wrong(record)
            found += 1
    assert found > 200


def damage(events, chance):
    at = chance.randrange(len(events))
    kind = chance.randrange(4)
    if kind == 0:
        del events[at]
    elif kind == 1:
        events.insert(at, copy.deepcopy(events[at]))
    elif kind == 2 and at + 1 < len(events):
        events[at], events[at + 1] = events[at + 1], events[at]
    else:
        scramble(events[at], chance)


def scramble(node, chance):
    """Change one leaf somewhere below `node`."""
    while isinstance(node, list | dict):
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        if not keys:
            return
        key = chance.choice(keys)
        if not isinstance(node[key], list | dict):
            node[key] = node[key] + 1 if isinstance(node[key], int) else node[key] + "x"
            return
        node = node[key]
