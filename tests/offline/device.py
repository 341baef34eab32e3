"""A person whose tables live on their own device."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.web import driving

# What the page's worker says, as a test overhears a socket.
OVERHEAR = """
const Plain = window.Worker;
window.Worker = class extends Plain {
    constructor(...how) {
        super(...how);
        this.addEventListener('message', ({ data }) => data.kind === 'message' && window.overheard(data.text));
    }
};
"""


class DevicePlayer(driving.Player):
    """Nothing of a table comes from the server: every question about one is refused there."""

    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, keeps=True, **how)
        self.told = 0  # the highest number of the log that this page was told
        self.context.expose_function("overheard", self._hear)
        self.context.add_init_script(OVERHEAR)
        self.page.route("**/api/1/tables**", lambda route: route.abort())
        self.page.route("**/api/1/codes/**", lambda route: route.abort())

    def _hear(self, frame: str | bytes) -> None:
        super()._hear(frame)
        message = json.loads(frame)
        if message["t"] in ("accepted", "update", "snapshot"):
            self.told = max(self.told, message["seq"])

    def wait_until_told(self) -> None:
        """The table has said how far it is."""
        until = time.monotonic() + driving.PATIENCE_S
        while self.told == 0:
            assert time.monotonic() < until, "the table says nothing"
            self.page.wait_for_timeout(10)

    def take_box(self, game: str, players: int = 2) -> None:
        """The engine starts with the sheet: whoever chooses a while plays here."""
        self._tap(f".g-{game} .acts .main")
        expect(self.page.locator("html")).to_have_attribute("data-engine", "ready")
        self._tap("dialog .go .main")
        self.page.wait_for_selector("#rack")

    def download_record(self, folder: Path) -> Path:
        """From the result, as a person keeps it."""
        with self.page.expect_download() as downloading:
            self.page.get_by_role("dialog").get_by_role("link", name="Télécharger la partie").click()
        path = folder / "record.json"
        downloading.value.save_as(path)
        return path
