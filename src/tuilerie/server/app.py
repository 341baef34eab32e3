"""The web application: every route, the socket, health and metrics, and the errors that people may see."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from aiohttp import web
from msgspec import MsgspecError

from tuilerie.engine.errors import TuilerieError
from tuilerie.server import api, limits, page, people, socket
from tuilerie.server.access import HALL, LIMITS, OPTIONS, address, remember, require_own_origin, require_true_cookie, visitor
from tuilerie.server.bus import Bus, RedisBus
from tuilerie.server.database import database_url, open_database
from tuilerie.server.denied import Denied, status, why
from tuilerie.server.describe import openapi
from tuilerie.server.hall import Hall
from tuilerie.server.options import Options
from tuilerie.server.routes import Become, answer_of

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
logger = logging.getLogger("tuilerie.server")

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": page.POLICY,
    "Cache-Control": "no-store",
}


def make_app(options: Options) -> web.Application:
    app = web.Application(middlewares=[_guard], client_max_size=api.LONGEST_BODY)
    app[OPTIONS] = options
    app.cleanup_ctx.append(_open_hall)
    app.on_shutdown.append(_say_goodbye)
    for route in api.ROUTES:
        app.router.add_route(route.method, api.BASE + route.path, _handler(route))
    app.router.add_get(api.BASE + "/socket", socket.answer)
    app.router.add_get(api.BASE + "/openapi.json", _openapi)
    app.router.add_get("/healthz", _healthz)
    app.router.add_get("/readyz", _readyz)
    app.router.add_get("/metrics", _metrics)
    page.add_to(app)
    return app


async def _open_hall(app: web.Application) -> Any:
    options = app[OPTIONS]
    bus = RedisBus(options.redis, options.redis_prefix) if options.redis else Bus()
    hall = app[HALL] = Hall(open_database(database_url(options.database)), bus, options)
    app[LIMITS] = hall.limits
    await hall.start()
    yield
    await hall.stop()


async def _say_goodbye(app: web.Application) -> None:
    await app[HALL].say_goodbye()


# --- one route ------------------------------------------------------------------------------------------------


def _handler(route: api.Route) -> Handler:
    answer = answer_of(route)
    decoder = msgspec.json.Decoder(route.takes) if route.takes is not None else None

    async def handle(request: web.Request) -> web.StreamResponse:
        body = decoder.decode(await _body(request)) if decoder is not None else None
        known = visitor(request)
        me = known or people.new_person()
        result = await answer(request, me, body)
        become = result.person if isinstance(result, Become) else None if known else me
        response = _response(route, result.answer if isinstance(result, Become) else result)
        if become is not None:
            remember(request, response, become)
        return response

    return handle


async def _body(request: web.Request) -> bytes:
    if request.content_type != "application/json":
        raise Denied("not-json")
    try:
        return await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise Denied("too-long", most=api.LONGEST_BODY) from None


def _response(route: api.Route, result: Any) -> web.Response:
    if isinstance(result, bytes):
        return web.Response(body=result, content_type="image/svg+xml")
    return web.Response(body=msgspec.json.encode(result), content_type="application/json")


# --- around all routes ------------------------------------------------------------------------------------------


@web.middleware
async def _guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Limits and origins before, headers and the log after; every refusal is a code, a status and a sentence."""
    began = time.perf_counter()
    try:
        if request.path.startswith("/api/"):
            request.app[LIMITS].require("requests", limits.REQUESTS, address(request))
            if request.method != "GET":
                require_own_origin(request)
                require_true_cookie(request)
        response = await handler(request)
    except TuilerieError as error:
        response = _refusal(request, error, status(error))
    except MsgspecError as error:
        response = _refusal(request, Denied("bad-message", detail=str(error)[:200]), 400)
    except web.HTTPException as error:
        code = "method" if error.status == 405 else "no-page"
        response = _refusal(request, Denied(code), error.status) if error.status >= 400 else error
    if not response.prepared:
        response.headers.update({name: value for name, value in HEADERS.items() if name not in response.headers})
    seconds = round(time.perf_counter() - began, 4)
    logger.info("request", extra={"method": request.method, "route": _route_name(request), "status": response.status, "seconds": seconds})
    return response


def _refusal(request: web.Request, error: TuilerieError, code: int) -> web.Response:
    request.app[HALL].metrics.refused(error.code)
    lang = "fr" if request.headers.get("Accept-Language", "").lower().startswith("fr") else "en"
    return web.Response(status=code, body=msgspec.json.encode(api.Failure(why(error, lang))), content_type="application/json")


def _route_name(request: web.Request) -> str:
    """The pattern, never the path itself: paths hold codes and ids."""
    resource = request.match_info.route.resource
    return resource.canonical if resource is not None else "-"


# --- operations ---------------------------------------------------------------------------------------------------


async def _openapi(request: web.Request) -> web.Response:
    return web.Response(text=json.dumps(openapi()), content_type="application/json")


async def _healthz(request: web.Request) -> web.Response:
    return web.Response(text="ok\n")


async def _readyz(request: web.Request) -> web.Response:
    """Ready to play: the database answers, and nobody has asked us to stop."""
    hall = request.app[HALL]
    if hall.stopping:
        raise Denied("stopping")
    await hall.read(lambda database: database.exec_driver_sql("SELECT 1").scalar())
    return web.Response(text="ready\n")


async def _metrics(request: web.Request) -> web.Response:
    return web.Response(body=request.app[HALL].metrics.text(), headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"})
