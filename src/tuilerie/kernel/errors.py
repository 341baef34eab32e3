"""What can go wrong between a game's sources and a library of compiled code.

Every message is a sentence that says what to do.
"""

from __future__ import annotations

from typing import Any


class LibraryProblem(Exception):
    """There is no library to play with. `code` is a key of the catalogues of words, `details` fill its gaps."""

    def __init__(self, code: str, sentence: str, **details: Any) -> None:
        super().__init__(sentence)
        self.code = code
        self.details = details


class BuildFailed(Exception):
    """The builder's own guards, or its tools, refused."""
