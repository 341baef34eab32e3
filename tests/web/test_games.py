"""Whole games through the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.driving import LAPTOP, NAMES, PHONE, KeyPlayer, Player

Sit = Callable[..., Player]


@pytest.mark.parametrize(("game", "lang"), [("restart", "fr"), ("romirami", "en"), ("famille", "fr"), ("junior", "en")])
def test_whole_game_on_a_phone(sit: Sit, game: str, lang: str) -> None:
    me = sit(size=PHONE, lang=lang)
    me.open_shelf()
    expect(me.page.locator("html")).to_have_attribute("lang", lang)
    me.take_box(game)
    me.play_on(game)
    expect(me.page.locator("dialog h2")).to_be_in_viewport()  # who won is read first, however long the count
    assert sideways(me) == 0


@pytest.mark.parametrize(("game", "lang"), [("restart", "en"), ("romirami", "fr"), ("famille", "en"), ("junior", "fr")])
def test_whole_game_on_a_laptop_by_keyboard_only(sit: Sit, game: str, lang: str) -> None:
    me = sit(kind=KeyPlayer, size=LAPTOP, lang=lang)
    me.one_round()
    me.open_shelf()
    me.take_box(game)
    me.play_on(game)
    assert me.page.locator("dialog h2").inner_text()
    assert sideways(me) == 0


def sideways(me: Player) -> int:
    """How far the page could be scrolled sideways: not at all."""
    return int(
        me.page.evaluate("Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)")
    )


@pytest.mark.parametrize("game", NAMES)
def test_nothing_scrolls_sideways(sit: Sit, game: str) -> None:
    me = sit(size=LAPTOP)

    def at_every_width() -> dict[int, int]:
        found = {}
        for width in (320, 390, 800, 1100, 2560):
            me.page.set_viewport_size({"width": width, "height": 800})
            found[width] = sideways(me)
        return {width: far for width, far in found.items() if far}

    me.open_shelf()
    assert at_every_width() == {}
    me.take_box(game, players=4)
    found = []
    for _ in range(3):
        if me.wait_for_turn():
            found.append(at_every_width())
            me.play_turn(game)
    assert found
    assert not any(found)


def test_refusal_says_why_with_the_clause(sit: Sit) -> None:
    me = sit(lang="fr")
    me.open_shelf()
    me.take_box("restart")
    assert me.wait_for_turn()
    numbers = [tile for tile in me.heard["view"]["hand"] if tile[1:].isdigit()]
    other = next(tile for tile in numbers if tile[0] != numbers[0][0])
    for tile in (numbers[0], other):
        me.page.locator(f".rack [data-piece='{tile}']").click()
    me.page.locator(".keys .main").press("Enter")
    alert = me.page.get_by_role("alert")
    expect(alert).to_contain_text("RS-T1")
    expect(me.page.locator(".rack [aria-pressed=true]")).to_have_count(2)
    me.page.keyboard.press("Escape")
    expect(me.page.locator(".rack [aria-pressed=true]")).to_have_count(0)


def test_dragging_a_tile_onto_its_row(sit: Sit) -> None:
    me = sit()
    me.open_shelf()
    me.take_box("restart")
    assert me.wait_for_turn()
    before = me.position
    assert me.choice is not None
    tile = next(
        move for move in me.choice["legal"] if "+" not in move and ":" not in move and move not in ("pass", "stop")
    )
    source = me.page.locator(f".rack [data-piece='{tile}']").bounding_box()
    target = me.page.locator(f"[data-drop='{tile[0]}']").bounding_box()
    assert source is not None
    assert target is not None
    me.page.mouse.move(source["x"] + 10, source["y"] + 10)
    me.page.mouse.down()
    me.page.mouse.move(source["x"] + 30, source["y"] - 40, steps=3)
    me.page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=4)
    me.page.mouse.up()
    me.page.get_by_role("button", name="Poser la tuile").click()
    me.wait_for_news(before)
    expect(me.page.locator(f".rack [data-piece='{tile}']")).to_have_count(0)
