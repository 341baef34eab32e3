"""Whole games in Chromium without a server's table, under the real Content-Security-Policy."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.offline.device import DevicePlayer
from tests.web.driving import NAMES
from tuilerie.engine.checking import check_record

Sit = Callable[..., DevicePlayer]


@pytest.mark.parametrize("game", NAMES)
def test_a_whole_game_with_a_reload_in_the_middle(sit: Sit, engine: Path, tmp_path: Path, game: str) -> None:
    me = sit(kind=DevicePlayer)
    me.open_shelf()
    me.take_box(game)
    for _ in range(2):
        if me.wait_for_turn():
            me.play_turn(game)
    me.reload()
    me.play_on(game)
    record = json.loads(me.download_record(tmp_path).read_text(encoding="utf-8"))
    assert record["game"] == game
    check_record(record)
