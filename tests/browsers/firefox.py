"""Firefox, driven over WebDriver BiDi on its own port: Debian has no geckodriver, and none is needed."""

from __future__ import annotations

import base64
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.websocket_connection import WebSocketConnection

from tests.browsers.engine import Vanished
from tests.web.driving import PATIENCE_S

PROGRAM = Path("/usr/bin/firefox-esr")
IS_THERE = PROGRAM.is_file()
GONE = ("no such node", "no such element", "stale element", "move target out of bounds")
SELECT = "\ue009"  # Control, as WebDriver spells it
LISTENING = "WebDriver BiDi listening on "
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "intl.accept_languages": "fr-FR, fr",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.active-protocols": 1,
    "services.settings.server": "data:,none",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "ui.prefersReducedMotion": 1,
}


class Firefox:
    """One tab."""

    def __init__(self, connection: WebSocketConnection, tab: str) -> None:
        self.connection, self.tab = connection, tab

    def ask(self, method: str, **params: Any) -> Any:
        return answer(self.connection, method, params)

    def open(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def reload(self) -> None:
        self.ask("browsingContext.reload", context=self.tab, wait="complete")

    def resize(self, width: int, height: int) -> None:
        self.ask("browsingContext.setViewport", context=self.tab, viewport={"width": width, "height": height})

    def run(self, function: str, argument: str = "") -> str:
        """What this function of the page's world answers, as a string."""
        return str(self._called(function, argument).get("value", ""))

    def click(self, function: str, argument: str = "") -> None:
        """In the middle of the element that this function finds."""
        found = self._called(function, argument)
        if "sharedId" not in found:
            raise Vanished(argument)
        origin = {"type": "element", "element": {"sharedId": found["sharedId"]}}
        steps = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        pointer = {"type": "pointer", "id": "mouse", "actions": steps}
        try:
            self.ask("input.performActions", context=self.tab, actions=[pointer])
        except WebDriverException as problem:
            if not any(gone in str(problem) for gone in GONE):
                raise
            raise Vanished(argument) from problem

    def _called(self, function: str, argument: str) -> Any:
        found = self.ask(
            "script.callFunction",
            functionDeclaration=function,
            arguments=[{"type": "string", "value": argument}],
            target={"context": self.tab},
            awaitPromise=False,
        )
        assert found["type"] == "success", found["exceptionDetails"]["text"]
        return found["result"]

    def type(self, text: str) -> None:
        """In place of what the field holds."""
        keys = [(SELECT, "keyDown"), ("a", "keyDown"), ("a", "keyUp"), (SELECT, "keyUp")]
        keys += [(letter, kind) for letter in text for kind in ("keyDown", "keyUp")]
        steps = [{"type": kind, "value": letter} for letter, kind in keys]
        self.ask("input.performActions", context=self.tab, actions=[{"type": "key", "id": "keys", "actions": steps}])

    def picture(self, file: Path) -> None:
        shot = self.ask("browsingContext.captureScreenshot", context=self.tab)
        file.write_bytes(base64.b64decode(shot["data"]))


def answer(connection: WebSocketConnection, method: str, params: dict[str, Any]) -> Any:
    reply = connection.send_cmd(method, params)
    if "error" in reply:
        raise WebDriverException(f"{method}: {reply['error']}: {reply.get('message')}")
    return reply["result"]


@contextmanager
def browser() -> Iterator[Firefox]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, process(Path(profile)) as address:
        connection = WebSocketConnection(f"{address}/session", timeout=PATIENCE_S, interval=0.02)
        try:
            answer(connection, "session.new", {"capabilities": {}})
            tab = answer(connection, "browsingContext.getTree", {})["contexts"][0]["context"]
            yield Firefox(connection, tab)
        finally:
            connection.close()


@contextmanager
def process(profile: Path) -> Iterator[str]:
    """A browser with a new profile; the address at which it listens."""
    lines = [f"user_pref({spelled(name)}, {spelled(value)});\n" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("".join(lines), encoding="utf-8")
    command = [str(PROGRAM), "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", str(profile)]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        assert running.stderr is not None
        line = next(line for line in running.stderr if line.startswith(LISTENING))
        yield line.removeprefix(LISTENING).strip()
    finally:
        running.terminate()
        running.communicate()


def spelled(value: str | bool | int) -> str:
    """As JavaScript writes it."""
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)
