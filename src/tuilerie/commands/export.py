"""`export` and `open`: the shelf as plain files, and a look at such a folder."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

from tuilerie.commands.exit_codes import known_language
from tuilerie.commands.serve import require_server
from tuilerie.engine.errors import BadInput
from tuilerie.words import say

PORT = 8029  # the same every time: a browser keeps games by address


def export(folder: Path, docs: bool, lang: str) -> None:
    known_language(lang)
    require_server()
    from tuilerie.server.http.pages import client_folder
    from tuilerie.server.http.static_site import is_site, write_site

    if folder.exists() and not (folder.is_dir() and (is_site(folder) or not any(folder.iterdir()))):
        raise BadInput("export.folder", folder=str(folder))
    client = client_folder()
    if client is None:
        raise BadInput("export.client")
    engine = _engine(lang)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".tuilerie-") as place:
            site = Path(place) / "site"
            site.mkdir()
            write_site(site, client=client, engine=engine)
            if docs:
                _write_docs(site / "docs")
            if folder.exists():
                shutil.rmtree(folder)
            site.rename(folder)
    except OSError as error:
        raise BadInput("file.write", file=str(folder), why=error.strerror or str(error)) from None
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(say("cli.export.done", lang, folder=folder, megabytes=size / 1e6))


def _engine(lang: str) -> Path:
    """In a checkout the engine of these very sources; an installed package brings its own."""
    from tuilerie.browser import build

    if build.PYODIDE.is_dir() and build.current(build.FOLDER) is None:
        print(say("cli.export.engine", lang), file=sys.stderr)
        build.build(build.FOLDER)
    if not (build.FOLDER / build.ABOUT).is_file():
        raise BadInput("export.engine")
    return build.FOLDER


def _write_docs(folder: Path) -> None:
    """Where the documents and what makes pages of them are: in a checkout that is set up for its tests."""
    from tuilerie.browser.build import CHECKOUT

    if (CHECKOUT / "mkdocs.yml").is_file() and find_spec("mkdocs") is not None:
        command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder.resolve())]
        subprocess.run(command, cwd=CHECKOUT, check=True, capture_output=True)


class _Files(SimpleHTTPRequestHandler):
    """What machines do not all know; and no line per file."""

    extensions_map = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".webmanifest": "application/manifest+json",
        ".gz": "application/gzip",
    }

    def log_message(self, format: str, *args: object) -> None:
        pass


def open_folder(folder: Path, browse: bool, lang: str) -> None:
    known_language(lang)
    from tuilerie.server.http.static_site import is_site

    if not is_site(folder):
        raise BadInput("export.not-ours", folder=str(folder))
    handler = partial(_Files, directory=str(folder))
    try:
        server = ThreadingHTTPServer(("127.0.0.1", PORT), handler)
    except OSError:
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    with server:
        address = f"http://localhost:{server.server_address[1]}/"
        print(say("cli.serve.at", lang, address=address), flush=True)
        if browse:
            webbrowser.open(address)
        server.serve_forever()
