"""What the others may hold, judging by all they did in this round: a walk (Metropolis) through the deals in which their
moves make sense.

The record keeps the round's actions. A deal gives every seat the hand it had at each of its decisions, and a manner of
playing makes the move it made there more or less likely (`history`). The walk swaps unseen tiles between hands, and the
box unseen, and changes manners, so that it visits deals as often as they are likely. Nobody plays by our rules of thumb
alone: there is a dull manner, and every manner has lapses.
"""

from __future__ import annotations

import numpy as np

from tuilerie.games.restart.history import DECISION, HELD, WHO, best_on, likelihood, replay
from tuilerie.games.restart.rules import COLOURS, REMEMBERED, SEATS, TILES
from tuilerie.games.restart.worth import FULL_HAND, NONE, PLAIN, WEIGHTS
from tuilerie.kernel.bits import lowest
from tuilerie.kernel.chance import toss
from tuilerie.kernel.compiled import kernel

# The manners that are reckoned with: weights; how fast a move becomes unlikely with every point it is worth less; how
# often a move is anything.
# `python -m bench.fit_beliefs_restart` tells how well others explain the hands of several players.
MANNERS = np.stack((WEIGHTS, PLAIN, WEIGHTS))
SHARP = np.array([1 / 3, 1 / 3, 1 / 10])
LAPSE = np.array([0.05, 0.05, 0.12])

FIRST_STEPS, STEPS = 300, 12  # of the walk for every hand it looks into: before the first deal, and between deals
MANNER_STEPS = 16  # steps between two thoughts about manners
ALL_COLOURS = (1 << COLOURS) - 1
COLUMNS = COLOURS + 1
# a deal: the masks of every seat's hand, those of the box unseen, the manner of every seat
MANNER_AT = (SEATS + 1) * COLUMNS
DEAL = MANNER_AT + SEATS


@kernel
def suppose(state, seat, dice, deals):
    """Fill every line of `deals`."""
    decisions = np.empty((REMEMBERED, DECISION), np.int64)
    count = replay(state, decisions)
    masks, manners, likely = np.zeros((SEATS + 1, COLUMNS), np.uint32), np.zeros(SEATS, np.int64), np.ones(SEATS + 1)
    tiles, owners = np.empty(TILES, np.uint8), np.empty(TILES, np.uint8)
    unseen = _list_unseen(state, seat, tiles, owners, masks)
    bests, trial = np.full((REMEMBERED, COLOURS), NONE), np.full((REMEMBERED, COLOURS), NONE)
    past = (decisions[:count], FULL_HAND[state.players])
    minds = (masks, manners, likely, bests, trial)
    for other in range(state.players):
        if other != seat:
            likely[other] = _weigh(past, other, masks[other], 0, ALL_COLOURS, 0.0, bests)
    trial[:] = bests
    others = int(state.players) - 1
    first, between = FIRST_STEPS * others, STEPS * others
    for step in range(first + between * len(deals)):
        _try_swap(past, minds, tiles, owners, unseen, toss(dice))
        if step % MANNER_STEPS == 0:
            for other in range(state.players):
                if other != seat:
                    _try_manner(past, minds, other, toss(dice))
        after = step - first + 1
        if after > 0 and after % between == 0:
            _write(deals[after // between - 1], masks, manners)


@kernel
def lay(state, seat, deal):
    for column in range(COLUMNS):
        state.aside[column] = deal[SEATS * COLUMNS + column]
        for other in range(state.players):
            if other != seat:
                state.hand[other, column] = deal[other * COLUMNS + column]


@kernel
def _write(deal, masks, manners):
    for owner in range(SEATS + 1):
        for column in range(COLUMNS):
            deal[owner * COLUMNS + column] = masks[owner, column]
    for other in range(SEATS):
        deal[MANNER_AT + other] = manners[other]


@kernel
def _try_swap(past, minds, tiles, owners, unseen, bits):
    """Swap two unseen tiles if that makes what was seen likelier, and now and then if not."""
    masks, manners, likely, bests, trial = minds
    i = np.int64(((bits & np.uint64(0xFFFF)) * np.uint64(unseen)) >> np.uint64(16))
    j = np.int64((((bits >> np.uint64(16)) & np.uint64(0xFFFF)) * np.uint64(unseen)) >> np.uint64(16))
    here, there = owners[i], owners[j]
    if here == there:
        return
    least = likely[here] * likely[there] * _fraction(bits)
    changed = (1 << (tiles[i] >> 5) | 1 << (tiles[j] >> 5)) & ALL_COLOURS
    _exchange(masks, here, there, tiles[i], tiles[j])
    one, other = 1.0, 1.0
    if here < SEATS:
        one = _weigh(past, here, masks[here], manners[here], changed, least, trial)
    if there < SEATS and one > 0.0:
        other = _weigh(past, there, masks[there], manners[there], changed, least / one, trial)
    if one * other > least:
        owners[i], owners[j] = there, here
        likely[here], likely[there] = one, other
        _keep(past, here, there, trial, bests)
    else:
        _exchange(masks, here, there, tiles[j], tiles[i])
        _keep(past, here, there, bests, trial)


@kernel
def _try_manner(past, minds, seat, bits):
    """Think of a seat as another kind of player, if that makes what it did likelier, and now and then if not."""
    masks, manners, likely, bests, trial = minds
    manner = (manners[seat] + 1 + np.int64(bits & np.uint64(1))) % len(MANNERS)
    least = likely[seat] * _fraction(bits)
    so = _weigh(past, seat, masks[seat], manner, ALL_COLOURS, least, trial)
    if so > least:
        manners[seat], likely[seat] = manner, so
        _keep(past, seat, seat, trial, bests)
    else:
        _keep(past, seat, seat, bests, trial)


@kernel
def _fraction(bits):
    """Between 0 and 1, from the high half of a toss."""
    return np.float64(bits >> np.uint64(32)) / 4294967296.0


@kernel
def _weigh(past, seat, hand, manner, changed, least, bests):
    """How likely a seat of this manner was to do all it did with this hand, or 0 as soon as that is less than `least`.

    `bests`, the worth of the best run by decision and row, is brought up to date for the `changed` colours (a mask) as
    far as it is looked at.
    """
    decisions, full_hand = past
    weights, sharp, lapse = MANNERS[manner], SHARP[manner], LAPSE[manner]
    likely = 1.0
    for i in range(len(decisions)):
        line = decisions[i]
        if line[WHO] != seat:
            continue
        early = line[HELD] * full_hand
        colours = changed
        while colours:
            colour = lowest(colours)
            colours &= colours - 1
            bests[i, colour] = best_on(weights, line, hand, colour, early)
        likely *= likelihood(weights, line, hand, bests[i], early, sharp, lapse)
        if likely < least:
            return 0.0
    return likely


@kernel
def _keep(past, here, there, source, target):
    """Take over the best runs of two seats."""
    decisions, _ = past
    for i in range(len(decisions)):
        if decisions[i, WHO] == here or decisions[i, WHO] == there:
            for colour in range(COLOURS):
                target[i, colour] = source[i, colour]


@kernel
def _exchange(masks, here, there, mine, yours):
    """Tile `mine` goes from here to there, `yours` the other way."""
    one, other = np.uint32(1) << np.uint32(mine & 31), np.uint32(1) << np.uint32(yours & 31)
    masks[here, mine >> 5] ^= one
    masks[there, mine >> 5] |= one
    masks[there, yours >> 5] ^= other
    masks[here, yours >> 5] |= other


@kernel
def _list_unseen(state, seat, tiles, owners, masks):
    """Tiles as column * 32 + bit, owners as seats, the unseen box as owner SEATS."""
    count = 0
    for owner in range(SEATS + 1):
        if owner == seat or (state.players <= owner < SEATS):
            continue
        for column in range(COLUMNS):
            mask = state.aside[column] if owner == SEATS else state.hand[owner, column]
            masks[owner, column] = mask
            while mask:
                tiles[count] = column * 32 + lowest(mask)
                owners[count] = owner
                count += 1
                mask &= mask - np.uint32(1)
    return count
