"""`serve`, `backup`, `restore`, and `tuilerie` alone: the shelf on this machine."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path

from tuilerie.commands.exit_codes import known_language
from tuilerie.engine.errors import BadInput
from tuilerie.words import say


def serve(
    *,
    host: str,
    port: int,
    database: str | None,
    redis: str | None,
    workers: int,
    proxied: bool,
    origins: Sequence[str] | None,
    names: Sequence[str] | None,
    metrics_for: Sequence[str] | None,
    rate_same_address: bool,
    limits: bool,
    lang: str,
    log: str,
) -> None:
    known_language(lang)
    require_server()
    from tuilerie.server.http.addresses import read_network
    from tuilerie.server.http.hosts import read_name
    from tuilerie.server.main import serve as run
    from tuilerie.server.process.options import REDIS_PREFIX, Options

    prefix = os.environ.get("TUILERIE_REDIS_PREFIX", REDIS_PREFIX)
    options = Options(
        host,
        port,
        database or _embedded(),
        redis,
        prefix,
        workers=workers,
        proxied=proxied,
        origins=tuple(origins or ()),
        names=tuple(read_name(name) for name in names or ()),
        metrics_for=tuple(str(read_network(network)) for network in metrics_for or ()),
        rate_same_address=rate_same_address,
        limits=limits,
        log=log,
    )
    shown = f"[{host}]" if ":" in host else host
    run(options, lambda here: print(say("cli.serve.at", lang, address=f"http://{shown}:{here}"), flush=True))


def shelf(lan: bool, lang: str) -> None:
    """The embedded default, and a browser that looks at it."""
    known_language(lang)
    require_server()
    from tuilerie.server.main import serve as run
    from tuilerie.server.process.options import Options

    name = _lan_address() if lan else "127.0.0.1"
    port = Options.port if _is_free(Options.port) else 0

    def ready(here: int) -> None:
        address = f"http://{name}:{here}"
        print(say("cli.serve.at", lang, address=address), flush=True)
        webbrowser.open(address)
        _build_engine_behind()

    run(
        Options(
            "0.0.0.0" if lan else "127.0.0.1", port, _embedded(), link=f"http://{name}:{port}" if lan and port else None
        ),
        ready,
    )


def _build_engine_behind() -> None:
    """In a checkout: the engine for browsers, once the games are ready; until then tables are the server's."""
    from tuilerie.server.process import readiness

    if (Path(__file__).parents[3] / "web" / "node_modules" / "pyodide").is_dir():
        readiness.games.then([sys.executable, "-m", "tuilerie.browser.build"], "engine")


def backup(file: Path, lang: str) -> None:
    known_language(lang)
    require_server()
    from tuilerie.server.process.options import embedded_database
    from tuilerie.server.storage.backup import back_up

    tables, entries = back_up(embedded_database(), file)
    print(say("cli.backup.done", lang, file=file, tables=tables, entries=entries))


def restore(file: Path, lang: str) -> None:
    known_language(lang)
    require_server()
    from tuilerie.server.process.options import embedded_database
    from tuilerie.server.storage.backup import restore as put_back

    tables, old = put_back(file, embedded_database())
    print(
        say("cli.restore.fresh", lang, tables=tables)
        if old is None
        else say("cli.restore.done", lang, tables=tables, old=old)
    )


def _embedded() -> str:
    from tuilerie.server.process.options import embedded_database
    from tuilerie.server.storage.private_files import private_folder

    path = embedded_database()
    try:
        private_folder(path.parent)
    except OSError as error:
        raise BadInput("file.write", file=str(path), why=error.strerror or str(error)) from None
    return str(path)


def require_server() -> None:
    """The server's packages are an extra; say so before anything else."""
    try:
        import aiohttp
        import sqlalchemy
    except ImportError:
        raise BadInput("serve.extra") from None
    assert aiohttp
    assert sqlalchemy


def _is_free(port: int) -> bool:
    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) != 0


def _lan_address() -> str:
    """The address by which the local network knows this machine; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
