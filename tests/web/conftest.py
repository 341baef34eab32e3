"""One server and one browser for the tests of a process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.offline.conftest import engine  # noqa: F401
from tests.web import driving


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    built = (Path(str(files("tuilerie.server"))) / "static" / "index.html").is_file()
    there = Path(driving.CHROMIUM).is_file()
    for item in items:
        if "tests/web" in item.path.as_posix() and not (built and there):
            item.add_marker(pytest.mark.skip(reason="needs the built web client (make web) and Chromium"))


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with driving.server(tmp_path_factory.mktemp("server")) as at:
        yield at


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = driving.chromium(playwright)
        yield browser
        browser.close()


@pytest.fixture
def sit(address: str, browser: Browser) -> Iterator[Callable[..., driving.Player]]:
    """Somebody with a browser; afterwards their console must be clean."""
    players: list[driving.Player] = []

    def arrive(kind: type[driving.Player] = driving.Player, **how: Any) -> driving.Player:
        players.append(kind(browser, address, **how))
        return players[-1]

    yield arrive
    problems = [problem for player in players for problem in player.complaints]
    for player in players:
        player.close()
    assert problems == []
