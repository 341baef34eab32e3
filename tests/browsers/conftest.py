"""One server, and each engine once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browsers import firefox, webkit
from tests.browsers.person import ENGLISH, FRENCH, Person
from tests.web import driving

ENGINES = {
    "firefox": (firefox, FRENCH, "needs firefox-esr"),
    "webkit": (webkit, ENGLISH, "needs webkit2gtk-driver and xvfb"),
}


def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    """All that one engine does, one process does."""
    for item in items:
        if "tests/browsers" in item.path.as_posix():
            item.add_marker(pytest.mark.browsers)
            item.add_marker(pytest.mark.xdist_group(item.callspec.params["person"]))


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with driving.server(tmp_path_factory.mktemp("server")) as at:
        yield at


@pytest.fixture(scope="session", params=ENGINES)
def person(request: pytest.FixtureRequest, address: str) -> Iterator[Person]:
    module, words, needs = ENGINES[request.param]
    if not module.IS_THERE:
        pytest.skip(needs)
    with module.browser() as engine:
        yield Person(engine, address, words)
