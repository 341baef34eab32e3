"""Puzzles: chosen from the list, tried on the game's own table, told why, kept on the device."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.driving import PHONE, Player
from tuilerie.engine.puzzles import puzzle_of, shipped

Sit = Callable[..., Player]
RUN = re.compile(r"[rgbok]\d+")  # a move of one plain tile


def simple_number() -> int:
    """A puzzle whose best and whose tempting move are one tile each."""
    return next(
        number
        for number, study in enumerate(shipped("restart"), 1)
        if RUN.fullmatch(puzzle_of(study).answers[0]) and RUN.fullmatch(puzzle_of(study).tempting)
    )


def lay(me: Player, tile: str) -> None:
    me.page.locator(f".rack [data-piece='{tile}']").click()
    me.page.locator(".keys .main").click()


def test_a_puzzle_is_tried_found_and_kept(sit: Sit) -> None:
    number = simple_number()
    puzzle = puzzle_of(shipped("restart")[number - 1])
    me = sit(size=PHONE)
    me.page.goto(f"{me.address}/puzzles")
    me.page.get_by_role("link", name=re.compile(rf"^{number}\b")).click()
    expect(me.page.get_by_role("heading", name="Quel est le meilleur coup")).to_be_visible()
    me.page.get_by_role("button", name="Un indice").click()
    expect(me.page.get_by_text("Il s’agit d’éviter ceci")).to_be_visible()
    lay(me, puzzle.tempting)
    expect(me.page.get_by_role("heading", name="Il y a mieux")).to_be_visible()
    me.page.get_by_role("button", name="Réessayer").click()
    lay(me, puzzle.answers[0])
    expect(me.page.get_by_role("heading", name="Trouvé")).to_be_visible()
    expect(me.page.get_by_text("Et le coup qui tente")).to_be_visible()
    expect(me.page.get_by_role("link", name="Exercice suivant")).to_be_focused()
    me.page.goto(f"{me.address}/puzzles")
    expect(me.page.get_by_role("link", name=re.compile(rf"^{number}\b"))).to_contain_text("à revoir")


def test_a_puzzle_is_solved_with_the_keyboard_alone(sit: Sit) -> None:
    number = simple_number()
    tile = puzzle_of(shipped("restart")[number - 1]).answers[0]
    me = sit()
    me.page.goto(f"{me.address}/puzzles/restart/{number}")
    me.page.locator(f".rack [data-piece='{tile}']").focus()
    me.page.keyboard.press("Space")
    me.page.keyboard.press("Enter")
    expect(me.page.get_by_role("heading", name="Trouvé")).to_be_visible()
    me.page.keyboard.press("Enter")
    expect(me.page.get_by_role("heading", name="Quel est le meilleur coup")).to_be_visible()
    expect(me.page).not_to_have_url(re.compile(rf"/{number}$"))
