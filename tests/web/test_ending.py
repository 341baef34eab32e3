"""The result of a game, and one more."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.driving import Player
from tests.web.test_together import meet, mover

Sit = Callable[..., Player]


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_the_result_is_in_sight_and_can_be_opened_again(sit: Sit, size: tuple[int, int]) -> None:
    me = sit(size=size)
    me.one_round()
    me.open_shelf()
    me.take_box("restart", players=4)
    me.play_on("restart")
    result = me.page.get_by_role("dialog", name="Résultat")
    for name in ("Rejouer", "Fermer"):
        expect(result.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    for name in ("Analyser", "Revoir"):
        expect(result.get_by_role("link", name=name, exact=True)).to_be_in_viewport(ratio=1)
    totals = [int(total) for total in result.get_by_role("cell").all_inner_texts()]
    assert totals == sorted(totals)
    assert len(totals) == 4
    expect(result.get_by_role("row").nth(4)).to_be_in_viewport(ratio=1)
    result.get_by_role("button", name="Fermer").click()
    expect(result).to_have_count(0)
    me.page.get_by_role("button", name="Voir le résultat").click()
    expect(result.get_by_role("button", name="Rejouer")).to_be_visible()


def test_friends_are_told_of_a_rematch_and_come_with_one_tap(sit: Sit) -> None:
    host, guest = sit(size=(390, 844)), sit(size=(390, 844))
    host.one_round()
    meet(host, guest, "restart")
    while (player := mover(host, guest)) is not None:
        assert player.wait_for_turn()
        player.play_turn("restart")
    old = guest.page.url
    host.page.get_by_role("button", name="Rejouer").click()
    expect(host.page).not_to_have_url(old)
    expect(guest.page.get_by_text("Inès veut rejouer")).to_be_in_viewport(ratio=1)
    guest.page.get_by_role("button", name="J’en suis").click()
    expect(guest.page).not_to_have_url(old)
    expect(host.page.get_by_text("Sam")).to_be_visible()
    assert guest.page.url == host.page.url
