"""Rules of thumb for Rummy famille: prefer the play after which the rest of the rack needs the fewest turns and leaves
the fewest tiles stuck, and which opens the fewest places to tiles that others may hold.

Luck weighs heavily: most turns offer one play or none. Against random play the shares of victory stay flat around these
weights.
"""

from __future__ import annotations

import numpy as np

from tuilerie.games.famille.plays import SHAPE_TILES, SHAPE_WANTED, TILE_BIT, group_added_to, plays
from tuilerie.games.famille.record import AFTER_DRAW, GROUPS, OVER, SEATS
from tuilerie.games.famille.rules import apply, hide, legal
from tuilerie.games.famille.shapes import ADD, COLUMN, DRAW, KEEP, NEW, TILES
from tuilerie.kernel.chance import toss
from tuilerie.kernel.compiled import kernel

# Weights, in turns.
PER_STUCK = 2.5  # a tile that fits nowhere yet: a turn to draw, and one to play it later
PER_OPENING = 0.3  # an unseen tile that fits the table: others may play it
KIN_KEPT = 0.6  # while planning: a tile played alone rather than left without kin

ALL_TILES = int(TILE_BIT.sum())
ANYWHERE = SEATS  # while imagining: a place that nothing is known of, in the pool or fresh on a rack
SWAPS = 4  # proposals per unseen tile


@kernel
def greedy(state, dice, out, n):
    shapes = np.empty(GROUPS, np.uint16)
    planned = np.empty(DRAW, np.int32)
    best, best_worth = out[0], -1e9
    for i in range(n):
        worth = _worth(state, out[i], shapes, planned)
        if worth > best_worth:
            best, best_worth = out[i], worth
    return best


@kernel
def imagine(state, seat, dice):
    """Deal the unseen tiles again, then swap pairs until every rack explains its owner's draws: no tile that fitted, no
    two that go together.

    From there on only swaps that keep it so are made: all such deals come out about equally often.
    """
    hide(state, seat, dice)
    if state.phase == AFTER_DRAW and state.turn != seat:
        return
    tiles = np.empty(TILES, np.uint8)
    places = np.empty(TILES, np.uint8)
    homes = np.empty(TILES, np.uint8)
    old = np.zeros(SEATS + 1, np.int64)
    count = _list_unseen(state, seat, tiles, places, homes, old)
    if not old.any():
        return
    for _ in range(SWAPS * count):
        bits = toss(dice)
        i = np.int64(((bits & np.uint64(0xFFFF)) * np.uint64(count)) >> np.uint64(16))
        j = np.int64((((bits >> np.uint64(16)) & np.uint64(0xFFFF)) * np.uint64(count)) >> np.uint64(16))
        here, there = places[i], places[j]
        if here == there:
            continue
        both = TILE_BIT[tiles[i]] | TILE_BIT[tiles[j]]
        before, after = 0, 0
        if here != ANYWHERE:
            before += _amiss(state, here, old[here])
            after += _amiss(state, here, old[here] ^ both)
        if there != ANYWHERE:
            before += _amiss(state, there, old[there])
            after += _amiss(state, there, old[there] ^ both)
        if after <= before:
            old[here] ^= both
            old[there] ^= both
            tiles[i], tiles[j] = tiles[j], tiles[i]
    _give_unseen(state, seat, tiles, homes, count)


@kernel
def _list_unseen(state, seat, tiles, places, homes, old):
    """Every unseen tile, where it lies (`homes`: a rack, or SEATS for the pool), and whose proofs speak of it
    (`places`; `old` is the set per seat).
    """
    count = 0
    for other in range(state.players):
        if other == seat:
            continue
        free = int(state.fresh[other]) if state.proved[other] else int(state.rack_size[other])
        for tile in range(TILES):
            if state.rack[other] & TILE_BIT[tile]:
                tiles[count] = tile
                homes[count] = other
                places[count] = ANYWHERE if free > 0 else other
                if free <= 0:
                    old[other] |= TILE_BIT[tile]
                free -= 1
                count += 1
    for i in range(state.pool_size):
        tiles[count] = state.pool[i]
        homes[count] = SEATS
        places[count] = ANYWHERE
        count += 1
    return count


@kernel
def _give_unseen(state, seat, tiles, homes, count):
    for other in range(state.players):
        if other != seat:
            state.rack[other] = 0
    drawn_from = 0
    for i in range(count):
        if homes[i] == SEATS:
            state.pool[drawn_from] = tiles[i]
            drawn_from += 1
        else:
            state.rack[homes[i]] |= TILE_BIT[tiles[i]]


@kernel
def _amiss(state, seat, tiles):
    """How much a rack contradicts what its owner could not do."""
    return _count(tiles & (state.lacked[seat] | _kin(tiles)))


@kernel
def finish(state, me, dice, out):
    """To the end, everybody by the rules of thumb: chance is in the draws."""
    while state.phase != OVER:
        n = legal(state, out)
        apply(state, out[0] if n == 1 else greedy(state, dice, out, n))
    return True


@kernel
def _worth(state, action, shapes, planned):
    """Less is needed, more is it worth; an empty rack wins at once.

    Drawing although one could play is never worth it.
    """
    if action == DRAW:
        return -1e6
    groups = int(state.groups)
    for at in range(groups):
        shapes[at] = state.group[at]
    rack = int(state.rack[state.turn])
    if action != KEEP:
        groups = _lay(shapes, groups, action)
        rack &= ~SHAPE_TILES[action % NEW]
    if rack == 0:
        return 1e6
    openings = PER_OPENING * _openings(shapes, groups, rack)
    return -openings - _turns_needed(shapes, groups, rack, planned)


@kernel
def _lay(shapes, groups, action):
    """Do a play on a table of shapes; the number of groups after it."""
    if action < NEW:
        shapes[group_added_to(shapes, action - ADD)] = action - ADD
        return groups
    shapes[groups] = action - NEW
    return groups + 1


@kernel
def _openings(shapes, groups, rack):
    """Tiles that the seat has not seen and that fit some group."""
    wanted, table = 0, 0
    for at in range(groups):
        wanted |= SHAPE_WANTED[shapes[at]]
        table |= SHAPE_TILES[shapes[at]]
    return _count(wanted & ALL_TILES & ~(table | rack))


@kernel
def _turns_needed(shapes, groups, rack, planned):
    """Turns until nothing more fits, playing alone and much at a time; and what the tiles left over will cost."""
    turns = 0.0
    while rack:
        n = plays(shapes, groups, rack, planned)
        if n == 0:
            break
        action = _largest(rack, planned, n)
        groups = _lay(shapes, groups, action)
        rack &= ~SHAPE_TILES[action % NEW]
        turns += 1.0
    return turns + PER_STUCK * _count(rack)


@kernel
def _largest(rack, planned, n):
    """The play that sheds most, without leaving tiles alone that had kin on the rack."""
    best, best_worth = planned[0], -1e9
    for i in range(n):
        tiles = SHAPE_TILES[planned[i] % NEW]
        left = rack & ~tiles
        worth = _count(rack & tiles) - KIN_KEPT * _count(left & ~_kin(left))
        if worth > best_worth:
            best, best_worth = planned[i], worth
    return best


@kernel
def _kin(tiles):
    """Tiles next to one of these in value, or of the same value in another colour."""
    low, middle = tiles & 0xFFFF, tiles & 0xFFFFFFFF
    same = (tiles >> COLUMN) | (tiles >> (2 * COLUMN)) | (tiles >> (3 * COLUMN))
    same |= (low << (3 * COLUMN)) | (middle << (2 * COLUMN)) | ((tiles & 0xFFFFFFFFFFFF) << COLUMN)
    return same | (tiles << 1) | (tiles >> 1)


@kernel
def _count(tiles):
    """The number of tiles in a set: bits counted side by side."""
    tiles = tiles - ((tiles >> 1) & 0x5555555555555555)
    tiles = (tiles & 0x3333333333333333) + ((tiles >> 2) & 0x3333333333333333)
    tiles = (tiles + (tiles >> 4)) & 0x0F0F0F0F0F0F0F0F
    tiles += tiles >> 8
    tiles += tiles >> 16
    return (tiles + (tiles >> 32)) & 0x7F
