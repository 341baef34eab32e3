"""The host decides: variants, who starts, strengths, and they stand on the table's face."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.offline.device import DevicePlayer
from tests.web.driving import LAPTOP, PHONE, Player

Sit = Callable[..., Player]


def test_variants_are_chosen_in_words_and_shown_at_the_table(sit: Sit) -> None:
    me = sit(size=PHONE)
    me.excused.append("Failed to load resource")  # a refusal, which the page shows in words
    me.open_shelf()
    me.page.get_by_role("button", name="Inviter des amis à ReStart").click()
    sheet = me.page.get_by_role("dialog")
    target = sheet.get_by_label("La partie s’arrête à ce nombre de points")
    expect(target).to_be_hidden()
    sheet.get_by_text("Réglages").click()
    target.fill("50")
    sheet.get_by_role("group", name="Finir sur des Ciseaux").get_by_role("radio", name="ne compte pas").check()
    sheet.get_by_text("Que dit la règle RS-V1").click()
    expect(sheet.get_by_text("autant de passes d’affilée")).to_be_visible()
    sheet.get_by_label("Partie classée").check()
    sheet.get_by_role("button", name="Commencer").click()
    expect(sheet.get_by_role("alert")).to_contain_text("classée")
    sheet.get_by_label("Partie classée").uncheck()
    sheet.get_by_role("button", name="Commencer").click()
    expect(me.page.get_by_text("La partie s’arrête à ce nombre de points : 50")).to_be_visible()
    expect(me.page.get_by_text("Finir sur des Ciseaux ou la Poubelle : ne compte pas")).to_be_visible()


def test_the_host_says_who_starts_and_how_strong_each_bot_is(sit: Sit) -> None:
    me = sit(size=LAPTOP, lang="en")
    me.open_shelf()
    me.page.get_by_role("button", name="Play Rummy junior right now").click()
    sheet = me.page.get_by_role("dialog")
    sheet.get_by_role("radio", name="3 players").check()
    sheet.get_by_text("Settings").click()
    sheet.get_by_label("Strength of Player 3").select_option("Beginners")
    sheet.get_by_role("group", name="Who starts").get_by_role("radio", name="You").check()
    with me.page.expect_response("**/api/1/tables") as answer:
        sheet.get_by_role("button", name="Start").click()
    table = answer.value.json()["table"]
    assert table["variant"] == {"first": 0}
    assert [seat.get("bot") for seat in table["seats"]] == [None, "greedy", "beginner"]
    assert me.wait_for_turn()


@pytest.mark.parametrize(("kind", "ready"), [(Player, "html"), (DevicePlayer, "html[data-engine=ready]")])
def test_everybody_around_one_screen_has_a_name_and_a_face(
    sit: Sit, engine: Path, kind: type[Player], ready: str
) -> None:
    me = sit(kind=kind, size=PHONE)
    me.open_shelf()
    me.page.get_by_role("button", name="Rummy famille à plusieurs sur le même écran").click()
    sheet = me.page.get_by_role("dialog", name="Rummy famille sur cet écran")
    expect(sheet.get_by_label("Nom de Joueur 3")).to_have_count(0)
    me.pick_option("players", "3")
    sheet.get_by_label("Nom de Joueur 1").fill("Lou")
    sheet.get_by_label("Nom de Joueur 2").fill("Papi Jo")
    sheet.get_by_label("Une personne ou un robot : Joueur 3").select_option("Robot (Débutants)")
    expect(sheet.get_by_label("Nom de Joueur 3")).to_have_count(0)
    sheet.get_by_role("button", name="Visage de Papi Jo : changer").click()
    faces = me.page.get_by_role("dialog", name="Visage de Papi Jo")
    expect(faces.get_by_role("radio", name="Garçon en rouge")).to_be_disabled()  # Lou has it
    faces.get_by_role("radio", name="Grand-père").click()
    expect(faces).to_have_count(0)
    sheet.get_by_text("Réglages").click()
    sheet.get_by_role("group", name="Qui commence").get_by_role("radio", name="Papi Jo").check()
    me.page.locator(ready).wait_for()
    sheet.get_by_role("button", name="Commencer").click()
    expect(me.page.get_by_role("heading", name="Passez l’écran à Papi Jo")).to_be_visible()
    expect(me.page.locator(".handover use[href$='#av-papi']")).to_have_count(1)
    me.page.get_by_role("button", name="Papi Jo").click()
    expect(me.page.locator("#rack")).to_be_visible()
    for name in ("Lou", "Pinson"):
        expect(me.page.get_by_text(name, exact=True).first).to_be_visible()
    me.open_shelf()
    me.page.get_by_role("button", name="ReStart à plusieurs sur le même écran").click()
    expect(me.page.get_by_label("Nom de Joueur 2")).to_have_value("Papi Jo")
