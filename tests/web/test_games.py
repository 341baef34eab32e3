"""Whole games through the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.driving import LAPTOP, NAMES, PHONE, Player

Sit = Callable[..., Player]


@pytest.mark.parametrize(("game", "size", "lang"), [
    ("restart", PHONE, "fr"), ("restart", LAPTOP, "en"),
    ("romirami", PHONE, "en"), ("romirami", LAPTOP, "fr"),
    ("famille", PHONE, "fr"), ("famille", LAPTOP, "en"),
    ("junior", PHONE, "en"), ("junior", LAPTOP, "fr"),
])  # fmt: skip
def test_whole_game_against_a_bot(sit: Sit, game: str, size: tuple[int, int], lang: str) -> None:
    me = sit(size=size, lang=lang)
    me.open_shelf()
    assert me.page.locator("html").get_attribute("lang") == lang
    me.take_box(game)
    me.play_on(game)
    assert me.page.locator("dialog h2").inner_text()
    assert sideways(me) == 0


def sideways(me: Player) -> int:
    """How far the page could be scrolled sideways: not at all."""
    return int(me.page.evaluate("Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)"))


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("width", [320, 390, 800, 1100, 2560])
def test_nothing_scrolls_sideways(sit: Sit, game: str, width: int) -> None:
    me = sit(size=(width, 800))
    me.open_shelf()
    assert sideways(me) == 0
    me.take_box(game, players=4)
    me.wait_for_turn()
    assert sideways(me) == 0
    me.play_turn(game)
    assert sideways(me) == 0


def test_by_keyboard_only(sit: Sit) -> None:
    """Rummy famille from the shelf to the end without a pointer."""
    me = sit()
    me.open_shelf()
    page = me.page
    page.locator(".g-famille .acts .main").focus()
    page.keyboard.press("Enter")
    page.locator("dialog .go .main").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#rack")
    for _ in range(200):
        if not me.wait_for_turn():
            page.wait_for_selector("dialog .results")
            return
        before = me.position
        assert me.choice is not None
        placing = [move for move in me.choice["legal"] if move.startswith(("add", "new"))]
        if placing:
            *place, tiles = placing[0].split()
            for tile in tiles.split("+"):
                go_to(me, tile)
                page.keyboard.press("Space")
            page.locator(f"[data-drop='{place[1]}'] .here" if place[0] == "add" else ".here-new").focus()
        else:
            page.locator(".keys .main").focus()
        page.keyboard.press("Enter")
        me.wait_for_news(before)
    raise AssertionError("the game never ended")


def go_to(me: Player, tile: str) -> None:
    """The rack is one tab stop; arrows go along it."""
    page = me.page
    page.locator(".rack button[tabindex='0']").first.focus()
    page.keyboard.press("Home")
    for _ in range(40):
        if page.evaluate("document.activeElement.dataset.piece") == tile:
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"{tile} cannot be reached by arrows")


def test_refusal_says_why_with_the_clause(sit: Sit) -> None:
    me = sit(lang="fr")
    me.open_shelf()
    me.take_box("restart")
    assert me.wait_for_turn()
    hand = me.heard["view"]["hand"]
    red, green = (next(tile for tile in hand if tile[0] == colour and tile[1:].isdigit()) for colour in "rg")
    for tile in (red, green):
        me.page.locator(f".rack [data-piece='{tile}']").first.click()
    main = me.page.locator(".keys .main")
    main.click(force=True)
    alert = me.page.get_by_role("alert")
    alert.wait_for()
    assert "RS-T1" in alert.inner_text()
    assert me.page.locator(".rack [aria-pressed=true]").count() == 2
    me.page.keyboard.press("Escape")
    assert me.page.locator(".rack [aria-pressed=true]").count() == 0


def test_dragging_a_tile_onto_its_row(sit: Sit) -> None:
    me = sit()
    me.open_shelf()
    me.take_box("restart")
    assert me.wait_for_turn()
    before = me.position
    assert me.choice is not None
    tile = next(move for move in me.choice["legal"] if "+" not in move and ":" not in move and move not in ("pass", "stop"))
    source = me.page.locator(f".rack [data-piece='{tile}']").bounding_box()
    target = me.page.locator(f"[data-drop='{tile[0]}']").bounding_box()
    assert source is not None
    assert target is not None
    me.page.mouse.move(source["x"] + 10, source["y"] + 10)
    me.page.mouse.down()
    me.page.mouse.move(source["x"] + 30, source["y"] - 40, steps=3)
    me.page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=4)
    me.page.mouse.up()
    me.wait_for_news(before)
    assert me.page.locator(f".rack [data-piece='{tile}']").count() == 0
