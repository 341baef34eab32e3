"""Progress bars on the terminal."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

SHOW_AFTER = 2.0  # seconds before a bar appears


class ProgressBar:
    """Progress with rate and remaining time on stderr, if that is a terminal, once the work has taken two seconds."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._begun = time.monotonic()
        self._label, self._total, self._done = "", 0, 0
        self._progress: Any = None
        self._task: Any = None

    def phase(self, label: str, total: int) -> None:
        """The next part of the work."""
        self._label, self._total, self._done = label, total, 0
        if self._progress is not None:
            self._progress.remove_task(self._task)
            self._task = self._progress.add_task(label, total=total)

    def expect(self, total: int) -> None:
        """The part turns out to be this long."""
        self._total = max(total, self._done)
        if self._progress is not None:
            self._progress.update(self._task, total=self._total)

    def advance(self, steps: int) -> None:
        self._done += steps
        if self._progress is not None:
            self._progress.advance(self._task, steps)
        elif self._shown and time.monotonic() - self._begun >= SHOW_AFTER:
            self._appear()

    def close(self) -> None:
        if self._progress is not None:
            self._progress.stop()

    def _appear(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            ProgressColumn,
            Task,
            TextColumn,
            TimeRemainingColumn,
        )
        from rich.text import Text

        class Rate(ProgressColumn):
            def render(self, task: Task) -> Text:
                speed = task.finished_speed or task.speed
                return Text(f"{speed:,.0f}/s" if speed and speed >= 10 else f"{speed:.2f}/s" if speed else "")

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
        self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self._progress.start()
        self._task = self._progress.add_task(self._label, total=self._total, completed=self._done)


@contextlib.contextmanager
def progress_bar(label: str, total: int) -> Iterator[Callable[[int], None]]:
    bar = ProgressBar()
    bar.phase(label, total)
    try:
        yield bar.advance
    finally:
        bar.close()
