"""ReStart as a person sees it: what happened, where one stands, what may be placed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.driving import KeyPlayer, Player

Sit = Callable[..., Player]


@pytest.mark.parametrize("size", [(390, 844), (1366, 768)])
def test_what_the_others_did_and_where_i_stand_are_in_sight(sit: Sit, size: tuple[int, int]) -> None:
    me = sit(size=size)
    me.open_shelf()
    me.take_box("restart", players=3)
    assert me.wait_for_turn()
    me.play_turn("restart")
    assert me.wait_for_turn()
    others = me.page.get_by_role("region", name="Les autres joueurs")
    for foe in others.get_by_role("article").all():
        deed = (
            foe.get_by_text("pose")
            .or_(foe.get_by_text("coupe"))
            .or_(foe.get_by_text("vide"))
            .or_(foe.get_by_text("passe"))
        )
        expect(deed).to_be_in_viewport(ratio=1)
    standing = me.page.get_by_text("0 point, 1er sur 3")
    expect(standing).to_be_in_viewport(ratio=1)
    expect(me.page.get_by_text("manche 1 · fin à")).to_be_in_viewport(ratio=1)


def drag(me: Player, tile: str, row: str) -> None:
    me.page.locator(f".rack [data-piece='{tile}']").drag_to(me.page.locator(f"[data-drop='{row}']"))


def test_a_tile_dropped_on_another_row_goes_back_with_the_reason(sit: Sit) -> None:
    me = sit()
    me.open_shelf()
    me.take_box("restart")
    assert me.wait_for_turn()
    before = me.position
    assert me.choice is not None
    tile = next(move for move in me.choice["legal"] if move[1:].isdigit())
    drag(me, tile, "r" if tile[0] != "r" else "g")
    expect(me.page.get_by_role("alert")).to_contain_text("chaque tuile suit sa couleur")
    drag(me, tile, tile[0])
    expect(me.page.get_by_role("alert")).to_have_count(0)
    expect(me.page.locator(f".rack [data-piece='{tile}']")).to_have_attribute("aria-pressed", "true")
    assert me.position == before
    me.page.get_by_role("button", name="Poser la tuile").click()
    expect(me.page.locator(f".rack [data-piece='{tile}']")).to_have_count(0)


def test_the_focus_stays_in_the_rack_after_a_placed_tile(sit: Sit) -> None:
    me = sit(kind=KeyPlayer)
    me.open_shelf()
    me.take_box("restart")
    assert me.wait_for_turn()
    assert me.choice is not None
    tile = next(move for move in me.choice["legal"] if move[1:].isdigit())
    me._tap(f".rack [data-piece='{tile}']")
    me.page.keyboard.press("Enter")
    expect(me.page.locator(f".rack [data-piece='{tile}']")).to_have_count(0)
    expect(me.page.locator(".rack button:focus")).to_have_count(1)


def test_back_closes_what_lies_on_top_before_it_leaves_the_table(sit: Sit) -> None:
    me = sit()
    me.open_shelf()
    me.take_box("restart")
    table = me.page.url
    menu = me.page.get_by_role("dialog", name="Menu de la partie")
    for _ in range(2):
        me.page.get_by_role("button", name="Menu de la partie").click()
        expect(menu).to_be_visible()
        me.page.go_back()
        expect(menu).to_have_count(0)
        assert me.page.url == table
        me.page.get_by_role("button", name="Menu de la partie").click()
        menu.get_by_role("button", name="Fermer").click()
        expect(menu).to_have_count(0)
    me.page.go_back()
    expect(me.page.get_by_role("heading", name="Quatre jeux")).to_be_visible()


@pytest.mark.parametrize("size", [(390, 844), (1366, 768)])
def test_the_hands_lie_open_at_the_end_of_a_round_and_are_counted_tile_by_tile(sit: Sit, size: tuple[int, int]) -> None:
    me = sit(size=size)
    me.page.emulate_media(reduced_motion="no-preference")
    me.target(1000)
    me.open_shelf()
    me.page.get_by_role("button", name="ReStart à plusieurs sur le même écran").click()
    me.page.get_by_role("button", name="Commencer").click()
    for _ in range(2):
        me.page.get_by_role("button", name="C’est moi").click()
        me.page.get_by_role("button", name="Passer", exact=True).click()
    count = me.page.get_by_role("dialog", name="Fin de la manche 1")
    for seat in (1, 2):
        hand = count.get_by_role("list", name=f"Joueur {seat}")
        expect(hand.get_by_role("img")).to_have_count(30)
    sums = count.get_by_text("en tout")
    expect(sums).to_have_count(2)
    for sentence in sums.all():
        expect(sentence).to_be_visible()  # only when every tile has been counted
        before, points, total = (int(word) for word in sentence.inner_text().split() if word.isdigit())
        assert before == 0
        assert points == total > 0
    again = count.get_by_role("button", name="Manche suivante")
    expect(again).to_be_in_viewport(ratio=1)
    again.click()
    expect(count).to_have_count(0)


@pytest.mark.parametrize("size", [(1366, 768), (1440, 900)])
def test_thirty_tiles_and_the_buttons_lie_above_the_fold_of_a_laptop(sit: Sit, size: tuple[int, int]) -> None:
    me = sit(size=size)
    me.open_shelf()
    me.take_box("restart")
    assert me.wait_for_turn()
    expect(me.page.locator("[data-undrawn]")).to_have_count(0)
    expect(me.page.locator(".rack")).to_be_in_viewport(ratio=1)
    expect(me.page.get_by_role("button", name="Poser la tuile")).to_be_in_viewport(ratio=1)
