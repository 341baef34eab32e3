"""The host decides: variants, who starts, strengths, and they stand on the table's face."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

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
