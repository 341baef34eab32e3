"""ReStart: tiles, actions and the record. The rules over it are in `rules`."""

from __future__ import annotations

from tuilerie.kernel.records import COMMON, Layout

COLOURS = 5  # red, green, blue, orange, black
RED, ORANGE = 0, 3
SPECIAL = 5  # the column of Scissors and Bin in a set of tiles
END, RESTART = 16, 17  # as values; numbers are their own value
HIGHEST = 15
VALUES = 17
NUMBERS = (1 << END) - 1  # the bits of numbered tiles
TILES = 88
SEATS = 4

# A set of tiles is six masks: bit v of a colour is its tile v; in the SPECIAL column bits 0 and 1 are Scissors, bit 2
# is the Bin.
SCISSORS = 0b011
BIN = 0b100

# Tile numbers: colour * 17 + value - 1, then the two Scissors and the Bin.
FIRST_SPECIAL = COLOURS * VALUES
ALL_BUT_ONES = tuple(tile for tile in range(TILES) if tile >= FIRST_SPECIAL or tile % VALUES)

# Action ids: a run (colour, first value, last value) 0..674; then a cut and an emptying per colour; stop; pass.
RUNS = 135  # per colour
CUT = COLOURS * RUNS
EMPTY = CUT + COLOURS
STOP = EMPTY + COLOURS
PASS = STOP + 1
ACTIONS = PASS + 1
REMEMBERED = 128  # actions of a round that the record keeps; rounds of sensible players have a third of that


def _run_offsets() -> tuple[int, ...]:
    """By first value: what to add to `last - first` for a run's place."""
    offset = [0] * (RESTART + 1)
    for index, (first, last) in reversed(list(enumerate(_RUNS))):
        offset[first] = index - (last - first)
    return tuple(offset)


# Runs of one colour in id order: by first value, then last (15 may be followed by End or by Restart; both also stand
# alone).
_RUNS = [(first, last) for first in range(2, HIGHEST + 1) for last in range(first, RESTART + 1)] + [
    (END, END),
    (RESTART, RESTART),
]
RUN_OFFSET = _run_offsets()
RUN_FIRST, RUN_LAST = (tuple(run[end] for run in _RUNS) for end in (0, 1))

# Phases of a turn.
OPEN = 0  # anything may be done
AFTER_CUT = 1  # Scissors or Bin played: tiles on that row, or stop
OVER = 2

# Why the game ended.
REASON_NONE, REASON_EMPTY_HAND, REASON_TARGET = 0, 1, 2

RULESET = Layout(
    [
        ("target", "u16", (), "RS-V4"),
        ("table_lap", "u8", (), "RS-V1: 1 if all must pass within one lap"),
        ("must_place", "u8", (), "RS-V2: 1 if only a placed tile empties a hand"),
    ]
)

STATE = Layout(
    [
        *COMMON,
        ("phase", "u8", (), "OPEN, AFTER_CUT or OVER"),
        ("row_cut", "u8", (), "after a cut: the row that may be continued"),
        ("first", "u8", (), "who began this round"),
        ("passes", "u8", (), "passes in a row; with table_lap, passes of this lap"),
        ("winners", "u8", (), "bit per seat"),
        ("target", "u16", (), "RS-V4"),
        ("table_lap", "u8", (), "RS-V1: 1 if all must pass within one lap"),
        ("must_place", "u8", (), "RS-V2: 1 if only a placed tile empties a hand"),
        ("hand_size", "u8", (SEATS,), ""),
        ("hand", "u32", (SEATS, 6), "hidden"),
        ("aside", "u32", (6,), "put into the box unseen at set-up"),
        ("box", "u32", (6,), "put into the box before all eyes"),
        ("acts", "u16", (), "actions done in this round"),
        ("history", "u16", (REMEMBERED,), "public: the first of them, in order"),
        ("opener", "u8", (COLOURS,), "who was dealt the 1 of this colour; 255: nobody"),
        ("row_length", "u8", (COLOURS,), ""),
        ("row", "u8", (COLOURS, VALUES), "values in order of placing, the 1 first"),
        ("points", "u16", (SEATS,), "of the last finished round"),
        ("totals", "u32", (SEATS,), ""),
    ]
)

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
