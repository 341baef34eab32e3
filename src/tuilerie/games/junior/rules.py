"""Rummy, junior version: the rules, over one flat record. Clause ids (RJ-*) are those of the rules page.

What the stream is read for, in this order: a shuffle of the 52 tiles in tile order over slots 1 to 52; then, if the
first seat is random, `below(players)`; then, for every mismatch, a shuffle of all face-down tiles (the two included),
collected and put back in slot order.
"""

from __future__ import annotations

import numpy as np

from tuilerie.games.junior.record import (
    ACTIONS,
    FEATURE_LAYOUT,
    FEATURES,
    FIRST_FLIP,
    LEFT,
    NO_SLOT,
    NO_TILE,
    OVER,
    RANDOM_FIRST,
    REASON_FOUR_LEFT,
    RULESET,
    SEATS,
    SECOND_FLIP,
    SLOTS,
    STATE,
    TILES,
    matching,
)
from tuilerie.kernel.chance import begin_game, begin_stream, below, replace_stream, shuffle, shuffle_by_dice
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.records import offsets
from tuilerie.kernel.victory import returns

__all__ = [
    "ACTIONS",
    "FEATURES",
    "FEATURE_LAYOUT",
    "RULESET",
    "STATE",
    "apply",
    "finished",
    "hide",
    "legal",
    "observe",
    "returns",
    "scores",
    "start",
]

AT_FACE_DOWN, AT_TURNED, AT_SHOWN, AT_LAST_TILES, AT_LAST_SLOTS, AT_KEPT, AT_SEATS, AT_SIZE, AT_TURN, AT_FIRST, _ = (
    offsets(FEATURE_LAYOUT)
)


@kernel
def start(state, players, ruleset, seed):
    begin_game(state, players, seed)
    state.winners = 0
    state.phase = FIRST_FLIP
    state.turned = NO_SLOT
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
        out[AT_TURNED + int(state.turned)] = 1.0
        out[AT_SHOWN + int(state.slot[state.turned])] = 1.0
    for i in range(2):
        if state.last_reveal[i] != NO_TILE:
            out[AT_LAST_TILES + i * TILES + int(state.last_reveal[i])] = 1.0
            out[AT_LAST_SLOTS + i * SLOTS + int(state.last_slots[i])] = 1.0
    for i in range(state.players):
        other = (seat + i) % state.players
        for j in range(state.kept_size[other]):
            out[AT_KEPT + i * TILES + int(state.kept[other, j])] = 1.0
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
