"""Rummy, family version: the rules, over one flat record. Clause ids (RF-*) are those of the rules page.

What the stream is read for, in this order: a shuffle of the 52 tiles in tile order; then, if the first seat is random, `below(players)`.
The shuffled tiles go 6 to seat 0, 6 to seat 1 and so on; the next 4 face up, groups 1 to 4 in that order; the rest is the pool, drawn from the front.
"""

from __future__ import annotations

import numpy as np

from tuilerie.rules.chance import COMMON, begin_stream, below, replace_stream, shuffle, shuffle_by_dice
from tuilerie.rules.compiled import kernel

COLOURS = 4  # red, blue, green, yellow
VALUES = 13
TILES = COLOURS * VALUES
SEATS = 4
RACK = 6  # tiles dealt to each rack
FACE_UP = 4
GROUPS = 28  # the four face-up tiles, and at most 48 / 2 new groups
POOL = TILES - 2 * RACK - FACE_UP
NO_TILE = 255
RANDOM_FIRST = 255

# Tile numbers: colour * 13 + value - 1. A set of tiles is 64 bits, 16 per colour, tile value v at bit v of its colour: bits 0, 14 and 15 stay 0,
# so that neighbours in value are one shift apart and never reach into another colour.
COLUMN = 16

# The shape of a group: a run (colour, low, high), a family (value, two colours or more) or a single tile.
PAIRS = VALUES * (VALUES - 1) // 2  # low < high
SUBSETS = 11  # of the four colours, with two or more
FAMILY_SHAPES = COLOURS * PAIRS
SINGLE_SHAPES = FAMILY_SHAPES + VALUES * SUBSETS
SHAPES = SINGLE_SHAPES + TILES

# Action ids: add to a group so that it takes this shape (a tile exists once, so the shape tells which group); make a new group of this shape.
ADD = 0
NEW = ADD + SINGLE_SHAPES
DRAW = NEW + SINGLE_SHAPES
KEEP = DRAW + 1
PASS = KEEP + 1
ACTIONS = PASS + 1


def _bit(colour: int, value: int) -> int:
    return 1 << (COLUMN * colour + value)


def _pair_tables() -> tuple[np.ndarray, np.ndarray]:
    """Runs of one colour in shape order, by low, then high; and the place of (low, high) in that order."""
    pairs = [(low, high) for low in range(1, VALUES + 1) for high in range(low + 1, VALUES + 1)]
    at = np.zeros((VALUES + 1, VALUES + 1), np.int64)
    for index, (low, high) in enumerate(pairs):
        at[low, high] = index
    return np.array(pairs), at


def _subset_tables() -> tuple[np.ndarray, np.ndarray]:
    """Sets of two or more colours (bit per colour) in shape order; and the place of a set in that order."""
    subsets = [colours for colours in range(1 << COLOURS) if colours.bit_count() >= 2]
    at = np.zeros(1 << COLOURS, np.int64)
    for index, colours in enumerate(subsets):
        at[colours] = index
    return np.array(subsets), at


PAIR, PAIR_AT = _pair_tables()
SUBSET, SUBSET_AT = _subset_tables()


def _shape_table() -> np.ndarray:
    """Per shape: lowest value, highest value, colours as bits, tiles as a set, number of tiles, and the tiles that may be added next to what is there."""
    runs = [(low, high, 1 << colour) for colour in range(COLOURS) for low, high in PAIR.tolist()]
    families = [(value, value, colours) for value in range(1, VALUES + 1) for colours in SUBSET.tolist()]
    singles = [(value, value, 1 << colour) for colour in range(COLOURS) for value in range(1, VALUES + 1)]
    return np.array([_shape_row(index, *shape) for index, shape in enumerate(runs + families + singles)], np.int64)


def _shape_row(index: int, low: int, high: int, colours: int) -> tuple[int, ...]:
    inside = [c for c in range(COLOURS) if colours >> c & 1]
    tiles = sum(_bit(c, v) for c in inside for v in range(low, high + 1))
    size = len(inside) * (high - low + 1)
    wanted = 0
    if not FAMILY_SHAPES <= index < SINGLE_SHAPES:  # a run, or a single that may become one
        wanted |= sum(_bit(inside[0], v) for v in (low - 1, high + 1) if 1 <= v <= VALUES)
    if index >= FAMILY_SHAPES:  # a family, or a single that may become one
        wanted |= sum(_bit(c, low) for c in range(COLOURS) if c not in inside)
    return low, high, colours, tiles, size, wanted


SHAPE_LOW, SHAPE_HIGH, SHAPE_COLOURS, SHAPE_TILES, SHAPE_SIZE, SHAPE_WANTED = (np.ascontiguousarray(column) for column in _shape_table().T)
TILE_BIT = np.ascontiguousarray(SHAPE_TILES[SINGLE_SHAPES:])

# Phases of a turn.
PLAY = 0
AFTER_DRAW = 1  # RF-T8: play the drawn tile, or keep it
OVER = 2

# Why the game ended.
REASON_NONE, REASON_EMPTY_RACK, REASON_POOL, REASON_STUCK = 0, 1, 2, 3

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
_OFFSETS = np.cumsum([0] + [length for _, length, _ in FEATURE_LAYOUT])
(
    AT_RACK,
    AT_SINGLE,
    AT_RUN,
    AT_RUN_LOW,
    AT_FAMILY,
    AT_WANTED,
    AT_DRAWN,
    AT_SEATS,
    AT_SIZE,
    AT_TURN,
    AT_FIRST,
    AT_AFTER_DRAW,
    AT_POOL,
    AT_PASSES,
    AT_RULES,
) = (int(offset) for offset in _OFFSETS[:-1])

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


@kernel
def start(state, players, ruleset, seed):
    state.players = players
    state.stuck = ruleset.stuck
    state.free_draw = ruleset.free_draw
    state.turns = 0
    state.pending = 0
    state.reason = REASON_NONE
    state.winners = 0
    state.phase = PLAY
    state.passes = 0
    state.drawn = NO_TILE
    for seat in range(SEATS):
        state.lacked[seat] = 0
        state.proved[seat] = 0
        state.fresh[seat] = 0
    for i in range(8):
        state.key[i] = seed[i]
    begin_stream(state, 0)
    _deal(state)
    state.first = below(state, players) if ruleset.first == RANDOM_FIRST else ruleset.first
    state.turn = state.first


@kernel
def legal(state, out):
    if state.phase == OVER:
        return 0
    rack = int(state.rack[state.turn])
    n = plays(state.group, int(state.groups), rack, out)
    if state.phase == AFTER_DRAW:
        n = _containing(TILE_BIT[state.drawn], out, n)
        out[n] = KEEP
        return n + 1
    if n == 0 or state.free_draw:
        if state.pool_size > 0:
            out[n] = DRAW
            return n + 1
        if n == 0:
            out[0] = PASS
            return 1
    return n


@kernel
def apply(state, action):
    if action < DRAW:
        _play(state, action)
    elif action == DRAW:
        _could_not_play(state)
        _pool_to_rack(state, state.turn)
        state.fresh[state.turn] = 1
        state.phase = AFTER_DRAW
    elif action == KEEP:
        _end_turn(state, False)
    else:
        _could_not_play(state)
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
    """Tiles left: the lowest is best."""
    for seat in range(state.players):
        out[seat] = state.rack_size[seat]


@kernel
def hide(state, seat, dice):
    """Deal again what `seat` cannot know: the other racks, the order of the pool, and which tile another seat has just drawn."""
    unseen = np.empty(TILES, np.uint8)
    count = _take_unseen(state, seat, unseen)
    shuffle_by_dice(dice, unseen, count)
    at = 0
    for other in range(state.players):
        if other != seat:
            for i in range(at, at + state.rack_size[other]):
                state.rack[other] |= TILE_BIT[unseen[i]]
            at += int(state.rack_size[other])
            if state.phase == AFTER_DRAW and other == state.turn:
                state.drawn = unseen[at - 1]
    for i in range(state.pool_size):
        state.pool[i] = unseen[at + i]
    replace_stream(state, dice)


@kernel
def observe(state, seat, out):
    """Layout in FEATURE_LAYOUT. Seats are counted from the observer on."""
    out[:FEATURES] = 0.0
    _mark(state.rack[seat], out, AT_RACK)
    _observe_table(state, out)
    for i in range(state.players):
        other = (seat + i) % state.players
        out[AT_SEATS + i] = 1.0
        out[AT_SIZE + i] = state.rack_size[other] / 12.0
        out[AT_TURN + i] = state.turn == other
        out[AT_FIRST + i] = state.first == other
    if state.phase == AFTER_DRAW:
        out[AT_AFTER_DRAW] = 1.0
        if state.turn == seat:
            out[AT_DRAWN + state.drawn] = 1.0
    out[AT_POOL] = state.pool_size / 36.0
    out[AT_PASSES] = state.passes / 4.0
    out[AT_RULES] = state.stuck
    out[AT_RULES + 1] = state.free_draw


@kernel
def _observe_table(state, out):
    wanted = 0
    for at in range(state.groups):
        shape = int(state.group[at])
        tiles = SHAPE_TILES[shape]
        wanted |= SHAPE_WANTED[shape]
        if shape < FAMILY_SHAPES:
            _mark(tiles, out, AT_RUN)
            _mark(tiles & ~(tiles << 1), out, AT_RUN_LOW)
        else:
            _mark(tiles, out, AT_SINGLE if shape >= SINGLE_SHAPES else AT_FAMILY)
    _mark(wanted & ~table_tiles(state), out, AT_WANTED)


@kernel
def _mark(tiles, out, plane):
    for tile in range(TILES):
        if tiles & TILE_BIT[tile]:
            out[plane + tile] = 1.0


# --- dealing -------------------------------------------------------------------------------------


@kernel
def _deal(state):
    """RF-S1."""
    tiles = np.empty(TILES, np.uint8)
    for i in range(TILES):
        tiles[i] = i
    shuffle(state, tiles, TILES)
    at = 0
    for seat in range(SEATS):
        state.rack[seat] = 0
        state.rack_size[seat] = 0
    for seat in range(state.players):
        for i in range(at, at + RACK):
            state.rack[seat] |= TILE_BIT[tiles[i]]
        state.rack_size[seat] = RACK
        at += RACK
    for i in range(GROUPS):
        state.group[i] = SINGLE_SHAPES + int(tiles[at + i]) if i < FACE_UP else 0
    state.groups = FACE_UP
    at += FACE_UP
    state.pool_size = TILES - at
    for i in range(POOL):
        state.pool[i] = tiles[TILES - 1 - i] if i < TILES - at else NO_TILE


@kernel
def _take_unseen(state, seat, out):
    """Empty the other racks and the pool into a list of tile numbers, in tile order, so that where they were leaves no trace."""
    unseen = 0
    for other in range(state.players):
        if other != seat:
            unseen |= state.rack[other]
            state.rack[other] = 0
    for i in range(state.pool_size):
        unseen |= TILE_BIT[state.pool[i]]
    count = 0
    for tile in range(TILES):
        if unseen & TILE_BIT[tile]:
            out[count] = tile
            count += 1
    return count


# --- moving tiles: every tile goes through these ---------------------------------------------------


@kernel
def _pool_to_rack(state, seat):
    state.pool_size -= 1
    tile = state.pool[state.pool_size]
    state.pool[state.pool_size] = NO_TILE
    state.rack[seat] |= TILE_BIT[tile]
    state.rack_size[seat] += 1
    state.drawn = tile


@kernel
def _rack_to_group(state, seat, at, shape):
    """Group `at` takes this shape: what it lacked comes from the rack."""
    played = SHAPE_TILES[shape] & state.rack[seat]
    together = played & (played - 1 if FAMILY_SHAPES <= shape < SINGLE_SHAPES else played >> 1)
    if state.phase == AFTER_DRAW or together or played & state.lacked[seat]:  # what the seat could not play before: the fresh tile is in it
        state.fresh[seat] = 0
    state.rack[seat] ^= played
    state.rack_size[seat] -= SHAPE_SIZE[shape] - (SHAPE_SIZE[state.group[at]] if at < state.groups else 0)
    state.group[at] = shape
    state.groups = max(int(state.groups), at + 1)


# --- a turn ----------------------------------------------------------------------------------------


@kernel
def table_tiles(state):
    tiles = 0
    for at in range(state.groups):
        tiles |= SHAPE_TILES[state.group[at]]
    return tiles


@kernel
def wanted_tiles(state):
    """Tiles that fit some group, on the table or not."""
    wanted = 0
    for at in range(state.groups):
        wanted |= SHAPE_WANTED[state.group[at]]
    return wanted


@kernel
def _could_not_play(state):
    """RF-T7: whoever draws or passes shows that no tile fits, and that no two go together; unless drawing is free."""
    if not state.free_draw:
        state.lacked[state.turn] = wanted_tiles(state)
        state.proved[state.turn] = 1
        state.fresh[state.turn] = 0


@kernel
def group_added_to(shapes, shape):
    """The group that can take this shape: the one whose tiles are all in it. The caller knows that there is one."""
    at = 0
    while SHAPE_TILES[shapes[at]] & ~SHAPE_TILES[shape]:
        at += 1
    return at


@kernel
def plays(shapes, groups, rack, out):
    """Every way to do one of the four actions (RF-T2..T5) with this rack at a table of these shapes."""
    n = 0
    for at in range(groups):
        shape = int(shapes[at])
        if SHAPE_WANTED[shape] & rack:
            if not FAMILY_SHAPES <= shape < SINGLE_SHAPES:
                n = _longer_runs(shape, rack, out, n)
            if shape >= FAMILY_SHAPES:
                n = _larger_families(shape, rack, out, n)
    if rack & (rack >> 1):
        n = _new_runs(rack, out, n)
    return _new_families(rack, out, n)


@kernel
def _longer_runs(shape, rack, out, n):
    """RF-T2: at its start, its end or both (RF-V0)."""
    colour = _only_colour(SHAPE_COLOURS[shape])
    column = rack >> (COLUMN * colour)
    low, high = SHAPE_LOW[shape], SHAPE_HIGH[shape]
    first, last = low, high
    while (column >> (first - 1)) & 1:
        first -= 1
    while last < VALUES and (column >> (last + 1)) & 1:
        last += 1
    for start_at in range(first, low + 1):
        for end_at in range(high, last + 1):
            if start_at < low or end_at > high:
                out[n] = ADD + colour * PAIRS + PAIR_AT[start_at, end_at]
                n += 1
    return n


@kernel
def _larger_families(shape, rack, out, n):
    """RF-T3: any of the colours held."""
    value, inside = SHAPE_LOW[shape], SHAPE_COLOURS[shape]
    base = ADD + FAMILY_SHAPES + (value - 1) * SUBSETS
    held = _colours_held(rack, value)
    more = held
    while more:
        out[n] = base + SUBSET_AT[inside | more]
        n += 1
        more = (more - 1) & held
    return n


@kernel
def _new_runs(rack, out, n):
    """RF-T4."""
    for colour in range(COLOURS):
        column = (rack >> (COLUMN * colour)) & 0xFFFF
        starts = column & (column >> 1)
        low = 1
        while starts >> low:
            if (starts >> low) & 1:
                high = low + 1
                while (column >> high) & 1:
                    out[n] = NEW + colour * PAIRS + PAIR_AT[low, high]
                    n += 1
                    high += 1
            low += 1
    return n


@kernel
def _new_families(rack, out, n):
    """RF-T5."""
    red, blue = rack & 0xFFFF, (rack >> COLUMN) & 0xFFFF
    green, yellow = (rack >> (2 * COLUMN)) & 0xFFFF, rack >> (3 * COLUMN)
    twice = (red & blue) | (green & yellow) | ((red | blue) & (green | yellow))
    value = 1
    while twice >> value:
        if (twice >> value) & 1:
            held = _colours_held(rack, value)
            base = NEW + FAMILY_SHAPES + (value - 1) * SUBSETS
            colours = held
            while colours:
                if colours & (colours - 1):
                    out[n] = base + SUBSET_AT[colours]
                    n += 1
                colours = (colours - 1) & held
        value += 1
    return n


@kernel
def _containing(tile_bit, out, n):
    """Only the plays that use this tile (RF-T8, RF-V4): it was in no group before, so it is played if the shape has it."""
    kept = 0
    for i in range(n):
        if SHAPE_TILES[out[i] % NEW] & tile_bit:
            out[kept] = out[i]
            kept += 1
    return kept


@kernel
def _only_colour(colours):
    """The colour of a run or a single, from its bit."""
    return (colours >> 1) - (colours >> 3)


@kernel
def _colours_held(rack, value):
    """Bit per colour."""
    tiles = rack >> value
    return (tiles & 1) | ((tiles >> (COLUMN - 1)) & 2) | ((tiles >> (2 * COLUMN - 2)) & 4) | ((tiles >> (3 * COLUMN - 3)) & 8)


@kernel
def _play(state, action):
    seat = state.turn
    if action < NEW:
        _rack_to_group(state, seat, group_added_to(state.group, action - ADD), action - ADD)
    else:
        _rack_to_group(state, seat, int(state.groups), action - NEW)
    if state.rack_size[seat] == 0:
        _win_at_once(state, seat)
    else:
        _end_turn(state, False)


@kernel
def _end_turn(state, passed):
    state.turns += 1
    state.phase = PLAY
    state.drawn = NO_TILE
    state.passes = state.passes + 1 if passed else 0
    if state.stuck and state.passes == state.players:
        _fewest_win(state, REASON_STUCK)
    elif not state.stuck and state.pool_size == 0:
        _fewest_win(state, REASON_POOL)
    else:
        state.turn = (state.turn + 1) % state.players


# --- the end ---------------------------------------------------------------------------------------


@kernel
def _win_at_once(state, seat):
    """RF-E1."""
    state.turns += 1
    state.phase = OVER
    state.drawn = NO_TILE
    state.reason = REASON_EMPTY_RACK
    state.winners = 1 << seat


@kernel
def _fewest_win(state, reason):
    """RF-E2."""
    state.phase = OVER
    state.reason = reason
    fewest = TILES
    for seat in range(state.players):
        fewest = min(fewest, int(state.rack_size[seat]))
    for seat in range(state.players):
        if state.rack_size[seat] == fewest:
            state.winners |= 1 << seat
