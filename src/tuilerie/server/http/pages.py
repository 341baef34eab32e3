"""The pages: the web client when it is there, else a small page that says what this is."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from aiohttp import web

from tuilerie.engine.registry import game_named, known_games
from tuilerie.server.http.static_files import FOREVER, REVALIDATE, EngineFolder, StaticFiles
from tuilerie.words import negotiate, rules_page, say

logger = logging.getLogger("tuilerie.server")

CLIENT: web.AppKey[StaticFiles | None] = web.AppKey("client")
ENGINE: web.AppKey[EngineFolder] = web.AppKey("engine")
BOARDS: web.AppKey[dict[str, Path]] = web.AppKey("boards")  # by game: the module that draws its table
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'self'; object-src 'none'"
)


def client_folder() -> Path | None:
    """Where the built web client is, if it is."""
    folder = Path(str(files("tuilerie.server"))) / "static"
    return folder if (folder / "index.html").is_file() else None


def add_to(app: web.Application) -> None:
    folder = client_folder()
    app[CLIENT] = StaticFiles(folder) if folder is not None else None
    app.router.add_get("/", _home)
    app.router.add_get("/t/{code}", _home)
    app[ENGINE] = EngineFolder(Path(str(files("tuilerie.server"))) / "engine")
    app.router.add_get("/engine/{name:.+}", _engine)
    app[BOARDS] = boards()
    app.router.add_get("/boards/{name}", _board)
    if folder is not None:
        app.router.add_get("/assets/{name:.+}", _asset)
        app.router.add_get("/{path:(?!api/).+}", _file)


def boards() -> dict[str, Path]:
    """The boards that games bring, listed at start: what a client names is looked up here and never becomes a path."""
    found = {}
    for name in known_games():
        try:
            package, _, file = (game_named(name).web_board or "").partition(":")
            if package:
                found[name] = Path(str(files(package))) / file
        except Exception:  # a package that cannot be loaded must not keep the others from being played
            logger.exception("the game of a package could not be loaded", extra={"game": name})
    return found


async def _board(request: web.Request) -> web.StreamResponse:
    """A game's own board, as `GAME.js`; `index.json` lists the games that bring one."""
    boards, name = request.app[BOARDS], request.match_info["name"]
    if name == "index.json":
        return web.json_response(list(boards))
    path = boards.get(name.removesuffix(".js"))
    if path is None:
        raise web.HTTPNotFound
    return web.FileResponse(path, headers={"Content-Type": "text/javascript", "Cache-Control": REVALIDATE})


async def _home(request: web.Request) -> web.StreamResponse:
    client = request.app[CLIENT]
    if client is not None:
        return client.response("index.html")
    lang = negotiate(request.headers.get("Accept-Language"))
    return web.Response(
        text=_small_page(lang),
        content_type="text/html",
        headers={"Content-Security-Policy": f"{POLICY}; style-src 'unsafe-inline'"},
    )


async def _file(request: web.Request) -> web.StreamResponse:
    """A file beside the client's page (icons, manifest, service worker); any other path is the client's own affair."""
    client, name = request.app[CLIENT], request.match_info["path"]
    assert client is not None
    return client.response(name if name in client else "index.html")


async def _engine(request: web.Request) -> web.StreamResponse:
    """What a table in the browser is made of, once it has been built."""
    return request.app[ENGINE].response(request.match_info["name"])


async def _asset(request: web.Request) -> web.StreamResponse:
    """Scripts and styles have a hash of their content in their name: they never change."""
    client = request.app[CLIENT]
    assert client is not None
    return client.response(f"assets/{request.match_info['name']}", FOREVER)


def _small_page(lang: str) -> str:
    games = "".join(
        f"<li><b>{page['title']}</b> &middot; {page['players']}<br>{page['subtitle']}</li>" for page in _pages(lang)
    )
    style = (
        "body{font:1.1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}li{margin:.7rem 0}"
    )
    head = (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" '
        'content="width=device-width"><title>Tuilerie</title>'
    )
    return f"{head}<style>{style}</style><h1>Tuilerie</h1><p>{say('server.page', lang)}</p><ul>{games}</ul>"


def _pages(lang: str) -> Iterator[dict[str, Any]]:
    for name in known_games():
        with contextlib.suppress(FileNotFoundError):  # a plugin may bring no page
            yield rules_page(name, lang)
