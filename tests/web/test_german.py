"""German on the narrowest phone: its words are the longest, so whatever holds them holds the others."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.driving import NAMES, Player
from tests.web.test_games import sideways

Sit = Callable[..., Player]

NARROW = (320, 568)
# Buttons and links made like buttons whose words are wider than they are.
SPILLING = """() => [...document.querySelectorAll("button, .btn, .pick span")]
    .filter(node => node.checkVisibility() && node.innerText.trim() && node.scrollWidth > node.clientWidth + 1)
    .map(node => `${node.innerText.trim()}: ${node.scrollWidth} in ${node.clientWidth}`)"""


def holds_its_words(me: Player) -> None:
    assert me.page.evaluate(SPILLING) == []
    assert not sideways(me)


@pytest.fixture
def me(sit: Sit) -> Player:
    return sit(size=NARROW, lang="de")


def test_the_shelf_and_its_set_up(me: Player) -> None:
    me.open_shelf()
    expect(me.page.locator("html")).to_have_attribute("lang", "de")
    expect(me.page.get_by_text("Vier Spiele im Regal.")).to_be_visible()
    holds_its_words(me)
    for game in NAMES.values():
        me.page.get_by_role("button", name=f"{game} gleich spielen").click()
        expect(me.page.get_by_role("dialog").get_by_role("heading", name=game)).to_be_visible()
        holds_its_words(me)
        me.page.keyboard.press("Escape")
        expect(me.page.locator("dialog[open]")).to_have_count(0)


def test_all_settings_of_a_table(me: Player) -> None:
    me.open_shelf()
    me.page.get_by_role("button", name="ReStart gleich spielen").click()
    me.page.get_by_text("Einstellungen", exact=True).click()
    expect(me.page.get_by_text("Bei so vielen Punkten ist Schluss")).to_be_visible()
    holds_its_words(me)


@pytest.mark.parametrize("game", NAMES)
def test_a_table(me: Player, game: str) -> None:
    me.open_shelf()
    me.take_box(game, players=4)
    assert me.wait_for_turn()
    holds_its_words(me)


def test_a_result(me: Player) -> None:
    me.one_round()
    me.open_shelf()
    me.take_box("restart")
    me.play_on("restart")
    expect(me.page.get_by_role("button", name="Noch einmal")).to_be_visible()
    holds_its_words(me)


def test_the_page_about_oneself(me: Player) -> None:
    me.page.goto(f"{me.address}/me")
    expect(me.page.get_by_role("heading", name="Meine Partien wiederfinden")).to_be_visible()
    holds_its_words(me)
