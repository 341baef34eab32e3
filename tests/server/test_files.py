"""No file but those of the web client is ever sent, however its name is spelled.

Requests are written byte by byte: a client library would tidy the path up.
"""

from __future__ import annotations

import secrets
import socket
from pathlib import Path

import pytest

import tuilerie.server
from tests.server.serving import Server, place, serving
from tuilerie.server.http import api
from tuilerie.server.http.static_files import StaticFiles
from tuilerie.table.shapes import API

STATIC = Path(tuilerie.server.__file__).parent / "static"


def ask(server: Server, path: str) -> tuple[int, bytes]:
    """The status and the body of `GET path`, exactly as spelled."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode("latin-1"))
        answer = b"".join(iter(lambda: line.recv(65_536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), body


def spellings(target: Path) -> list[str]:
    """Ways to name a file outside: absolute, by way of `..`, encoded once, twice, by halves, with backslashes, NUL and
    other tricks.
    """
    absolute = target.as_posix()
    up = "../" * 12 + absolute.lstrip("/")
    plain = [absolute, "/" + absolute, up, "./" + up, "x/" + up, ".../" + up]
    once = [name.replace("/", "%2f") for name in plain] + [name.replace(".", "%2e") for name in plain]
    both = [name.replace(".", "%2E").replace("/", "%2F") for name in plain]
    twice = [name.replace("%", "%25") for name in once + both]
    others = (
        [name.replace("/", "\\") for name in plain]
        + [name.replace("/", "%5c") for name in plain]
        + [name.replace("/", "%c0%af") for name in plain]
    )
    ended = [name + ending for name in once for ending in ("%00", "%00.js", "%0a", "?x=.js", "%3fx", "/", "%20")]
    return plain + once + both + twice + others + ended


NAMED = [route.path for route in api.ROUTES if route.method == "GET" and "{" in route.path]
PLACES = [
    "/",
    "/assets/",
    "/t/",
    "/docs/",
    "/static/",
    "/engine/",
    "/boards/",
    *(API + path[: path.index("{")] for path in NAMED),
]


@pytest.fixture(scope="module")
def lone():
    with place("sqlite") as where, serving(where) as running:
        yield running


@pytest.mark.parametrize("start", PLACES)
def test_no_spelling_of_a_name_reads_another_file(lone, start, tmp_path_factory):
    secret = secrets.token_hex(24).encode()
    target = tmp_path_factory.mktemp("outside") / "secret.txt"
    target.write_bytes(secret)
    (tmp_path_factory.getbasetemp() / "app.py").write_bytes(secret)
    for spelled in spellings(target):
        status, body = ask(lone, start + spelled)
        assert secret not in body, f"{start}{spelled} was read"
        # 200: the client's own page, or a route that shows nothing of the file; 405: one that only takes
        assert status in (200, 400, 404, 405), (start, spelled, status)
    program = Path(tuilerie.server.__file__).parent / "http" / "app.py"
    assert b"make_app" in program.read_bytes()
    nearby = ("..%2f..%2fhttp%2fapp.py", "../../http/app.py", "..%2fhttp%2fapp.py", "%2e%2e/http/app.py")
    for spelled in (*spellings(program), *nearby):
        assert b"make_app" not in ask(lone, start + spelled)[1], f"{start}{spelled} was read"


def test_the_database_and_its_key_are_not_to_be_had(lone):
    database = Path(lone.place.database)
    for spelled in spellings(database):
        assert b"SQLite format 3" not in ask(lone, "/assets/" + spelled)[1]


def test_every_file_of_the_client_is_served(lone):
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    assert len(files) > 10
    for path in files:
        status, body = ask(lone, "/" + path.relative_to(STATIC).as_posix())
        assert (status, body) == (200, path.read_bytes())


def test_a_listing_follows_no_link_and_knows_nothing_that_came_later(tmp_path):
    folder = tmp_path / "site"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "page.html").write_text("page")
    (tmp_path / "secret").write_text("secret")
    (folder / "link").symlink_to(tmp_path / "secret")
    listed = StaticFiles(folder)
    (folder / "later.txt").write_text("later")
    assert listed.names() == ["deep/page.html"]
    for name in (
        "link",
        "later.txt",
        "deep/../deep/page.html",
        "/deep/page.html",
        "deep//page.html",
        "deep\\page.html",
        "deep/page.html\0",
        "",
    ):
        assert name not in listed
