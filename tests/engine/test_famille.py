"""Rummy famille for people: notation, refusals, events, and what each seat may see."""

from __future__ import annotations

import pytest

import tuilerie
from tests.positions import random_match
from tests.rules.test_famille import position, refusal
from tuilerie.engine.errors import BadInput, WrongRecord
from tuilerie.engine.record_check import check_record
from tuilerie.engine.registry import game_named


@pytest.mark.parametrize(
    "move",
    [
        "",
        "add",
        "add 1",
        "add 0 r5",
        "add 01 r5",
        "add 1  r5",
        "add 1 r5 ",
        "add one r5",
        "new",
        "new r5+",
        "new r14+r13",
        "new r05+r6",
        "new R5+R6",
        "add 1 r5\n",
    ],
)
def test_what_cannot_be_read_is_refused(move):
    assert refusal(position(["r5 r6 g9", "g1"], ["r4"]), move) == ("unreadable", None)


@pytest.mark.rule("RF-T1", "RF-T2", "RF-T3", "RF-T4", "RF-T5")
@pytest.mark.parametrize(
    ("move", "reason", "clause"),
    [
        ("add 3 r5", "famille.no-group", "RF-T2"),
        ("add 28 r5", "famille.no-group", "RF-T2"),
        ("add 1 r5", "not-held", "RF-T1"),
        ("add 1 r4", "famille.on-table", "RF-T1"),
        ("add 1 r4+r5", "famille.on-table", "RF-T1"),
        ("add 1 r6+r6", "famille.twice", "RF-T1"),
        ("add 1 r6", "famille.gap", "RF-T2"),
        ("add 1 b6", "famille.wrong-colour", "RF-T2"),
        ("add 2 r10", "famille.wrong-value", "RF-T3"),
        ("add 2 y9+g9", "famille.order", None),
        ("new r7+r6", "famille.order", None),
        ("new b6+r6", "famille.order", None),
        ("new r6", "famille.two-tiles", "RF-T4"),
        ("new r6+b7", "famille.neither", "RF-T4"),
        ("new r6+r7+b7", "famille.neither", "RF-T4"),
        ("new r6+r8", "famille.gap", "RF-T4"),
        ("new r6+r7+r8", "not-held", "RF-T1"),
        ("new r3+r4", "famille.on-table", "RF-T1"),
        ("draw", "famille.must-play", "RF-T7"),
        ("keep", "famille.nothing-to-keep", "RF-T8"),
        ("pass", "famille.no-pass", "RF-V3"),
    ],
)
def test_refusals_say_which_clause_is_broken(move, reason, clause):
    match = position(["r6 r7 b6 b7 g9 y9", "g1"], ["r3 r4", "r9 b9"])
    before = bytes(match.state)
    assert refusal(match, move) == (reason, clause)
    assert bytes(match.state) == before


def test_a_refusal_names_what_is_missing_in_both_languages():
    match = position(["r7 y9", "g1"], ["r3 r4"])
    with pytest.raises(tuilerie.engine.errors.Refused) as caught:
        match.play("add 1 r7")
    assert caught.value.sentence("en") == "A run has no gap: the red 5 is missing. (RF-T2)"
    assert caught.value.sentence("fr") == "Une suite n’a pas de trou\u00a0: il manque le 5 rouge. (RF-T2)"


def test_events_tell_a_game_as_records_write_it():
    match = random_match("famille", 3, 2)
    deal = match.events[0]
    assert deal[0] == "deal"
    assert list(deal[1]) == ["hands", "table", "first"]
    assert [len(hand) for hand in deal[1]["hands"]] == [6, 6, 6]
    assert len(deal[1]["table"]) == 4
    pairs = zip(match.events, match.events[1:], strict=False)
    draws = [(event, following) for event, following in pairs if event[0] == "move" and event[2] == "draw"]
    assert draws
    for event, following in draws:
        assert following[:2] == ["draw", event[1]]
        assert len(following[2]) == 1
    end = match.events[-1]
    assert end == ["end", {"scores": match.scores, "winners": match.winners, "reason": match.reason}]


@pytest.mark.rule("RF-S3")
def test_events_are_seen_without_other_racks_and_draws():
    game = game_named("famille")
    deal = ["deal", {"hands": [["r1", "r2"], ["b1", "b2"]], "table": ["g1", "g2", "g3", "g4"], "first": 1}]
    assert game.seen(deal, 0) == ["deal", {"hands": [["r1", "r2"], 2], "table": ["g1", "g2", "g3", "g4"], "first": 1}]
    assert game.seen(deal, None) == ["deal", {"hands": [2, 2], "table": ["g1", "g2", "g3", "g4"], "first": 1}]
    assert game.seen(["draw", 1, ["y7"]], 1) == ["draw", 1, ["y7"]]
    assert game.seen(["draw", 1, ["y7"]], 0) == ["draw", 1, 1]
    assert game.seen(["draw", 1, ["y7"]], None) == ["draw", 1, 1]
    assert game.seen(["move", 1, "draw"], 0) == ["move", 1, "draw"]


@pytest.mark.rule("RF-S3", "RF-T8")
def test_the_drawn_tile_is_shown_to_its_owner_only():
    match = position(["y7 g9", "g1"], ["r4"], pool="y8 y1")
    match.play("draw")
    assert match.view(0)["drawn"] == "y8"
    assert match.view(0)["phase"] == "drawn"
    for seat in (1, None):
        assert match.view(seat)["drawn"] is None
        assert "y8" not in str(match.view(seat))


def test_the_view_lists_what_it_shows():
    match = position(["r5", "g1 g7"], ["r4", "b2 b3", "y5 g5"])
    assert match.view(1) == {
        "game": "famille",
        "players": 2,
        "seat": 1,
        "turn": 0,
        "phase": "play",
        "first": match.view()["first"],
        "groups": [
            {"number": 1, "kind": "single", "tiles": ["r4"]},
            {"number": 2, "kind": "run", "tiles": ["b2", "b3"]},
            {"number": 3, "kind": "family", "tiles": ["g5", "y5"]},
        ],
        "rack": ["g1", "g7"],
        "rack_sizes": [1, 2],
        "pool": 3,
        "drawn": None,
        "passes": 0,
        "pool_end": "literal",
        "free_draw": "no",
    }
    match.play("add 1 r5")
    assert match.view(None)["racks"] == [[], ["g1", "g7"]]
    assert match.view(None)["turn"] is None


@pytest.mark.rule("RF-V5")
def test_a_seat_that_does_not_exist_cannot_start():
    with pytest.raises(BadInput) as caught:
        tuilerie.new("famille", 2, 1, {"first": 2})
    assert caught.value.code == "variant.value"


@pytest.mark.rule("RF-V3", "RF-V4", "RF-V5")
def test_a_record_keeps_only_what_differs_from_the_default():
    match = random_match("famille", 2, 1, {"pool_end": "stuck", "free_draw": "yes", "first": 1})
    assert match.record()["variant"] == {"pool_end": "stuck", "free_draw": "yes", "first": 1}
    assert random_match("famille", 2, 1, {"pool_end": "literal"}).record()["variant"] == {}


@pytest.mark.rule("RF-E2")
def test_a_record_with_another_winner_is_wrong():
    record = random_match("famille", 2, 1).record()
    record["events"][-1] = ["end", record["events"][-1][1] | {"winners": []}]
    with pytest.raises(WrongRecord) as caught:
        check_record(record)
    assert caught.value.clause == "RF-E2"
