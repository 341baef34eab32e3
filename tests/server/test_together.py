"""Processes that begin at the same time on the same empty database."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from tests.server.client import Person
from tests.server.conftest import KINDS
from tests.server.serving import Server, place
from tuilerie.server.storage import queries
from tuilerie.server.storage.database import migrate
from tuilerie.server.storage.schema import settings


@pytest.mark.parametrize("kind", KINDS)
def test_the_second_to_make_a_secret_reads_the_first_ones(kind):
    """The first has written its secret but not committed; the second must wait for it, not fail, and not
    make another.
    """
    with place(kind) as where:
        engine = where.engine()
        migrate(engine)
        begun = threading.Event()
        found: list[bytes] = []

        def second() -> None:
            with engine.begin() as connection:
                begun.set()
                found.append(queries.setting(connection, "cookie-key", b"second"))

        with engine.begin() as connection:
            assert queries.setting(connection, "cookie-key", b"first") == b"first"
            thread = threading.Thread(target=second)
            thread.start()
            assert begun.wait(30)
        thread.join(60)
        assert found == [b"first"]
        engine.dispose()


@pytest.mark.parametrize("kind", KINDS)
def test_errors_of_the_database_hide_what_was_to_be_written(kind):
    with place(kind) as where:
        engine = where.engine()
        migrate(engine)
        row = {"name": "cookie-key", "value": b"very secret"}
        with engine.begin() as connection:
            connection.execute(insert(settings), row)
        with pytest.raises(IntegrityError) as refused, engine.begin() as connection:
            connection.execute(insert(settings), row)
        assert "very secret" not in str(refused.value)
        assert "parameters hidden" in str(refused.value)
        engine.dispose()


def test_two_servers_that_start_at_once_share_one_key():
    """Neither dies, the schema is built once, and a cookie of one is good for the other."""
    with place("postgres") as where:
        where.workers = 1
        both = [Server(where), Server(where)]
        try:
            with ThreadPoolExecutor(2) as pool:
                list(pool.map(Server.start, both))
            asyncio.run(_known_to_both(both))
            assert not any("Traceback" in server.errors() for server in both)
        finally:
            for server in both:
                if server.process is not None:
                    server.stop()


async def _known_to_both(both: list[Server]) -> None:
    async with Person(both[0].url) as ada:
        me = await ada.ask("GET", "/me")
        async with ada.http.get(f"{both[1].url}/api/1/me") as response:
            assert (await response.json())["id"] == me["id"]
