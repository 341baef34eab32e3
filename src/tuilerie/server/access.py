"""Who a request comes from, and whether it may come at all."""

from __future__ import annotations

from urllib.parse import urlsplit

from aiohttp import web

from tuilerie.server.denied import Denied
from tuilerie.server.hall import Hall
from tuilerie.server.limits import Limits
from tuilerie.server.options import Options
from tuilerie.server.people import COOKIE, COOKIE_SECONDS, sign, signed_person

HALL = web.AppKey("hall", Hall)
LIMITS = web.AppKey("limits", Limits)
OPTIONS = web.AppKey("options", Options)


def address(request: web.Request) -> str:
    if request.app[OPTIONS].proxied and (forwarded := request.headers.get("X-Forwarded-For")):
        return forwarded.split(",")[-1].strip()[:60]  # the last one was written by our own proxy
    return request.remote or "?"


def visitor(request: web.Request) -> str | None:
    """Whose cookie came with the request; None for a stranger and for a forged one."""
    return signed_person(request.app[HALL].key, request.cookies.get(COOKIE))


def require_true_cookie(request: web.Request) -> None:
    """Whoever changes anything with a cookie that we have not signed is refused. Looking gives them a new one: keys change when a database is replaced."""
    if request.cookies.get(COOKIE) and visitor(request) is None:
        raise Denied("bad-cookie")


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
        raise Denied("origin")


def remember(request: web.Request, response: web.StreamResponse, person: str) -> None:
    secure = request.secure or (request.app[OPTIONS].proxied and request.headers.get("X-Forwarded-Proto") == "https")
    response.set_cookie(COOKIE, sign(request.app[HALL].key, person), max_age=COOKIE_SECONDS, httponly=True, samesite="Lax", secure=secure, path="/")
