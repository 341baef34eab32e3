"""A game played otherwise: from its review into a branch, to the end, named, taken back, found again, shared."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.web.driving import PHONE, Player
from tuilerie.engine.puzzles import shipped
from tuilerie.engine.studies import check_study

Sit = Callable[..., Player]
YOURS, OVER = "À vous : jouez autrement.", "Fin de la partie"


def news(me: Player) -> Locator:
    return me.page.get_by_role("status").filter(has_text=re.compile(f"{YOURS}|{OVER}"))


def own_turns(me: Player) -> Locator:
    return me.page.locator(".paths .step.mine")


def play_turn(me: Player) -> None:
    """The first tile that is lit, else nothing; then the bot answers."""
    before = own_turns(me).count()
    lit = me.page.locator(".rack [data-piece]:not(.is-out):not([data-piece=S]):not([data-piece=T])")
    if lit.count():
        lit.first.click()
        me.page.get_by_role("button", name="Poser la tuile").click()
    else:
        me.page.get_by_role("button", name="Passer").click()
    expect(own_turns(me)).to_have_count(before + 1)
    expect(news(me)).to_be_visible()


def play_to_the_end(me: Player) -> None:
    for _ in range(120):
        if OVER in news(me).inner_text():
            return
        play_turn(me)
    raise AssertionError("the branch has no end")


def into_a_branch(me: Player) -> None:
    """A short game, its review, and from a turn of it into the same position."""
    me.one_round()
    me.open_shelf()
    me.take_box("restart")
    me.play_on("restart")
    me.page.get_by_role("dialog", name="Résultat").get_by_role("link", name="Analyser").click()
    expect(me.page.get_by_role("heading", name="D’où vient le résultat")).to_be_visible()
    turns = me.page.get_by_role("slider", name="Aller à un tour")
    turns.fill(str(int(turns.get_attribute("max") or "0") // 2))
    me.page.locator(".where").get_by_role("link", name="Jouer autrement").click()
    expect(me.page.get_by_role("heading", name="Vos chemins")).to_be_visible()
    expect(news(me)).to_be_visible()


def test_a_branch_from_a_review_is_played_named_taken_back_found_again_and_shared(sit: Sit, tmp_path: Path) -> None:
    me = sit()
    into_a_branch(me)
    expect(me.page.get_by_role("region", name="La main de")).to_have_count(0)
    me.page.get_by_role("button", name="Regarder les mains").click()
    expect(me.page.get_by_role("region", name="La main de")).to_be_visible()
    me.page.get_by_role("button", name="Cacher les mains").click()
    expect(me.page.get_by_role("region", name="La main de")).to_have_count(0)
    play_to_the_end(me)
    turns = own_turns(me).count()
    assert turns > 0
    me.page.get_by_role("button", name="Nommer").click()
    me.page.get_by_label("Le nom de ce chemin").fill("pour voir")
    me.page.get_by_role("button", name="Garder ce nom").click()
    path = me.page.get_by_role("button", name="pour voir")
    expect(path).to_contain_text("%")
    me.page.get_by_role("button", name="Reprendre mon coup").click()
    expect(own_turns(me)).to_have_count(turns - 1)
    expect(news(me)).to_have_text(YOURS)
    me.page.reload()
    path.click()
    expect(own_turns(me)).to_have_count(turns)
    expect(news(me)).to_contain_text(OVER)
    me.page.get_by_role("button", name="Partager").click()
    with me.page.expect_download() as downloading:
        me.page.get_by_role("button", name="Télécharger le fichier").click()
    file = tmp_path / "study.json"
    downloading.value.save_as(file)
    study = check_study(json.loads(file.read_text(encoding="utf-8")))
    assert [branch.name for branch in study.branches] == ["pour voir"]
    assert study.branches[0].chances is not None
    command = [str(Path(sys.executable).parent / "tuilerie"), "check", str(file)]
    subprocess.run(command, check=True, capture_output=True)
    link = me.page.get_by_role("textbox", name="Partager").input_value()
    friend = sit(size=PHONE)
    friend.page.goto(link)
    expect(friend.page.get_by_role("button", name="pour voir")).to_be_visible()
    friend.page.goto(f"{friend.address}/games")
    friend.page.get_by_role("link", name="Mes essais").click()
    expect(friend.page.get_by_role("link", name=re.compile("ReStart, coup"))).to_contain_text("pour voir")


def test_a_puzzle_that_was_solved_is_played_on(sit: Sit) -> None:
    me = sit(size=PHONE)
    me.page.goto(f"{me.address}/puzzles/restart/1")
    me.page.get_by_role("button", name="Voir la réponse").click()
    me.page.get_by_role("link", name="Jouer autrement").click()
    expect(news(me)).to_have_text(YOURS)
    expect(me.page.get_by_role("button", name=re.compile("^Coup"))).to_contain_text("%")
    play_turn(me)
    assert me.page.locator(".paths .step:not(.mine)").count() >= len(shipped("restart")[0].record["players"]) - 1
    me.page.get_by_role("button", name="Oublier ce chemin").click()
    expect(own_turns(me)).to_have_count(0)


def test_a_replay_leads_to_the_position_that_it_shows(sit: Sit) -> None:
    me = sit()
    me.one_round()
    me.open_shelf()
    me.take_box("restart")
    me.play_on("restart")
    me.page.get_by_role("dialog", name="Résultat").get_by_role("link", name="Revoir", exact=True).click()
    me.page.get_by_role("link", name="Jouer autrement").click()
    expect(news(me)).to_have_text(YOURS)
    expect(me.page.get_by_text("ReStart, dès la donne")).to_be_visible()
    me.page.get_by_role("link", name="Revenir à la partie").last.click()
    expect(me.page.get_by_role("slider")).to_have_value("0")


def test_without_a_server_the_device_thinks(sit: Sit) -> None:
    me = sit(keeps=True)
    me.excused.append("Failed to load resource")
    me.page.route("**/api/1/branches", lambda route: route.abort())
    me.page.goto(f"{me.address}/otherwise/p/restart/1")
    expect(news(me)).to_have_text(YOURS)
    play_turn(me)
    expect(me.page.locator(".paths .step.mine").first).to_contain_text("%")
