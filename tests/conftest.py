"""Shared by all tests: the switch that turns skips into failures."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("tuilerie", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("tuilerie")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """TUILERIE_REQUIRE_ALL=1: a test that skips because something is missing fails instead."""
    report = yield
    if report.skipped and os.environ.get("TUILERIE_REQUIRE_ALL") == "1" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped although TUILERIE_REQUIRE_ALL=1: {call.excinfo.value if call.excinfo else ''}"
    return report


def pytest_collection_modifyitems(items):
    """Tests in a browser come last: Playwright keeps an event loop running, and no other can run in that process."""
    items.sort(key=lambda item: "tests/web/" in item.path.as_posix())


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """What a module of tests shares is made in one process only, not in each."""
    from tests.scheduler import SharedScheduling

    config.option.loadscopereorder = False  # tests in a browser stay last
    return SharedScheduling(config, log)
