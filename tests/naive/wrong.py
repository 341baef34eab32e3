"""The one exception of the oracle."""

from __future__ import annotations


class Wrong(Exception):
    """A record, or one event of it, breaks the rules or the record format."""


def need(condition: bool, message: str) -> None:
    """Raise Wrong(message) unless the condition holds."""
    if not condition:
        raise Wrong(message)
