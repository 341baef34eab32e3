"""Rummy, junior version: the rules, over one flat record. Clause ids (RJ-*) are those of the rules page.

What the stream is read for, in this order: a shuffle of the 52 tiles in tile order over slots 1 to 52; then, if the first seat is random,
`below(players)`; then, for every mismatch, a shuffle of all face-down tiles (the two included), collected and put back in slot order.
"""

from __future__ import annotations

import numpy as np

from tuilerie.rules.chance import COMMON, begin_stream, below, replace_stream, shuffle, shuffle_by_dice
from tuilerie.rules.compiled import kernel
from tuilerie.rules.victory import returns

__all__ = ["ACTIONS", "FEATURES", "FEATURE_LAYOUT", "RULESET", "STATE", "apply", "finished", "hide", "legal", "observe", "returns", "scores", "start"]

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
_OFFSETS = np.cumsum([0] + [length for _, length, _ in FEATURE_LAYOUT])
AT_FACE_DOWN, AT_TURNED, AT_SHOWN, AT_LAST_TILES, AT_LAST_SLOTS, AT_KEPT, AT_SEATS, AT_SIZE, AT_TURN, AT_FIRST = (int(offset) for offset in _OFFSETS[:-1])

RULESET = np.dtype([("first", np.uint8)], align=True)

STATE = np.dtype(
    [
        *COMMON,
        ("phase", np.uint8),  # FIRST_FLIP, SECOND_FLIP or OVER
        ("first", np.uint8),  # who began
        ("turned", np.uint8),  # the slot turned over in this turn; NO_SLOT before
        ("face_down", np.uint8),  # tiles not kept; between turns they are all face down
        ("winners", np.uint8),  # bit per seat
        ("slot", np.uint8, (SLOTS,)),  # the tile in each slot, hidden unless turned; NO_TILE where a kept tile lay
        ("last_reveal", np.uint8, (2,)),  # the pair last turned over
        ("last_slots", np.uint8, (2,)),  # where it lay
        ("kept_size", np.uint8, (SEATS,)),
        ("kept", np.uint8, (SEATS, TILES)),  # tiles in the order in which they were won
    ],
    align=True,
)


@kernel
def start(state, players, ruleset, seed):
    state.players = players
    state.turns = 0
    state.pending = 0
    state.reason = REASON_NONE
    state.winners = 0
    state.phase = FIRST_FLIP
    state.turned = NO_SLOT
    for i in range(8):
        state.key[i] = seed[i]
    begin_stream(state, 0)
    _lay_out(state)
    state.first = below(state, players) if ruleset.first == RANDOM_FIRST else ruleset.first
    state.turn = state.first


@kernel
def legal(state, out):
    if state.phase == OVER:
        return 0
    n = 0
    for slot in range(SLOTS):
        out[n] = slot
        n += state.slot[slot] != NO_TILE and slot != state.turned
    return n


@kernel
def apply(state, action):
    if state.phase == FIRST_FLIP:
        state.turned = action
        state.phase = SECOND_FLIP
    else:
        _second_flip(state, int(state.turned), action)


@kernel
def finished(state):
    return state.phase == OVER


@kernel
def scores(state, out):
    """Tiles kept: the most is best."""
    for seat in range(state.players):
        out[seat] = state.kept_size[seat]


@kernel
def hide(state, seat, dice):
    """Deal again what nobody can know: which face-down tile lies where."""
    there = np.zeros(TILES, np.uint8)
    for slot in range(SLOTS):
        if _face_down(state, slot):
            there[state.slot[slot]] = 1
    tiles = np.empty(TILES, np.uint8)
    count = 0
    for tile in range(TILES):  # in tile order, so that where they lay leaves no trace
        if there[tile]:
            tiles[count] = tile
            count += 1
    shuffle_by_dice(dice, tiles, count)
    count = 0
    for slot in range(SLOTS):
        if _face_down(state, slot):
            state.slot[slot] = tiles[count]
            count += 1
    replace_stream(state, dice)


@kernel
def observe(state, seat, out):
    """Layout in FEATURE_LAYOUT. Seats are counted from the observer on."""
    out[:FEATURES] = 0.0
    for slot in range(SLOTS):
        out[AT_FACE_DOWN + slot] = _face_down(state, slot)
    if state.phase == SECOND_FLIP:
        out[AT_TURNED + state.turned] = 1.0
        out[AT_SHOWN + state.slot[state.turned]] = 1.0
    for i in range(2):
        if state.last_reveal[i] != NO_TILE:
            out[AT_LAST_TILES + i * TILES + state.last_reveal[i]] = 1.0
            out[AT_LAST_SLOTS + i * SLOTS + state.last_slots[i]] = 1.0
    for i in range(state.players):
        other = (seat + i) % state.players
        for j in range(state.kept_size[other]):
            out[AT_KEPT + i * TILES + state.kept[other, j]] = 1.0
        out[AT_SEATS + i] = 1.0
        out[AT_SIZE + i] = state.kept_size[other] / 48.0
        out[AT_TURN + i] = state.turn == other
        out[AT_FIRST + i] = state.first == other


@kernel
def _face_down(state, slot):
    return state.slot[slot] != NO_TILE and slot != state.turned


# --- moving tiles: every tile goes through these ---------------------------------------------------


@kernel
def _lay_out(state):
    """RJ-S1."""
    for i in range(SLOTS):
        state.slot[i] = i
    shuffle(state, state.slot, SLOTS)
    state.face_down = SLOTS
    for i in range(2):
        state.last_reveal[i] = NO_TILE
        state.last_slots[i] = NO_SLOT
    for seat in range(SEATS):
        state.kept_size[seat] = 0
        for i in range(TILES):
            state.kept[seat, i] = NO_TILE


@kernel
def _slot_to_seat(state, slot, seat):
    state.kept[seat, state.kept_size[seat]] = state.slot[slot]
    state.kept_size[seat] += 1
    state.slot[slot] = NO_TILE
    state.face_down -= 1


@kernel
def _shuffle_back(state):
    """RJ-T3: all tiles still on the table, among the slots where they lie."""
    tiles = np.empty(TILES, np.uint8)
    count = 0
    for slot in range(SLOTS):
        if state.slot[slot] != NO_TILE:
            tiles[count] = state.slot[slot]
            count += 1
    shuffle(state, tiles, count)
    count = 0
    for slot in range(SLOTS):
        if state.slot[slot] != NO_TILE:
            state.slot[slot] = tiles[count]
            count += 1


# --- a turn ----------------------------------------------------------------------------------------


@kernel
def matching(tile, other):
    """RJ-T2: the same character or the same colour."""
    return tile % VALUES == other % VALUES or tile // VALUES == other // VALUES


@kernel
def _second_flip(state, first_slot, slot):
    tile, other = int(state.slot[first_slot]), int(state.slot[slot])
    state.last_reveal[0], state.last_reveal[1] = tile, other
    state.last_slots[0], state.last_slots[1] = first_slot, slot
    state.turned = NO_SLOT
    state.phase = FIRST_FLIP
    state.turns += 1
    if matching(tile, other):
        _slot_to_seat(state, first_slot, state.turn)
        _slot_to_seat(state, slot, state.turn)
    else:
        _shuffle_back(state)
    if state.face_down == LEFT:
        _most_win(state)
    else:
        state.turn = (state.turn + 1) % state.players


@kernel
def _most_win(state):
    """RJ-E1."""
    state.phase = OVER
    state.reason = REASON_FOUR_LEFT
    most = 0
    for seat in range(state.players):
        most = max(most, int(state.kept_size[seat]))
    for seat in range(state.players):
        if state.kept_size[seat] == most:
            state.winners |= 1 << seat
