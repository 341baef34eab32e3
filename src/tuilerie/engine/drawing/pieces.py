"""Pieces and numbers as signs that every terminal has; colour is never the only cue."""

from __future__ import annotations

from collections.abc import Sequence

SHAPES = {"r": "●", "g": "▲", "b": "✕", "o": "■", "k": "□", "y": "★"}


def shaped(tile: str) -> str:
    """A tile in notation, after its colour's shape."""
    return f"{SHAPES[tile[0]]}{tile}"


def by_seat(numbers: Sequence[int]) -> str:
    return " / ".join(str(number) for number in numbers)
