"""What the server is called, and what it tells about itself: names that are not ours, figures for this machine, https
only, no versions.
"""

from __future__ import annotations

import asyncio
import json
import socket

import aiohttp
import pytest

from tests.commands.running import tuilerie
from tests.server.client import API, Person
from tests.server.serving import Place, Server, place, serving
from tuilerie.server.http.hosts import Hosts
from tuilerie.server.process.options import Options

OURS = [
    "localhost",
    "LOCALHOST:80",
    "localhost.",
    "tables.localhost",
    "127.0.0.1:8027",
    "[::1]:80",
    "192.168.1.4",
    "10.0.0.1:1",
    "[fd00::1]",
    "[fe80::1]",
]
OTHERS = [
    "evil.example",
    "evil.example:8027",
    "127.0.0.1.nip.io",
    "93.184.216.34",
    "0.0.0.0",
    "2130706433",
    "localhost@evil.example",
    "",
    "localhost:x",
    "é",
]
OTHERS += ["localhost.evil.example", "games.example", "[::ffff:93.184.216.34]"]


def raw(server: Server, request: bytes) -> bytes:
    """What a request gets, byte by byte."""
    with socket.create_connection(("127.0.0.1", server.port), 60) as line:
        line.sendall(request)
        answer = b""
        while part := line.recv(65_536):
            answer += part
    return answer


def asked_as(server: Server, host: str, path: str = "/healthz", more: str = "") -> tuple[int, bytes]:
    answer = raw(server, f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n".encode())
    return int(answer.split()[1]), answer.partition(b"\r\n\r\n")[2]


@pytest.fixture(scope="module")
def plain():
    with place("sqlite") as where, serving(where) as running:
        yield running


@pytest.fixture(scope="module")
def behind_a_proxy():
    with place("sqlite") as where:
        server = Server(
            where, more=["--proxied", "--name", "games.example", "--metrics-for", "198.51.100.0/24"]
        ).start()
        yield server
        server.stop()


@pytest.mark.parametrize("path", ["/", "/healthz", f"{API}/me", "/metrics", "/nothing"])
def test_a_page_whose_name_points_here_is_refused(plain, path):
    status, body = asked_as(plain, "evil.example", path)
    assert status == 421
    assert json.loads(body)["why"]["code"] == "server.host"
    assert "evil.example" in json.loads(body)["why"]["sentence"]


async def test_sockets_are_refused_in_the_same_way(plain):
    async with aiohttp.ClientSession() as http:
        for headers in ({"Host": "evil.example"}, {"Host": "evil.example", "Origin": "http://evil.example"}):
            with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                await http.ws_connect(f"{plain.url}{API}/socket", headers=headers)
            assert caught.value.status == 421


def test_names_and_addresses_of_this_machine_are_known(plain):
    assert {host: asked_as(plain, host)[0] for host in [*OURS, socket.gethostname()]} == dict.fromkeys(
        [*OURS, socket.gethostname()], 200
    )
    assert {host: asked_as(plain, host)[0] for host in OTHERS} == dict.fromkeys(OTHERS, 421)
    twice = raw(plain, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
    assert int(twice.split()[1]) in (400, 421)


def test_names_that_it_was_told():
    hosts = Hosts(Options(names=("games.example",), link="http://192.0.2.7:8027"))
    assert hosts.knows("games.example:443", None)
    assert hosts.knows("192.0.2.7", None)
    assert not hosts.knows("evil.example", None)
    assert hosts.knows("93.184.216.34:8027", "93.184.216.34")  # the address that the connection came to
    assert not hosts.knows("93.184.216.34:8027", "10.0.0.1")


def test_behind_a_proxy_the_given_name_counts_and_without_one_every_name_does():
    told, untold = Hosts(Options(proxied=True, names=("games.example",))), Hosts(Options(proxied=True))
    assert [told.knows(host, None) for host in ("games.example", "127.0.0.1:8027", "evil.example")] == [
        True,
        True,
        False,
    ]
    assert [untold.knows(host, None) for host in ("games.example", "evil.example", "not a name", None)] == [
        True,
        True,
        False,
        False,
    ]


def test_https_only_behind_a_proxy_that_says_https(behind_a_proxy, plain):
    async def heard(server, proto):
        async with (
            Person(server.url) as ada,
            ada.http.get(f"{server.url}{API}/me", headers={"X-Forwarded-Proto": proto}) as response,
        ):
            return response.headers.get("Strict-Transport-Security"), "Secure" in response.headers["Set-Cookie"]

    assert asyncio.run(heard(behind_a_proxy, "https")) == ("max-age=31536000", True)
    assert asyncio.run(heard(behind_a_proxy, "http")) == (None, False)
    assert asyncio.run(heard(plain, "https")) == (None, False)


@pytest.mark.parametrize(
    "request_",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"GET /api/1/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        b"NONSENSE\x00\r\n\r\n",
        b"GET /api/1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dHVpbGVyaWUtYmVuY2gtMA==\r\nSec-WebSocket-Version: 13\r\n\r\n\x88\x80\0\0\0\0",
    ],
)
def test_no_answer_tells_a_version(plain, request_):
    head = raw(plain, request_).partition(b"\r\n\r\n")[0].lower()
    assert b"server: tuilerie" in head.splitlines()
    assert b"aiohttp" not in head
    assert b"python" not in head


def test_figures_are_for_this_machine_and_for_whom_it_was_told(plain, behind_a_proxy):
    assert asked_as(plain, "localhost", "/metrics")[0] == 200
    # nobody believes it here
    assert asked_as(plain, "localhost", "/metrics", "X-Forwarded-For: 203.0.113.9\r\n")[0] == 200
    answers = {}
    for address in (
        "127.0.0.1",
        "198.51.100.7",
        "203.0.113.9",
        "127.0.0.1, 203.0.113.9",
        "203.0.113.9, 198.51.100.7",
        "nobody",
    ):
        answers[address] = asked_as(behind_a_proxy, "games.example", "/metrics", f"X-Forwarded-For: {address}\r\n")[0]
    assert answers == {
        "127.0.0.1": 200,
        "198.51.100.7": 200,
        "203.0.113.9": 403,
        "127.0.0.1, 203.0.113.9": 403,
        "203.0.113.9, 198.51.100.7": 200,
        "nobody": 403,
    }
    assert asked_as(behind_a_proxy, "localhost", "/metrics")[0] == 200  # not through the proxy: from this machine


def test_other_machines_are_refused_the_figures_without_a_proxy(tmp_path):
    """Asked from this machine's own address, which is not loopback where there is a network."""
    own = socket.gethostbyname(socket.gethostname())
    server = Server(Place("sqlite", str(tmp_path / "tables.db")), more=["--host", "0.0.0.0"]).start()
    try:
        with socket.create_connection((own, server.port), 60) as line:
            line.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            status = int(line.recv(65_536).split()[1])
    finally:
        server.stop()
    assert status == (200 if own.startswith("127.") else 403)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--name", "http://x/"], "not the name of a server"),
        (["--metrics-for", "home"], "neither an address nor a network"),
    ],
)
def test_bad_names_and_networks_get_a_sentence(arguments, said, tmp_path):
    done = tuilerie("serve", "--port", "0", *arguments, TUILERIE_HOME=str(tmp_path))
    assert done.returncode == 2
    assert said in done.stderr
