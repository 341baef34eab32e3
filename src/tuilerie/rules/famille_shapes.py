"""Rummy famille: sets of tiles, the shapes that groups can have, and every play that a rack allows at a table of shapes. The rules are in `famille`."""

from __future__ import annotations

import numpy as np

from tuilerie.rules.compiled import kernel

COLOURS = 4  # red, blue, green, yellow
VALUES = 13
TILES = COLOURS * VALUES

# Tile numbers: colour * 13 + value - 1. A set of tiles is 64 bits, 16 per colour, tile value v at bit v of its colour: bits 0, 14 and 15 stay 0,
# so that neighbours in value are one shift apart and never reach into another colour.
COLUMN = 16

# The shape of a group: a run (colour, low, high), a family (value, two colours or more) or a single tile.
PAIRS = VALUES * (VALUES - 1) // 2  # low < high
SUBSETS = 11  # of the four colours, with two or more
FAMILY_SHAPES = COLOURS * PAIRS
SINGLE_SHAPES = FAMILY_SHAPES + VALUES * SUBSETS
SHAPES = SINGLE_SHAPES + TILES

# Action ids: add to a group so that it takes this shape (a tile exists once, so the shape tells which group); make a new group of this shape.
ADD = 0
NEW = ADD + SINGLE_SHAPES
DRAW = NEW + SINGLE_SHAPES
KEEP = DRAW + 1
PASS = KEEP + 1
ACTIONS = PASS + 1


def _bit(colour: int, value: int) -> int:
    return 1 << (COLUMN * colour + value)


def _pair_tables() -> tuple[np.ndarray, np.ndarray]:
    """Runs of one colour in shape order, by low, then high; and the place of (low, high) in that order."""
    pairs = [(low, high) for low in range(1, VALUES + 1) for high in range(low + 1, VALUES + 1)]
    at = np.zeros((VALUES + 1, VALUES + 1), np.int64)
    for index, (low, high) in enumerate(pairs):
        at[low, high] = index
    return np.array(pairs), at


def _subset_tables() -> tuple[np.ndarray, np.ndarray]:
    """Sets of two or more colours (bit per colour) in shape order; and the place of a set in that order."""
    subsets = [colours for colours in range(1 << COLOURS) if colours.bit_count() >= 2]
    at = np.zeros(1 << COLOURS, np.int64)
    for index, colours in enumerate(subsets):
        at[colours] = index
    return np.array(subsets), at


PAIR, PAIR_AT = _pair_tables()
SUBSET, SUBSET_AT = _subset_tables()


def _shape_table() -> np.ndarray:
    """Per shape: lowest value, highest value, colours as bits, tiles as a set, number of tiles, and the tiles that may be added next to what is there."""
    runs = [(low, high, 1 << colour) for colour in range(COLOURS) for low, high in PAIR.tolist()]
    families = [(value, value, colours) for value in range(1, VALUES + 1) for colours in SUBSET.tolist()]
    singles = [(value, value, 1 << colour) for colour in range(COLOURS) for value in range(1, VALUES + 1)]
    return np.array([_shape_row(index, *shape) for index, shape in enumerate(runs + families + singles)], np.int64)


def _shape_row(index: int, low: int, high: int, colours: int) -> tuple[int, ...]:
    inside = [c for c in range(COLOURS) if colours >> c & 1]
    tiles = sum(_bit(c, v) for c in inside for v in range(low, high + 1))
    size = len(inside) * (high - low + 1)
    wanted = 0
    if not FAMILY_SHAPES <= index < SINGLE_SHAPES:  # a run, or a single that may become one
        wanted |= sum(_bit(inside[0], v) for v in (low - 1, high + 1) if 1 <= v <= VALUES)
    if index >= FAMILY_SHAPES:  # a family, or a single that may become one
        wanted |= sum(_bit(c, low) for c in range(COLOURS) if c not in inside)
    return low, high, colours, tiles, size, wanted


SHAPE_LOW, SHAPE_HIGH, SHAPE_COLOURS, SHAPE_TILES, SHAPE_SIZE, SHAPE_WANTED = (np.ascontiguousarray(column) for column in _shape_table().T)
TILE_BIT = np.ascontiguousarray(SHAPE_TILES[SINGLE_SHAPES:])


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
    return (tiles & 1) | ((tiles >> (COLUMN - 1)) & 2) | ((tiles >> (2 * COLUMN - 2)) & 4) | ((tiles >> (3 * COLUMN - 3)) & 8)
