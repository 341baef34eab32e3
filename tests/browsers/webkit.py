"""Safari's engine: WebKitGTK's MiniBrowser under a screen of its own, driven by WebDriver."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium.common.exceptions import ElementNotInteractableException, StaleElementReferenceException
from selenium.webdriver import WebKitGTK, WebKitGTKOptions
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.webkitgtk.service import Service

from tests.browsers.engine import Vanished

DRIVER = Path("/usr/bin/WebKitWebDriver")
BROWSERS = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
SCREEN = Path("/usr/bin/Xvfb")
IS_THERE = DRIVER.is_file() and SCREEN.is_file() and bool(BROWSERS)


class WebKit:
    """One window."""

    def __init__(self, driver: WebKitGTK) -> None:
        self.driver = driver

    def open(self, address: str) -> None:
        self.driver.get(address)

    def reload(self) -> None:
        self.driver.refresh()

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

    def run(self, function: str, argument: str = "") -> str:
        """What this function of the page's world answers, as a string."""
        return str(self.driver.execute_script(f"return ({function})(arguments[0])", argument))

    def click(self, function: str, argument: str = "") -> None:
        """In the middle of the element that this function finds."""
        try:
            found = self.driver.execute_script(f"return ({function})(arguments[0])", argument)
            if not isinstance(found, WebElement):
                raise Vanished(argument)
            found.click()
        except (ElementNotInteractableException, StaleElementReferenceException) as gone:
            raise Vanished(argument) from gone

    def type(self, text: str) -> None:
        """In place of what the field holds."""
        field = self.driver.switch_to.active_element
        field.clear()
        field.send_keys(text)

    def picture(self, file: Path) -> None:
        assert self.driver.save_screenshot(str(file))


@contextmanager
def screen() -> Iterator[str]:
    """A screen in memory, larger than any window; its name."""
    command = [str(SCREEN), "-displayfd", "1", "-screen", "0", "4000x2600x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        yield f":{process.stdout.readline().strip()}"
    finally:
        process.terminate()
        process.wait()


@contextmanager
def browser() -> Iterator[WebKit]:
    options = WebKitGTKOptions()
    options.binary_location = str(BROWSERS[-1])
    options.add_argument("--automation")
    with screen() as display:
        service = Service(str(DRIVER), env={**os.environ, "DISPLAY": display})
        driver = WebKitGTK(options=options, service=service)
        try:
            yield WebKit(driver)
        finally:
            driver.quit()
