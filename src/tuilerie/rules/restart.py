"""ReStart: the rules, over one flat record. Clause ids (RS-*) are those of the rules page."""

from __future__ import annotations

import numpy as np

from tuilerie.rules.bits import lowest
from tuilerie.rules.chance import COMMON, begin_stream, below, replace_stream, shuffle, shuffle_by_dice
from tuilerie.rules.compiled import kernel

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
        ("declined", np.uint32, (SEATS, COLOURS)),  # public: tiles each seat jumped over, or endings it left out, if it held them
        ("passed_on", np.uint32, (SEATS, COLOURS)),  # public: tiles each seat stopped a run short of, or passed on, if it held them
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


@kernel
def start(state, players, ruleset, seed):
    state.players = players
    state.target = ruleset.target
    state.table_lap = ruleset.table_lap
    state.must_place = ruleset.must_place
    state.turns = 0
    state.pending = 0
    state.reason = REASON_NONE
    state.winners = 0
    for i in range(8):
        state.key[i] = seed[i]
    for seat in range(SEATS):
        state.points[seat] = 0
        state.totals[seat] = 0
    _deal(state, 0)


@kernel
def legal(state, out):
    if state.phase == OVER:
        return 0
    if state.phase == AFTER_CUT:
        out[0] = STOP
        return _runs(state, int(state.row_cut), out, 1)
    out[0] = PASS
    n = 1
    specials = state.hand[state.turn, SPECIAL]
    for colour in range(COLOURS):
        n = _runs(state, colour, out, n)
        if specials and state.row_length[colour] > 1:
            if specials & SCISSORS:
                out[n] = CUT + colour
                n += 1
            if specials & BIN:
                out[n] = EMPTY + colour
                n += 1
    return n


@kernel
def apply(state, action):
    if state.acts < REMEMBERED:
        state.history[state.acts] = action
    state.acts += 1
    do(state, action)


@kernel
def do(state, action):
    """`apply` without taking it down."""
    if action < CUT:
        _place(state, action // RUNS, RUN_FIRST[action % RUNS], RUN_LAST[action % RUNS])
    elif action < EMPTY:
        _cut(state, action - CUT)
    elif action < STOP:
        _empty(state, action - EMPTY)
    elif action == STOP:
        _end_turn(state, False)
    else:
        _end_turn(state, True)


@kernel
def finished(state):
    return state.phase == OVER


@kernel
def returns(state, out):
    """Each seat's share of the victory; nothing before the end."""
    winners = 0
    for seat in range(state.players):
        winners += (state.winners >> seat) & 1
    for seat in range(state.players):
        out[seat] = 1.0 / winners if (state.winners >> seat) & 1 else 0.0


@kernel
def scores(state, out):
    """Totals as they stand: the lowest is best."""
    for seat in range(state.players):
        out[seat] = state.totals[seat]


@kernel
def hide(state, seat, dice):
    """Deal again what `seat` cannot know: the other hands and what went to the box unseen.

    The unseen tiles are merged into one set before they are listed: the order they are shuffled from must not tell who held what.
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


# --- dealing -------------------------------------------------------------------------------------


@kernel
def _deal(state, number):
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
            if column < COLOURS:
                state.declined[seat, column] = 0
                state.passed_on[seat, column] = 0
    for colour in range(COLOURS):
        state.opener[colour] = 255
        state.row[colour, 0] = 1
        state.row_length[colour] = 1


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
def _hand_to_row(state, seat, colour, value):
    state.hand[seat, colour] &= ~(np.uint32(1) << np.uint32(value))
    state.hand_size[seat] -= 1
    state.row[colour, state.row_length[colour]] = value
    state.row_length[colour] += 1


@kernel
def _row_to_box(state, colour):
    state.row_length[colour] -= 1
    state.box[colour] |= np.uint32(1) << np.uint32(state.row[colour, state.row_length[colour]])


@kernel
def _special_to_box(state, seat, kind):
    """Discard one tile of `kind` (SCISSORS or BIN)."""
    mine = state.hand[seat, SPECIAL] & np.uint32(kind)
    one = mine & (~mine + np.uint32(1))
    state.hand[seat, SPECIAL] ^= one
    state.hand_size[seat] -= 1
    state.box[SPECIAL] |= one


# --- a turn ----------------------------------------------------------------------------------------


@kernel
def row_value(state, colour):
    """What the next tile must exceed: 0 on a Restart, 16 on an End (RS-T5, T6, T11)."""
    last = state.row[colour, state.row_length[colour] - 1]
    return 0 if last == RESTART else int(last)


@kernel
def _runs(state, colour, out, n):
    """Every run the seat can place on this row (RS-T1..T6)."""
    hand = int(state.hand[state.turn, colour])
    top = row_value(state, colour)
    playable = hand >> (top + 1) << (top + 1)
    if top >= END or playable == 0:
        return n
    base = colour * RUNS
    numbers = playable & NUMBERS
    while numbers:
        first = lowest(numbers)
        run = base + RUN_OFFSET[first] - first
        beyond = first + lowest(~(numbers >> first))  # the first value that breaks the run
        for last in range(first, beyond):
            out[n] = run + last
            n += 1
        if beyond == END:
            for ending in range(END, RESTART + 1):
                if (playable >> ending) & 1:
                    out[n] = run + ending
                    n += 1
        numbers &= numbers - 1
    for alone in range(END, RESTART + 1):
        if (playable >> alone) & 1:
            out[n] = base + RUN_OFFSET[alone]
            n += 1
    return n


@kernel
def _place(state, colour, first, last):
    seat = state.turn
    state.declined[seat, colour] |= _values(row_value(state, colour) + 1, first)
    if last == HIGHEST:
        state.declined[seat, colour] |= _values(END, RESTART + 1)
    elif last < HIGHEST:
        state.passed_on[seat, colour] |= _values(last + 1, last + 2)
    for value in range(first, min(last, HIGHEST) + 1):
        _hand_to_row(state, seat, colour, value)
    if last >= END:
        _hand_to_row(state, seat, colour, last)
    if state.hand_size[seat] == 0:
        _win_at_once(state, seat)
    else:
        _end_turn(state, False)


@kernel
def _values(low, high):
    """A mask of the values low..high-1."""
    return (np.uint32(1) << np.uint32(high)) - (np.uint32(1) << np.uint32(low))


@kernel
def _cut(state, colour):
    _special_to_box(state, state.turn, SCISSORS)
    _row_to_box(state, colour)
    _after_cut(state, colour)


@kernel
def _empty(state, colour):
    _special_to_box(state, state.turn, BIN)
    while state.row_length[colour] > 1:
        _row_to_box(state, colour)
    _after_cut(state, colour)


@kernel
def _after_cut(state, colour):
    state.phase = AFTER_CUT
    state.row_cut = colour
    if state.hand_size[state.turn] == 0 and not state.must_place:
        _win_at_once(state, state.turn)


@kernel
def _end_turn(state, passed):
    if passed:
        for colour in range(COLOURS):
            top = row_value(state, colour)
            if top < END:
                state.passed_on[state.turn, colour] |= _values(top + 1, RESTART + 1)
    state.turns += 1
    state.phase = OPEN
    state.turn = state.turn + 1 if state.turn + 1 < state.players else 0
    if passed:
        state.passes += 1
    elif not state.table_lap:
        state.passes = 0
    if state.passes == state.players:
        _end_round(state)
    elif state.table_lap and state.turn == state.first:
        state.passes = 0


# --- the end ---------------------------------------------------------------------------------------


@kernel
def _win_at_once(state, seat):
    """RS-E4."""
    state.turns += 1
    state.phase = OVER
    state.reason = REASON_EMPTY_HAND
    state.winners = 1 << seat


@kernel
def _end_round(state):
    """RS-E2, E3, E5."""
    reached = False
    lowest = np.uint32(0xFFFFFFFF)
    for seat in range(state.players):
        state.points[seat] = count_points(state.hand[seat])
        state.totals[seat] += state.points[seat]
        reached = reached or state.totals[seat] >= state.target
        lowest = min(lowest, state.totals[seat])
    if not reached:
        _deal(state, state.round_number + 1)
        return
    state.phase = OVER
    state.reason = REASON_TARGET
    for seat in range(state.players):
        if state.totals[seat] == lowest:
            state.winners |= 1 << seat


@kernel
def count_points(tiles):
    """What a set of tiles costs its holder (RS-E2)."""
    points = 0
    for colour in range(COLOURS):
        mask = tiles[colour]
        for value in range(1, RESTART + 1):
            if (mask >> np.uint32(value)) & np.uint32(1):
                points += min(value, END)
    for special in range(3):
        if (tiles[SPECIAL] >> np.uint32(special)) & np.uint32(1):
            points += 20
    return points
