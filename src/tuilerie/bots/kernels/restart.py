"""Rules of thumb for ReStart: shed much, jump little, bury the others' tiles rather than your own, and hurry only where somebody can follow.

`greedy` is also the policy of playouts, so it never lists the legal actions: it reads each colour's mask and weighs only the longest run from
each gap, the two endings, and the special tiles. It knows its own hand, the rows, and the set of tiles it has not seen (who holds them it ignores).
"""

from __future__ import annotations

import math

import numpy as np

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
    HIGHEST,
    OVER,
    PASS,
    RESTART,
    RUN_OFFSET,
    RUNS,
    SCISSORS,
    SEATS,
    SPECIAL,
    STOP,
    TILES,
    apply,
    hide,
    returns,
    row_value,
)

# What each weight multiplies, all in points of the count. Found by `python bench/tune_restart.py`.
TILE = 0  # every tile placed: a turn saved
GAP = 1  # every value jumped over
BURIED = 2  # own points left behind while a Restart of that colour may still come
BURIED_FOR_GOOD = 3  # own points left behind when none can
BURIES = 4  # unseen points left behind
AHEAD = 5  # own points still ahead on that row
SAFE = 6  # share of a run's worth that remains when nobody can follow on that row
FOLLOWERS = 7  # unseen tiles at which half the danger is reached
ENDING = 8  # an End placed
ENDING_EARLY = 9  # ... times the share of the hand still held
RESTARTING = 10  # a Restart placed
RESTARTING_EARLY = 11
FREED = 12  # own points that become playable
FREED_OTHERS = 13  # unseen points that become playable
CUTTING = 14  # Scissors played
CUTTING_EARLY = 15
EMPTYING = 16  # Bin played
EMPTYING_EARLY = 17
PASSING = 18  # a pass while others may go on
CLOSING = 19  # a pass that ends the round
WEIGHTS = np.array(
    [10.41, 0.04, -1.63, -0.89, 0.219, 0.179, 0.898, 3.33, 7.95, -7.29, 3.2, -8.26, 0.347, -0.073, 14.02, -20.8, 11.23, -24.87, -2.65, -1.39],
    np.float64,
)
PLAIN = np.array(  # points and tiles, no thought of what others hold: where the tuning began
    [6.0, -1.5, -0.9, -0.9, 0.0, 0.0, 1.0, 3.0, 16.0, 0.0, 16.0, 0.0, 0.55, 0.0, 14.0, -20.0, 14.0, -20.0, 0.0, 0.0],
    np.float64,
)
MANNERS = np.stack((WEIGHTS, PLAIN))  # the opponents a playout reckons with
# A person's first games: points above all, no thought of what is buried, Scissors and Bin kept for a great occasion that seldom comes.
FIRST_GAMES = np.array(
    [2.0, -1.0, -0.3, -0.3, 0.0, 0.0, 1.0, 3.0, 16.0, 0.0, 12.0, 0.0, 0.3, 0.0, -4.0, 0.0, -4.0, 0.0, 0.0, 0.0],
    np.float64,
)
FIRST_GAMES_NOISE = 20.0

ALL_COLOURS = (1 << COLOURS) - 1
NUMBERS = np.uint32(0xFFFC)  # bits 2..15
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


def _point_table(base: int) -> np.ndarray:
    """Points of nine bits of a colour's mask, the lowest standing for value `base`."""
    return np.array([sum(min(base + bit, END) for bit in range(9) if mask >> bit & 1) for mask in range(512)], np.int32)


LOW_POINTS, HIGH_POINTS = _point_table(0), _point_table(9)


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
def finish(state, me, dice, out):
    """The rest of the round: `me` by the rules of thumb, the others with noise, in half of the worlds as plain players who think of points alone.

    Who counts on opponents like itself loses to others. Each seat's best run per colour is remembered: a turn changes one row, so most of them
    stay; only the share of the hand still held, which moves the endings a little, is that of the turn at which a run was looked at.
    """
    runs = np.empty((SEATS, COLOURS), np.int64)
    worths = np.empty((SEATS, COLOURS), np.float64)
    stale = np.full(SEATS, ALL_COLOURS, np.int64)
    others = MANNERS[np.int64(toss(dice) >> np.uint64(63))]
    while state.phase != OVER:
        seat = int(state.turn)
        weights = WEIGHTS if seat == me else others
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
        apply(state, action)
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
        worths[seat, colour] = -1e9
        if top < END and state.hand[seat, colour] >> np.uint32(top + 1) != 0:
            runs[seat, colour], worths[seat, colour] = _best_run(state, weights, seat, colour, top, early)


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
    points = 20 * _count(tiles[SPECIAL])
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
        action, worth = _best_run(state, weights, seat, colour, row_value(state, colour), early)
        return action if action >= 0 and worth > 0.0 else STOP
    best = PASS
    best_worth = weights[CLOSING] if state.passes + 1 == state.players else weights[PASSING]
    for colour in range(COLOURS):
        top = row_value(state, colour)
        if top >= END or hand[colour] >> np.uint32(top + 1) == 0:
            continue
        action, worth = _best_run(state, weights, seat, colour, top, early)
        worth += np.int64(bits & np.uint64(4095)) * scale
        bits >>= np.uint64(12)
        if worth > best_worth:
            best, best_worth = action, worth
    if hand[SPECIAL]:
        special, worth = _best_special(state, weights, seat, early)
        if worth > best_worth:
            best = special
    return best


@kernel
def _best_run(state, weights, seat, colour, top, early):
    """The run of highest worth on this row, and that worth; -1 if none can be placed."""
    mine = state.hand[seat, colour]
    unseen = _unseen(state, seat, colour)
    ahead = mine & _above(top)
    followers = unseen & _above(top)
    count = _count(followers)
    danger = weights[SAFE] + (1.0 - weights[SAFE]) * count / (count + weights[FOLLOWERS])
    hope = (mine | unseen) >> np.uint32(RESTART) & np.uint32(1)
    burying = weights[BURIED] if hope else weights[BURIED_FOR_GOOD]
    base = colour * RUNS
    best, best_worth = -1, -1e9
    rest = ahead & NUMBERS
    while rest:
        first = lowest(rest)
        run = rest & ~(rest + (np.uint32(1) << np.uint32(first)))
        last = first + _count(run) - 1
        rest &= ~run
        skipped = _below(first) & _above(top)
        worth = points_of(run) + weights[TILE] * (last - first + 1)
        worth += weights[GAP] * (first - top - 1) + burying * points_of(mine & skipped)
        worth = worth * danger + weights[BURIES] * points_of(unseen & skipped) + weights[AHEAD] * points_of(rest)
        if worth > best_worth:
            best, best_worth = base + RUN_OFFSET[first] + last - first, worth
        if last == HIGHEST:
            action, extra = _best_ending(weights, mine & ~run, unseen, top, early)
            if action >= 0 and worth + extra > best_worth:
                best, best_worth = base + RUN_OFFSET[first] + action - first, worth + extra
    action, worth = _best_ending(weights, mine, unseen, top, early)
    if action >= 0 and worth > best_worth:
        best, best_worth = base + RUN_OFFSET[action], worth
    return best, best_worth


@kernel
def _best_ending(weights, mine, unseen, top, early):
    """End or Restart on a row, and what it is worth; -1 if the hand has neither."""
    best, best_worth = -1, -1e9
    over = _above(top)
    if mine >> np.uint32(END) & np.uint32(1):
        best = END
        best_worth = weights[ENDING] + weights[ENDING_EARLY] * early + weights[TILE]
        best_worth += weights[BURIED] * points_of(mine & over & ~(np.uint32(1) << np.uint32(END))) + weights[BURIES] * points_of(unseen & over)
    if mine >> np.uint32(RESTART) & np.uint32(1):
        under = ~over & NUMBERS
        worth = weights[RESTARTING] + weights[RESTARTING_EARLY] * early + weights[TILE]
        worth += weights[FREED] * points_of(mine & under) + weights[FREED_OTHERS] * points_of(unseen & under)
        if worth > best_worth:
            best, best_worth = RESTART, worth
    return best, best_worth


@kernel
def _best_special(state, weights, seat, early):
    """Scissors or Bin on the row where they free most."""
    best, best_worth = PASS, -1e9
    scissors = state.hand[seat, SPECIAL] & np.uint32(SCISSORS)
    bin_held = state.hand[seat, SPECIAL] & np.uint32(BIN)
    for colour in range(COLOURS):
        length = state.row_length[colour]
        if length <= 1:
            continue
        top = row_value(state, colour)
        if scissors:
            below = int(state.row[colour, length - 2])
            worth = weights[CUTTING] + weights[CUTTING_EARLY] * early + _freed(state, weights, seat, colour, top, 0 if below == RESTART else below)
            if worth > best_worth:
                best, best_worth = CUT + colour, worth
        if bin_held:
            worth = weights[EMPTYING] + weights[EMPTYING_EARLY] * early + _freed(state, weights, seat, colour, top, 1)
            if worth > best_worth:
                best, best_worth = EMPTY + colour, worth
    return best, best_worth


@kernel
def _freed(state, weights, seat, colour, top, value):
    """What it is worth that a row which counted `top` counts `value`."""
    if value >= top:
        return -20.0
    between = _above(value) & ~_above(top)
    if top >= END:
        between |= np.uint32(1) << np.uint32(END) | np.uint32(1) << np.uint32(RESTART)
    return weights[FREED] * points_of(state.hand[seat, colour] & between) + weights[FREED_OTHERS] * points_of(_unseen(state, seat, colour) & between)


@kernel
def points_of(mask):
    """What a colour's tiles count: numbers their value, End and Restart 16."""
    return LOW_POINTS[mask & np.uint32(511)] + HIGH_POINTS[mask >> np.uint32(9)]


@kernel
def _unseen(state, seat, colour):
    """The tiles of a colour that are in other hands or in the box unseen: together, which is what the seat can work out."""
    mask = state.aside[colour]
    for other in range(state.players):
        if other != seat:
            mask |= state.hand[other, colour]
    return mask


@kernel
def _above(value):
    """Values above `value`, endings included."""
    return np.uint32(0x3FFFF) & ~((np.uint32(2) << np.uint32(value)) - np.uint32(1))


@kernel
def _below(value):
    return (np.uint32(1) << np.uint32(value)) - np.uint32(1)


@kernel
def _count(mask):
    """The number of bits, in a way that compiles to one instruction or a few."""
    mask = mask - ((mask >> np.uint32(1)) & np.uint32(0x55555555))
    mask = (mask & np.uint32(0x33333333)) + ((mask >> np.uint32(2)) & np.uint32(0x33333333))
    mask = (mask + (mask >> np.uint32(4))) & np.uint32(0x0F0F0F0F)
    return int(np.uint32(mask * np.uint32(0x01010101)) >> np.uint32(24))
