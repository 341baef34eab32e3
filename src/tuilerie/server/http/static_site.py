"""The whole shelf as plain files: no server answers, and it works from any folder of any site.

Large files of the engine lie there packed: the page unpacks them, since plain file servers pack nothing. What the API
answers and never changes lies beside them as files (`api/1/...json`).
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tuilerie.engine.registry import known_games
from tuilerie.server.http import pages
from tuilerie.server.http.shelf import shelf
from tuilerie.table.shapes import API
from tuilerie.words import LANGUAGES, rules_page

PAGE = "index.html"
MARK = 'data-server="none"'  # the page knows by it that no server answers (web/src/address.ts)
TWINS = (".br", ".gz")  # of the client's files, for the server
PACKED = (".wasm", ".zip")  # of the engine's files (web/src/offline/files.ts)
ABOUT = "engine.json"
# What the server says in a header; a page without a server says it itself.
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; base-uri 'none'"


def write_site(folder: Path, *, client: Path, engine: Path) -> None:
    """Into an empty folder."""
    _write_client(folder, client)
    _write_engine(folder / "engine", engine)
    for path, text in _answers():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text)
    (folder / ".nojekyll").touch()  # a host that would leave out what it takes for its own


def is_site(folder: Path) -> bool:
    page = folder / PAGE
    return page.is_file() and MARK in page.read_text(encoding="utf-8", errors="replace")[:200]


def _write_client(folder: Path, client: Path) -> None:
    for path in sorted(client.rglob("*")):
        place = folder / path.relative_to(client)
        if path.is_file() and path.suffix not in TWINS:
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
    for name in (PAGE, "manifest.webmanifest"):
        text = (client / name).read_text(encoding="utf-8").replace('"/', '"./')
        (folder / name).write_text(_marked(text) if name == PAGE else text, encoding="utf-8")


def _marked(page: str) -> str:
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    return page.replace("<html ", f"<html {MARK} ", 1).replace("<head>", f"<head>\n    {policy}", 1)


def _write_engine(folder: Path, engine: Path) -> None:
    about = json.loads((engine / ABOUT).read_text(encoding="utf-8"))
    files = folder / about["version"]
    files.mkdir(parents=True)
    for name in about["files"]:
        fetched = f"{name}.gz" if name.endswith(PACKED) else name
        shutil.copyfile(engine / about["version"] / fetched, files / fetched)
    (folder / ABOUT).write_text(json.dumps(about | {"packed": True}) + "\n", encoding="utf-8")


def _answers() -> Iterator[tuple[str, bytes]]:
    """What the API answers without a person, by the path of its file; and the games' own boards."""
    api = API.strip("/")
    yield f"{api}/games.json", msgspec.json.encode(shelf())
    for game in known_games():
        for lang in LANGUAGES:
            try:
                yield f"{api}/rules/{game}/{lang}.json", msgspec.json.encode(rules_page(game, lang))
            except FileNotFoundError:  # a plugin may bring no page
                break
    boards = pages.boards()
    yield "boards/index.json", msgspec.json.encode(list(boards))
    for game, path in boards.items():
        yield f"boards/{game}.js", path.read_bytes()
