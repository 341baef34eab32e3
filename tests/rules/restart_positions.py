"""ReStart positions in notation: rows and hands as you would lay them on a table; every tile not mentioned is in the
box.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tuilerie
from tests.positions import settled
from tests.record_arrays import states_of
from tuilerie.engine.match import Match
from tuilerie.games.restart import record as kernel
from tuilerie.games.restart.adapter import COLOURS


def value_of(text: str) -> int:
    return {"E": kernel.END, "X": kernel.RESTART}.get(text) or int(text)


def position(
    rows: Mapping[str, str], hands: list[str], turn: int = 0, totals: list[int] | None = None, **variant: Any
) -> Match:
    """`position({"g": "1 4 5"}, ["g7 S", "r2"])`: rows not mentioned hold their 1; it is the first player's turn."""
    match = tuilerie.new("restart", len(hands), 1, variant)
    state = states_of(match)[0]
    for name in ("hand", "aside", "box", "hand_size", "row", "row_length", "passes"):
        state[name] = 0
    everything = {(colour, value) for colour in range(5) for value in range(1, 18)}
    for colour, name in enumerate(COLOURS):
        values = [value_of(text) for text in rows.get(name, "1").split()]
        state["row"][colour, : len(values)] = values
        state["row_length"][colour] = len(values)
        everything -= {(colour, value) for value in values}
    specials = ["S", "S", "T"]
    for seat, text in enumerate(hands):
        for tile in text.split():
            if tile in "ST":
                bit = specials.index(tile)
                specials[bit] = ""
                state["hand"][seat, kernel.SPECIAL] |= 1 << bit
            else:
                colour, value = COLOURS.index(tile[0]), value_of(tile[1:])
                state["hand"][seat, colour] |= 1 << value
                everything.remove((colour, value))
            state["hand_size"][seat] += 1
    for colour, value in everything:
        state["box"][colour] |= 1 << value
    for bit, left in enumerate(specials):
        state["box"][kernel.SPECIAL] |= bool(left) << bit
    state["acts"] = kernel.REMEMBERED + 1  # nobody knows how the rows came about
    state["turn"] = state["first"] = turn
    state["totals"][: len(hands)] = totals or [0] * len(hands)
    return settled(match)


def row(match: Match, colour: str) -> str:
    return " ".join(tile[1:] for tile in match.view()["rows"][colour])
