"""The lobby, faces, and the page of one's games."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.driving import LAPTOP, PHONE, Player

Sit = Callable[..., Player]


def test_two_meet_in_the_lobby_each_with_a_face_of_their_own_and_find_their_games_again(sit: Sit) -> None:
    host, guest = sit(size=LAPTOP), sit(size=PHONE)
    for player in (host, guest):
        player.open_shelf()
        player.page.get_by_role("link", name="Moi", exact=True).click()
        player.page.get_by_role("radio", name="Tortue").check()
        expect(player.page.get_by_role("radio", name="Tortue")).to_be_checked()
        player.open_shelf()
        player.page.get_by_role("link", name="La salle").click()
        expect(player.page.get_by_role("heading", name="Tables ouvertes")).to_be_visible()
    host.page.get_by_role("radio", name="Rummy junior").check()
    expect(host.page.get_by_role("heading", name="Classement de Rummy junior")).to_be_visible()
    host.page.get_by_role("button", name="Trouver une table").click()
    expect(host.page.get_by_role("heading", name="On attend du monde")).to_be_visible()
    guest.page.get_by_role("link", name="S’asseoir à Rummy junior").first.click()
    guest.page.get_by_label("Votre nom").fill("Lou")
    guest.page.get_by_role("button", name="S’asseoir ici").click()
    expect(host.page.get_by_role("listitem").filter(has_text="Lou")).to_be_visible()
    chairs = host.page.get_by_role("listitem").locator("svg use")
    pictures = chairs.evaluate_all("uses => uses.map(use => use.getAttribute('href'))")
    assert len(pictures) == len(set(pictures)) == 2
    assert "#av-tortue" in pictures
    host.open_shelf()
    host.page.get_by_role("link", name="Mes parties").click()
    running = host.page.get_by_role("region", name="En cours")
    expect(running).to_contain_text("Rummy junior avec Lou")
    running.get_by_role("link", name="Reprendre").click()
    expect(host.page.get_by_role("listitem").filter(has_text="Lou")).to_be_visible()


def test_a_finished_game_is_kept_counted_and_played_again(sit: Sit) -> None:
    player = sit(size=PHONE)
    player.open_shelf()
    player.page.get_by_role("link", name="Mes parties").click()
    expect(player.page.get_by_text("Les chiffres viennent avec les parties finies.")).to_be_visible()
    player.open_shelf()
    player.take_box("famille")
    player.play_on("famille")
    player.open_shelf()
    player.page.get_by_role("link", name="Mes parties").click()
    over = player.page.get_by_role("region", name="Finies")
    expect(over.get_by_role("listitem")).to_have_count(1)
    expect(over).to_contain_text("Rummy famille avec Geai")
    expect(player.page.get_by_role("region", name="Par jeu")).to_contain_text("Rummy famille")
    expect(player.page.get_by_role("region", name="Contre qui")).to_contain_text("Robots")
    over.get_by_role("button", name="Revanche à Rummy famille").click()
    player.page.locator("#rack").wait_for()
