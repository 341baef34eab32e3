"""The door: chairs are shown as they are now, and the host can always begin."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.web.driving import LAPTOP, PHONE, Player

Sit = Callable[..., Player]
LOOK = re.compile(r"/api/1/tables/[^/]+$")


def test_a_chair_taken_meanwhile_is_shown_as_taken_and_the_host_begins_with_bots(sit: Sit) -> None:
    host, first, second = sit(size=LAPTOP), sit(size=PHONE), sit(size=PHONE)
    host.open_shelf()
    host.page.get_by_role("button", name="Inviter des amis à Rummy famille").click()
    host.page.get_by_role("dialog").get_by_role("radio", name="4", exact=True).check()
    host.page.get_by_role("button", name="Commencer").click()
    expect(host.page.get_by_role("heading", name="On attend du monde")).to_be_visible()
    for guest, name in ((first, "Lou"), (second, "Sam")):
        guest.page.goto(host.page.url)
        guest.page.get_by_label("Votre nom").fill(name)
        expect(guest.page.get_by_text("3 places libres")).to_be_visible()

    def keep_in_the_dark(route: Route) -> None:
        route.abort()

    second.excused.append("Failed to load resource")
    second.page.route(LOOK, keep_in_the_dark)
    first.page.get_by_role("button", name="S’asseoir ici").first.click()
    expect(host.page.get_by_role("listitem").filter(has_text="Lou")).to_be_visible()
    second.page.get_by_role("button", name="S’asseoir ici").first.click()
    expect(second.page.get_by_role("alert")).to_be_visible()
    second.page.unroute(LOOK, keep_in_the_dark)
    expect(second.page.get_by_role("alert")).to_have_text(
        re.compile("Lou vient de prendre cette place. Une autre est libre")
    )
    expect(second.page.get_by_text("2 places libres")).to_be_visible()
    second.page.get_by_role("button", name="S’asseoir ici").first.click()
    expect(host.page.get_by_role("listitem").filter(has_text="Sam")).to_be_visible()
    host.page.get_by_role("button", name="Libérer la place de Sam").click()
    expect(host.page.get_by_role("listitem").filter(has_text="Sam")).to_have_count(0)
    host.page.get_by_role("button", name="Commencer la partie").click()
    for player in (host, first):
        player.page.locator("#rack").wait_for()
