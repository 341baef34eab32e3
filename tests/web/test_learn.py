"""The guided first games: each can be finished by doing what its sentences ask, every kind of move included."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.driving import PHONE, Player

Sit = Callable[..., Player]

PLACE, ACT = ".keys .main", ".act .main"


def rack(*tiles: str) -> list[str]:
    return [f".rack [data-piece='{tile}']" for tile in tiles]


STEPS = {
    "restart": [
        [*rack("r6"), PLACE],
        [*rack("g7", "g8", "g9"), PLACE],
        [*rack("oE"), PLACE],
        [*rack("S"), "[data-drop='o'] .cutter", *rack("o9"), PLACE],
        [*rack("kX"), PLACE],
        [*rack("k2", "k3"), PLACE],
        [*rack("T"), "[data-drop='b'] .cutter", *rack("b2", "b3"), PLACE],
        [".keys .btn:last-child"],
    ],
    "romirami": [
        [".vals [data-piece='c4']", ".vals [data-piece='h4']", ACT],
        ["[data-contract='1']", ACT],
        [ACT],
        ["[data-contract='1']", ACT],
        [".hand [data-piece='l5']", ACT],
    ],
    "famille": [
        [*rack("b6"), "[data-drop='1'] .here"],
        [*rack("r7", "g7", "y7"), ".here-new"],
        [*rack("b3", "b7"), "[data-drop='1'] .here"],
        [PLACE],
        [*rack("b5"), "[data-drop='1'] .here"],
    ],
    "junior": [[f".carpet li:nth-child({slot}) .back"] for slot in (5, 30, 9, 40)],
}


@pytest.mark.parametrize("game", STEPS)
def test_guided_first_game(sit: Sit, game: str) -> None:
    me = sit(size=PHONE)
    me.page.goto(f"{me.address}/learn/{game}")
    sentences = set()
    for taps in STEPS[game]:
        go_on = me.page.locator(".coach .main")
        me.page.locator("#rack").wait_for()
        expect(go_on).to_be_hidden()
        sentences.add(me.page.locator(".coach p").inner_text())
        for selector in taps:
            me.page.locator(selector).first.click()
        go_on.click()
    assert len(sentences) == len(STEPS[game])
    me.page.locator(".wait h2", has_text="Vous savez jouer").wait_for()
    me.page.click(".wait .main")  # and a real game is one tap away
    me.page.click("dialog .go .main")
    me.page.wait_for_selector("#rack")
    assert me.wait_for_turn()


def test_a_move_that_teaches_nothing_is_answered_kindly(sit: Sit) -> None:
    me = sit()
    me.page.goto(f"{me.address}/learn/famille")
    me.page.locator(".rack [data-piece='g2']").click()
    me.page.locator(".keys .main").press("Enter")
    me.page.get_by_role("alert").filter(has_text="rien n’est perdu").wait_for()
    expect(me.page.locator(".coach .main")).to_be_hidden()
