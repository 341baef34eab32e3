"""Every test of the server runs on SQLite, and on PostgreSQL with Redis and two workers; where one is missing it says
so.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.serving import Server, place, serving

KINDS = ("sqlite", "postgres")


@pytest.fixture(scope="session", params=KINDS)
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    with place(request.param) as where, serving(where) as running:
        yield running


@pytest.fixture
def strict() -> Iterator[Server]:
    """A server with its rate limits on; one per test, since all tests come from the same address and would empty each
    other's purses.
    """
    with place("sqlite") as where, serving(where, limits=True) as running:
        yield running
