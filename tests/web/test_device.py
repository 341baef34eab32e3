"""Whole games in Chromium without a server's table, under the real Content-Security-Policy."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.offline.device import DevicePlayer
from tests.web.driving import NAMES
from tuilerie.engine.record_check import check_record

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


def killed_at_random(me: DevicePlayer, kills: int, chance: random.Random) -> None:
    """The page dies at any instant, time and again; what was acknowledged is there when it is opened again."""
    me.open_shelf()
    me.take_box("famille")
    table = me.page.url
    for _ in range(kills):
        if me.wait_for_turn():
            before = me.position
            me._famille()
            if chance.random() < 0.5:
                me.wait_for_news(before)
        me.page.wait_for_timeout(chance.uniform(0, 120))
        told = me.told
        me.page.goto(f"{me.address}/healthz")  # the page and its workers are gone, whatever they were doing
        me.told = 0
        me.page.goto(table)
        me.page.wait_for_selector("#rack")
        me.wait_until_told()
        assert me.told >= told, "an acknowledged move is lost"
        if me.over:
            return


def test_a_page_that_dies_at_any_instant_loses_nothing(sit: Sit, engine: Path) -> None:
    killed_at_random(sit(kind=DevicePlayer), 4, random.Random(8))


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("seed", range(100))
def test_a_thousand_deaths_lose_nothing(sit: Sit, engine: Path, seed: int) -> None:
    killed_at_random(sit(kind=DevicePlayer), 10, random.Random(seed))
