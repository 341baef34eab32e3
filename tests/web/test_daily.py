"""The deal of the day as a person plays it: found on the shelf, the same for two people, one attempt, a proof."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.web.driving import PHONE, Player

Sit = Callable[..., Player]


def deal(me: Player) -> Locator:
    """The first of today's deals."""
    return me.page.get_by_role("listitem").filter(has=me.page.get_by_role("heading", name="ReStart"))


def rack(me: Player) -> list[str]:
    pieces = me.page.locator(".rack [data-piece]")
    expect(pieces.first).to_be_visible()
    return sorted(pieces.evaluate_all("pieces => pieces.map((piece) => piece.dataset.piece)"))


def begin(me: Player) -> None:
    me.page.goto(f"{me.address}/")
    me.page.get_by_role("link", name="Voir les donnes").click()
    expect(me.page.get_by_text("heure universelle (UTC)")).to_be_visible()
    expect(deal(me)).to_contain_text("à jouer")
    deal(me).get_by_role("button", name="Jouer la donne").click()
    expect(me.page).to_have_url(re.compile(r"/t/\w+$"))


def test_two_people_hold_the_same_tiles_and_go_on_with_their_one_attempt(sit: Sit) -> None:
    ines, nour = sit(size=PHONE), sit()
    begin(ines)
    begin(nour)
    held = rack(ines)
    assert rack(nour) == held
    table = ines.page.url
    ines.page.goto(f"{ines.address}/daily")
    expect(deal(ines)).to_contain_text("commencée")
    deal(ines).get_by_role("button", name="Continuer").click()
    expect(ines.page).to_have_url(table)
    assert rack(ines) == held


def test_the_page_verifies_the_chain_and_keeps_its_end(sit: Sit) -> None:
    me = sit(size=PHONE)
    me.page.goto(f"{me.address}/daily")
    me.page.get_by_role("button", name="Vérifier").click()
    expect(me.page.get_by_text("l’empreinte est gardée ici")).to_be_visible()
    me.page.evaluate("localStorage.setItem('tuilerie.daily-anchor', '00')")
    me.page.get_by_role("button", name="Vérifier").click()
    expect(me.page.get_by_text("n’est plus celle que cet appareil a gardée")).to_be_visible()
