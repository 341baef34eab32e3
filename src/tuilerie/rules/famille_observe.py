"""Rummy famille: what a seat sees, as numbers for learners."""

from __future__ import annotations

import numpy as np

from tuilerie.rules.compiled import kernel
from tuilerie.rules.famille_record import AFTER_DRAW, SEATS
from tuilerie.rules.famille_shapes import FAMILY_SHAPES, SHAPE_TILES, SHAPE_WANTED, SINGLE_SHAPES, TILE_BIT, TILES

# What `observe` writes: name, length, meaning. Offsets follow from the order.
FEATURE_LAYOUT = (
    ("rack", TILES, "own tiles, 1 if held, by tile number"),
    ("single", TILES, "tiles on the table that stand alone"),
    ("run", TILES, "tiles in runs"),
    ("run_low", TILES, "the lowest tile of each run: runs may touch"),
    ("family", TILES, "tiles in families (two families of a value are both complete: their split no longer matters)"),
    ("wanted", TILES, "tiles that fit some group"),
    ("drawn", TILES, "the tile just drawn, for the seat that drew it"),
    ("seats", SEATS, "1 for each seat in play"),
    ("size", SEATS, "rack sizes, / 12"),
    ("turn", SEATS, "whose turn it is"),
    ("first", SEATS, "who began"),
    ("after_draw", 1, "1 if a tile has been drawn in this turn"),
    ("pool", 1, "pool size, / 36"),
    ("passes", 1, "passes in a row, / 4"),
    ("rules", 2, "pool_end is stuck, free_draw is yes"),
)
FEATURES = sum(length for _, length, _ in FEATURE_LAYOUT)
_OFFSETS = np.cumsum([0] + [length for _, length, _ in FEATURE_LAYOUT])
(
    AT_RACK,
    AT_SINGLE,
    AT_RUN,
    AT_RUN_LOW,
    AT_FAMILY,
    AT_WANTED,
    AT_DRAWN,
    AT_SEATS,
    AT_SIZE,
    AT_TURN,
    AT_FIRST,
    AT_AFTER_DRAW,
    AT_POOL,
    AT_PASSES,
    AT_RULES,
) = (int(offset) for offset in _OFFSETS[:-1])


@kernel
def observe(state, seat, out):
    """Layout in FEATURE_LAYOUT. Seats are counted from the observer on."""
    out[:FEATURES] = 0.0
    _mark(state.rack[seat], out, AT_RACK)
    _observe_table(state, out)
    for i in range(state.players):
        other = (seat + i) % state.players
        out[AT_SEATS + i] = 1.0
        out[AT_SIZE + i] = state.rack_size[other] / 12.0
        out[AT_TURN + i] = state.turn == other
        out[AT_FIRST + i] = state.first == other
    if state.phase == AFTER_DRAW:
        out[AT_AFTER_DRAW] = 1.0
        if state.turn == seat:
            out[AT_DRAWN + state.drawn] = 1.0
    out[AT_POOL] = state.pool_size / 36.0
    out[AT_PASSES] = state.passes / 4.0
    out[AT_RULES] = state.stuck
    out[AT_RULES + 1] = state.free_draw


@kernel
def _observe_table(state, out):
    wanted, table = 0, 0
    for at in range(state.groups):
        shape = int(state.group[at])
        tiles = SHAPE_TILES[shape]
        wanted |= SHAPE_WANTED[shape]
        table |= tiles
        if shape < FAMILY_SHAPES:
            _mark(tiles, out, AT_RUN)
            _mark(tiles & ~(tiles << 1), out, AT_RUN_LOW)
        else:
            _mark(tiles, out, AT_SINGLE if shape >= SINGLE_SHAPES else AT_FAMILY)
    _mark(wanted & ~table, out, AT_WANTED)


@kernel
def _mark(tiles, out, plane):
    for tile in range(TILES):
        if tiles & TILE_BIT[tile]:
            out[plane + tile] = 1.0
