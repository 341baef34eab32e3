"""The measurements run: each once, with next to nothing to do."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from bench import envs, run, search
from bench.duel import duel
from bench.slices import best_rate

from tuilerie.engine.registry import game_named, known_games

BENCH = Path(envs.__file__).parent
# `server` is run by path and loads `storms`; kernels of `ismcts` and `baseline_restart` are those of `duel`
MODULES = sorted({path.stem for path in BENCH.glob("*.py")} - {"__init__", "server", "storms", "compiling"})


@pytest.mark.parametrize("name", MODULES)
def test_every_measurement_can_be_loaded(name):
    assert import_module(f"bench.{name}")


@pytest.mark.parametrize("game", known_games())
def test_random_play_and_batches_are_measured(game):
    assert best_rate(run.random_play(game_named(game), 2, 1), 2) > 0
    rate, choices = envs.vector(game, None, False, batch=4, slices=2)
    assert rate > 0
    assert choices >= 1


def test_stepping_from_python_is_measured():
    assert best_rate(run.stepping_by_ids(), 1) > 0
    assert best_rate(run.stepping_by_notation(1), 1) > 0


def test_searches_and_duels_are_measured(monkeypatch):
    monkeypatch.setattr(search, "PLAYOUTS", 100)
    monkeypatch.setattr(search, "PLAIN_ITERATIONS", 1)
    assert search.playouts_per_second(2, deals=1) > 0
    assert search.plain_per_second(deals=1) > 0
    mean, average, most = duel("junior", "greedy", "random", 1, 2)
    assert mean.count == 1
    assert 0 <= average <= most
