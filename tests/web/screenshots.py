"""Pictures of every screen, phone and laptop, light and dark: python -m tests.web.screenshots FOLDER"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web.driving import LAPTOP, NAMES, Player, chromium, server

SIZES = {"phone": (390, 844), "laptop": LAPTOP}
PAGES = {"rules": ("/rules/restart", ".cl"), "games": ("/games", ".pick"), "learn": ("/learn/restart", ".coach")}


def take_all(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, server(Path(home)) as address, sync_playwright() as playwright:
        browser = chromium(playwright)
        for name, size in SIZES.items():
            for theme in ("light", "dark"):
                me = Player(browser, address, size=size, theme=theme)
                _take(me, folder, f"{name}-{theme}")
                me.close()
        browser.close()


def _take(me: Player, folder: Path, suffix: str) -> None:
    def shoot(screen: str) -> None:
        me.page.wait_for_timeout(250)
        me.page.screenshot(path=folder / f"{screen}-{suffix}.png")

    me.open_shelf()
    shoot("shelf")
    for page, (path, sign) in PAGES.items():
        me.page.goto(me.address + path)
        me.page.wait_for_selector(sign)
        shoot(page)
    for game in NAMES:
        me.open_shelf()
        me.take_box(game, players=3)
        for _ in range(6):
            if me.wait_for_turn():
                me.play_turn(game)
        me.wait_for_turn()
        me.page.evaluate("scrollTo(0, 0)")
        shoot(game)
    me.open_shelf()
    me.take_box("famille")
    me.play_on("famille")
    shoot("result")
    me.page.click("dialog a[href^='/replay/']")
    me.page.wait_for_selector("#rack")
    shoot("replay")


if __name__ == "__main__":
    take_all(Path(sys.argv[1]))
