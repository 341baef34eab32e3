"""ReStart: the feature vector of what a seat knows, for learners."""

from __future__ import annotations

import numpy as np

from tuilerie.games.restart.record import AFTER_CUT, COLOURS, FEATURE_LAYOUT, FEATURES, RESTART, SPECIAL, VALUES
from tuilerie.games.restart.tables import BITS
from tuilerie.games.restart.tiles import row_value
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
SPECIALS = 3
AGAIN = np.uint64(32)  # how far tiles after a Restart are moved up
LOW_HALF = np.uint64(0xFFFFFFFF)


@kernel
def observe(state, seat, out):
    """Layout in FEATURE_LAYOUT. Seats are counted from the observer on."""
    for i in range(AT_VALUE, FEATURES):
        out[i] = 0.0
    for column in range(COLOURS):
        at = column * VALUES
        _spread(state.hand[seat, column] >> np.uint32(1), out, AT_HAND + at)
        _spread(state.box[column] >> np.uint32(1), out, AT_BOX + at)
    for special in range(SPECIALS):
        out[AT_HAND + SPECIAL * VALUES + special] = (state.hand[seat, SPECIAL] >> np.uint32(special)) & np.uint32(1)
        out[AT_BOX + SPECIAL * VALUES + special] = (state.box[SPECIAL] >> np.uint32(special)) & np.uint32(1)
    for colour in range(COLOURS):
        _observe_row(state, colour, out)
    for i in range(state.players):
        other = seat + i if seat + i < state.players else seat + i - state.players
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
def _observe_row(state, colour, out):
    """The row's tiles before and after a Restart, and its value."""
    tiles = plane = np.uint64(0)
    for i in range(state.row_length[colour]):
        value = np.uint64(state.row[colour, i])
        tiles |= np.uint64(1) << (value - np.uint64(1) + plane)
        plane = AGAIN if value == np.uint64(RESTART) else plane
    _spread(np.uint32(tiles & LOW_HALF), out, AT_ROW + colour * VALUES)
    _spread(np.uint32(tiles >> AGAIN), out, AT_ROW_AGAIN + colour * VALUES)
    out[AT_VALUE + colour] = row_value(state, colour) / 16.0


@kernel
def _spread(bits, out, at):
    """A number per tile of one colour, 1 where its bit is set. Without branches, so that several are done at once."""
    for i in range(VALUES - 1):
        out[at + i] = 1.0 if np.uint32(bits) & BITS[i] else 0.0
    out[at + VALUES - 1] = (np.int64(bits) >> (VALUES - 1)) & 1
