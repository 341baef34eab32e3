"""Rules of thumb for Rummy famille: prefer the play after which the rest of the rack needs the fewest turns and leaves the fewest tiles stuck,
and which opens the fewest places to tiles that others may hold.

Luck weighs heavily: most turns offer one play or none. Against random play the shares of victory stay flat around these weights.
"""

from __future__ import annotations

import numpy as np

from tuilerie.rules.compiled import kernel
from tuilerie.rules.famille import ADD, COLUMN, DRAW, GROUPS, KEEP, NEW, SHAPE_TILES, SHAPE_WANTED, TILE_BIT, group_added_to, plays

# Weights, in turns.
PER_STUCK = 2.5  # a tile that fits nowhere yet: a turn to draw, and one to play it later
PER_OPENING = 0.3  # an unseen tile that fits the table: others may play it
KIN_KEPT = 0.6  # while planning: a tile played alone rather than left without kin

ALL_TILES = int(TILE_BIT.sum())


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
def _worth(state, action, shapes, planned):
    """Less is needed, more is it worth; an empty rack wins at once. Drawing although one could play is never worth it."""
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
    count = 0
    while tiles:
        tiles &= tiles - 1
        count += 1
    return count
