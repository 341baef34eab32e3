"""A phone lying on its side shows what a turn needs, all at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.driving import Player
from tests.web.test_games import sideways

Sit = Callable[..., Player]


@pytest.mark.parametrize(
    ("game", "places"), [("romirami", ".vals, .hand, .act .main"), ("famille", ".cloth, .rack, .keys .main")]
)
def test_a_phone_lying_shows_the_table_the_hand_and_the_button(sit: Sit, game: str, places: str) -> None:
    me = sit()
    me.open_shelf()
    me.take_box(game, players=3)
    assert me.wait_for_turn()
    me.page.set_viewport_size({"width": 844, "height": 390})
    me.choose(game)
    for place in places.split(", "):
        expect(me.page.locator(place)).to_be_in_viewport(ratio=1)
    pieces = me.page.locator("[data-rack] [data-key]")
    for at in range(pieces.count()):
        expect(pieces.nth(at)).to_be_in_viewport(ratio=1)
    assert sideways(me) == 0
