"""Rummy famille: sets of tiles, the shapes that groups can have, and the numbers of actions."""

from __future__ import annotations

COLOURS = 4  # red, blue, green, yellow
VALUES = 13
TILES = COLOURS * VALUES

# Tile numbers: colour * 13 + value - 1. A set of tiles is 64 bits, 16 per colour, tile value v at bit v of its colour:
# bits 0, 14 and 15 stay 0,
# so that neighbours in value are one shift apart and never reach into another colour.
COLUMN = 16

# The shape of a group: a run (colour, low, high), a family (value, two colours or more) or a single tile.
PAIRS = VALUES * (VALUES - 1) // 2  # low < high
SUBSETS = 11  # of the four colours, with two or more
FAMILY_SHAPES = COLOURS * PAIRS
SINGLE_SHAPES = FAMILY_SHAPES + VALUES * SUBSETS
SHAPES = SINGLE_SHAPES + TILES

# Action ids: add to a group so that it takes this shape (a tile exists once, so the shape tells which group); make a
# new group of this shape.
ADD = 0
NEW = ADD + SINGLE_SHAPES
DRAW = NEW + SINGLE_SHAPES
KEEP = DRAW + 1
PASS = KEEP + 1
ACTIONS = PASS + 1


def _bit(colour: int, value: int) -> int:
    return 1 << (COLUMN * colour + value)


# Runs of one colour in shape order, by low, then high; sets of two or more colours (bit per colour) in shape order.
PAIR = tuple((low, high) for low in range(1, VALUES + 1) for high in range(low + 1, VALUES + 1))
SUBSET = tuple(colours for colours in range(1 << COLOURS) if colours.bit_count() >= 2)


def _shape_table() -> list[tuple[int, ...]]:
    """Per shape: lowest value, highest value, colours as bits, tiles as a set, number of tiles, and the tiles that may
    be added next to what is there.
    """
    runs = [(low, high, 1 << colour) for colour in range(COLOURS) for low, high in PAIR]
    families = [(value, value, colours) for value in range(1, VALUES + 1) for colours in SUBSET]
    singles = [(value, value, 1 << colour) for colour in range(COLOURS) for value in range(1, VALUES + 1)]
    return [_shape_row(index, *shape) for index, shape in enumerate(runs + families + singles)]


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


SHAPE_LOW, SHAPE_HIGH, SHAPE_COLOURS, SHAPE_TILES, SHAPE_SIZE, SHAPE_WANTED = zip(*_shape_table(), strict=True)
TILE_BIT = SHAPE_TILES[SINGLE_SHAPES:]
