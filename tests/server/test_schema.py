"""Strangers who read the OpenAPI description, and strangers who do not: every route is tried with sound and with
unsound requests, at real tables and at none.

No answer is a 500, every status and every body is one that the description promises.
"""

from __future__ import annotations

import asyncio
import random
from datetime import UTC, datetime

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.client import Person, play_out, table_for
from tests.server.serving import place, serving
from tuilerie.engine.registry import known_games
from tuilerie.server.describe import openapi
from tuilerie.words import LANGUAGES

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
OPERATIONS = [found.ok() for found in schemathesis.openapi.from_dict(openapi()).get_all_operations()]
WITH_BODY = [operation for operation in OPERATIONS if operation.body]
EXAMPLES = 20
TODAY = datetime.now(UTC).date().isoformat()


@pytest.fixture(scope="module")
def there():
    """A server, and what path parameters can be: public tables where people sit down, play and have played; their
    codes; games and languages.
    """
    with place("sqlite") as where, serving(where) as running:
        tables = asyncio.run(_tables(running.url))
        known = {"table": [table["id"] for table in tables], "code": [table["code"] for table in tables]}
        yield (
            running.url,
            known | {"game": list(known_games()), "lang": list(LANGUAGES), "number": ["1", "2"], "day": [TODAY]},
        )
        assert "Traceback" not in running.errors()


async def _tables(url):
    async with Person(url) as ada, Person(url) as ben:
        seating = (await ada.create(public=True))["table"]
        playing, _ = await table_for([ada, ben], public=True)
        over, devices = await table_for([ada, ben], public=True, variant={"target": 10})
        await play_out(devices, random.Random(3))
        return [seating, await ada.ask("GET", f"/tables/{playing}"), await ada.ask("GET", f"/tables/{over}")]


def try_out(there, operation, mode):
    address, known = there

    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy(generation_mode=mode), real=st.booleans(), data=st.data())
    def probe(case, real, data):
        for name in case.path_parameters or {}:
            if real:
                case.path_parameters[name] = data.draw(st.sampled_from(known[name]))
        if real and isinstance(case.body, dict) and "table" in case.body:
            case.body["table"] = data.draw(st.sampled_from(known["table"]))
        response = case.call(base_url=address, timeout=60)
        case.validate_response(response, checks=CHECKS)

    probe()


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label.replace("/api/1", ""))
def test_sound_requests_get_what_was_promised(there, operation):
    try_out(there, operation, GenerationMode.POSITIVE)


@pytest.mark.parametrize("operation", WITH_BODY, ids=lambda operation: operation.label.replace("/api/1", ""))
def test_unsound_requests_are_refused_as_promised(there, operation):
    try_out(there, operation, GenerationMode.NEGATIVE)
