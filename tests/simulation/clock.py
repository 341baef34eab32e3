"""An event loop whose time is simulated: when nothing is left to do, it jumps to the next timer."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import selectors
from collections.abc import Iterator

EPOCH_MS = 1_800_000_000_000


class JumpingSelector(selectors.DefaultSelector):  # type: ignore[misc]
    """Never waits; tells the loop how far time may jump."""

    loop: SimulatedLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("nothing will ever happen again")
        self.loop.now += max(0.0, timeout)
        return super().select(0)


class SimulatedLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.now = 0.0
        selector = JumpingSelector()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        return self.now

    def milliseconds(self) -> int:
        return EPOCH_MS + round(1000 * self.now)

    def seconds_of(self, milliseconds: int) -> float:
        """The time of the loop at such a time of the server's clock."""
        return (milliseconds - EPOCH_MS) / 1000


@contextlib.contextmanager
def seeded_secrets(chance: random.Random) -> Iterator[None]:
    """Ids, deals and dice follow from the seed."""
    kept = {
        name: getattr(secrets, name) for name in ("token_bytes", "token_hex", "token_urlsafe", "randbits", "choice")
    }
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    secrets.token_bytes = lambda size=32: chance.randbytes(size)
    secrets.token_hex = lambda size=32: chance.randbytes(size).hex()
    secrets.token_urlsafe = lambda size=12: "".join(chance.choice(letters) for _ in range(size * 4 // 3))
    secrets.randbits = chance.getrandbits
    secrets.choice = chance.choice
    try:
        yield
    finally:
        for name, function in kept.items():
            setattr(secrets, name, function)
