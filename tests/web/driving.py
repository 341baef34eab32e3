"""A person at a page: a browser that plays whole games through what can be seen and touched.

The legal moves are overheard from the socket, as a person would read them from the lit pieces; every move is made with
taps or keys.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Route, expect

CHROMIUM = os.environ.get("TUILERIE_CHROMIUM", "/usr/bin/chromium")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE, LAPTOP = (360, 740), (1440, 900)
# Nothing here is about speed: whatever is waited for may take this long on a busy machine, and tests wait for it, never
# for a while.
PATIENCE_S = int(os.environ.get("TUILERIE_PATIENCE", "120"))
PATIENCE_MS = 1000.0 * PATIENCE_S
expect.set_options(timeout=PATIENCE_MS)
# A hint to developers that a slow machine alone can bring about: what was asked for early came late.
LATE = "was preloaded using link preload but not used"
BLOCKED = "Service Worker registration blocked by Playwright"
NAMES = {"restart": "ReStart", "romirami": "Romi Rami", "famille": "Rummy famille", "junior": "Rummy junior"}

# A test can close the line, and keep it closed: a wire that is dialled meanwhile never opens.
KEEP_SOCKETS = """
window.sockets = [];
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
    constructor(...how) {
        if (window.cut) return { send() {}, close() {} };
        super(...how);
        window.sockets.push(this);
    }
};
"""


@contextmanager
def server(home: Path) -> Iterator[str]:
    """A server of our own on a free port, or the one that TUILERIE_SERVER names (started with --no-limits); its
    address.
    """
    if running := os.environ.get("TUILERIE_SERVER"):
        yield running
        return
    command = [
        str(Path(sys.executable).parent / "tuilerie"),
        "serve",
        "--port",
        "0",
        "--no-limits",
        "--database",
        str(home / "tables.db"),
    ]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "TUILERIE_HOME": str(home)}
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "http" in line, f"the server did not start: {line!r}"
        yield next(word for word in line.split() if word.startswith("http")).rstrip(".")
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def chromium(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET, timeout=PATIENCE_MS)


class Player:
    """One browser context at one table."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: tuple[int, int] = LAPTOP,
        lang: str = "fr",
        theme: str = "light",
        touch: bool = False,
        keeps: bool = False,
    ) -> None:
        """Whoever `keeps` has a service worker, and tables on their device; the others play at the server's tables."""
        self.address = address
        locale = {"fr": "fr-FR", "en": "en-GB", "de": "de-DE"}[lang]
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=locale,
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion="reduce",
            has_touch=touch,
            service_workers="allow" if keeps else "block",
        )
        if not keeps:
            self.context.add_init_script("localStorage.setItem('tuilerie.device-tables', 'off')")
        self.context.add_init_script(
            "localStorage.setItem('tuilerie.pace', '0'); localStorage.setItem('tuilerie.sound', 'off')"
        )
        self.context.add_init_script(KEEP_SOCKETS)
        self.context.set_default_timeout(PATIENCE_MS)
        self.page: Page = self.context.new_page()
        self.problems: list[str] = []
        self.excused = [LATE, BLOCKED]
        self.heard: dict[str, Any] = {}
        self.turns = 0  # how often the turn was seen to pass on: a quick bot may have played before anybody looks
        # as few tiles as possible, so that a game cannot end before something has happened in it
        self.unhurried = False
        self.counted = False  # the count of a round is shown, or about to be
        self.page.on(
            "console", lambda line: self.problems.append(line.text) if line.type in ("error", "warning") else None
        )
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        self.turns += message.get("turn", self.heard.get("turn")) != self.heard.get("turn")
        if message["t"] in ("snapshot", "update") and ("view" in message or message["t"] == "snapshot"):
            self.heard = message
        elif message["t"] == "drafted":
            self.heard = {**message, "turn": self.heard.get("turn"), "phase": "playing"}
        if message["t"] == "update" and any(event[0] == "round" for event in message.get("events", [])):
            self.counted = True

    @property
    def complaints(self) -> list[str]:
        return [problem for problem in self.problems if not any(excuse in problem for excuse in self.excused)]

    # --- arriving ---------------------------------------------------------------------------------------

    def open_shelf(self) -> None:
        self.page.goto(self.address)
        self.page.wait_for_selector(".game")

    def one_round(self) -> None:
        """ReStart ends with its first round: for games where only the way to the end matters."""
        self.target(1)

    def target(self, points: int) -> None:
        """The total at which ReStart ends."""

        def shorten(route: Route) -> None:
            wanted = route.request.post_data_json
            if wanted and wanted["game"] == "restart":  # the lobby asks which tables there are
                route.continue_(post_data=json.dumps({**wanted, "variant": {"target": points}}))
            else:
                route.continue_()

        self.page.route("**/api/1/tables", shorten)

    def take_box(self, game: str, players: int = 2) -> None:
        self._tap(f".g-{game} .acts .main")
        if players != 2:
            self.pick_option("players", str(players))
        self._tap("dialog .go .main")
        self.page.wait_for_selector("#rack")

    def pick_option(self, name: str, value: str) -> None:
        """One of a row of choices, by what can be seen of it; once the sheet has come to rest."""
        box = f"input[name={name}][value='{value}']"
        self.page.locator(f"dialog label:has({box})").click()
        expect(self.page.locator(f"dialog {box}")).to_be_checked()

    # --- one turn -----------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return any(event[0] == "end" for event in self.heard.get("events", []))

    @property
    def choice(self) -> dict[str, Any] | None:
        choice: dict[str, Any] | None = self.heard.get("choice")
        return choice

    def wait_for_turn(self) -> bool:
        """True when it is this player's turn, False when the game is over."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            if self.over:
                return False
            if self.choice is not None:
                self.close_count()
                return True
            self.page.wait_for_timeout(15)
        raise AssertionError(f"no turn within {PATIENCE_S} s; last heard: {str(self.heard)[:400]}")

    def close_count(self) -> None:
        """Read the count of the round that has just ended, and go on."""
        if self.counted:
            self.counted = False
            sheet = self.page.locator("dialog[open]")
            sheet.wait_for()
            self.page.keyboard.press("Escape")
            expect(sheet).to_have_count(0)

    @property
    def position(self) -> tuple[object, ...]:
        """What tells one position from the next.

        A snapshot of the same position, which may come at any time, is no news.
        """
        view = self.heard.get("view") or {}
        return self.heard.get("seq", self.heard.get("based")), tuple(self.heard.get("moves", ())), view.get("seat")

    def play_turn(self, game: str) -> None:
        before = self.position
        getattr(self, f"_{game}")()
        self.wait_for_news(before)

    def wait_for_news(self, before: tuple[object, ...]) -> None:
        """The server has answered: the position is another."""
        until = time.monotonic() + PATIENCE_S
        while self.position == before:
            assert time.monotonic() < until, f"the server did not answer; last heard: {str(self.heard)[:400]}"
            self.page.wait_for_timeout(10)

    def _legal(self) -> list[str]:
        assert self.choice is not None
        return list(self.choice.get("legal") or [])

    def _tap(self, selector: str) -> None:
        self.page.locator(selector).first.click()

    def _restart(self) -> None:
        legal = self._legal()
        placing = [move for move in legal if ":" not in move and move not in ("pass", "stop")]
        cutting = [move for move in legal if ":" in move]
        if placing:
            for tile in max(placing, key=lambda move: (move.count("+"), -len(move))).split("+"):
                self._tap(f".rack [data-piece='{tile}'][aria-pressed=false]")
            self._tap(".keys .main:not([aria-disabled=true])")
        elif cutting:
            tool, row = cutting[0].split(":")
            self._tap(f".rack [data-piece='{tool}']")
            self._tap(f"[data-drop='{row}'] .cutter")
        elif "stop" in legal:
            self._tap(".keys .main")
        else:
            self._tap(".keys .btn:last-child")

    def _famille(self) -> None:
        legal = self._legal()
        placing = [move for move in legal if move.startswith(("add", "new"))]
        if placing:
            *place, tiles = (min if self.unhurried else max)(placing, key=lambda move: move.count("+")).split()
            for tile in tiles.split("+"):
                self._tap(f".rack [data-piece='{tile}'][aria-pressed=false]")
            self._tap(f"[data-drop='{place[1]}'] .here" if place[0] == "add" else ".here-new")
        elif legal != ["keep"]:  # a tile that fits nowhere is kept without a tap
            self._tap(".keys .main")

    def _romirami(self) -> None:
        assert self.choice is not None
        view, fills = self.heard["view"], self.choice.get("fills")
        if view["phase"] == "take":
            move = max(self._legal(), key=lambda one: one.count("+"))
            for card in move.removeprefix("take ").split("+"):
                self._tap(f".vals [data-piece='{card}'][aria-pressed=false]")
        elif view["phase"] == "discard":
            for card in self._legal()[0].removeprefix("discard ").split("+"):
                self._tap(f".hand [data-piece='{card}'][aria-pressed=false]")
        elif fills:
            self._tap(f"[data-contract='{next(iter(fills))}']")
        self._tap(".act .main")

    def _junior(self) -> None:
        """Any tile will do, but those that are still being looked at."""
        shown = (self.heard["view"]["last"] or {}).get("slots", [])
        slots = [int(move.split()[1]) for move in self._legal()]
        slot = next(iter([slot for slot in slots if slot not in shown] or slots))
        self._tap(f".carpet li:nth-child({slot}) .back")

    def choose(self, game: str) -> None:
        """Choose what could be played, without playing it: for a look at the table with something in hand."""
        legal = self._legal() if self.choice and self.choice.get("legal") else []
        rack = {"restart": ".rack", "famille": ".rack", "romirami": ".vals"}.get(game, "")
        pieces = [
            move.split(" ")[-1].split("+")
            for move in legal
            if ":" not in move and move not in ("pass", "stop", "draw", "keep", "done")
        ]
        if rack and pieces:
            for piece in max(pieces, key=len):
                self._tap(f"{rack} [data-piece='{piece}'][aria-pressed=false]")
        elif game == "romirami" and self.choice and self.choice.get("fills"):
            self._tap(f"[data-contract='{next(iter(self.choice['fills']))}']")

    def play_on(self, game: str, most: int = 400) -> None:
        """Until the game is over."""
        for _ in range(most):
            if not self.wait_for_turn():
                self.page.wait_for_selector("dialog .results .best")
                return
            self.play_turn(game)
        raise AssertionError("the game never ended")

    def wait_until(self, expression: str) -> None:
        """Until the page says so. Asked from outside, since the page's own policy forbids it to evaluate strings."""
        until = time.monotonic() + PATIENCE_S
        while not self.page.evaluate(expression):
            assert time.monotonic() < until, f"never true: {expression}"
            self.page.wait_for_timeout(15)

    # --- what can happen to a browser ---------------------------------------------------------------------

    def reload(self) -> None:
        self.counted = False
        self.page.reload()
        self.page.wait_for_selector("#rack")

    def lose_connection(self, meanwhile: Callable[[], None]) -> None:
        """No line to the server while something else happens; then there is one again."""
        self.page.evaluate("window.cut = true; window.sockets.at(-1).close()")
        expect(self.page.locator(".line")).to_be_visible()
        meanwhile()
        self.page.evaluate("window.cut = false; dispatchEvent(new Event('online'))")
        expect(self.page.locator(".line")).to_have_count(0)

    def close(self) -> None:
        self.context.close()


RACKS = ":is(.rack, .vals, .hand, .cons, .carpet)"
STEPS = """(node, racks) => {
    const stops = [...(node.closest(racks) ?? node.parentNode).querySelectorAll('button:not(:disabled)')];
    return stops.indexOf(node) - stops.indexOf(document.activeElement);
}"""


class KeyPlayer(Player):
    """The same person without a pointer: Tab from stop to stop, arrows along a rack, Space to choose or press."""

    def _tap(self, selector: str) -> None:
        target = self.page.locator(selector).first
        target.wait_for()
        handle = target.element_handle()
        assert handle is not None
        for _ in range(120):
            if handle.evaluate(f"node => (node.closest('{RACKS}') ?? node).contains(document.activeElement)"):
                break
            self.page.keyboard.press("Tab")
        else:
            raise AssertionError(f"{selector} cannot be reached by Tab")
        for _ in range(5):  # tiles may come and go on the way
            steps = handle.evaluate(STEPS, RACKS)
            if steps == 0:
                break
            for _ in range(abs(steps)):
                self.page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
        assert handle.evaluate("node => node === document.activeElement"), f"{selector} cannot be reached by arrows"
        self.page.keyboard.press("Space")
