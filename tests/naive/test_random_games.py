"""Rulebooks tested on themselves: random games with a dealer of their own."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path

import pytest

from . import RULEBOOKS, Wrong
from .checker import check
from .random_games import SETTINGS, play_game


@pytest.mark.parametrize(("game", "variant", "deck"), SETTINGS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_pass(game, variant, deck, players):
    for seed in range(3):
        record = play_game(game, players, variant, deck, seed, listing=seed == 0)
        check(record)
        check(json.loads(json.dumps(record)))


def test_random_games_reach_every_end_and_corner():
    """What must have been seen for the test above to mean something."""
    seen = set()
    for game, variant, deck in SETTINGS:
        for seed in range(3 if game in ("romirami", "junior") else 9):
            events = play_game(game, 2 + seed % 3, variant, deck, seed)["events"]
            seen.add((game, events[-1][1]["reason"]))
            seen |= {(game, event[0]) for event in events}
    assert seen >= {
        ("restart", "target"),
        ("restart", "round"),
        ("romirami", "contracts"),
        ("romirami", "no-contracts"),
        ("romirami", "market"),
        ("romirami", "draw"),
        ("romirami", "shuffle"),
        ("famille", "empty-rack"),
        ("famille", "pool"),
        ("famille", "stuck"),
        ("junior", "four-left"),
    }


@pytest.mark.parametrize(("game", "variant", "deck"), SETTINGS)
def test_a_game_can_be_stopped_before_any_move(game, variant, deck):
    record = play_game(game, 3, variant, deck, 1)
    book = RULEBOOKS[game](3, variant, deck)
    for number, event in enumerate(record["events"]):
        stop = ["end", {"scores": book.scores(), "winners": [], "reason": "abandoned"}]
        stopped = {**record, "events": record["events"][:number] + [stop]}
        if book.expects() == "move":
            if number % 20 == 1:
                check(stopped)
        else:
            with pytest.raises(Wrong):
                copy.deepcopy(book).feed(stop)
        book.feed(event)


def test_no_clause_is_named_that_does_not_exist():
    """Clause ids in the messages are spelt like those of the rules pages."""
    for path in Path(__file__).parent.glob("*.py"):
        for clause in re.findall(r"\bR[SRFJ]-\w+", path.read_text(encoding="utf-8")):
            assert re.fullmatch(r"R[SRFJ]-[STEV][0-9]{1,2}", clause), clause
