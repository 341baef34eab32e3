"""A seat's view as lines of text: for dumb terminals, pipes and screen readers. One function per game; games without one get a plain list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tuilerie.words import say

View = dict[str, Any]
SHAPES = {"r": "●", "g": "▲", "b": "✕", "o": "■", "k": "□", "y": "★"}


def draw(view: View, lang: str) -> str:
    return "\n".join(DRAWINGS.get(view["game"], _generic)(view, lang))


def _restart(view: View, lang: str) -> list[str]:
    lines = [say("table.round", lang, round=view["round"], totals=_seats(view["totals"]), sizes=_seats(view["hand_sizes"]))]
    for colour, tiles in view["rows"].items():
        values = " ".join(tile[1:] for tile in tiles)
        state = say("table.restart.closed", lang) if tiles[-1].endswith("E") else ""
        if tiles[-1].endswith("X"):
            state = say("table.restart.restarted", lang)
        lines.append(f"  {SHAPES[colour]} {colour} {say(f'colour.{colour}', lang):8} {values} {state}".rstrip())
    if view["hand"] is not None:
        lines.append(say("table.hand", lang))
        lines.extend(_hand_by_colour(view["hand"], lang))
    return lines


def _hand_by_colour(hand: list[str], lang: str) -> list[str]:
    lines = []
    for colour in "rgbok":
        values = [tile[1:] for tile in hand if tile[0] == colour]
        if values:
            lines.append(f"  {SHAPES[colour]} {colour} {say(f'colour.{colour}', lang):8} {' '.join(values)}")
    specials = [say(f"table.restart.{tile}", lang) for tile in hand if tile in "ST"]
    return lines + ([f"  {', '.join(specials)}"] if specials else [])


def _generic(view: View, lang: str) -> list[str]:
    return [f"  {key}: {value}" for key, value in view.items() if value is not None]


def _seats(numbers: list[int]) -> str:
    return " / ".join(str(number) for number in numbers)


DRAWINGS: dict[str, Callable[[View, str], list[str]]] = {
    "restart": _restart,
}
