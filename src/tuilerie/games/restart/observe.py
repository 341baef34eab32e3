"""ReStart: the feature vector of what a seat knows, for learners."""

from __future__ import annotations

import numpy as np

from tuilerie.games.restart.record import AFTER_CUT, COLOURS, FEATURE_LAYOUT, FEATURES, RESTART, SPECIAL, VALUES
from tuilerie.games.restart.tiles import row_value
from tuilerie.kernel.bits import lowest
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.records import offsets

(
    AT_HAND,
    AT_BOX,
    AT_ROW,
    AT_ROW_AGAIN,
    AT_VALUE,
    AT_SEATS,
    AT_SIZE,
    AT_TOTAL,
    AT_TURN,
    AT_FIRST,
    AT_CUT,
    AT_PASSES,
    AT_RULES,
    _,
) = offsets(FEATURE_LAYOUT)


@kernel
def observe(state, seat, out):
    """Layout in FEATURE_LAYOUT. Seats are counted from the observer on."""
    out[:FEATURES] = 0.0
    for column in range(6):
        _mark_tiles(state.hand[seat, column], out, AT_HAND + column * VALUES, column == SPECIAL)
        _mark_tiles(state.box[column], out, AT_BOX + column * VALUES, column == SPECIAL)
    for colour in range(COLOURS):
        plane = AT_ROW
        for i in range(state.row_length[colour]):
            value = int(state.row[colour, i])
            out[plane + colour * VALUES + value - 1] = 1.0
            if value == RESTART:
                plane = AT_ROW_AGAIN
        out[AT_VALUE + colour] = row_value(state, colour) / 16.0
    for i in range(state.players):
        other = (seat + i) % state.players
        out[AT_SEATS + i] = 1.0
        out[AT_SIZE + i] = state.hand_size[other] / 30.0
        out[AT_TOTAL + i] = state.totals[other] / state.target
        out[AT_TURN + i] = state.turn == other
        out[AT_FIRST + i] = state.first == other
    if state.phase == AFTER_CUT:
        out[AT_CUT + int(state.row_cut)] = 1.0
    out[AT_PASSES] = state.passes / 4.0
    out[AT_RULES] = state.target / 1000.0
    out[AT_RULES + 1] = state.table_lap
    out[AT_RULES + 2] = state.must_place


@kernel
def _mark_tiles(mask, out, at, special):
    """A 1 for each tile of one column of a set; `at` is where the column's first tile goes."""
    bits = np.int64(mask) if special else np.int64(mask) >> np.int64(1)
    while bits:
        out[at + lowest(bits)] = 1.0
        bits &= bits - np.int64(1)
