"""Variants: the named options of a game, with their defaults, and how a person's text becomes a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tuilerie.engine.errors import BadInput

Value = str | int


@dataclass(frozen=True)
class Option:
    """A variant key: its named values (the first is the default unless `default` says otherwise) and, where it has
    numbers, their range.
    """

    key: str
    clause: str
    names: tuple[str, ...] = ()
    numbers: range | None = None
    number_default: int | None = None

    @property
    def default(self) -> Value:
        return self.number_default if self.number_default is not None else self.names[0]

    def read(self, value: Any) -> Value:
        """The value meant by a text or a number, or BadInput that says what is possible."""
        if isinstance(value, str) and value in self.names:
            return value
        number = _whole(value)
        if number is not None and self.numbers is not None and number in self.numbers:
            return number
        raise BadInput("variant.value", key=self.key, value=_shown(value), allowed=self.allowed())

    def allowed(self) -> str:
        parts = list(self.names)
        if self.numbers is not None:
            parts.append(f"{self.numbers[0]}..{self.numbers[-1]}")
        return ", ".join(parts)


def first_player(clause: str) -> Option:
    """Who starts: drawn, or a seat chosen by the host.

    The seat is checked against the number of players when the game is known.
    """
    return Option("first", clause, ("random",), range(4))


def read_variant(options: tuple[Option, ...], given: Mapping[str, Any], players: int) -> dict[str, Value]:
    """Every option's value; what is not given is the default."""
    known = {option.key: option for option in options}
    values: dict[str, Value] = {option.key: option.default for option in options}
    for key, value in given.items():
        if key not in known:
            raise BadInput("variant.key", key=_shown(key), known=", ".join(known))
        values[key] = known[key].read(value)
    seat = values.get("first")
    if isinstance(seat, int) and seat >= players:
        raise BadInput("variant.value", key="first", value=seat, allowed=f"random, 0..{players - 1}")
    return values


def differences(options: tuple[Option, ...], values: Mapping[str, Value]) -> dict[str, Value]:
    """What a record keeps: only what is not the default, in the options' order."""
    return {option.key: values[option.key] for option in options if values[option.key] != option.default}


def _whole(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        return int(value)
    return None


def _shown(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else text[:37] + "..."
