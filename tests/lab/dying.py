"""Jobs whose workers die. Light to import: every new process does."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar


@dataclass(frozen=True)
class Squares:
    """Squares of numbers; the worker that meets `fatal` for the first time dies of it (always, if `again`)."""

    folder: str
    fatal: int
    again: bool = False
    processes: ClassVar[bool] = True

    def open(self) -> Squares:
        return self

    def __call__(self, first: int, count: int) -> list[int]:
        with (Path(self.folder) / str(first)).open("a") as tried:
            tried.write("x")
        met = (Path(self.folder) / str(first)).stat().st_size
        if first <= self.fatal < first + count and (self.again or met == 1):
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.01)
        return [number * number for number in range(first, first + count)]

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Wrong:
    processes: ClassVar[bool] = True

    def open(self) -> Wrong:
        return self

    def __call__(self, first: int, count: int) -> list[int]:
        raise ZeroDivisionError(first)

    def close(self) -> None:
        pass
