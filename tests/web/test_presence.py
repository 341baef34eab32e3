"""Who is there, whether the line holds, and addresses that lead nowhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.driving import Player
from tests.web.test_together import meet

Sit = Callable[..., Player]


def test_an_absent_friend_is_absent_where_their_name_stands(sit: Sit) -> None:
    host, guest = sit(size=(390, 844)), sit()
    meet(host, guest, "restart")
    sam = host.page.get_by_role("region", name="Les autres joueurs").get_by_role("article", name="Sam")
    expect(sam).to_contain_text("0 point")
    guest.page.close()
    expect(sam).to_contain_text("Absent")
    expect(sam).to_be_in_viewport(ratio=1)
    expect(host.page.get_by_text("Sam réfléchit…")).to_have_count(0)


def test_a_lost_network_is_said_and_stays_in_view(sit: Sit) -> None:
    me = sit(size=(390, 600))
    me.open_shelf()
    me.take_box("restart")
    assert me.wait_for_turn()
    me.excused.append("ERR_INTERNET_DISCONNECTED")
    me.context.set_offline(True)
    said = me.page.get_by_text("Connexion perdue")
    expect(said).to_be_visible()
    me.page.get_by_role("button", name="Passer").scroll_into_view_if_needed()
    me.page.mouse.wheel(0, 600)
    expect(said).to_be_in_viewport(ratio=1)
    me.context.set_offline(False)
    expect(said).to_have_count(0)


@pytest.mark.parametrize(
    ("path", "how"), [("/nulle/part", "Le lien est peut-être incomplet"), ("/replay/rien", "n’existe pas")]
)
def test_an_unknown_address_says_so_and_leads_to_the_shelf(sit: Sit, path: str, how: str) -> None:
    me = sit()
    me.excused.append("404")
    me.page.goto(me.address + path)
    expect(me.page.get_by_role("heading", level=1)).to_have_text("Il n’y a rien à cette adresse")
    expect(me.page.get_by_text(how)).to_be_visible()
    me.page.get_by_role("link", name="Retour à l’étagère").click()
    expect(me.page.get_by_role("heading", name="ReStart")).to_be_visible()
