"""Rummy junior: the record, flat, a comment per field, and the numbers of its actions, phases and reasons.

The rules are in `rules`.
"""

from __future__ import annotations

from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.records import COMMON, Layout

COLOURS = 4  # red, blue, green, yellow
VALUES = 13  # one character per value (RJ-V1)
TILES = COLOURS * VALUES  # tile numbers: colour * 13 + value - 1
SLOTS = TILES
SEATS = 4
LEFT = 4  # face-down tiles that end the game
NO_TILE = 255
NO_SLOT = 255
RANDOM_FIRST = 255

# Action ids: the slot to turn over, from 0.
ACTIONS = SLOTS

# Phases of a turn.
FIRST_FLIP, SECOND_FLIP, OVER = 0, 1, 2

# Why the game ended.
REASON_NONE, REASON_FOUR_LEFT = 0, 1

RULESET = Layout([("first", "u8", (), "who begins, or RANDOM_FIRST")])

STATE = Layout(
    [
        *COMMON,
        ("phase", "u8", (), "FIRST_FLIP, SECOND_FLIP or OVER"),
        ("first", "u8", (), "who began"),
        ("turned", "u8", (), "the slot turned over in this turn; NO_SLOT before"),
        ("face_down", "u8", (), "tiles not kept; between turns they are all face down"),
        ("winners", "u8", (), "bit per seat"),
        ("slot", "u8", (SLOTS,), "the tile in each slot, hidden unless turned; NO_TILE where a kept tile lay"),
        ("last_reveal", "u8", (2,), "the pair last turned over"),
        ("last_slots", "u8", (2,), "where it lay"),
        ("kept_size", "u8", (SEATS,), ""),
        ("kept", "u8", (SEATS, TILES), "tiles in the order in which they were won"),
    ]
)

# What `observe` writes: name, length, meaning. Offsets follow from the order.
FEATURE_LAYOUT = (
    ("face_down", SLOTS, "slots with a face-down tile"),
    ("turned", SLOTS, "the slot turned over in this turn"),
    ("shown", TILES, "the tile turned over in this turn"),
    ("last_tiles", 2 * TILES, "the pair last turned over, kept or shuffled back, in order"),
    ("last_slots", 2 * SLOTS, "where it lay"),
    ("kept", SEATS * TILES, "tiles kept by each seat"),
    ("seats", SEATS, "1 for each seat in play"),
    ("size", SEATS, "tiles kept, / 48"),
    ("turn", SEATS, "whose turn it is"),
    ("first", SEATS, "who began"),
)
FEATURES = sum(length for _, length, _ in FEATURE_LAYOUT)


@kernel
def matching(tile, other):
    """RJ-T2: the same character or the same colour."""
    return tile % VALUES == other % VALUES or tile // VALUES == other // VALUES
