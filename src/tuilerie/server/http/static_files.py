"""Files that anybody may read: a listing made at start.

What a client sends is looked up in it and never becomes a path.
"""

from __future__ import annotations

from pathlib import Path

from aiohttp import web

REVALIDATE = "no-cache"
FOREVER = "public, max-age=31536000, immutable"  # for names that hold a hash of their content


class StaticFiles:
    """The files below `folder`, by their name relative to it.

    A link is not followed, and what is added later is not served.
    """

    def __init__(self, folder: Path) -> None:
        found = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())
        self._paths = {path.relative_to(folder).as_posix(): path for path in found}

    def __contains__(self, name: str) -> bool:
        return name in self._paths

    def names(self) -> list[str]:
        return list(self._paths)

    def response(self, name: str, cache: str = REVALIDATE) -> web.FileResponse:
        """The file with exactly this name, else 404."""
        path = self._paths.get(name)
        if path is None:
            raise web.HTTPNotFound
        return web.FileResponse(path, headers={"Cache-Control": cache})


class EngineFolder:
    """The engine for browsers: `engine.json`, and a folder of files that is named after their content.

    It may be built, or built anew, while the server runs: `engine.json` comes last, and with it the listing is made
    again.
    """

    ABOUT = "engine.json"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._built = self._last_built()
        self._files = StaticFiles(folder)

    def _last_built(self) -> int | None:
        try:
            return (self._folder / self.ABOUT).stat().st_mtime_ns
        except OSError:
            return None

    def response(self, name: str) -> web.StreamResponse:
        """Where no engine is (yet), `engine.json` is null: a page asks, and nothing is wrong."""
        if name == self.ABOUT and (built := self._last_built()) != self._built:
            self._built, self._files = built, StaticFiles(self._folder)
        if name == self.ABOUT and name not in self._files:
            return web.json_response(None, headers={"Cache-Control": REVALIDATE})
        return self._files.response(name, REVALIDATE if name == self.ABOUT else FOREVER)
