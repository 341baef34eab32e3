"""One's own pieces lie as one likes: by key, by mouse, by finger; the order outlives a reload, and a shared screen
keeps nothing.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.web.driving import PHONE, Player
from tests.web.test_games import sideways

Sit = Callable[..., Player]

PIECES = "[data-rack] [data-key]"
LEAST_TARGET = 24  # px, WCAG 2.5.8


def order(me: Player) -> list[str]:
    me.page.wait_for_selector(PIECES)
    expect(me.page.locator("[data-undrawn]")).to_have_count(0)
    keys: list[str] = me.page.locator(PIECES).evaluate_all("pieces => pieces.map(piece => piece.dataset.key)")
    return keys


def expect_order(me: Player, wanted: list[str]) -> None:
    pieces = me.page.locator(PIECES)
    expect(pieces).to_have_count(len(wanted))
    for at, key in enumerate(wanted):
        expect(pieces.nth(at)).to_have_attribute("data-key", key)


def middle(piece: Locator) -> tuple[float, float]:
    box = piece.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("game", ["restart", "romirami", "famille"])
def test_by_keyboard_and_kept_over_a_reload(sit: Sit, game: str) -> None:
    me = sit(lang="en")
    me.open_shelf()
    me.take_box(game)
    assert me.wait_for_turn()
    before = order(me)
    me.page.locator(PIECES).first.focus()
    me.page.keyboard.press("Shift+ArrowRight")
    me.page.keyboard.press("Shift+ArrowRight")
    wanted = [*before[1:3], before[0], *before[3:]]
    expect_order(me, wanted)
    expect(me.page.locator(PIECES).nth(2)).to_be_focused()
    expect(me.page.locator(".sort + [aria-live]")).to_contain_text(f"place 3 of {len(before)}")
    expect(me.page.locator(".sort [aria-pressed=true]")).to_have_text("Own")
    me.page.keyboard.press("h")
    expect(me.page.locator("[aria-live=polite]", has_text="In hand:")).to_have_count(1)
    me.reload()
    expect_order(me, wanted)
    me.page.locator(".sort button").first.click()
    me.page.locator(".sort button").last.click()
    expect_order(me, wanted)


def test_by_mouse(sit: Sit) -> None:
    me = sit()
    me.open_shelf()
    me.take_box("famille")
    before = order(me)
    me.page.mouse.move(*middle(me.page.locator(PIECES).nth(0)))
    me.page.mouse.down()
    x, y = middle(me.page.locator(PIECES).nth(3))
    me.page.mouse.move(x - 20, y, steps=4)
    me.page.mouse.move(x + 8, y, steps=3)
    expect(me.page.locator("[data-put=after]")).to_have_count(1)
    me.page.mouse.up()
    expect_order(me, [*before[1:4], before[0], *before[4:]])
    expect(me.page.locator("[data-rack] [aria-pressed=true]")).to_have_count(0)


def test_by_finger(sit: Sit) -> None:
    me = sit(size=PHONE, touch=True)
    me.open_shelf()
    me.take_box("famille")
    before = order(me)
    screen = me.context.new_cdp_session(me.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    me.page.locator(PIECES).first.scroll_into_view_if_needed()
    last = middle(me.page.locator(PIECES).nth(2))
    touch("touchStart", middle(me.page.locator(PIECES).nth(0)))
    # after resting a moment; a finger that moves at once scrolls
    expect(me.page.locator("[data-dragged]")).to_have_count(1)
    touch("touchMove", (last[0], last[1]))
    touch("touchMove", (last[0] + 8, last[1]))
    expect(me.page.locator("[data-put=after]")).to_have_count(1)
    touch("touchEnd")
    expect_order(me, [*before[1:3], before[0], *before[3:]])


def test_a_shared_screen_keeps_nothing_that_the_next_player_could_read(sit: Sit) -> None:
    me = sit()
    me.open_shelf()
    me.page.click(".g-famille .acts .way:has(use[href='#i-pass'])")
    me.page.click("dialog .go .main")
    me.page.click(".handover .main")
    me.page.wait_for_selector(PIECES)
    before = order(me)
    me.page.locator(PIECES).first.focus()
    me.page.keyboard.press("Shift+ArrowRight")
    expect_order(me, [before[1], before[0], *before[2:]])
    kept: dict[str, str] = me.page.evaluate("({ ...sessionStorage, ...localStorage })")
    assert me.page.evaluate("sessionStorage.length") == 0
    assert [name for name in kept if "rack" in name] == []
    assert [value for value in kept.values() if any(key in value for key in before)] == []


def test_the_largest_hand_fits_a_phone(sit: Sit) -> None:
    """Two players of ReStart hold thirty tiles each."""
    me = sit(size=PHONE)
    me.open_shelf()
    me.take_box("restart")
    assert me.wait_for_turn()
    pieces = me.page.locator(PIECES)
    assert len(order(me)) >= 28
    boxes = [box for box in (pieces.nth(at).bounding_box() for at in range(pieces.count())) if box is not None]
    assert len(boxes) == pieces.count()
    for at, box in enumerate(boxes):
        assert min(box["width"], box["height"]) >= LEAST_TARGET
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE[0]
        for other in boxes[at + 1 :]:
            apart = box["x"] + box["width"] <= other["x"] + 0.5 or other["x"] + other["width"] <= box["x"] + 0.5
            assert apart or abs(box["y"] - other["y"]) >= box["height"] - 0.5, (box, other)
    bar = me.page.locator(".keys .main").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] <= PHONE[1], "the main button is on the screen"
    assert sideways(me) == 0
