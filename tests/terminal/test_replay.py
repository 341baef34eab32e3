"""`replay` on a terminal: every position of every golden game can be stepped to and drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.driving import screen_text, shows, until
from tuilerie.engine.record_check import check_record
from tuilerie.engine.records import from_line, read_lines
from tuilerie.engine.registry import BUILT_IN
from tuilerie.engine.replay import seen_positions
from tuilerie.terminal.boards import Scene, painted
from tuilerie.terminal.event_text import phrases_of
from tuilerie.terminal.replay_app import ReplayApp
from tuilerie.words import say

GOLDEN = Path(__file__).parent.parent / "golden"


def record_of(game):
    return from_line(next(line for _, line in read_lines(GOLDEN / f"{game}-3.jsonl")))


@pytest.mark.parametrize("game", BUILT_IN)
async def test_steps_go_back_and_forth(game):
    app = ReplayApp(record_of(game), "fr")

    async with app.run_test(size=(100, 30)) as pilot:
        await shows(app, "Partir")
        first = await shows(app, "étape 0 sur")
        await pilot.press("right", "right")
        second = await shows(app, "étape 2 sur")
        await pilot.press("end")
        await shows(app, f"étape {len(app._views) - 1} sur")
        await shows(app, say(phrases_of(game).scores, "fr", scores="").partition("\u00a0")[0])
        await pilot.press("home")
        await until(app, lambda: screen_text(app) == first, "at the beginning again")
        await pilot.resize_terminal(80, 24)
        await pilot.press("right", "right", "left", "right")
        await pilot.resize_terminal(100, 30)
        await until(app, lambda: screen_text(app) == second, "drawn as before")


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_position_of_a_whole_game_fits_80_by_24(game):
    record = record_of(game)
    views = [view for _, view in seen_positions(check_record(record))]
    for view in views:
        scene = Scene(view, [player["name"] for player in record["players"]], "en", replayed=True)
        assert painted(scene, 80, 17).lines <= 17, painted(scene, 80, 17).text()
