"""Where things lie: nothing that a person needs is off the table, however much lies on it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.web.driving import Player
from tests.web.full_tables import LONG_RUNS, RUNS, lay_groups, with_view
from tests.web.test_games import sideways

Sit = Callable[..., Player]


def box(thing: Locator) -> FloatRect:
    found = thing.bounding_box()
    assert found is not None
    return found


def within(inner: FloatRect, outer: FloatRect) -> bool:
    return (
        inner["x"] >= outer["x"] - 1
        and inner["y"] >= outer["y"] - 1
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
    )


SIZES = [
    (320, 568),
    (390, 844),
    (820, 1180),
    (1080, 720),
    (1180, 820),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
    (3840, 2160),
]


@pytest.mark.parametrize("tiles", [RUNS, LONG_RUNS], ids=["many", "long"])
def test_groups_wrap_and_the_place_for_a_new_one_is_in_sight(sit: Sit, tiles: list[list[str]]) -> None:
    me = sit()
    with_view(me, lambda view: lay_groups(view, tiles))
    me.open_shelf()
    me.take_box("famille", players=4)
    cloth = me.page.get_by_role("region", name="Groupes sur la table")
    groups = cloth.get_by_role("group")
    expect(groups).to_have_count(len(tiles))
    for width, height in SIZES:
        me.page.set_viewport_size({"width": width, "height": height})
        table = box(cloth)
        for at in range(len(tiles)):
            group = box(groups.nth(at))
            assert group["x"] >= table["x"], (width, at)
            assert group["x"] + group["width"] <= table["x"] + table["width"], (width, at)
        assert within(box(cloth.get_by_text("Nouveau groupe")), table), width
        assert sideways(me) == 0
