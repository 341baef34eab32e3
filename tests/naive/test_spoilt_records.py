"""The checker of records finds what is wrong in one."""

from __future__ import annotations

import copy
import json
import random

import pytest

from . import RULEBOOKS, Wrong, checker, junior
from .checker import check
from .random_games import SETTINGS, play_game


def spoil_and_check(record: dict, events: list) -> None:
    with pytest.raises(Wrong, match=r"events\[\d+\]"):
        check({**record, "events": events})


@pytest.fixture(scope="module")
def records() -> list[dict]:
    return [play_game(game, 3, variant, deck, 7) for game, variant, deck in SETTINGS if deck is None]


def test_a_dropped_event_is_caught(records):
    for record in records:
        events = record["events"]
        for number in range(0, len(events), 1 + len(events) // 25):
            spoil_and_check(record, events[:number] + events[number + 1 :])


def test_a_doubled_event_is_caught(records):
    for record in records:
        events = record["events"]
        for number in range(0, len(events), 1 + len(events) // 25):
            spoil_and_check(record, events[: number + 1] + events[number:])


def test_a_truncated_record_is_caught(records):
    for record in records:
        for length in (0, 1, len(record["events"]) // 2, len(record["events"]) - 1):
            spoil_and_check(record, record["events"][:length])


def test_swapped_events_are_caught(records):
    for record in records:
        events = record["events"]
        for number in range(0, len(events) - 1, 1 + len(events) // 25):
            one, other = events[number : number + 2]
            if one[0] == other[0] == "move" and one[2].startswith("fill") and other[2].startswith("fill"):
                continue  # two contracts may be filled in either order
            spoil_and_check(record, events[:number] + [other, one] + events[number + 2 :])


def test_a_wrong_seat_is_caught(records):
    for record in records:
        events = copy.deepcopy(record["events"])
        move = next(event for event in events if event[0] == "move")
        move[1] = (move[1] + 1) % 3
        spoil_and_check(record, events)


def test_a_flipped_piece_is_caught(records):
    for record in records:
        events = copy.deepcopy(record["events"])
        deal = events[0][1]
        if "hands" in deal:
            deal["hands"][0][0] = deal["hands"][1][0]
            # Romi Rami has the same card several times: one too many is only seen when they run out.
            if record["game"] != "romirami":
                spoil_and_check(record, events)
            deal["hands"][0][0] = "z9"
            spoil_and_check(record, events)
        else:
            shown = [event for event in events if event[0] == "reveal"]
            shown[-1][2] = next(
                event[2] for event, other in zip(shown[::2], shown[1::2]) if junior.matches(event[2], other[2])
            )
            spoil_and_check(record, events)


def test_a_wrong_count_is_caught(records):
    for record in records:
        for number, event in enumerate(record["events"]):
            if event[0] not in ("round", "end"):
                continue
            for key, value in event[1].items():
                wrong = "limit" if key == "reason" else [entry + 1 for entry in value]
                events = copy.deepcopy(record["events"])
                events[number][1][key] = wrong
                spoil_and_check(record, events)


def test_a_wrong_first_player_is_caught(records):
    for record in records:
        events = copy.deepcopy(record["events"])
        for wrong in (-1, 3, "0", True, None):
            events[0][1]["first"] = wrong
            spoil_and_check(record, events)


def test_a_wrong_list_of_legal_moves_is_caught():
    for game, variant, deck in SETTINGS:
        record = play_game(game, 2, variant, deck, 3, listing=True)
        moves = [number for number, event in enumerate(record["events"]) if event[0] == "move"]
        for spoil in (lambda legal: legal + ["pass"], lambda legal: legal[1:], lambda legal: legal[::-1] + ["x"]):
            events = copy.deepcopy(record["events"])
            event = events[moves[len(moves) // 2]]
            event[3] = spoil(event[3])
            spoil_and_check(record, events)


def test_the_head_of_a_record(records):
    record = records[0]
    backwards = {key: record[key] for key in reversed(record)}
    spoilt = [
        backwards,
        {**record, "format": "tuilerie-record/2"},
        {**record, "game": "chess"},
        {**record, "variant": {"target": 100}},
        {**record, "variant": {"target": 0}},
        {**record, "variant": {"colour": "red"}},
        {**record, "players": record["players"][:1], "nonces": [""]},
        {**record, "players": [{**record["players"][0], "kind": "human"}] + record["players"][1:]},
        {**record, "commitment": "00"},
        {**record, "seed": "g" * 64},
        {**record, "nonces": ["", ""]},
        {**record, "nonces": ["0" * 64, "", ""]},
        {**record, "more": 1},
        {**{key: record[key] for key in list(record)[:-1]}, "deck": {}, "events": record["events"]},
        [],
    ]
    for wrong in spoilt:
        with pytest.raises(Wrong):
            check(wrong)


def places_in(value: object) -> list[tuple[object, object]]:
    """Every (container, key) inside some JSON."""
    found = []
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    for key, entry in entries:
        found += [(value, key)] + places_in(entry)
    return found


def test_nonsense_is_refused_in_words():
    """Whatever stands anywhere in a record, the checker raises Wrong or accepts, and never stumbles."""
    chance = random.Random(5)
    for game, variant, deck in SETTINGS:
        record = play_game(game, 2, variant, deck, 5)
        record["events"] = record["events"][:40] + record["events"][-1:]
        places = len(places_in(record))
        for _ in range(40):
            spoilt = copy.deepcopy(record)
            container, key = places_in(spoilt)[chance.randrange(places)]
            container[key] = chance.choice([None, True, -1, 10**6, 1.0, "", "r1", "*", [], [[]], {}, {"a": 1}])
            with pytest.raises(Wrong):
                check(spoilt)


def test_a_refused_event_changes_nothing(records):
    chance = random.Random(6)
    for record in records:
        strange = [event for other in records for event in chance.sample(other["events"], 3)]
        book = RULEBOOKS[record["game"]](3, record["variant"])
        for number, event in enumerate(record["events"][:60]):
            before = copy.deepcopy(vars(book))
            for wrong in strange if number % 5 == 0 else []:
                try:
                    copy.deepcopy(book).feed(wrong)
                except Wrong:
                    with pytest.raises(Wrong):
                        book.feed(wrong)
                    assert vars(book) == before
            book.feed(event)


def test_command_line(tmp_path, capsys, records):
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text("".join(json.dumps(record) + "\n" for record in records))
    bad.write_text(json.dumps(records[0]) + "\n" + json.dumps({**records[0], "events": []}) + "\n")
    assert checker.main([str(good)]) == 0
    assert f"{len(records)} records passed" in capsys.readouterr().out
    assert checker.main([str(good), str(bad)]) == 1
    assert "bad.jsonl:2: events[0] is missing" in capsys.readouterr().out
