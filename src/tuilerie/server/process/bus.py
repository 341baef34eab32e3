"""How processes tell each other that a table has gone on.

Only a hint: whoever misses it finds the entries in the log (see `ServerProcess.beat`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec


class Notice(msgspec.Struct, omit_defaults=True):
    """A table has entries up to `seq`, or somebody there said something, or (`here`) came or went.

    Never a hidden piece.
    """

    origin: str
    table: str
    seq: int = 0
    said: dict[str, Any] | None = None
    here: bool = False
    forgot: str | None = None  # a person whose data was deleted: no process may go on showing the name
    ended: tuple[str, int] | None = None  # a person logged out everywhere, and their new version
    ended_device: tuple[str, str] | None = None  # a person logged out on one device


Heard = Callable[[Notice], None]


class Bus:
    """The bus of a single process: there is nobody else to tell."""

    async def start(self, heard: Heard) -> None:
        pass

    def tell(self, notice: Notice) -> None:
        pass

    async def close(self) -> None:
        pass
