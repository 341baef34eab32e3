"""What an interrupted run leaves behind: sums, not games, so the file stays small.

Keyed by everything that decides the result.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import tuilerie
from tuilerie.engine.registry import game_named, known_games
from tuilerie.kernel import sources
from tuilerie.kernel.modules import PLAY
from tuilerie.kernel.places import cache_root

EVERY = 0.5  # seconds between two writings
FORMAT = 2  # of what the commands keep


@dataclass(frozen=True)
class Saved:
    """The sums over this many games; `state` is what the command itself gave, as read from JSON."""

    games: int
    state: object


class Checkpoint:
    """`found` is what an earlier run with exactly these arguments left, if it is to be taken up."""

    def __init__(self, arguments: Mapping[str, object], resume: bool, folder: Path | None = None) -> None:
        """Other rules or another version are another key: their games would be different."""
        rules = [sources.key(game_named(name).modules, PLAY) for name in known_games()]
        text = json.dumps([tuilerie.__version__, FORMAT, rules, dict(arguments)], sort_keys=True, default=str)
        self.key = hashlib.sha256(text.encode()).hexdigest()
        self.path = (folder or cache_root() / "runs") / f"{self.key[:24]}.json"
        self.saved_games = 0
        self._last = time.monotonic()
        self.found: Saved | None = self._read() if resume else None

    def offer(self, games: int, state: Callable[[], object]) -> None:
        """Write the state down if it is time to; `state` is asked only then."""
        if time.monotonic() - self._last >= EVERY:
            self.save(games, state())

    def save(self, games: int, state: object) -> None:
        """Whole or not at all: a kill in the middle leaves the one before."""
        with contextlib.suppress(OSError):  # a full disk must not stop the run: it only cannot be taken up
            self.path.parent.mkdir(parents=True, exist_ok=True)
            draft = self.path.with_suffix(f".{os.getpid()}")
            draft.write_text(json.dumps({"key": self.key, "games": games, "state": state}), encoding="utf-8")
            os.replace(draft, self.path)
            self.saved_games = games
        self._last = time.monotonic()

    def clear(self) -> None:
        """The run is complete."""
        self.path.unlink(missing_ok=True)

    def _read(self) -> Saved | None:
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        if not isinstance(found, dict) or found.get("key") != self.key:
            return None
        return Saved(found["games"], found["state"])
