"""ReStart: tiles, actions and the record. The rules over it are in `restart`."""

from __future__ import annotations

import numpy as np

from tuilerie.rules.chance import COMMON

COLOURS = 5  # red, green, blue, orange, black
RED, ORANGE = 0, 3
SPECIAL = 5  # the column of Scissors and Bin in a set of tiles
END, RESTART = 16, 17  # as values; numbers are their own value
HIGHEST = 15
VALUES = 17
NUMBERS = (1 << END) - 1  # the bits of numbered tiles
TILES = 88
SEATS = 4

# A set of tiles is six masks: bit v of a colour is its tile v; in the SPECIAL column bits 0 and 1 are Scissors, bit 2 is the Bin.
SCISSORS = 0b011
BIN = 0b100

# Tile numbers: colour * 17 + value - 1, then the two Scissors and the Bin.
FIRST_SPECIAL = COLOURS * VALUES
ALL_BUT_ONES = np.array([tile for tile in range(TILES) if tile >= FIRST_SPECIAL or tile % VALUES], np.uint8)

# Action ids: a run (colour, first value, last value) 0..674; then a cut and an emptying per colour; stop; pass.
RUNS = 135  # per colour
CUT = COLOURS * RUNS
EMPTY = CUT + COLOURS
STOP = EMPTY + COLOURS
PASS = STOP + 1
ACTIONS = PASS + 1
REMEMBERED = 128  # actions of a round that the record keeps; rounds of sensible players have a third of that


def _run_tables() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Runs of one colour in id order: by first value, then last (15 may be followed by End or by Restart; both also stand alone)."""
    runs = [(first, last) for first in range(2, HIGHEST + 1) for last in range(first, RESTART + 1)] + [(END, END), (RESTART, RESTART)]
    offset = np.zeros(RESTART + 1, np.int64)
    for index, (first, last) in reversed(list(enumerate(runs))):
        offset[first] = index - (last - first)
    return offset, np.array([f for f, _ in runs]), np.array([last for _, last in runs])


RUN_OFFSET, RUN_FIRST, RUN_LAST = _run_tables()

# Phases of a turn.
OPEN = 0  # anything may be done
AFTER_CUT = 1  # Scissors or Bin played: tiles on that row, or stop
OVER = 2

# Why the game ended.
REASON_NONE, REASON_EMPTY_HAND, REASON_TARGET = 0, 1, 2

RULESET = np.dtype([("target", np.uint16), ("table_lap", np.uint8), ("must_place", np.uint8)], align=True)

STATE = np.dtype(
    [
        *COMMON,
        ("phase", np.uint8),  # OPEN, AFTER_CUT or OVER
        ("row_cut", np.uint8),  # after a cut: the row that may be continued
        ("first", np.uint8),  # who began this round
        ("passes", np.uint8),  # passes in a row; with table_lap, passes of this lap
        ("winners", np.uint8),  # bit per seat
        ("target", np.uint16),  # RS-V4
        ("table_lap", np.uint8),  # RS-V1: 1 if all must pass within one lap
        ("must_place", np.uint8),  # RS-V2: 1 if only a placed tile empties a hand
        ("hand_size", np.uint8, (SEATS,)),
        ("hand", np.uint32, (SEATS, 6)),  # hidden
        ("aside", np.uint32, (6,)),  # put into the box unseen at set-up
        ("box", np.uint32, (6,)),  # put into the box before all eyes
        ("acts", np.uint16),  # actions done in this round
        ("history", np.uint16, (REMEMBERED,)),  # public: the first of them, in order
        ("opener", np.uint8, (COLOURS,)),  # who was dealt the 1 of this colour; 255: nobody
        ("row_length", np.uint8, (COLOURS,)),
        ("row", np.uint8, (COLOURS, VALUES)),  # values in order of placing, the 1 first
        ("points", np.uint16, (SEATS,)),  # of the last finished round
        ("totals", np.uint32, (SEATS,)),
    ],
    align=True,
)
