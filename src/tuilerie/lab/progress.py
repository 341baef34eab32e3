"""How the work tells where it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from tuilerie.bots.outside import OutsideFailure
from tuilerie.lab.batches import Batch

OnBatch = Callable[[Batch], None]  # called after every batch


class Progress(Protocol):
    """A phase with a number of steps, which may turn out otherwise."""

    def phase(self, name: str, total: int) -> None: ...

    def advance(self, steps: int) -> None: ...

    def expect(self, total: int) -> None: ...

    def fail(self, failures: Sequence[OutsideFailure]) -> None: ...
