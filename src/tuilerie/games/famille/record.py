"""Rummy famille: the record, flat, a comment per field, and the numbers of its phases and reasons.

The rules are in `famille`.
"""

from __future__ import annotations

from tuilerie.games.famille.shapes import ACTIONS as ACTIONS
from tuilerie.games.famille.shapes import TILES
from tuilerie.kernel.records import COMMON, Layout

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

RULESET = Layout(
    [
        ("first", "u8", (), "who begins, or RANDOM_FIRST"),
        ("stuck", "u8", (), "RF-V3: 1 if play goes on when the pool is empty"),
        ("free_draw", "u8", (), "RF-V4: 1 if one may draw although one could play"),
    ]
)

STATE = Layout(
    [
        *COMMON,
        ("phase", "u8", (), "PLAY, AFTER_DRAW or OVER"),
        ("first", "u8", (), "who began"),
        ("stuck", "u8", (), "RF-V3: 1 if play goes on when the pool is empty"),
        ("free_draw", "u8", (), "RF-V4: 1 if one may draw although one could play"),
        ("passes", "u8", (), "passes in a row"),
        ("drawn", "u8", (), "after a draw: the tile drawn, hidden from the others; NO_TILE otherwise"),
        ("winners", "u8", (), "bit per seat"),
        ("groups", "u8", (), "groups on the table"),
        ("pool_size", "u8", (), ""),
        ("rack_size", "u8", (SEATS,), ""),
        ("rack", "i64", (SEATS,), "sets of tiles, hidden"),
        (
            "lacked",
            "i64",
            (SEATS,),
            "tiles that fitted the table when the seat last could not play: it held none of "
            "them, nor two of a kind; public",
        ),
        ("proved", "u8", (SEATS,), "1 once that has happened (RF-T7; never where drawing is free)"),
        ("fresh", "u8", (SEATS,), "tiles of the rack that came later and prove nothing: 0 or 1"),
        ("group", "u16", (GROUPS,), "shapes in order of appearance"),
        ("pool", "u8", (POOL,), "hidden; the next tile to be drawn is the last"),
    ]
)

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
