"""Shared by all tests: every registered game, and the switch that turns skips into failures."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from tuilerie.bots.kernels import policy
from tuilerie.engine.registry import game_named, known_games

settings.register_profile("tuilerie", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("tuilerie")


@pytest.fixture(scope="session", autouse=True)
def _register_policies() -> None:
    for name in known_games():
        game = game_named(name)
        policy.register(game.kernel, game.policies)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """TUILERIE_REQUIRE_ALL=1: a test that skips because something is missing fails instead."""
    report = yield
    if report.skipped and os.environ.get("TUILERIE_REQUIRE_ALL") == "1" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped although TUILERIE_REQUIRE_ALL=1: {call.excinfo.value if call.excinfo else ''}"
    return report
