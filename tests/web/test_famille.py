"""Rummy famille as a person plays it: a drawn tile needs a tap only where there is a choice."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.driving import Player

Sit = Callable[..., Player]


def draw_what_fits_nowhere(me: Player) -> None:
    """Game after game, until a drawn tile leaves nothing to decide."""
    for _ in range(10):
        me.open_shelf()
        me.take_box("famille")
        me.unhurried = True
        while me.wait_for_turn():
            if me.choice and me.choice["legal"] == ["keep"]:
                return
            me.play_turn("famille")
    raise AssertionError("every drawn tile fitted")


def test_a_drawn_tile_that_fits_nowhere_is_kept_without_a_tap(sit: Sit) -> None:
    me = sit(size=(390, 844))
    draw_what_fits_nowhere(me)
    before, tile = me.position, me.heard["view"]["drawn"]
    expect(me.page.get_by_text("la tuile ne va nulle part, vous la gardez")).to_be_visible()
    me.wait_for_news(before)
    expect(me.page.locator(f".rack [data-piece='{tile}']").first).to_be_visible()


def test_a_drawn_tile_that_fits_is_offered_first(sit: Sit) -> None:
    me = sit(size=(390, 844))
    me.page.goto(f"{me.address}/learn/famille")
    go_on = me.page.locator(".coach .main")
    for tiles, place in [(["b6"], "1"), (["r7", "g7", "y7"], "new"), (["b3", "b7"], "1")]:
        for tile in tiles:
            me.page.locator(f".rack [data-piece='{tile}']").click()
        me.page.locator(".here-new" if place == "new" else f"[data-drop='{place}'] .here").click()
        go_on.click()
    me.page.get_by_role("button", name="Piocher").click()
    go_on.click()
    expect(me.page.locator(".keys .main")).to_have_text("Poser le 5 bleu")
    expect(me.page.get_by_role("button", name="La garder")).to_be_visible()
    expect(me.page.get_by_role("group", name=re.compile("^Tuile seule.*4 bleu"))).to_be_visible()
    me.page.get_by_role("button", name="Poser le 5 bleu").click()
    go_on.click()
    expect(me.page.get_by_role("heading", name="Vous savez jouer")).to_be_visible()
