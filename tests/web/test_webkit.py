"""Safari's engine lays the tables out as Chromium does: iPads and MacBooks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web import webkit
from tests.web.webkit import Visitor

pytestmark = pytest.mark.skipif(not webkit.IS_THERE, reason="needs webkit2gtk-driver and xvfb")

SIZES = [(1366, 730), (1440, 902), (820, 1180), (1180, 820)]


@pytest.fixture(scope="module")
def visitor(address: str) -> Iterator[Visitor]:
    with webkit.browser() as driver:
        yield Visitor(driver, address)


@pytest.mark.parametrize("game", ["restart", "romirami", "famille"])
def test_hand_and_buttons_are_above_the_fold(visitor: Visitor, game: str) -> None:
    visitor.resize(1440, 902)
    visitor.take_box(game)
    for width, height in SIZES:
        visitor.resize(width, height)
        visitor.driver.refresh()  # a table that is being filled is laid out more than once
        visitor.wait_for_pieces()
        rack = visitor.box("[data-rack]")
        assert rack["height"] > 0
        assert rack["y"] + rack["height"] <= height, (width, height)
        main = visitor.box(".act .main")
        assert main["y"] + main["height"] <= height, (width, height)
