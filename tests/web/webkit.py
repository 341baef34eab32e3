"""Safari's engine on this machine: WebKitGTK's MiniBrowser under a screen of its own, driven by WebDriver."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import WebKitGTK, WebKitGTKOptions
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.service import Service

from tests.web.driving import PATIENCE_S

DRIVER = Path("/usr/bin/WebKitWebDriver")
BROWSERS = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
SCREEN = Path("/usr/bin/Xvfb")
IS_THERE = DRIVER.is_file() and SCREEN.is_file() and bool(BROWSERS)


@contextmanager
def screen() -> Iterator[str]:
    """A screen without glass, larger than any window; its name."""
    command = [str(SCREEN), "-displayfd", "1", "-screen", "0", "4000x2600x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        yield f":{process.stdout.readline().strip()}"
    finally:
        process.terminate()
        process.wait()


@contextmanager
def browser() -> Iterator[WebKitGTK]:
    options = WebKitGTKOptions()
    options.binary_location = str(BROWSERS[-1])
    options.add_argument("--automation")
    with screen() as display:
        driver = WebKitGTK(options=options, service=Service(str(DRIVER), env={**os.environ, "DISPLAY": display}))
        try:
            yield driver
        finally:
            driver.quit()


class Visitor:
    """Somebody with Safari's engine."""

    def __init__(self, driver: WebKitGTK, address: str) -> None:
        self.driver, self.address = driver, address
        self.wait = WebDriverWait(driver, PATIENCE_S, ignored_exceptions=[StaleElementReferenceException])

    def resize(self, width: int, height: int) -> None:
        """The page itself gets this size; the window is larger by its bars."""
        self.driver.set_window_size(width, height)
        for _ in range(5):
            inner_width, inner_height = self.driver.execute_script("return [innerWidth, innerHeight]")
            if (inner_width, inner_height) == (width, height):
                return
            outer = self.driver.get_window_size()
            self.driver.set_window_size(outer["width"] + width - inner_width, outer["height"] + height - inner_height)
        raise AssertionError(f"the window does not become {width}x{height}")

    def see(self, selector: str) -> WebElement:
        def shown(driver: WebKitGTK) -> WebElement | None:
            return next((one for one in driver.find_elements(By.CSS_SELECTOR, selector) if one.is_displayed()), None)

        found = self.wait.until(shown)
        assert found is not None
        return found

    def open(self, path: str = "") -> None:
        self.driver.get(self.address + path)

    def take_box(self, game: str) -> None:
        self.open()
        self.see(f".g-{game} .acts .main").click()
        self.see("dialog .go .main").click()
        self.wait_for_pieces()

    def wait_for_pieces(self) -> None:
        self.see("[data-rack] [data-piece]")
        self.wait.until(lambda driver: not driver.find_elements(By.CSS_SELECTOR, "[data-undrawn]"))

    def box(self, selector: str) -> dict[str, Any]:
        return self.see(selector).rect
