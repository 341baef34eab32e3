"""ReStart: dealing, hiding, and moving tiles. Every tile goes through the helpers here."""

from __future__ import annotations

import numpy as np

from tuilerie.games.restart.record import (
    COLOURS,
    FIRST_SPECIAL,
    OPEN,
    ORANGE,
    RED,
    RESTART,
    SEATS,
    SPECIAL,
    TILES,
    VALUES,
)
from tuilerie.games.restart.tables import ALL_BUT_ONES
from tuilerie.kernel.chance import begin_stream, below, replace_stream, shuffle, shuffle_by_dice
from tuilerie.kernel.compiled import kernel


@kernel
def deal(state, number):
    """RS-S1..S5, from the stream of this round alone."""
    begin_stream(state, number)
    _clear_tiles(state)
    tiles = np.empty(TILES, np.uint8)
    players = state.players
    if players == 4:
        for i in range(TILES):
            tiles[i] = i
        shuffle(state, tiles, TILES)
        _deal_hands(state, tiles, 22)
        state.turn = state.opener[RED]
    elif players == 3:
        _set_one_aside(state, tiles)
        shuffle(state, tiles, TILES - 1)
        _deal_hands(state, tiles, 29)
        state.turn = state.opener[ORANGE]
    else:
        for i in range(len(ALL_BUT_ONES)):
            tiles[i] = ALL_BUT_ONES[i]
        shuffle(state, tiles, len(ALL_BUT_ONES))
        for i in range(60, len(ALL_BUT_ONES)):
            _put(state.aside, tiles[i])
        _deal_hands(state, tiles, 30)
        state.turn = below(state, 2)
    state.first = state.turn
    begin_round(state)


@kernel
def begin_round(state):
    """The rows with their 1s, and the first turn; hands are as they are."""
    for colour in range(COLOURS):
        state.row[colour, 0] = 1
        state.row_length[colour] = 1
    state.turn = state.first
    state.acts = 0
    state.passes = 0
    state.phase = OPEN


@kernel
def _clear_tiles(state):
    for column in range(6):
        state.aside[column] = 0
        state.box[column] = 0
        for seat in range(SEATS):
            state.hand[seat, column] = 0
    for colour in range(COLOURS):
        state.opener[colour] = 255


@kernel
def _set_one_aside(state, tiles):
    """RS-S2: one tile that is not a 1 leaves; the other 87 stay in `tiles`, in tile order."""
    aside = ALL_BUT_ONES[below(state, len(ALL_BUT_ONES))]
    _put(state.aside, aside)
    count = 0
    for tile in range(TILES):
        if tile != aside:
            tiles[count] = tile
            count += 1


@kernel
def _deal_hands(state, tiles, each):
    """Seat by seat; the 1s go straight to the table (RS-S4)."""
    at = 0
    for seat in range(state.players):
        size = 0
        for i in range(at, at + each):
            tile = tiles[i]
            if tile < FIRST_SPECIAL and tile % VALUES == 0:
                state.opener[tile // VALUES] = seat
            else:
                _put(state.hand[seat], tile)
                size += 1
        at += each
        state.hand_size[seat] = size


@kernel
def hide(state, seat, dice):
    """Deal again what `seat` cannot know: the other hands and what went to the box unseen.

    The unseen tiles are merged into one set before they are listed: the order they are shuffled from must not tell who
    held what.
    """
    pool = np.zeros(6, np.uint32)
    for column in range(6):
        pool[column] = state.aside[column]
        state.aside[column] = 0
        for other in range(state.players):
            if other != seat:
                pool[column] |= state.hand[other, column]
                state.hand[other, column] = 0
    unseen = np.empty(TILES, np.uint8)
    count = _take_all(pool, unseen, 0)
    shuffle_by_dice(dice, unseen, count)
    at = 0
    for other in range(state.players):
        if other != seat:
            for i in range(at, at + state.hand_size[other]):
                _put(state.hand[other], unseen[i])
            at += state.hand_size[other]
    for i in range(at, count):
        _put(state.aside, unseen[i])
    replace_stream(state, dice)


# --- moving tiles: every tile goes through these ---------------------------------------------------


@kernel
def _put(tiles, tile):
    """Put tile number `tile` into a set."""
    if tile < FIRST_SPECIAL:
        tiles[tile // VALUES] |= np.uint32(1) << np.uint32(tile % VALUES + 1)
    else:
        tiles[SPECIAL] |= np.uint32(1) << np.uint32(tile - FIRST_SPECIAL)


@kernel
def _take_all(tiles, out, count):
    """Empty a set into a list of tile numbers."""
    for colour in range(COLOURS):
        mask = tiles[colour]
        for value in range(1, RESTART + 1):
            if (mask >> np.uint32(value)) & np.uint32(1):
                out[count] = colour * VALUES + value - 1
                count += 1
        tiles[colour] = 0
    for special in range(3):
        if (tiles[SPECIAL] >> np.uint32(special)) & np.uint32(1):
            out[count] = FIRST_SPECIAL + special
            count += 1
    tiles[SPECIAL] = 0
    return count


@kernel
def hand_to_row(state, seat, colour, value):
    state.hand[seat, colour] &= ~(np.uint32(1) << np.uint32(value))
    state.hand_size[seat] -= 1
    state.row[colour, state.row_length[colour]] = value
    state.row_length[colour] += 1


@kernel
def row_to_box(state, colour):
    state.row_length[colour] -= 1
    state.box[colour] |= np.uint32(1) << np.uint32(state.row[colour, state.row_length[colour]])


@kernel
def special_to_box(state, seat, kind):
    """Discard one tile of `kind` (SCISSORS or BIN)."""
    mine = state.hand[seat, SPECIAL] & np.uint32(kind)
    one = mine & (~mine + np.uint32(1))
    state.hand[seat, SPECIAL] ^= one
    state.hand_size[seat] -= 1
    state.box[SPECIAL] |= one


@kernel
def row_value(state, colour):
    """What the next tile must exceed: 0 on a Restart, 16 on an End (RS-T5, T6, T11)."""
    return value_at(state, colour, int(state.row_length[colour]) - 1)


@kernel
def value_at(state, colour, place):
    """What the row counts while this is its last tile."""
    last = state.row[colour, place]
    return 0 if last == RESTART else int(last)
