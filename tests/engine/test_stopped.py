"""A game that a program stopped is over in every view, with all that is laid open after the end; masked deals count as
the documents say.
"""

from __future__ import annotations

import pytest

from tests.positions import random_match
from tuilerie.engine.registry import BUILT_IN

HANDS = {
    "restart": ("hand", "hands"),
    "romirami": ("hand", "hands"),
    "famille": ("rack", "racks"),
    "junior": (None, None),
}


@pytest.mark.parametrize("reason", ["abandoned", "limit"])
@pytest.mark.parametrize("moves", [0, 1, 9])
@pytest.mark.parametrize("game", BUILT_IN)
def test_a_stopped_game_is_over_for_everybody(game, moves, reason):
    match = random_match(game, 3, 5, moves=moves)
    before = [match.view(seat) for seat in (0, 1, 2, None)]
    assert before[0]["turn"] == match.turn
    match.stop(reason)
    own, all_open = HANDS[game]
    after = match.views((0, 1, 2, None))
    assert after == [match.view(seat) for seat in (0, 1, 2, None)]
    for was, now in zip(before, after, strict=True):
        assert now["turn"] is None
        assert now.get("phase", "over") == "over"
        changed = {key for key in now if now[key] != was.get(key)}
        assert changed <= {"turn", "phase", "drawn", all_open}, "scores stay as they stand, and so does everything else"
        assert all_open is None or now[all_open] == [view[own] for view in before[:3]]
    assert match.events[-1][1]["reason"] == reason
    assert match.events[-1][1]["winners"] == []


@pytest.mark.parametrize("game", ["restart", "romirami", "famille"])
def test_a_masked_deal_counts_what_is_hidden(game):
    """The 1s of ReStart go to the table at once: the count is what stays behind the screen."""
    match = random_match(game, 3, 5, moves=0)
    sizes = match.view(None)["rack_sizes" if game == "famille" else "hand_sizes"]
    (_, seen_by_all), (_, seen_by_one) = match.seen_events(None)[0], match.seen_events(1)[0]
    assert seen_by_all["hands"] == sizes
    assert [hand for at, hand in enumerate(seen_by_one["hands"]) if at != 1] == [sizes[0], sizes[2]]
    assert seen_by_one["hands"][1] == match.events[0][1]["hands"][1]
