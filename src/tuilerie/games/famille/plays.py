"""Rummy famille: every play that a rack allows at a table of shapes, and the tables of `shapes` as arrays, for compiled
code.
"""

from __future__ import annotations

import numpy as np

from tuilerie.games.famille import shapes as plain
from tuilerie.games.famille.shapes import (
    ADD,
    COLOURS,
    COLUMN,
    FAMILY_SHAPES,
    NEW,
    PAIRS,
    SINGLE_SHAPES,
    SUBSETS,
    VALUES,
)
from tuilerie.kernel.compiled import kernel

SHAPE_LOW, SHAPE_HIGH, SHAPE_COLOURS = (
    np.array(table, np.int64) for table in (plain.SHAPE_LOW, plain.SHAPE_HIGH, plain.SHAPE_COLOURS)
)
SHAPE_TILES, SHAPE_SIZE, SHAPE_WANTED = (
    np.array(table, np.int64) for table in (plain.SHAPE_TILES, plain.SHAPE_SIZE, plain.SHAPE_WANTED)
)
TILE_BIT = np.array(plain.TILE_BIT, np.int64)


def _places() -> tuple[np.ndarray, np.ndarray]:
    """The place of (low, high) among the runs of a colour, and of a set of colours among those of families."""
    pairs, subsets = np.zeros((VALUES + 1, VALUES + 1), np.int64), np.zeros(1 << COLOURS, np.int64)
    for index, (low, high) in enumerate(plain.PAIR):
        pairs[low, high] = index
    for index, colours in enumerate(plain.SUBSET):
        subsets[colours] = index
    return pairs, subsets


PAIR_AT, SUBSET_AT = _places()


@kernel
def group_added_to(shapes, shape):
    """The group that can take this shape: the one whose tiles are all in it. The caller knows that there is one."""
    at = 0
    while SHAPE_TILES[shapes[at]] & ~SHAPE_TILES[shape]:
        at += 1
    return at


@kernel
def plays(shapes, groups, rack, out):
    """Every way to do one of the four actions (RF-T2..T5) with this rack at a table of these shapes."""
    n = 0
    for at in range(groups):
        shape = int(shapes[at])
        if SHAPE_WANTED[shape] & rack:
            if not FAMILY_SHAPES <= shape < SINGLE_SHAPES:
                n = _longer_runs(shape, rack, out, n)
            if shape >= FAMILY_SHAPES:
                n = _larger_families(shape, rack, out, n)
    if rack & (rack >> 1):
        n = _new_runs(rack, out, n)
    return _new_families(rack, out, n)


@kernel
def _longer_runs(shape, rack, out, n):
    """RF-T2: at its start, its end or both (RF-V0)."""
    colour = _only_colour(SHAPE_COLOURS[shape])
    column = rack >> (COLUMN * colour)
    low, high = SHAPE_LOW[shape], SHAPE_HIGH[shape]
    first, last = low, high
    while (column >> (first - 1)) & 1:
        first -= 1
    while last < VALUES and (column >> (last + 1)) & 1:
        last += 1
    for start_at in range(first, low + 1):
        for end_at in range(high, last + 1):
            if start_at < low or end_at > high:
                out[n] = ADD + colour * PAIRS + PAIR_AT[start_at, end_at]
                n += 1
    return n


@kernel
def _larger_families(shape, rack, out, n):
    """RF-T3: any of the colours held."""
    value, inside = SHAPE_LOW[shape], SHAPE_COLOURS[shape]
    base = ADD + FAMILY_SHAPES + (value - 1) * SUBSETS
    held = _colours_held(rack, value)
    more = held
    while more:
        out[n] = base + SUBSET_AT[inside | more]
        n += 1
        more = (more - 1) & held
    return n


@kernel
def _new_runs(rack, out, n):
    """RF-T4."""
    for colour in range(COLOURS):
        column = (rack >> (COLUMN * colour)) & 0xFFFF
        starts = column & (column >> 1)
        low = 1
        while starts >> low:
            if (starts >> low) & 1:
                high = low + 1
                while (column >> high) & 1:
                    out[n] = NEW + colour * PAIRS + PAIR_AT[low, high]
                    n += 1
                    high += 1
            low += 1
    return n


@kernel
def _new_families(rack, out, n):
    """RF-T5."""
    red, blue = rack & 0xFFFF, (rack >> COLUMN) & 0xFFFF
    green, yellow = (rack >> (2 * COLUMN)) & 0xFFFF, rack >> (3 * COLUMN)
    twice = (red & blue) | (green & yellow) | ((red | blue) & (green | yellow))
    value = 1
    while twice >> value:
        if (twice >> value) & 1:
            held = _colours_held(rack, value)
            base = NEW + FAMILY_SHAPES + (value - 1) * SUBSETS
            colours = held
            while colours:
                if colours & (colours - 1):
                    out[n] = base + SUBSET_AT[colours]
                    n += 1
                colours = (colours - 1) & held
        value += 1
    return n


@kernel
def _only_colour(colours):
    """The colour of a run or a single, from its bit."""
    return (colours >> 1) - (colours >> 3)


@kernel
def _colours_held(rack, value):
    """Bit per colour."""
    tiles = rack >> value
    return (
        (tiles & 1)
        | ((tiles >> (COLUMN - 1)) & 2)
        | ((tiles >> (2 * COLUMN - 2)) & 4)
        | ((tiles >> (3 * COLUMN - 3)) & 8)
    )
