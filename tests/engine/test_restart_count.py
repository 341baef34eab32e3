"""ReStart's count: the hands lie open for everybody (RS-E2)."""

from __future__ import annotations

import json

import pytest

import tuilerie
from tuilerie.engine.match import Match
from tuilerie.games.restart.plain import LOG_PHRASES
from tuilerie.terminal.event_text import tell

WORTH = {"E": 16, "X": 16}


def worth(tile: str) -> int:
    return 20 if tile in "ST" else WORTH.get(tile[1:]) or int(tile[1:])


def one_round(players: int, seed: int) -> tuple[Match, list[list[str]]]:
    """A few moves each, then everybody passes; the match, and the hands as they were before the last pass."""
    match = tuilerie.new("restart", players=players, seed=seed, variant={"target": 1000})
    for _ in range(6 * players):
        placing = [move for move in match.legal() if move not in ("pass", "stop")]
        match.play(placing[0] if placing else match.legal()[0])
    hands: list[list[str]] = []
    while match.view(None)["round"] == 1:
        hands = [match.view(seat)["hand"] for seat in range(players)]
        match.play("pass" if "pass" in match.legal() else "stop")
    return match, hands


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_sees_the_hands_that_were_counted(players: int) -> None:
    match, hands = one_round(players, seed=11)
    for seat in (None, *range(players)):
        view = match.view(seat)
        assert view["last_hands"] == hands
        assert [sum(map(worth, hand)) for hand in view["last_hands"]] == view["last_points"]
    assert "last_hands" not in tuilerie.new("restart", players=players, seed=11).view(0)


def test_records_and_events_hold_no_more_than_before() -> None:
    match, _ = one_round(3, seed=5)
    match.stop("abandoned")
    assert "last_hands" not in json.dumps(match.record())


def test_the_count_is_told_tile_by_tile() -> None:
    match, hands = one_round(2, seed=3)
    count = next(event for event in match.events if event[0] == "round")
    told = tell(count, LOG_PHRASES, match.view(None), ["Inès", "Sam"], lang="fr")
    assert told.startswith("Inès")
    assert all(tile[1:] in told for hand in hands for tile in hand if tile[1:].isdigit())
    assert told.endswith(".")
