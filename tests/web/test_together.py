"""Several people: two browsers, one shared screen, a reload and a lost connection."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.driving import Player

Sit = Callable[..., Player]

KEEP_SOCKETS = """
window.sockets = [];
const Plain = window.WebSocket;
window.WebSocket = class extends Plain { constructor(...how) { super(...how); window.sockets.push(this); } };
"""


def test_two_people_with_a_reload_and_a_lost_connection(sit: Sit) -> None:
    host, guest = sit(), sit(lang="en", size=(390, 844))
    host.context.add_init_script(KEEP_SOCKETS)
    host.open_shelf()
    host.page.click(".g-famille .acts .way:has(use[href='#i-link'])")
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
    assert guest.page.locator(".foe", has_text="Inès").count() == 1
    for turn in range(300):
        if any(event[0] == "end" for player in (host, guest) for event in player.heard["events"]):
            break
        mover = host if host.choice is not None else guest if guest.choice is not None else None
        if mover is None:
            host.page.wait_for_timeout(20)
            guest.page.wait_for_timeout(20)
            continue
        if turn == 4:
            guest.page.reload()
            guest.page.wait_for_selector("#rack")
            continue
        if turn == 6:
            host.page.evaluate("window.sockets.at(-1).close()")
            host.page.locator(".line").wait_for()
            host.page.locator(".line").wait_for(state="detached")
            continue
        mover.play_turn("famille")
    for player in (host, guest):
        player.page.wait_for_selector("dialog .results")


def test_pass_and_play_hides_the_rack_until_the_tap(sit: Sit) -> None:
    me = sit()
    me.open_shelf()
    me.page.click(".g-famille .acts .way:has(use[href='#i-pass'])")
    me.page.click("dialog .go .main")
    for _ in range(150):
        me.page.locator(".handover .main, dialog .results").first.wait_for()
        if me.page.locator("dialog .results").count():
            return
        assert me.page.locator("[data-piece]").count() == 0
        before = me.position
        me.page.click(".handover .main")
        me.wait_for_news(before)
        while me.choice is not None:
            me.play_turn("famille")
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
    assert last > 4
    slider.fill(str(last // 2))
    assert str(last // 2) in me.page.locator(".scrubber output").inner_text()
    me.page.go_back()
    me.page.wait_for_selector("dialog .results")
    me.page.click("dialog .go .main")
    me.page.locator(".chairs, #rack").first.wait_for()
