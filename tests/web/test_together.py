"""Several people: two browsers, one shared screen, a reload and a lost connection."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.driving import LAPTOP, NAMES, PATIENCE_S, PHONE, Player

Sit = Callable[..., Player]

MOST = 400  # moves of a game


def meet(host: Player, guest: Player, game: str) -> None:
    """One invites, the other comes with the code."""
    host.open_shelf()
    host.page.click(f".g-{game} .acts .way:has(use[href='#i-link'])")
    host.page.fill("dialog input[autocomplete=nickname]", "Inès")
    host.page.click("dialog .go .main")
    code = host.page.locator(".lobby .code").inner_text()
    guest.open_shelf()
    guest.page.fill("#code", code.lower())
    guest.page.click(".join button")
    guest.page.locator("input[autocomplete=nickname]").fill("Sam")
    guest.page.locator(".chairs .btn.main").first.click()
    host.page.locator(".chairs", has_text="Sam").wait_for()
    host.page.click(".lobby .btn.main")
    for player in (host, guest):
        player.page.wait_for_selector("#rack")


def mover(one: Player, other: Player) -> Player | None:
    """Whose turn it is; None when the game is over."""
    until = time.monotonic() + PATIENCE_S
    while not (one.over or other.over):
        assert time.monotonic() < until, "nobody's turn"
        for player in (one, other):
            if player.choice is not None:
                return player
            player.page.wait_for_timeout(10)
    return None


@pytest.mark.parametrize("game", NAMES)
def test_two_people_with_a_reload_and_a_lost_connection(sit: Sit, game: str) -> None:
    host, guest = sit(size=LAPTOP), sit(lang="en", size=PHONE)
    host.one_round()
    meet(host, guest, game)
    expect(guest.page.locator(".foe, .kid", has_text="Inès")).to_have_count(1)

    def move(player: Player) -> None:
        assert player.wait_for_turn()
        player.play_turn(game)

    moves = 0
    while (player := mover(host, guest)) is not None:
        assert moves < MOST, "the game never ended"
        host.unhurried = guest.unhurried = moves < 5
        if moves == 2:
            guest.reload()
        if moves == 3:
            player.lose_connection(lambda: None)
        if moves == 4:
            (guest if player is host else host).lose_connection(lambda: move(player))
        else:
            move(player)
        moves += 1
    assert moves > 4, "the game was too short for what was to happen in it"
    for player in (host, guest):
        player.page.wait_for_selector("dialog .results .best")


@pytest.mark.parametrize(("game", "size", "lang"), [("restart", PHONE, "en"), ("romirami", PHONE, "fr"), ("famille", LAPTOP, "fr"), ("junior", PHONE, "en")])
def test_pass_and_play_hides_the_rack_until_the_tap(sit: Sit, game: str, size: tuple[int, int], lang: str) -> None:
    me = sit(size=size, lang=lang)
    me.one_round()
    me.open_shelf()
    me.page.click(f".g-{game} .acts .way:has(use[href='#i-pass'])")
    me.page.click("dialog .go .main")
    for _ in range(MOST):
        me.page.locator(".handover .main, dialog .results .best").first.wait_for()
        if me.page.locator("dialog .results .best").count():
            return
        assert me.page.locator("[data-piece]").count() == 0
        before = me.position
        me.page.click(".handover .main")
        me.wait_for_news(before)
        while me.choice is not None:
            me.play_turn(game)
    raise AssertionError("the game never ended")


def test_rematch_replay_and_the_fair_deal(sit: Sit) -> None:
    me = sit()
    me.open_shelf()
    me.take_box("famille")
    me.play_on("famille")
    with me.page.expect_download() as download:
        me.page.click("dialog a[download]")
    assert download.value.suggested_filename.startswith("famille-")
    me.page.click("dialog a[href$='#fair']")
    me.page.locator(".fair", has_text="personne ne l’a choisie").wait_for()
    slider = me.page.locator(".scrubber input")
    last = int(slider.get_attribute("max") or 0)
    assert last > 1
    slider.fill(str(last // 2))
    expect(me.page.locator(".scrubber output")).to_contain_text(str(last // 2))
    me.page.go_back()
    me.page.wait_for_selector("dialog .results")
    me.page.click("dialog .go .main")
    me.page.locator(".chairs, #rack").first.wait_for()
