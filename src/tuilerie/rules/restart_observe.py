"""ReStart: the feature vector of what a seat knows, for learners."""

from __future__ import annotations

import numpy as np

from tuilerie.rules.bits import lowest
from tuilerie.rules.compiled import kernel
from tuilerie.rules.restart_record import AFTER_CUT, COLOURS, RESTART, SEATS, SPECIAL, TILES, VALUES
from tuilerie.rules.restart_tiles import row_value

# What `observe` writes: name, length, meaning. Offsets follow from the order.
FEATURE_LAYOUT = (
    ("hand", TILES, "own tiles, 1 if held, by tile number"),
    ("box", TILES, "tiles seen going to the box"),
    ("row", COLOURS * VALUES, "tiles of each row up to its Restart"),
    ("row_again", COLOURS * VALUES, "tiles of each row after its Restart"),
    ("value", COLOURS, "what the next tile of each row must exceed, / 16"),
    ("seats", SEATS, "1 for each seat in play"),
    ("size", SEATS, "hand sizes, / 30"),
    ("total", SEATS, "totals, / target"),
    ("turn", SEATS, "whose turn it is"),
    ("first", SEATS, "who began the round"),
    ("cut", COLOURS, "the row just cut or emptied in this turn"),
    ("passes", 1, "passes counted towards the end of the round, / 4"),
    ("rules", 3, "target / 1000, round_end is table, last_tile is placed"),
)
FEATURES = sum(length for _, length, _ in FEATURE_LAYOUT)
_OFFSETS = np.cumsum([0] + [length for _, length, _ in FEATURE_LAYOUT])
(AT_HAND, AT_BOX, AT_ROW, AT_ROW_AGAIN, AT_VALUE, AT_SEATS, AT_SIZE, AT_TOTAL, AT_TURN, AT_FIRST, AT_CUT, AT_PASSES, AT_RULES) = (
    int(offset) for offset in _OFFSETS[:-1]
)


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
        out[AT_CUT + state.row_cut] = 1.0
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
