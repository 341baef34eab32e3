"""Running the application: one process, or several behind one address with a parent that replaces those that die."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import multiprocessing
import signal
import socket
import sys
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from multiprocessing.context import ForkProcess
from typing import Any

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from tuilerie.engine.errors import BadInput
from tuilerie.server.process import readiness
from tuilerie.server.process.options import Options
from tuilerie.server.storage.database import database_url, migrate, open_database

DRAIN_SECONDS = 10.0
IDLE_SECONDS = 75.0  # for the head of a request to arrive; longer than proxies keep idle connections
MOST_FILES = 65_536
Ready = Callable[[int], None]


def serve(options: Options, ready: Ready | None = None) -> None:
    """Until SIGINT or SIGTERM. `ready` is called with the port once connections are accepted."""
    url = database_url(options.database)
    if options.workers > 1 and (url.get_backend_name() == "sqlite" or options.redis is None):
        raise BadInput("serve.workers")
    listening = _listen(options)
    options = replace(options, port=listening.getsockname()[1])
    engine = open_database(url)
    migrate(engine)
    engine.dispose()
    if options.workers > 1:
        _serve_with_workers(options, listening, ready)
    else:
        run(options, listening, ready)


def _listen(options: Options) -> socket.socket:
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((options.host, options.port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise BadInput("serve.port", host=options.host, port=options.port, why=error.strerror or str(error)) from None
    listening.setblocking(False)
    return listening


def run(options: Options, listening: socket.socket, ready: Ready | None = None) -> None:
    """One process."""
    from tuilerie.server.http.app import make_app  # before any thread begins: numba cannot be imported by two at once

    log_lines(options.log)
    _allow_many_files()
    games = readiness.begin()
    # the loop and the writing thread must not wait long for each other, nor for a bot between two searches
    sys.setswitchinterval(0.0002)
    gc.collect()
    gc.freeze()  # what is there now will never be garbage: do not look at it again
    gc.set_threshold(20_000, 20, 50)
    try:
        _runner()(_run(make_app, options, listening, ready))
    finally:
        games.stop()


def _allow_many_files() -> None:
    """Every connection is an open file; many systems allow 1,024 until asked for more."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # not on Windows

        soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(MOST_FILES, most)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _runner() -> Callable[[Coroutine[Any, Any, None]], None]:
    try:
        import uvloop
    except ImportError:  # not on every platform
        return asyncio.run
    return uvloop.run


def runner_of(app: web.Application) -> web.AppRunner:
    return web.AppRunner(app, access_log=None, shutdown_timeout=DRAIN_SECONDS, keepalive_timeout=IDLE_SECONDS)


async def _run(
    make_app: Callable[[Options], web.Application], options: Options, listening: socket.socket, ready: Ready | None
) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    runner = runner_of(make_app(options))
    accepting = await accept(runner, listening)
    if ready is not None:
        ready(options.port)
    await stop.wait()
    accepting.close()
    await runner.cleanup()  # says goodbye, writes what waits


async def accept(runner: web.AppRunner, listening: socket.socket) -> asyncio.Server:
    """From now on connections are taken."""
    from tuilerie.server.http.intake import Intake

    await runner.setup()
    assert runner.server is not None
    return await asyncio.get_running_loop().create_server(
        Intake(runner.app, runner.server), sock=listening, backlog=2048
    )


# --- several processes --------------------------------------------------------------------------------------


def _serve_with_workers(options: Options, listening: socket.socket, ready: Ready | None) -> None:
    """The kernel hands each new connection to one of the workers that listen on the same socket."""
    context = multiprocessing.get_context("fork")  # the workers inherit the listening socket
    stopping = False

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    workers: list[ForkProcess] = []
    if ready is not None:
        ready(options.port)
    while not stopping:
        workers = [worker for worker in workers if worker.is_alive()]
        while len(workers) < options.workers:
            worker = context.Process(target=_work, args=(options, listening))
            worker.start()
            workers.append(worker)
        time.sleep(0.2)
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join(DRAIN_SECONDS + 5)


def _work(options: Options, listening: socket.socket) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    run(options, listening)


# --- the log ------------------------------------------------------------------------------------------------

_PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    """One JSON object per line: what happened and its figures; never a cookie, a key, a name or a hand."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"at": round(record.created, 3), "level": record.levelname.lower(), "what": record.getMessage()}
        line |= {key: value for key, value in vars(record).items() if key not in _PLAIN}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def log_lines(level: str) -> None:
    """Our own lines from `level` on; those of libraries when something is wrong."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("tuilerie").setLevel(level.upper())
    logging.getLogger("aiohttp.server").addFilter(_without_requests)


def _without_requests(record: logging.LogRecord) -> bool:
    """Nonsense that a stranger sent is no fault of ours, and is not written down; nor is an address, ever."""
    error = record.exc_info[1] if record.exc_info else None
    record.msg, record.args = "a request failed", ()
    return not isinstance(error, (HttpProcessingError, ConnectionError))
