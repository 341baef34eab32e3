"""The documents tell everything that the server can answer: codes, close codes, limits, statuses.

What the code uses is read from its source.
"""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

import tuilerie.server
import tuilerie.table
from tests.server.client import Person
from tuilerie.server import codes, describe
from tuilerie.server.http import api
from tuilerie.server.http.routes import ANSWERS
from tuilerie.server.http.statuses import STATUS
from tuilerie.words import LANGUAGES, catalogue

SOURCES = {
    path.stem: ast.parse(path.read_text(encoding="utf-8"))
    for package in (tuilerie.server, tuilerie.table)
    for path in Path(package.__file__).parent.rglob("*.py")
}
PACKAGES = (
    "tuilerie.server",
    "tuilerie.server.http",
    "tuilerie.server.people",
    "tuilerie.server.process",
    "tuilerie.server.socket",
    "tuilerie.server.storage",
    "tuilerie.table",
)
HELD = {
    "live": "live_table",
    "process": "server_process",
}  # variables that hold an object of a module
IMPOSSIBLE = {("tables", 404), ("running", 404)}  # ids that were just read from the database: tables are never deleted


def calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name == getattr(node.func, "id", getattr(node.func, "attr", None)):
            yield node


def constants(nodes: list[ast.expr], kind: type) -> list[object]:
    return [node.value for node in nodes if isinstance(node, ast.Constant) and type(node.value) is kind]


def denied_in(tree: ast.AST) -> set[str]:
    """Codes that this code can refuse with: `NotAllowed("code")`, and limits with a code of their own."""
    found = {str(code) for call in calls(tree, "NotAllowed") for code in constants(call.args[:1], str)}
    limited = {
        str(code)
        for name, place in (("require", 3), ("require_limit", 4))
        for call in calls(tree, name)
        for code in constants(call.args[place:], str)
    }
    return found | limited


def test_every_code_that_is_used_is_documented_in_both_languages():
    used = set().union(*(denied_in(tree) for tree in SOURCES.values())) | set(STATUS)
    assert len(used) >= 40
    documented = set(describe.server_codes())
    assert used <= documented, "a sentence in words/*.toml, [server]"
    assert documented <= set(codes.CODES), "what a client should do: server/codes.py"
    for lang in LANGUAGES:
        assert {f"server.{code}" for code in documented} <= set(catalogue(lang))


def test_every_close_code_that_is_used_is_documented_and_no_other():
    used = {code for tree in SOURCES.values() for call in calls(tree, "goodbye") for code in constants(call.args, int)}
    used |= {
        code
        for tree in SOURCES.values()
        for call in calls(tree, "close")
        for code in constants([word.value for word in call.keywords], int)
    }
    assert used == set(codes.CLOSES), "what a client should do: server/codes.py"


def test_every_rate_is_documented_with_its_number():
    assert set(describe.rates()) == set(codes.RATES), "what it counts: server/codes.py"
    text = describe.socket_reference()
    for name, rate in describe.rates().items():
        assert f"| {codes.RATES[name]} | {rate.burst:g} |" in text


# --- statuses of HTTP routes --------------------------------------------------------------------------


def functions(module: str) -> dict[str, ast.AST]:
    return {
        node.name: node
        for node in ast.walk(SOURCES[module])
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def imported(module: str) -> tuple[dict[str, str], dict[str, tuple[str, str]]]:
    """Modules of the server that this one knows by a name, and single functions of them."""
    modules, names = dict(HELD), {}
    for node in ast.walk(SOURCES[module]):
        if isinstance(node, ast.ImportFrom) and node.module in PACKAGES:
            modules |= {alias.asname or alias.name: alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
            ("tuilerie.server.", "tuilerie.table.")
        ):
            names |= {alias.asname or alias.name: (node.module.rpartition(".")[2], alias.name) for alias in node.names}
    return modules, names


def reachable(module: str, name: str, seen: set[tuple[str, str]]) -> set[str]:
    """Codes that a function, and those it calls by a name we can follow, refuse with."""
    if (module, name) in seen or module not in SOURCES or name not in functions(module):
        return set()
    seen.add((module, name))
    node = functions(module)[name]
    modules, names = imported(module)
    found = denied_in(node)
    for call in ast.walk(node):
        if not isinstance(call, ast.Call):
            continue
        if isinstance(call.func, ast.Name):
            found |= reachable(*names.get(call.func.id, (module, call.func.id)), seen)
        elif isinstance(call.func, ast.Attribute):
            holder = call.func.value
            known = (
                holder.id if isinstance(holder, ast.Name) else holder.attr if isinstance(holder, ast.Attribute) else ""
            )
            found |= reachable(modules.get(known, ""), call.func.attr, seen)
    return found


@pytest.mark.parametrize("route", api.ROUTES, ids=lambda route: route.name)
def test_every_status_that_a_route_can_answer_is_documented(route):
    found = {
        STATUS.get(code, 400)
        for code in reachable(ANSWERS[route.name].__module__.rpartition(".")[2], route.name, set())
    }
    missing = {status for status in found - set(describe.statuses(route)) if (route.name, status) not in IMPOSSIBLE}
    assert not missing, f"api.py: refuses of {route.name}"


def test_the_statuses_are_really_found():
    assert {"no-table", "no-record", "unavailable"} <= reachable("table_routes", "record", set())
    assert {"seat-taken", "blocked", "stale"} <= reachable("table_routes", "sit", set())


def test_the_cookie_is_the_security_scheme():
    described = describe.openapi()
    assert described["components"]["securitySchemes"]["cookie"]["name"] == "tuilerie"
    assert described["security"] == [{"cookie": []}, {}], "strangers may come: they are guests"
    assert all(
        "429" in operation["responses"] and "503" in operation["responses"]
        for path in described["paths"].values()
        for operation in path.values()
    )


# --- as it happens ------------------------------------------------------------------------------------


async def ending(url: str, send: str | bytes, first: bool = True) -> int | None:
    """The close code after sending this, as the first message or after `hello`."""
    async with Person(url) as ada:
        table = (await ada.create(public=True))["table"]["id"]
        device = await ada.at(table)
        socket = await ada.http.ws_connect(url + "/api/1/socket") if first else device.socket
        await (socket.send_bytes(send) if isinstance(send, bytes) else socket.send_str(send))
        while (await socket.receive(60)).type not in (
            aiohttp.WSMsgType.CLOSE,
            aiohttp.WSMsgType.CLOSED,
            aiohttp.WSMsgType.ERROR,
        ):
            pass
        return socket.close_code


@pytest.mark.parametrize(
    ("send", "first", "code"),
    [
        ('{"t":"ping"}', True, 4000),
        ("nothing", True, 4000),
        (b"binary", False, 1003),
        ("x" * 9000, False, 1009),
        ("x" * 9000, True, 1009),
    ],
)
def test_connections_end_with_the_documented_code(server, send, first, code):
    assert asyncio.run(ending(server.url, send, first)) == code
