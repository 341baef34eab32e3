"""Rummy junior for a child of four: big tiles, and a mismatch is seen to be mixed with all the others."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Locator, expect

from tests.web.driving import PHONE, Player

Sit = Callable[..., Player]
FINGER = 48  # px
SIZES = [(320, 568), (360, 740), (390, 844), (844, 390), (820, 1180), (1366, 768)]


def open_shared(me: Player) -> None:
    me.open_shelf()
    me.page.get_by_role("button", name="Rummy junior à plusieurs sur le même écran").click()
    me.page.get_by_role("button", name="Commencer").click()
    expect(me.page.get_by_role("button", name="Retourner la tuile")).to_have_count(52)


def test_every_tile_is_as_wide_as_a_finger(sit: Sit) -> None:
    me = sit(size=PHONE)
    open_shared(me)
    for width, height in SIZES:
        me.page.set_viewport_size({"width": width, "height": height})
        narrowest = me.page.evaluate(
            "Math.min(...[...document.querySelectorAll('.carpet .back')].map((tile) => "
            "Math.min(tile.offsetWidth, tile.offsetHeight)))"
        )
        assert narrowest >= FINGER, (width, height)
        assert me.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)


@pytest.mark.parametrize(("motion", "seen"), [("no-preference", "mix"), ("reduce", "mix-still")])
def test_a_mismatch_is_seen_to_be_mixed(sit: Sit, motion: str, seen: str) -> None:
    me = sit(size=PHONE)
    me.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    me.context.add_init_script("localStorage.setItem('tuilerie.pace', '700')")
    me.page.clock.install()
    open_shared(me)
    me.page.clock.pause_at(datetime.now() + timedelta(seconds=10))
    turned = me.page.get_by_role("list").get_by_role("img")
    down = me.page.get_by_role("button", name="Retourner la tuile").and_(me.page.locator("[aria-disabled=false]"))
    mismatch = me.page.locator(".eq.no")
    for _ in range(20):  # pairs come first, by chance
        for shown in (1, 2):
            down.first.click()
            expect(turned).to_have_count(shown)
        if mismatch.count():
            break
        me.page.clock.run_for(2100)
        expect(turned).to_have_count(0)
    expect(mismatch).to_be_visible()
    me.page.clock.run_for(2050)
    expect(turned).to_have_count(0)
    tile = me.page.get_by_role("listitem").filter(has=me.page.get_by_role("button", name="Retourner la tuile")).last
    expect(tile).to_have_css("animation-name", re.compile(rf"(^|-){seen}$"))
    me.page.clock.run_for(1000)
    expect(tile).to_have_css("animation-name", "none")
    expect(down).to_have_count(me.page.get_by_role("button", name="Retourner la tuile").count())


# What the browser's own voice is asked to say.
VOICE = """
window.said = [];
speechSynthesis.speak = (utterance) => window.said.push(utterance.text);
"""


def least_side(target: Locator) -> float:
    box = target.bounding_box()
    assert box is not None
    return min(box["width"], box["height"])


def test_a_child_sits_down_and_learns_by_pictures_and_voice(sit: Sit) -> None:
    """From the box to the first turned tile: each picture has a name, and a tap says it."""
    me = sit(size=PHONE)
    me.context.add_init_script(VOICE + "localStorage.setItem('tuilerie.sound', 'on')")
    me.open_shelf()
    me.page.get_by_role("button", name="Jouer à Rummy junior tout de suite").click()
    sheet = me.page.get_by_role("dialog")
    for name in ("Ensemble, sur cet écran", "3 joueurs", "Avec des oiseaux", "3 joueurs, dont 2 oiseaux"):
        picture = sheet.get_by_role("radio", name=name, exact=True)
        expect(picture).to_be_visible()
        assert least_side(picture) >= FINGER, name
        picture.click()
        expect(picture).to_be_checked()
        assert me.page.evaluate("window.said.at(-1)") == name
    start = sheet.get_by_role("button", name="Commencer")
    assert least_side(start) >= 52
    start.click()
    assert me.wait_for_turn()
    me.play_turn("junior")
    me.page.goto(f"{me.address}/learn/junior")
    hand = me.page.locator(".carpet li", has=me.page.locator(".tapping"))
    hand.get_by_role("button", name="Retourner la tuile").click()
    me.page.get_by_role("button", name="Continuer").click()
    me.page.wait_for_function("window.said.includes('Touchez-en une deuxième.')")
    expect(hand).to_have_count(1)


def test_children_around_one_screen_choose_their_faces(sit: Sit) -> None:
    me = sit(size=PHONE)
    me.context.add_init_script(VOICE + "localStorage.setItem('tuilerie.sound', 'on')")
    me.open_shelf()
    me.page.get_by_role("button", name="Jouer à Rummy junior tout de suite").click()
    sheet = me.page.get_by_role("dialog", name="Rummy junior", exact=True)
    expect(sheet.get_by_text("contre des robots")).to_have_count(0)
    sheet.get_by_role("radio", name="Ensemble, sur cet écran").click()
    sheet.get_by_role("radio", name="3 joueurs").click()
    for player, face in (("Joueur 1", "Tortue"), ("Joueur 3", "Loutre")):
        button = sheet.get_by_role("button", name=f"{player} : changer")
        assert least_side(button) >= FINGER
        button.click()
        me.page.get_by_role("radio", name=face).click()
        me.page.wait_for_function("(said) => window.said.at(-1) === said", arg=face)
    sheet.get_by_role("button", name="Commencer").click()
    expect(me.page.get_by_role("button", name="Retourner la tuile")).to_have_count(52)
    for face in ("tortue", "loutre"):
        expect(me.page.locator(f"main use[href$='#av-{face}']")).not_to_have_count(0)


def test_the_last_pair_is_seen_before_the_result(sit: Sit) -> None:
    me = sit(size=PHONE)
    open_shared(me)
    while len(me.heard["view"]["face_down"]) > 6:
        assert me.wait_for_turn()
        me.play_turn("junior")
    me.context.add_init_script("localStorage.setItem('tuilerie.pace', '700')")
    me.page.clock.install()
    me.page.reload()
    down = me.page.get_by_role("button", name="Retourner la tuile")
    expect(down.and_(me.page.locator("[aria-disabled=false]"))).not_to_have_count(0)
    me.page.clock.pause_at(datetime.now() + timedelta(seconds=10))
    turned = me.page.get_by_role("list").get_by_role("img")
    pair, result = me.page.locator(".stage .rays"), me.page.get_by_role("dialog", name="Résultat")
    while not pair.count():  # six tiles of four colours: the next pair is the last
        me.page.clock.run_for(5000)  # a mismatch is looked at, and mixed
        for shown in (1, 2):
            down.and_(me.page.locator("[aria-disabled=false]")).first.click()
            expect(turned).to_have_count(shown)
        expect(me.page.locator(".stage .eq:not(.rest)")).to_be_visible()
    for _ in range(19):
        me.page.clock.run_for(100)
        expect(turned).to_have_count(2)
        expect(result).to_have_count(0)
    me.page.clock.run_for(200)
    expect(result).to_be_visible()
