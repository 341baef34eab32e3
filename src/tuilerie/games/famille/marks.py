"""Rummy famille: what the dealt rack could do, and what each seat did.

A way of playing decides if it emptied the winner's rack.
"""

from __future__ import annotations

from tuilerie.games.famille.plays import SHAPE_SIZE, SHAPE_TILES, SHAPE_WANTED
from tuilerie.games.famille.record import REASON_EMPTY_RACK
from tuilerie.games.famille.shapes import COLUMN, DRAW, FAMILY_SHAPES, KEEP, NEW
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.marks import Mark

DEALT_RUN, DEALT_FAMILY, DEALT_FIT, NEW_RUN, NEW_FAMILY, ADD_RUN, ADD_FAMILY, DREW, KEPT, MANY = range(10)
MARKS = 10
MANY_TILES = 3  # tiles of one move that count as many

LAST = 0  # in the memo: marks of the last move, bit per mark


def named(deck: None) -> list[Mark]:
    names = (
        "dealt-run",
        "dealt-family",
        "dealt-fit",
        "new-run",
        "new-family",
        "add-run",
        "add-family",
        "drew",
        "kept",
        "many",
    )
    return [
        Mark(index, name, "dealt" if name.startswith("dealt") else "used", most=name in ("drew", "kept"))
        for index, name in enumerate(names)
    ]


@kernel
def dealt(state, marks):
    wanted = 0
    for at in range(state.groups):
        wanted |= SHAPE_WANTED[state.group[at]]
    for seat in range(state.players):
        rack = int(state.rack[seat])
        marks[seat, DEALT_RUN] += (rack & (rack >> 1)) != 0
        one, two, three, four = (
            rack & 0xFFFF,
            (rack >> COLUMN) & 0xFFFF,
            (rack >> (2 * COLUMN)) & 0xFFFF,
            (rack >> (3 * COLUMN)) & 0xFFFF,
        )
        marks[seat, DEALT_FAMILY] += ((one & two) | (three & four) | ((one | two) & (three | four))) != 0
        marks[seat, DEALT_FIT] += (rack & wanted) != 0


@kernel
def before(state, action, marks, memo):
    seat = int(state.turn)
    if action >= DRAW:
        if action == DRAW:
            marks[seat, DREW] += 1
        elif action == KEEP:
            marks[seat, KEPT] += 1
        return
    shape = action % NEW
    if action >= NEW:
        mark, tiles = NEW_RUN if shape < FAMILY_SHAPES else NEW_FAMILY, SHAPE_SIZE[shape]
    else:
        mark, tiles = (
            ADD_RUN if shape < FAMILY_SHAPES else ADD_FAMILY,
            _held(SHAPE_TILES[shape] & int(state.rack[seat])),
        )
    marks[seat, mark] += 1
    memo[LAST] = 1 << mark
    if tiles >= MANY_TILES:
        marks[seat, MANY] += 1
        memo[LAST] |= 1 << MANY


@kernel
def closed(state, marks, memo, decided, present):
    present[:] = 1
    if state.reason == REASON_EMPTY_RACK:
        for mark in range(MARKS):
            decided[mark] = (memo[LAST] >> mark) & 1


@kernel
def _held(tiles):
    count = 0
    while tiles:
        tiles &= tiles - 1
        count += 1
    return count
