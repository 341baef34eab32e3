"""How many taps a move takes, counted by the page itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.driving import Player

Sit = Callable[..., Player]
COUNT_TAPS = "window.taps = 0; addEventListener('click', (click) => { if (click.isTrusted) window.taps += 1; }, true)"
DEALS = 30  # until one has what a test needs


def taps(me: Player) -> int:
    return int(me.page.evaluate("window.taps"))


def with_a_run(me: Player) -> list[str]:
    """At a table where a run of three or more can be placed from its first tile on."""
    for _ in range(DEALS):
        me.open_shelf()
        me.take_box("restart")
        assert me.wait_for_turn()
        assert me.choice is not None
        run = max((move.split("+") for move in me.choice["legal"] if ":" not in move), key=len)
        if len(run) > 2:
            return run
    raise AssertionError("no deal had a run")


@pytest.mark.parametrize(("one_tap", "most"), [(False, 3), (True, 2)])
def test_a_run_of_any_length_in_restart(sit: Sit, one_tap: bool, most: int) -> None:
    me = sit(size=(390, 844))
    me.context.add_init_script(COUNT_TAPS)
    me.context.add_init_script(f"localStorage.setItem('tuilerie.one-tap', '{'on' if one_tap else 'off'}')")
    run = with_a_run(me)
    before = taps(me)
    me.page.locator(f".rack [data-piece='{run[0]}']").click()
    me.page.get_by_role("button", name="Toute la suite").click()
    if not one_tap:
        me.page.get_by_role("button", name="Poser la suite").click()
    for tile in run:
        expect(me.page.locator(f".rack [data-piece='{tile}']")).to_have_count(0)
    assert taps(me) - before == most


def test_famille_takes_a_tap_per_tile_and_one_more(sit: Sit) -> None:
    me = sit(size=(390, 844))
    me.context.add_init_script(COUNT_TAPS)
    me.open_shelf()
    me.take_box("famille")
    for _ in range(DEALS):
        assert me.wait_for_turn()
        assert me.choice is not None
        placing = [move.split()[-1] for move in me.choice["legal"] if move.startswith(("add", "new"))]
        before = taps(me)
        me.play_turn("famille")
        if placing:
            break
    assert placing, "nothing could be placed"
    assert taps(me) - before == max(tiles.count("+") + 1 for tiles in placing) + 1


def test_junior_takes_two_taps(sit: Sit) -> None:
    me = sit(size=(390, 844))
    me.context.add_init_script(COUNT_TAPS)
    me.open_shelf()
    me.take_box("junior")
    assert me.wait_for_turn()
    before = taps(me)
    for _ in range(2):
        me.play_turn("junior")
    assert taps(me) - before == 2


def test_romi_rami_takes_at_most_five_taps_and_two_per_contract(sit: Sit) -> None:
    me = sit(size=(390, 844))
    me.context.add_init_script(COUNT_TAPS)
    me.open_shelf()
    me.take_box("romirami")
    for _ in range(3):
        assert me.wait_for_turn()
        seat = me.heard["view"]["seat"]
        turn, before, filled = me.turns, taps(me), len(me.heard["view"]["completed"][seat])
        discarding = 0
        while me.choice is not None and me.turns == turn:
            if me.heard["view"]["phase"] == "discard":
                discarding += me.choice["legal"][0].count("+") + 2  # a tap per card, and one more
            me.play_turn("romirami")
        made = taps(me) - before
        assert me.wait_for_turn()
        contracts = len(me.heard["view"]["completed"][seat]) - filled
        assert made <= 5 + 2 * contracts + discarding
