"""Rummy famille: the record, flat, a comment per field, and the numbers of its phases and reasons. The rules are in `famille`."""

from __future__ import annotations

import numpy as np

from tuilerie.rules.chance import COMMON
from tuilerie.rules.famille_shapes import TILES

SEATS = 4
RACK = 6  # tiles dealt to each rack
FACE_UP = 4
GROUPS = 28  # the four face-up tiles, and at most 48 / 2 new groups
POOL = TILES - 2 * RACK - FACE_UP
NO_TILE = 255
RANDOM_FIRST = 255

# Phases of a turn.
PLAY = 0
AFTER_DRAW = 1  # RF-T8: play the drawn tile, or keep it
OVER = 2

# Why the game ended.
REASON_NONE, REASON_EMPTY_RACK, REASON_POOL, REASON_STUCK = 0, 1, 2, 3

RULESET = np.dtype([("first", np.uint8), ("stuck", np.uint8), ("free_draw", np.uint8)], align=True)

STATE = np.dtype(
    [
        *COMMON,
        ("phase", np.uint8),  # PLAY, AFTER_DRAW or OVER
        ("first", np.uint8),  # who began
        ("stuck", np.uint8),  # RF-V3: 1 if play goes on when the pool is empty
        ("free_draw", np.uint8),  # RF-V4: 1 if one may draw although one could play
        ("passes", np.uint8),  # passes in a row
        ("drawn", np.uint8),  # after a draw: the tile drawn, hidden from the others; NO_TILE otherwise
        ("winners", np.uint8),  # bit per seat
        ("groups", np.uint8),  # groups on the table
        ("pool_size", np.uint8),
        ("rack_size", np.uint8, (SEATS,)),
        ("rack", np.int64, (SEATS,)),  # sets of tiles, hidden
        ("lacked", np.int64, (SEATS,)),  # tiles that fitted the table when the seat last could not play: it held none of them, nor two of a kind; public
        ("proved", np.uint8, (SEATS,)),  # 1 once that has happened (RF-T7; never where drawing is free)
        ("fresh", np.uint8, (SEATS,)),  # tiles of the rack that came later and prove nothing: 0 or 1
        ("group", np.uint16, (GROUPS,)),  # shapes in order of appearance
        ("pool", np.uint8, (POOL,)),  # hidden; the next tile to be drawn is the last
    ],
    align=True,
)
