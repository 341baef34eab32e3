"""The tables lie as they do in Chromium: hands and buttons are above the fold on iPads and MacBooks."""

from __future__ import annotations

import json

import pytest

from tests.browsers.person import Person

SIZES = [(1366, 730), (1440, 902), (820, 1180), (1180, 820)]
# The lower edges of the hand and of the main button.
EDGES = """() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].find((node) => node.checkVisibility());
  const parts = [shown("[data-rack]"), shown(".act .main")];
  if (parts.includes(undefined) || document.querySelector("[data-undrawn]")) return "[]";
  if (!parts[0].querySelector("[data-piece]")) return "[]";
  return JSON.stringify(parts.map((node) => node.getBoundingClientRect().bottom));
}"""


@pytest.mark.parametrize("game", ["ReStart", "Romi Rami", "Rummy famille"])
def test_hand_and_buttons_are_above_the_fold(person: Person, game: str) -> None:
    person.engine.resize(1440, 902)
    person.open_shelf()
    person.take_box(game, 2)
    for width, height in SIZES:
        person.engine.resize(width, height)
        person.engine.reload()  # a table that is being filled is laid out more than once
        person.wait_for(lambda: json.loads(person.engine.run(EDGES)), "a hand and a button")
        assert max(json.loads(person.engine.run(EDGES))) <= height, (width, height)
