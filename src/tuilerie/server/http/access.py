"""Who a request comes from, and whether it may come at all."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from tuilerie.server.http.addresses import read_address, read_network
from tuilerie.server.http.hosts import Hosts
from tuilerie.server.people.identities import COOKIE, COOKIE_SECONDS, Cookie, new_device, read_cookie, sign
from tuilerie.server.process.limits import Limits, network
from tuilerie.server.process.options import Options
from tuilerie.server.process.server_process import ServerProcess
from tuilerie.table.errors import NotAllowed

PROCESS = web.AppKey("process", ServerProcess)
LIMITS = web.AppKey("limits", Limits)
OPTIONS = web.AppKey("options", Options)
HOSTS = web.AppKey("hosts", Hosts)


def address(request: web.Request) -> str:
    """Where a request comes from, for limits: an IPv4 address, or the /64 of an IPv6 address."""
    if request.app[OPTIONS].proxied and (forwarded := request.headers.getall("X-Forwarded-For", [])):
        return network(forwarded[-1].split(",")[-1].strip())  # the last one was written by our own proxy
    return network(request.remote or "?")


def require_known_host(request: web.Request) -> None:
    """Whoever asks for a name that is not ours was led here by a page of somebody else."""
    asked: list[Any] = request.headers.getall("Host", [])
    reached = request.transport.get_extra_info("sockname") if request.transport is not None else None
    if len(asked) != 1 or not request.app[HOSTS].knows(
        asked[0], str(reached[0]) if isinstance(reached, tuple) else None
    ):
        raise NotAllowed("host", host=(asked[0] if asked else "?")[:80])


def require_watcher(request: web.Request) -> None:
    """The figures are for this machine, and for whom the one who runs the server has named."""
    found = read_address(address(request))
    allowed = (read_network(network) for network in request.app[OPTIONS].metrics_for)
    if found is None or not (found.is_loopback or any(found in network for network in allowed)):
        raise NotAllowed("metrics")


def forwarded_https(request: web.Request) -> bool:
    return request.app[OPTIONS].proxied and request.headers.get("X-Forwarded-Proto") == "https"


def visitor(request: web.Request) -> Cookie | None:
    """The cookie that came with the request; None for a stranger, for a forged one, and for one that was ended."""
    process = request.app[PROCESS]
    cookie = read_cookie(process.key, request.cookies.get(COOKIE))
    return cookie if cookie is not None and process.is_current(cookie) else None


def require_true_cookie(request: web.Request) -> None:
    """Whoever changes anything with a cookie that we have not signed, or have ended, is refused.

    Looking gives them a new one: keys change when a database is replaced.
    """
    text = request.cookies.get(COOKIE)
    if text and visitor(request) is None:
        raise NotAllowed("bad-cookie" if read_cookie(request.app[PROCESS].key, text) is None else "logged-out")


def require_own_origin(request: web.Request) -> None:
    """A browser says which page asks; only our own pages may. Programs send no Origin."""
    origin = request.headers.get("Origin")
    if origin is None or origin in request.app[OPTIONS].origins:
        return
    try:
        asked_from = urlsplit(origin).netloc
    except ValueError:
        asked_from = ""
    if not asked_from or asked_from != request.host:
        raise NotAllowed("origin")


def remember(request: web.Request, response: web.StreamResponse, cookie: Cookie) -> None:
    """Whoever logs in, or comes for the first time, does so on a device of its own id: it can be logged out alone."""
    if not cookie.device:
        cookie = cookie._replace(device=new_device())
    secure = request.secure or forwarded_https(request)
    response.set_cookie(
        COOKIE,
        sign(request.app[PROCESS].key, cookie),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=secure,
        path="/",
    )
