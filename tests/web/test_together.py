"""Several people: two browsers, one shared screen, a reload and a lost connection."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Route, expect

from tests.web.driving import LAPTOP, NAMES, PATIENCE_S, PHONE, Player
from tuilerie.engine.match import Match
from tuilerie.engine.record_check import check_record

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


@pytest.mark.parametrize(
    ("game", "size", "lang"), [("restart", PHONE, "en"), ("romirami", PHONE, "fr"), ("famille", LAPTOP, "fr")]
)
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


def test_nothing_covers_a_game_that_hides_nothing(sit: Sit) -> None:
    """Rummy junior on one screen: both turned tiles stay in sight for two seconds, then the next player goes on at
    once.
    """
    me = sit(size=PHONE)
    me.context.add_init_script("localStorage.setItem('tuilerie.pace', '700')")
    me.page.clock.install()
    me.open_shelf()
    me.page.get_by_role("button", name="Rummy junior à plusieurs sur le même écran").click()
    me.page.get_by_role("button", name="Commencer").click()
    turned = me.page.get_by_role("list").get_by_role("img")
    expect(me.page.get_by_role("button", name="Retourner la tuile")).to_have_count(52)
    me.page.clock.pause_at(datetime.now() + timedelta(seconds=10))
    for _ in range(3):
        for shown in (1, 2):
            me.page.get_by_role("button", name="Retourner la tuile").and_(
                me.page.locator("[aria-disabled=false]")
            ).first.click()
            expect(turned).to_have_count(shown)
        for _ in range(19):
            me.page.clock.run_for(100)
            expect(turned).to_have_count(2)
        me.page.clock.run_for(200)
        expect(turned).to_have_count(0)
    expect(me.page.locator(".handover")).to_have_count(0)


def publish_another_deal(me: Player) -> None:
    """From now on the record tells of a game with another secret: right in itself, the same people and numbers, but not
    the deal that was promised.
    """

    def answer(route: Route) -> None:
        told = route.fetch().json()
        nonces = [bytes.fromhex(nonce) for nonce in told["nonces"]]
        match = Match.new(
            told["game"], len(told["players"]), bytes(range(32)), told["variant"], deck=None, nonces=nonces
        )
        match.stop("abandoned")
        record = match.record(told["players"])
        check_record(record)
        route.fulfill(json=record)

    me.page.route("**/record", answer)


def test_replay_and_the_fair_deal(sit: Sit) -> None:
    me = sit()
    me.open_shelf()
    me.take_box("famille")
    me.play_on("famille")
    with me.page.expect_download() as download:
        me.page.click("dialog a[download]")
    assert download.value.suggested_filename.startswith("famille-")
    result = me.page.get_by_role("dialog", name="Résultat")
    result.get_by_role("button", name="Vérifier la donne").click()
    expect(result.get_by_text("personne ne l’a choisie")).to_be_in_viewport(ratio=1)  # where it was asked
    publish_another_deal(me)
    result.get_by_role("link", name="Revoir", exact=True).click()
    me.page.get_by_role("button", name="Vérifier la donne").click()
    me.page.locator(".fair.bad", has_text="promis à cet appareil").wait_for()
    slider = me.page.locator(".scrubber input")
    last = int(slider.get_attribute("max") or 0)
    assert last > 1
    slider.fill(str(last // 2))
    expect(me.page.locator(".scrubber output")).to_contain_text(str(last // 2))
    eyes = me.page.get_by_label("Vu par")
    expect(eyes.locator("option:checked")).to_have_text("Vous")
    other = eyes.locator("option").nth(1).inner_text()
    for step in (1, 2):  # whoever moves, the seat looked from stays
        slider.fill(str(step))
        expect(me.page.get_by_role("heading", name="Votre chevalet")).to_be_visible()
    eyes.select_option(label=other)
    expect(me.page.get_by_role("heading", name=re.compile(f"La main d.*{other}"))).to_be_visible()
    me.page.evaluate("localStorage.removeItem('tuilerie.deals')")
    me.page.unroute("**/record")
    me.page.reload()
    me.page.get_by_role("button", name="Vérifier la donne").click()
    me.page.locator(".fair", has_text="n’a rien gardé de cette table").wait_for()


@pytest.mark.parametrize("players", [2, 4])
def test_one_click_deals_again_against_bots(sit: Sit, players: int) -> None:
    me = sit()
    me.open_shelf()
    me.take_box("famille", players=players)
    rivals = me.page.get_by_role("region", name="Les autres joueurs").get_by_role("heading").all_inner_texts()
    me.play_on("famille")
    old = me.page.url
    me.heard = {}
    me.page.get_by_role("button", name="Rejouer").click()
    expect(me.page).not_to_have_url(old)
    expect(me.page.get_by_role("dialog")).to_have_count(0)
    expect(me.page.get_by_role("region", name="Les autres joueurs").get_by_role("heading")).to_have_text(rivals)
    assert me.wait_for_turn()
    me.play_turn("famille")
    me.play_on("famille")


def test_one_click_deals_again_on_one_screen(sit: Sit) -> None:
    me = sit(size=PHONE)
    me.open_shelf()
    me.page.get_by_role("button", name="Rummy junior à plusieurs sur le même écran").click()
    me.page.get_by_role("button", name="Commencer").click()
    me.play_on("junior")
    old = me.page.url
    me.heard = {}
    me.page.get_by_role("button", name="Rejouer").click()
    expect(me.page).not_to_have_url(old)
    expect(me.page.get_by_role("button", name="Retourner la tuile")).to_have_count(52)
    assert me.wait_for_turn()
    me.play_turn("junior")
