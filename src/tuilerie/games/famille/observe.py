"""Rummy famille: what a seat sees, as numbers for learners."""

from __future__ import annotations

from tuilerie.games.famille.plays import SHAPE_TILES, SHAPE_WANTED, TILE_BIT
from tuilerie.games.famille.record import AFTER_DRAW, FEATURE_LAYOUT, FEATURES
from tuilerie.games.famille.shapes import FAMILY_SHAPES, SINGLE_SHAPES, TILES
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.records import offsets

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
    _,
) = offsets(FEATURE_LAYOUT)


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
            out[AT_DRAWN + int(state.drawn)] = 1.0
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
