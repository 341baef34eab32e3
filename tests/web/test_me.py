"""Who one is: keep an identity, find it again on another device, leave, and be forgotten."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.driving import LAPTOP, PHONE, Player

Sit = Callable[..., Player]


def open_me(player: Player, link: str) -> Page:
    player.open_shelf()
    player.excused.append("Failed to load resource")  # a refusal, which the page shows in words
    player.page.get_by_role("link", name=link, exact=True).click()
    expect(player.page.get_by_role("heading", name=link, exact=True)).to_be_visible()
    return player.page


def test_an_identity_is_kept_found_again_and_deleted(sit: Sit) -> None:
    page = open_me(sit(size=PHONE), "Moi")
    keep = page.get_by_role("region", name="Retrouver mes parties")
    keep.get_by_label("Un nom à moi").fill("Léo de Lyon")
    keep.get_by_label("Une phrase secrète").fill("quatre mots au hasard")
    keep.get_by_role("button", name="Garder mon identité").click()
    change = page.get_by_role("region", name="Changer de phrase secrète")
    expect(change).to_contain_text("Votre identité est gardée sous le nom de Léo de Lyon.")
    change.get_by_label("La phrase d’aujourd’hui").fill("ce n’est pas elle")
    change.get_by_label("La nouvelle phrase").fill("une autre phrase")
    change.get_by_role("button", name="Changer la phrase").click()
    expect(change.get_by_role("alert")).to_be_visible()
    change.get_by_label("La phrase d’aujourd’hui").fill("quatre mots au hasard")
    change.get_by_role("button", name="Changer la phrase").click()
    expect(change.get_by_role("status")).to_contain_text("La phrase est changée.")
    page.get_by_role("button", name="Me déconnecter ici").click()
    login = page.get_by_role("region", name="J’ai déjà une identité")
    login.get_by_label("Mon nom gardé").fill("Léo de Lyon")
    login.get_by_label("Ma phrase secrète").fill("une autre phrase")
    login.get_by_role("button", name="Me connecter").click()
    expect(page.get_by_label("Mon nom", exact=True)).to_have_value("Léo de Lyon")
    page.get_by_role("button", name="Effacer mes données").click()
    page.get_by_role("button", name="Annuler").click()
    expect(change).to_be_visible()
    page.get_by_role("button", name="Effacer mes données").click()
    page.get_by_role("button", name="Oui, tout effacer").click()
    expect(page.get_by_text("Vos données sont effacées.")).to_be_visible()
    login.get_by_label("Mon nom gardé").fill("Léo de Lyon")
    login.get_by_label("Ma phrase secrète").fill("une autre phrase")
    login.get_by_role("button", name="Me connecter").click()
    expect(login.get_by_role("alert")).to_be_visible()


def test_a_code_moves_a_person_to_another_device(sit: Sit) -> None:
    phone, laptop = open_me(sit(size=PHONE), "Moi"), open_me(sit(size=LAPTOP, lang="en"), "Me")
    phone.get_by_label("Mon nom", exact=True).fill("Zoé")
    phone.get_by_role("button", name="Enregistrer").click()
    expect(phone.get_by_text("Les autres vous voient sous le nom de Zoé.")).to_be_visible()
    phone.get_by_role("button", name="Montrer un code").click()
    code = phone.get_by_role("region", name="Passer sur un autre appareil").locator(".code").inner_text()
    laptop.get_by_label("I have a code").fill(code)
    laptop.get_by_role("button", name="Become that person here").click()
    expect(laptop.get_by_text("You are Zoé on this device.")).to_be_visible()
    laptop.get_by_role("button", name="Log out everywhere").click()
    laptop.get_by_role("button", name="Yes, log out").click()
    expect(laptop.get_by_text("You are a guest on this device now.")).to_be_visible()
    phone.reload()
    expect(phone.get_by_label("Un nom à moi")).to_be_visible()
    laptop.get_by_role("radio", name="Français").check()
    expect(laptop.get_by_role("heading", name="Moi", exact=True)).to_be_visible()
    laptop.get_by_role("radio", name="Nuit").check()
    expect(laptop.locator("html")).to_have_attribute("data-theme", "dark")
    laptop.reload()
    expect(laptop.get_by_role("radio", name="Nuit")).to_be_checked()


def test_movement_voice_and_alerts_are_chosen_on_the_page_about_oneself(sit: Sit) -> None:
    me = sit(size=PHONE)
    me.page.emulate_media(reduced_motion="no-preference")
    page = open_me(me, "Moi")
    moving = "getComputedStyle(document.querySelector('.btn')).transitionDuration !== '0s'"
    assert page.evaluate(moving)
    page.get_by_role("group", name="Mouvements").get_by_role("radio", name="Calmes").check()
    assert not page.evaluate(moving)
    page.get_by_role("group", name="Voix").get_by_role("radio", name="Sans").check()
    page.reload()
    expect(page.get_by_role("group", name="Mouvements").get_by_role("radio", name="Calmes")).to_be_checked()
    expect(page.get_by_role("group", name="Voix").get_by_role("radio", name="Sans")).to_be_checked()
    assert not page.evaluate(moving)
    page.get_by_role("group", name="Mouvements").get_by_role("radio", name="Comme l’appareil").check()
    assert page.evaluate(moving)
    me.context.grant_permissions(["notifications"])
    page.get_by_role("button", name="M’alerter quand c’est à moi").click()
    expect(page.get_by_role("button", name="Alerte activée")).to_be_visible()
