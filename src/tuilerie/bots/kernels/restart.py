"""Rules of thumb for ReStart: shed much, jump little, bury the others' tiles rather than your own, and hurry only where somebody can follow.

`greedy` is also the policy of playouts, so it never lists the legal actions: it reads each colour's mask and weighs only the longest run from
each gap, the two endings, and the special tiles. It knows its own hand, the rows, and the set of tiles it has not seen (who holds them it ignores).
"""

from __future__ import annotations

import math

import numpy as np

from tuilerie.bots.kernels.restart_beliefs import MANNERS, walk
from tuilerie.bots.kernels.restart_worth import (
    CLOSING,
    CUTTING,
    CUTTING_EARLY,
    EMPTYING,
    EMPTYING_EARLY,
    FIRST_GAMES,
    FIRST_GAMES_NOISE,
    NONE,
    PASSING,
    PLAIN,
    WEIGHTS,
    best_run,
    count_bits,
    freed,
    points_of,
)
from tuilerie.rules.bits import lowest
from tuilerie.rules.chance import roll, toss
from tuilerie.rules.compiled import kernel
from tuilerie.rules.restart import (
    AFTER_CUT,
    BIN,
    COLOURS,
    CUT,
    EMPTY,
    END,
    OVER,
    PASS,
    RESTART,
    RUNS,
    SCISSORS,
    SEATS,
    SPECIAL,
    STOP,
    TILES,
    do,
    hide,
    returns,
    row_value,
)

DEAL = 34
SETTINGS = np.array([[1 / 3, 0.05, 0.0], [1 / 3, 0.05, 0.0], [1 / 10, 0.12, 0.0]])
BURN, GAP = 300, 12
ALL_COLOURS = (1 << COLOURS) - 1
FULL_HAND = np.array([1.0, 1.0, 1 / 30.0, 1 / 29.0, 1 / 22.0])  # one over the tiles dealt, by players
NOISE_STEP = 1.0 / 4096.0
PLAYOUT_NOISE = 6.0  # points

# The chance of winning from the totals at the end of a round: seat i weighs exp(-total / scale), scale = CALM + SLACK * points left to the target.
CALM = np.array([1.0, 1.0, 16.0, 15.0, 14.0])  # by players; found by `python bench/fit_restart.py`
SLACK = np.array([0.0, 0.0, 0.15, 0.05, 0.05])

# How much likelier than the unseen box a hand is to hold an unseen tile, by what its owner did (neither, jumped over it, passed on it) and kind of tile.
# From `python bench/fit_beliefs_restart.py`; what was never seen there gets a little, for players who are not like our own.
AHEAD_OF_ROW, BEHIND_ROW, AN_END, A_RESTART, A_SPECIAL = range(5)
BELIEF = np.array([[1.07, 1.75, 1.25, 1.24, 1.54], [0.5, 0.81, 0.52, 0.05, 1.54], [0.02, 0.02, 0.02, 0.02, 1.54]])
SWAPS = 3  # proposals per unseen tile
DOUBT = 0.5  # see `doubt` in playout


@kernel
def greedy(state, dice, out, n):
    return thoughtful(state, WEIGHTS, dice, 0.0)


@kernel
def imagine(state, seat, dice):
    """Deal the unseen tiles again, then swap pairs towards hands that explain what their owners declined (Metropolis).

    Whoever passed, jumped over a value or stopped a run before it hardly holds the tile: an even deal would see dangers that are not there.
    """
    hide(state, seat, dice)
    tiles = np.empty(TILES, np.uint8)
    owners = np.empty(TILES, np.uint8)
    odds = np.empty((TILES, SEATS + 1))
    count = _list_unseen(state, seat, tiles, owners)
    for i in range(count):
        odds[i, SEATS] = 1.0
        for other in range(state.players):
            odds[i, other] = _belief(state, other, tiles[i])
    for _ in range(SWAPS * count):
        bits = toss(dice)
        i = np.int64(((bits & np.uint64(0xFFFF)) * np.uint64(count)) >> np.uint64(16))
        j = np.int64((((bits >> np.uint64(16)) & np.uint64(0xFFFF)) * np.uint64(count)) >> np.uint64(16))
        here, there = owners[i], owners[j]
        if here != there and odds[i, here] * odds[j, there] * np.int64(bits >> np.uint64(32)) < odds[i, there] * odds[j, here] * 4294967296.0:
            owners[i], owners[j] = there, here
    _give_unseen(state, seat, tiles, owners, count)


@kernel
def _list_unseen(state, seat, tiles, owners):
    """Tiles as colour * 32 + bit, owners as seats, the unseen box as owner SEATS."""
    count = 0
    for owner in range(SEATS + 1):
        if owner == seat or (state.players <= owner < SEATS):
            continue
        for column in range(COLOURS + 1):
            mask = state.aside[column] if owner == SEATS else state.hand[owner, column]
            while mask:
                tiles[count] = column * 32 + lowest(mask)
                owners[count] = owner
                count += 1
                mask &= mask - np.uint32(1)
    return count


@kernel
def _give_unseen(state, seat, tiles, owners, count):
    for column in range(COLOURS + 1):
        state.aside[column] = 0
        for other in range(state.players):
            if other != seat:
                state.hand[other, column] = 0
    for i in range(count):
        bit = np.uint32(1) << np.uint32(tiles[i] & 31)
        if owners[i] == SEATS:
            state.aside[tiles[i] >> 5] |= bit
        else:
            state.hand[owners[i], tiles[i] >> 5] |= bit


@kernel
def _belief(state, owner, tile):
    """How likely this seat's hand is to hold the tile, compared with the box unseen."""
    colour, value = int(tile) >> 5, int(tile) & 31
    if colour == SPECIAL:
        return BELIEF[0, A_SPECIAL]
    bit = np.uint32(1) << np.uint32(value)
    declined = 2 if state.passed_on[owner, colour] & bit else 1 if state.declined[owner, colour] & bit else 0
    if value >= END:
        return BELIEF[declined, AN_END + value - END]
    return BELIEF[declined, AHEAD_OF_ROW if value > row_value(state, colour) else BEHIND_ROW]


@kernel
def doubt(state):
    return DOUBT


@kernel
def rollout(state, dice, out):
    return thoughtful(state, WEIGHTS, dice, PLAYOUT_NOISE)


@kernel
def beginner(state, dice, out, n):
    """One move in eight is anything legal."""
    return out[roll(dice, n)] if roll(dice, 8) == 0 else thoughtful(state, FIRST_GAMES, dice, FIRST_GAMES_NOISE)


@kernel
def settles(state, action):
    """A playout stops before the pass that ends the round: the next deal would only cost time."""
    return action == PASS and state.passes + 1 == state.players


@kernel
def suppose(state, seat, dice, deals):
    walk(state, seat, dice, deals, SETTINGS, BURN, GAP)


@kernel
def lay(state, seat, deal):
    for column in range(COLOURS + 1):
        state.aside[column] = deal[SEATS * 6 + column]
        for other in range(state.players):
            if other != seat:
                state.hand[other, column] = deal[other * 6 + column]


@kernel
def finish(state, me, dice, out):
    deal = np.empty(DEAL, np.uint32)
    manner = toss(dice) >> np.uint64(63)
    for other in range(SEATS):
        deal[30 + other] = manner
    return finish_with(state, me, dice, out, deal)


@kernel
def finish_with(state, me, dice, out, deal):
    """The rest of the round: `me` by the rules of thumb, the others with noise, in half of the worlds as plain players who think of points alone.

    Who counts on opponents like itself loses to others. Each seat's best run per colour is remembered: a turn changes one row, so most of them
    stay; only the share of the hand still held, which moves the endings a little, is that of the turn at which a run was looked at.
    """
    runs = np.empty((SEATS, COLOURS), np.int64)
    worths = np.empty((SEATS, COLOURS), np.float64)
    stale = np.full(SEATS, ALL_COLOURS, np.int64)
    while state.phase != OVER:
        seat = int(state.turn)
        weights = WEIGHTS if seat == me else MANNERS[deal[30 + seat]]
        if state.phase == AFTER_CUT:
            action = thoughtful(state, weights, dice, 0.0)
        else:
            _look_again(state, weights, seat, stale[seat], runs, worths)
            stale[seat] = 0
            action = _remembered(state, weights, seat, runs, worths, toss(dice), 0.0 if seat == me else PLAYOUT_NOISE * NOISE_STEP)
            if action == PASS and state.passes + 1 == state.players:
                break
        if action < STOP:
            colour = action // RUNS if action < CUT else (action - CUT) % COLOURS
            for other in range(SEATS):
                stale[other] |= 1 << colour
        do(state, action)
    return True


@kernel
def _remembered(state, weights, seat, runs, worths, bits, scale):
    """As `thoughtful` at the start of a turn, over the runs looked at before."""
    action = PASS
    worth = weights[CLOSING] if state.passes + 1 == state.players else weights[PASSING]
    for colour in range(COLOURS):
        noisy = worths[seat, colour] + np.int64(bits & np.uint64(4095)) * scale
        bits >>= np.uint64(12)
        if noisy > worth:
            action, worth = runs[seat, colour], noisy
    if state.hand[seat, SPECIAL]:
        special, special_worth = _best_special(state, weights, seat, state.hand_size[seat] * FULL_HAND[state.players])
        if special_worth > worth:
            action = special
    return action


@kernel
def _look_again(state, weights, seat, colours, runs, worths):
    early = state.hand_size[seat] * FULL_HAND[state.players]
    while colours:
        colour = lowest(colours)
        colours &= colours - 1
        top = row_value(state, colour)
        worths[seat, colour] = NONE
        if top < END and state.hand[seat, colour] >> np.uint32(top + 1) != 0:
            run, worths[seat, colour] = best_run(weights, state.hand[seat, colour], _unseen(state, seat, colour), top, early)
            runs[seat, colour] = colour * RUNS + run


@kernel
def chances(state, out):
    """Each seat's chance of winning the game if the round ended here; an emptied hand has won already (RS-E4)."""
    if state.phase == OVER:
        returns(state, out)
        return
    highest, lowest = 0, 1 << 30
    for seat in range(state.players):
        total = int(state.totals[seat]) + _points_in(state.hand[seat])
        out[seat] = total
        highest, lowest = max(highest, total), min(lowest, total)
    scale = CALM[state.players] + SLACK[state.players] * (int(state.target) - highest)
    weights = 0.0
    for seat in range(state.players):
        if highest >= state.target:
            out[seat] = 1.0 if out[seat] == lowest else 0.0
        else:
            out[seat] = math.exp((lowest - out[seat]) / scale)
        weights += out[seat]
    for seat in range(state.players):
        out[seat] /= weights


@kernel
def _points_in(tiles):
    """`count_points` of the rules, by table."""
    points = 20 * count_bits(tiles[SPECIAL])
    for colour in range(COLOURS):
        points += points_of(tiles[colour])
    return points


@kernel
def thoughtful(state, weights, dice, noise):
    """The action of highest worth by these weights; `noise` points at most are added to each worth at random."""
    seat = state.turn
    hand = state.hand[seat]
    early = state.hand_size[seat] * FULL_HAND[state.players]
    bits = toss(dice) if noise > 0.0 else np.uint64(0)
    scale = noise * NOISE_STEP
    if state.phase == AFTER_CUT:
        colour = int(state.row_cut)
        run, worth = best_run(weights, hand[colour], _unseen(state, seat, colour), row_value(state, colour), early)
        return colour * RUNS + run if run >= 0 and worth > 0.0 else STOP
    best = PASS
    best_worth = weights[CLOSING] if state.passes + 1 == state.players else weights[PASSING]
    for colour in range(COLOURS):
        top = row_value(state, colour)
        if top >= END or hand[colour] >> np.uint32(top + 1) == 0:
            continue
        run, worth = best_run(weights, hand[colour], _unseen(state, seat, colour), top, early)
        worth += np.int64(bits & np.uint64(4095)) * scale
        bits >>= np.uint64(12)
        if worth > best_worth:
            best, best_worth = colour * RUNS + run, worth
    if hand[SPECIAL]:
        special, worth = _best_special(state, weights, seat, early)
        if worth > best_worth:
            best = special
    return best


@kernel
def _best_special(state, weights, seat, early):
    """Scissors or Bin on the row where they free most."""
    best, best_worth = PASS, NONE
    scissors = state.hand[seat, SPECIAL] & np.uint32(SCISSORS)
    bin_held = state.hand[seat, SPECIAL] & np.uint32(BIN)
    for colour in range(COLOURS):
        length = state.row_length[colour]
        if length <= 1:
            continue
        top, mine, unseen = row_value(state, colour), state.hand[seat, colour], _unseen(state, seat, colour)
        if scissors:
            below = int(state.row[colour, length - 2])
            worth = weights[CUTTING] + weights[CUTTING_EARLY] * early + freed(weights, mine, unseen, top, 0 if below == RESTART else below)
            if worth > best_worth:
                best, best_worth = CUT + colour, worth
        if bin_held:
            worth = weights[EMPTYING] + weights[EMPTYING_EARLY] * early + freed(weights, mine, unseen, top, 1)
            if worth > best_worth:
                best, best_worth = EMPTY + colour, worth
    return best, best_worth


@kernel
def _unseen(state, seat, colour):
    """The tiles of a colour that are in other hands or in the box unseen: together, which is what the seat can work out."""
    mask = state.aside[colour]
    for other in range(state.players):
        if other != seat:
            mask |= state.hand[other, colour]
    return mask
