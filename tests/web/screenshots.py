"""Pictures of every screen at every size, light and dark: python -m tests.web.screenshots FOLDER [SCREEN ...]"""

from __future__ import annotations

import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from tests.web.driving import LAPTOP, NAMES, Player, chromium, server
from tests.web.full_tables import sit_at_full_table
from tests.web.test_around import NAME, under_another_name

SIZES = {
    "small": (320, 568),
    "phone": (390, 844),
    "lying": (844, 390),
    "tablet": (820, 1180),
    "notebook": (1366, 768),
    "laptop": LAPTOP,
    "wide": (3840, 2160),
}
THEMES = ("light", "dark")
TURNS = {"restart": 6, "romirami": 5, "famille": 5, "junior": 9}  # into the game: enough on the table to look at

README = Path(__file__).parents[2] / "docs" / "pictures"
PICTURES = {
    "shelf": "shelf-laptop-light",
    "table-restart": "restart-laptop-light",
    "table-romirami": "romirami-laptop-light",
    "table-famille": "famille-phone-light",
    "table-junior": "junior-phone-light",
    "table-dark": "restart-phone-dark",
    "result": "result-restart-phone-light",
    "review": "review-romirami-laptop-light",
}

Shoot = Callable[[str], None]


def take_all(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, server(Path(home)) as address, sync_playwright() as playwright:
        browser = chromium(playwright)
        for name, scene in SCENES.items():
            if wanted and name not in wanted:
                continue
            me = Player(browser, address)
            scene(me, _camera(me, folder))
            me.close()
        for name, picture in PICTURES.items():
            if (folder / f"{picture}.png").is_file():
                _small(browser, folder / f"{picture}.png", README / f"{name}.png")
        browser.close()


def _small(browser: Browser, picture: Path, to: Path) -> None:
    """The same picture at the size of a README."""
    width = 760 if "laptop" in picture.stem else 300
    page = browser.new_page(viewport={"width": width, "height": 10})
    page.set_content(
        "<body style='margin:0'><img style='width:100%;display:block' "
        f"src='data:image/png;base64,{b64encode(picture.read_bytes()).decode()}'>"
    )
    page.screenshot(path=to, full_page=True)
    page.close()


def _camera(me: Player, folder: Path) -> Shoot:
    """The same moment at every size, by day and by night."""

    def shoot(screen: str) -> None:
        me.page.wait_for_load_state("networkidle")
        expect(me.page.locator("[data-undrawn], .wait, .banner")).to_have_count(0)
        for size, (width, height) in SIZES.items():
            me.page.set_viewport_size({"width": width, "height": height})
            for theme in THEMES:
                me.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]  # one of the two words
                me.page.locator(f"html[data-theme={theme}]").wait_for()
                me.page.evaluate(
                    "scrollTo(0, 0); new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
                )
                me.page.screenshot(path=folder / f"{screen}-{size}-{theme}.png")
        me.page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})

    return shoot


def _page(path: str, sign: str) -> Callable[[Player, Shoot], None]:
    def scene(me: Player, shoot: Shoot) -> None:
        me.page.goto(me.address + path)
        me.page.wait_for_selector(sign)
        shoot(path.strip("/").replace("/", "-"))

    return scene


def _shelf(me: Player, shoot: Shoot) -> None:
    me.open_shelf()
    shoot("shelf")
    me.page.click(".g-restart .acts .main")
    me.page.wait_for_selector("dialog[open]")
    shoot("set-up")


def _lobby(me: Player, shoot: Shoot) -> None:
    me.open_shelf()
    me.page.click(".g-romirami .acts .way:has(use[href='#i-link'])")
    me.page.fill("dialog input[autocomplete=nickname]", "Inès")
    me.page.click("dialog .go .main")
    me.page.wait_for_selector(".lobby .code")
    shoot("lobby")


def _shared(me: Player, shoot: Shoot) -> None:
    me.open_shelf()
    me.page.click(".g-famille .acts .way:has(use[href='#i-pass'])")
    me.page.click("dialog .go .main")
    me.page.wait_for_selector(".handover")
    shoot("handover")


def _plain(me: Player, shoot: Shoot) -> None:
    """A game that came as a plugin."""
    under_another_name(me)
    me.open_shelf()
    me.page.click(f".g-{NAME} .acts .main")
    me.page.click("dialog .go .main")
    me.page.wait_for_selector(".p-generic #rack")
    me.wait_for_turn()
    shoot("plain")


def _table(game: str) -> Callable[[Player, Shoot], None]:
    def scene(me: Player, shoot: Shoot) -> None:
        for _ in range(20):  # some games end before anything is worth a look
            me.open_shelf()
            me.take_box(game, players=3)
            turns = 0
            while me.wait_for_turn() and (turns < TURNS[game] or not worth_a_look(me, game)):
                me.play_turn(game)
                turns += 1
            if me.choice is not None:
                me.choose(game)
                shoot(game)
                return
        raise AssertionError(f"no game of {game} was worth a look")

    return scene


def _full(game: str) -> Callable[[Player, Shoot], None]:
    """Four players, and as much in hand and on the table as the game can bring."""

    def scene(me: Player, shoot: Shoot) -> None:
        sit_at_full_table(me, game)
        shoot(f"full-{game}")

    return scene


def worth_a_look(me: Player, game: str) -> bool:
    """A contract that can be filled, a place for a tile: not every turn has one."""
    choice = me.choice or {}
    if game == "romirami":
        return bool(choice.get("fills"))
    legal = choice.get("legal") or []
    return game == "junior" or (len(legal) > 1 and any("+" in move or move.startswith("add") for move in legal))


def _end(game: str) -> Callable[[Player, Shoot], None]:
    def scene(me: Player, shoot: Shoot) -> None:
        me.open_shelf()
        me.take_box(game)
        me.play_on(game)
        shoot(f"result-{game}")
        if game != "junior":
            me.page.click("dialog a[href^='/review/']")
            me.page.locator(".account").wait_for(timeout=180_000)
            shoot(f"review-{game}")
            me.page.go_back()
            me.page.wait_for_selector("dialog .results")
        me.page.click("dialog a[href^='/replay/']")
        me.page.wait_for_selector("#rack")
        slider = me.page.locator(".scrubber input")
        slider.fill(str(int(slider.get_attribute("max") or 0) // 2))
        shoot(f"replay-{game}")

    return scene


SCENES: dict[str, Callable[[Player, Shoot], None]] = {
    "shelf": _shelf,
    "lobby": _lobby,
    "shared": _shared,
    **{game: _table(game) for game in NAMES},
    **{f"full-{game}": _full(game) for game in NAMES},
    "plain": _plain,
    **{f"end-{game}": _end(game) for game in NAMES},
    **{f"learn-{game}": _page(f"/learn/{game}", "#rack") for game in NAMES},
    **{f"rules-{game}": _page(f"/rules/{game}", ".cl") for game in NAMES},
    "games": _page("/games", ".pick"),
}


if __name__ == "__main__":
    take_all(Path(sys.argv[1]), sys.argv[2:])
