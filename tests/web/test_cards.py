"""Romi Rami as a person sees it: the market stays where it is, and everybody's standing can be read."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.driving import Player
from tests.web.test_layout import box, within

Sit = Callable[..., Player]

SIZES = [(320, 568), (390, 844), (844, 390), (1366, 768)]
WATCH_HEIGHTS = """market => {
    window.heights = new Set();
    const look = () => {
        window.heights.add(Math.round(market.getBoundingClientRect().height));
        requestAnimationFrame(look);
    };
    look();
}"""


def test_the_market_keeps_its_six_places_while_cards_are_taken(sit: Sit) -> None:
    me = sit()
    me.page.emulate_media(reduced_motion="no-preference")
    me.open_shelf()
    me.take_box("romirami")
    assert me.wait_for_turn()
    market = me.page.locator(".vals")
    start = me.heard
    for width, height in SIZES:
        me.page.set_viewport_size({"width": width, "height": height})
        market.scroll_into_view_if_needed()
        me.choose("romirami")
        market.evaluate(WATCH_HEIGHTS)
        before = me.position
        me.page.get_by_role("button", name="Prendre", exact=True).click()
        me.wait_for_news(before)
        expect(market.get_by_text("pris").first).to_be_visible()
        # those that leave are gone
        expect(market.get_by_role("button")).to_have_count(6 - market.get_by_text("pris").count())
        assert len(me.page.evaluate("[...window.heights]")) == 1, (width, me.page.evaluate("[...window.heights]"))
        me.page.get_by_role("button", name="Annuler", exact=True).click()
        expect(market.get_by_role("button")).to_have_count(6)
        me.heard = start  # nothing was played, and the page asks nobody to take a draft back


def test_four_players_read_their_standing_and_the_whole_race(sit: Sit) -> None:
    me = sit(size=(390, 844))
    me.open_shelf()
    me.take_box("romirami", players=4)
    assert me.wait_for_turn()
    mine = me.page.get_by_role("region", name="Où vous en êtes")
    expect(mine).to_contain_text("1 point")  # the Joker
    expect(mine).to_contain_text("0 contrat, fin au 5e")
    expect(mine).to_be_in_viewport(ratio=1)
    for contract in me.page.get_by_role("region", name="Contrats").get_by_role("button").all():
        words = contract.get_by_text("Paire").or_(contract.get_by_text("Brelan")).or_(contract.get_by_text("Carré"))
        name = (
            words.or_(contract.get_by_text("Suite"))
            .or_(contract.get_by_text("pareilles"))
            .or_(contract.get_by_text("cartes de"))
            .first
        )
        assert within(box(name), box(contract))
        assert box(name)["width"] > 10  # told to the eye, not to screen readers only
    race = me.page.get_by_role("region", name="La course aux trophées")
    for width, height in [(390, 844), (1366, 768), (1440, 900)]:
        me.page.set_viewport_size({"width": width, "height": height})
        counts = race.get_by_role("listitem")
        expect(counts).to_have_count(4 + 16)
        for at in range(20):
            assert within(box(counts.nth(at)), box(race)), (width, at)
    legend = race.locator(".key")
    expect(legend).to_contain_text("Vous")
    assert within(box(legend), box(race))
    expect(me.page.get_by_text("Fin au 5e contrat")).to_be_visible()


def test_every_contract_says_what_the_hand_lacks(sit: Sit) -> None:
    me = sit(size=(390, 844))
    me.open_shelf()
    me.take_box("romirami")
    assert me.wait_for_turn()
    contracts = me.page.get_by_role("region", name="Contrats").get_by_role("button")
    said = contracts.get_by_text(re.compile(r"^(il manque (une?|\w+|\d+) |complet)"))
    for width, height in SIZES:
        me.page.set_viewport_size({"width": width, "height": height})
        expect(said).to_have_count(4)
        for at in range(4):
            assert within(box(said.nth(at)), box(contracts.nth(at))), (width, at)
    for number, lack in me.heard["view"]["missing"].items():
        expect(me.page.locator(f"[data-contract='{number}']")).to_contain_text(
            "complet" if lack["count"] == 0 else "il manque"
        )


def test_the_lesson_tells_of_trophies_and_of_the_end(sit: Sit) -> None:
    me = sit(size=(390, 844))
    me.page.goto(f"{me.address}/learn/romirami")
    steps = [
        [".vals [data-piece='c4']", ".vals [data-piece='h4']"],
        ["[data-contract='1']"],
        [],
        ["[data-contract='1']"],
        [],
    ]
    told = []
    for taps in steps:
        expect(me.page.locator(".coach .main")).to_be_hidden()
        told.append(me.page.locator(".coach p").inner_text())
        for selector in [*taps, ".act .main"] if len(told) < 5 else []:
            me.page.locator(selector).first.click()
        if len(told) < 5:
            me.page.locator(".coach .main").click()
    assert "trophées" in told[2]
    assert "7e contrat" in told[4]
