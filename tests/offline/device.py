"""A person whose tables live on their own device."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.web import driving

# What the page's worker says, as a test overhears a socket.
OVERHEAR = """
localStorage.setItem('tuilerie.device-tables', 'on');
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
        super().__init__(*given, **how)
        self.context.expose_function("overheard", self._hear)
        self.context.add_init_script(OVERHEAR)
        self.page.route("**/api/1/tables**", lambda route: route.abort())
        self.page.route("**/api/1/codes/**", lambda route: route.abort())

    def open_shelf(self) -> None:
        super().open_shelf()
        self.engine_ready()

    def engine_ready(self) -> None:
        expect(self.page.locator("html")).to_have_attribute("data-engine", "ready")

    def download_record(self, folder: Path) -> Path:
        """From the result, as a person keeps it."""
        with self.page.expect_download() as downloading:
            self.page.get_by_role("dialog").get_by_role("link", name="Télécharger la partie").click()
        path = folder / "record.json"
        downloading.value.save_as(path)
        return path
