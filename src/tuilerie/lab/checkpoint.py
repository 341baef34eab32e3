"""What an interrupted run leaves behind: sums, not games, so the file stays small.

Keyed by everything that decides the result.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tuilerie
from tuilerie.engine.registry import game_named, known_games
from tuilerie.kernel import sources
from tuilerie.kernel.modules import PLAY
from tuilerie.kernel.places import cache_root

EVERY = 0.5  # seconds between two writings


class Checkpoint:
    """`found` is what an earlier run with exactly these arguments left, if it is to be taken up."""

    def __init__(self, arguments: dict[str, Any], resume: bool, folder: Path | None = None) -> None:
        """Other rules or another version are another key: their games would be different."""
        rules = [sources.key(game_named(name).modules, PLAY) for name in known_games()]
        text = json.dumps([tuilerie.__version__, rules, arguments], sort_keys=True, default=str)
        self.key = hashlib.sha256(text.encode()).hexdigest()
        self.path = (folder or cache_root() / "runs") / f"{self.key[:24]}.json"
        self.saved_games = 0
        self._last = time.monotonic()
        self.found: dict[str, Any] | None = self._read() if resume else None

    def offer(self, games: int, kept: Callable[[], dict[str, Any]]) -> None:
        """Write the state down if it is time to; `kept` is asked only then."""
        if time.monotonic() - self._last >= EVERY:
            self.save(games, kept())

    def save(self, games: int, kept: dict[str, Any]) -> None:
        """Whole or not at all: a kill in the middle leaves the one before."""
        with contextlib.suppress(OSError):  # a full disk must not stop the run: it only cannot be taken up
            self.path.parent.mkdir(parents=True, exist_ok=True)
            draft = self.path.with_suffix(f".{os.getpid()}")
            draft.write_text(json.dumps({"key": self.key, "kept": kept}), encoding="utf-8")
            os.replace(draft, self.path)
            self.saved_games = games
        self._last = time.monotonic()

    def clear(self) -> None:
        """The run is complete."""
        self.path.unlink(missing_ok=True)

    def _read(self) -> dict[str, Any] | None:
        try:
            text = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        kept: dict[str, Any] | None = (
            text.get("kept") if isinstance(text, dict) and text.get("key") == self.key else None
        )
        return kept
