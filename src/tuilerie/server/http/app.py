"""The web application: every route, the socket, health and metrics, and the errors that people may see."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from aiohttp import web, web_response
from msgspec import MsgspecError
from sqlalchemy.exc import DataError

from tuilerie.engine.errors import TuilerieError
from tuilerie.server.describe import openapi
from tuilerie.server.http import api, pages
from tuilerie.server.http.access import (
    HOSTS,
    LIMITS,
    OPTIONS,
    PROCESS,
    address,
    forwarded_https,
    remember,
    require_known_host,
    require_own_origin,
    require_true_cookie,
    require_watcher,
    visitor,
)
from tuilerie.server.http.answers import Become, Json
from tuilerie.server.http.hosts import Hosts
from tuilerie.server.http.routes import ANSWERS
from tuilerie.server.http.statuses import status
from tuilerie.server.people import identities
from tuilerie.server.process import limits
from tuilerie.server.process.bus import Bus
from tuilerie.server.process.options import Options
from tuilerie.server.process.server_process import ServerProcess
from tuilerie.server.socket import conversation
from tuilerie.server.storage.database import database_url, open_database
from tuilerie.table.errors import NotAllowed, why
from tuilerie.table.shapes import API
from tuilerie.table.text import unreadable
from tuilerie.words import negotiate

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
logger = logging.getLogger("tuilerie.server")
GONE = 499  # only in the log: the client did not wait for the answer

# aiohttp tells its version and Python's, even in refusals that no middleware sees
vars(web_response)["SERVER_SOFTWARE"] = "tuilerie"
LATER_SECONDS = 10  # where no bucket says when more is allowed again
BODY_SECONDS = 20.0  # for a body to arrive

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": pages.POLICY,
    "Cache-Control": "no-store",
}
HTTPS_ONLY = "max-age=31536000"


def make_app(options: Options) -> web.Application:
    app = web.Application(middlewares=[_log, _guard], client_max_size=api.LONGEST_BODY)
    app[OPTIONS] = options
    app[HOSTS] = Hosts(options)
    app.cleanup_ctx.append(_open_process)
    app.on_shutdown.append(_say_goodbye)
    for route in api.ROUTES:
        app.router.add_route(route.method, API + route.path, _handler(route))
    app.router.add_get(API + "/socket", conversation.answer, allow_head=False)
    app.router.add_get(API + "/openapi.json", _openapi)
    app.router.add_get("/healthz", _healthz)
    app.router.add_get("/readyz", _readyz)
    app.router.add_get("/metrics", _metrics)
    pages.add_to(app)
    return app


async def _open_process(app: web.Application) -> Any:
    options = app[OPTIONS]
    if app[HOSTS].unknown:
        logger.warning("no --name was given: every name that the proxy passes on is taken for ours")
    bus = _bus(options)
    process = app[PROCESS] = ServerProcess(open_database(database_url(options.database)), bus, options)
    app[LIMITS] = process.limits
    await process.start()
    yield
    await process.stop()


def _bus(options: Options) -> Bus:
    if options.redis is None:
        return Bus()
    from tuilerie.server.process.redis_bus import RedisBus

    return RedisBus(options.redis, options.redis_prefix)


async def _say_goodbye(app: web.Application) -> None:
    await app[PROCESS].say_goodbye()


# --- one route ------------------------------------------------------------------------------------------------


def _handler(route: api.Route) -> Handler:
    answer = ANSWERS[route.name]
    decoder = msgspec.json.Decoder(route.takes) if route.takes is not None else None

    async def handle(request: web.Request) -> web.StreamResponse:
        body = decoder.decode(await _body(request)) if decoder is not None else None
        known = visitor(request)
        me = known or identities.Cookie(identities.new_person())
        result = await answer(request, me.person, body)
        become = result.cookie if isinstance(result, Become) else None if known and known.device else me
        response = _response(route, result.answer if isinstance(result, Become) else result)
        if become is not None:
            remember(request, response, become)
        return response

    return handle


async def _body(request: web.Request) -> bytes:
    if request.content_type != "application/json":
        raise NotAllowed("not-json")
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise NotAllowed("too-long", most=api.LONGEST_BODY) from None
    except TimeoutError:
        raise NotAllowed("too-slow") from None


def _response(route: api.Route, result: Any) -> web.Response:
    if isinstance(result, Json):
        return web.Response(body=result, content_type="application/json")
    if isinstance(result, bytes):
        return web.Response(body=result, content_type="image/svg+xml")
    return web.Response(body=msgspec.json.encode(result), content_type="application/json")


# --- around all routes ------------------------------------------------------------------------------------------


@web.middleware
async def _log(request: web.Request, handler: Handler) -> web.StreamResponse:
    """With `--log info`, one line per request: what was asked for as a pattern, how it was answered, how long it took.

    Of a socket: when it ends.
    """
    if not logger.isEnabledFor(logging.INFO):
        return await handler(request)
    began, status_code = time.perf_counter(), 500
    try:
        response = await handler(request)
        status_code = response.status
        return response
    except asyncio.CancelledError:
        status_code = GONE
        raise
    finally:
        seconds = round(time.perf_counter() - began, 4)
        logger.info(
            "request",
            extra={"method": request.method, "route": _route_name(request), "status": status_code, "seconds": seconds},
        )


@web.middleware
async def _guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Limits and origins before, headers after; every refusal is a code, a status and a sentence."""
    try:
        require_known_host(request)
        if request.path.startswith("/api/"):
            request.app[LIMITS].require("requests", limits.REQUESTS, address(request))
            if request.method != "GET":
                require_own_origin(request)
                require_true_cookie(request)
        response = await handler(request)
    except TuilerieError as error:
        response = _refusal(request, error, status(error))
    except (MsgspecError, UnicodeDecodeError, RecursionError) as error:
        response = _refusal(request, unreadable(error, 200), 400)
    except DataError:  # text that was not checked; nothing was written
        logger.exception("the database refused what a client sent")
        response = _refusal(request, NotAllowed("unwritable"), 400)
    except web.HTTPException as error:
        code = "method" if error.status == 405 else "no-page"
        response = _refusal(request, NotAllowed(code), error.status) if error.status >= 400 else error
    if not response.prepared:
        response.headers.update({name: value for name, value in HEADERS.items() if name not in response.headers})
        if forwarded_https(request):
            response.headers["Strict-Transport-Security"] = HTTPS_ONLY
    return response


def _refusal(request: web.Request, error: TuilerieError, code: int) -> web.Response:
    request.app[PROCESS].metrics.refused(error.code)
    lang = negotiate(request.headers.get("Accept-Language"))
    response = web.Response(
        status=code, body=msgspec.json.encode(api.Failure(why(error, lang))), content_type="application/json"
    )
    if error.code == "server.logged-out":
        response.del_cookie(identities.COOKIE, path="/")  # from now on a stranger, who may log in again
    if code == 429:
        response.headers["Retry-After"] = str(getattr(error, "again", None) or LATER_SECONDS)
    if code == 408:
        response.force_close()  # the rest of the request may still come
    return response


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
    process = request.app[PROCESS]
    if process.stopping:
        raise NotAllowed("stopping")
    await process.read(lambda database: database.exec_driver_sql("SELECT 1").scalar())
    return web.Response(text="ready\n")


async def _metrics(request: web.Request) -> web.Response:
    require_watcher(request)
    return web.Response(
        body=request.app[PROCESS].metrics.text(), headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}
    )
