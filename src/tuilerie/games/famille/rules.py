"""Rummy, family version: the rules, over one flat record. Clause ids (RF-*) are those of the rules page.

What the stream is read for, in this order: a shuffle of the 52 tiles in tile order; then, if the first seat is random,
`below(players)`. The shuffled tiles go 6 to seat 0, 6 to seat 1 and so on; the next 4 face up, groups 1 to 4 in that
order; the rest is the pool, drawn from the front.

The record is in `record`, shapes and plays in `shapes`, features in `observe`.
"""

from __future__ import annotations

import numpy as np

from tuilerie.games.famille.observe import observe
from tuilerie.games.famille.plays import SHAPE_SIZE, SHAPE_TILES, SHAPE_WANTED, TILE_BIT, group_added_to, plays
from tuilerie.games.famille.record import (
    AFTER_DRAW,
    FACE_UP,
    FEATURE_LAYOUT,
    FEATURES,
    GROUPS,
    NO_TILE,
    OVER,
    PLAY,
    POOL,
    RACK,
    RANDOM_FIRST,
    REASON_EMPTY_RACK,
    REASON_POOL,
    REASON_STUCK,
    RULESET,
    SEATS,
    STATE,
)
from tuilerie.games.famille.shapes import ACTIONS, ADD, DRAW, FAMILY_SHAPES, KEEP, NEW, PASS, SINGLE_SHAPES, TILES
from tuilerie.kernel.chance import begin_game, begin_stream, below, replace_stream, shuffle, shuffle_by_dice
from tuilerie.kernel.compiled import kernel
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


@kernel
def start(state, players, ruleset, seed):
    begin_game(state, players, seed)
    state.stuck = ruleset.stuck
    state.free_draw = ruleset.free_draw
    state.winners = 0
    state.phase = PLAY
    state.passes = 0
    state.drawn = NO_TILE
    for seat in range(SEATS):
        state.lacked[seat] = 0
        state.proved[seat] = 0
        state.fresh[seat] = 0
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
def scores(state, out):
    """Tiles left: the lowest is best."""
    for seat in range(state.players):
        out[seat] = state.rack_size[seat]


@kernel
def hide(state, seat, dice):
    """Deal again what `seat` cannot know: the other racks, the order of the pool, and which tile another seat has just
    drawn.
    """
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
    """Empty the other racks and the pool into a list of tile numbers, in tile order, so that where they were leaves no
    trace.
    """
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
    # what the seat could not play before: the fresh tile is in it
    if state.phase == AFTER_DRAW or together or played & state.lacked[seat]:
        state.fresh[seat] = 0
    state.rack[seat] ^= played
    state.rack_size[seat] -= SHAPE_SIZE[shape] - (SHAPE_SIZE[state.group[at]] if at < state.groups else 0)
    state.group[at] = shape
    state.groups = max(int(state.groups), at + 1)


# --- a turn ----------------------------------------------------------------------------------------


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
def _containing(tile_bit, out, n):
    """Only the plays that use this tile (RF-T8, RF-V4): it was in no group before, so it is played if the
    shape has it.
    """
    kept = 0
    for i in range(n):
        if SHAPE_TILES[out[i] % NEW] & tile_bit:
            out[kept] = out[i]
            kept += 1
    return kept


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
