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


def test_a_phone_lying_shows_all_tiles_and_what_was_turned(sit: Sit) -> None:
    me = sit(size=(844, 390))
    me.open_shelf()
    me.page.get_by_role("button", name="Rummy junior à plusieurs sur le même écran").click()
    me.page.get_by_role("radio", name="4 joueurs").click()
    me.page.get_by_role("button", name="Commencer").click()
    down = me.page.get_by_role("button", name="Retourner la tuile")
    expect(down).to_have_count(52)
    for place in (down.first, down.last, me.page.locator(".stage"), me.page.get_by_role("button", name="Son coupé")):
        expect(place).to_be_in_viewport(ratio=1)
    assert sideways(me) == 0


def test_a_lesson_by_pictures_needs_no_scrolling_on_a_phone_lying(sit: Sit) -> None:
    me = sit(size=(844, 390))
    me.page.goto(f"{me.address}/learn/junior")
    hand = me.page.locator(".carpet li", has=me.page.locator(".tapping"))
    for _ in range(2):
        for place in (hand, me.page.locator(".stage"), me.page.get_by_role("button", name="Retourner la tuile").last):
            expect(place).to_be_in_viewport(ratio=1)
        hand.get_by_role("button", name="Retourner la tuile").click()
        go_on = me.page.get_by_role("button", name="Continuer")
        expect(go_on).to_be_in_viewport(ratio=1)
        go_on.click()
    assert me.page.evaluate("scrollY") == 0
