"""What the others may hold, judging by all they did in this round: a walk (Metropolis) through deals in which their moves make sense.

The record keeps the round's actions. They are replayed once per search into `decisions`: what lay on the table when a seat decided, and which tiles
it placed from then on. A deal then gives every seat the hand it had at each decision, and the move it made a regret: how much more the best move was
worth by rules of thumb. Deals of small regret are likelier; no single move counts for more than a limit, because nobody plays by our rules alone.
"""

from __future__ import annotations

import numpy as np

from tuilerie.bots.kernels.restart_worth import (
    AHEAD,
    BURIED,
    BURIED_FOR_GOOD,
    BURIES,
    CLOSING,
    CUTTING,
    CUTTING_EARLY,
    EMPTYING,
    EMPTYING_EARLY,
    ENDING,
    ENDING_EARLY,
    FOLLOWERS,
    FREED,
    FREED_OTHERS,
    GAP,
    NONE,
    NUMBERS,
    PASSING,
    PLAIN,
    RESTARTING,
    RESTARTING_EARLY,
    SAFE,
    TILE,
    TILES_OF_COLOUR,
    WEIGHTS,
    above,
    below,
    best_run,
    count_bits,
    freed,
    points_of,
)
from tuilerie.rules.bits import lowest
from tuilerie.rules.chance import toss
from tuilerie.rules.compiled import kernel
from tuilerie.rules.restart import (
    BIN,
    COLOURS,
    CUT,
    EMPTY,
    END,
    HIGHEST,
    PASS,
    REMEMBERED,
    RESTART,
    RUN_FIRST,
    RUN_LAST,
    RUNS,
    SCISSORS,
    SEATS,
    SPECIAL,
    STOP,
    TILES,
    VALUES,
)

FULL_HAND = np.array([1.0, 1.0, 1 / 30.0, 1 / 29.0, 1 / 22.0])  # one over the tiles dealt, by players
MANNERS = np.stack((WEIGHTS, PLAIN, WEIGHTS))  # the players that are reckoned with
FADING_STEPS = 64
FADING = np.exp(-(np.arange(12 * FADING_STEPS) + 0.5) / FADING_STEPS)

# A decision is a line of numbers: who, what, whether a pass would have ended the round, the row just cut or -1, tiles held; by colour what the row
# counted, what it would count after Scissors (-1: nothing to cut), what lay before all eyes; by column the tiles the seat let go from then on.
WHO, WHAT, LAST_PASS, ROW_CUT, HELD, TOP, UNDER, GONE, SINCE = 0, 1, 2, 3, 4, 5, 10, 15, 20
DECISION = 26
HAND_MADE = -1  # a position that its history does not explain


@kernel
def replay(state, decisions):
    """Write the round's decisions; their number, or HAND_MADE if the record does not hold the whole round."""
    if state.acts > REMEMBERED:
        return HAND_MADE
    row, length = np.zeros((COLOURS, VALUES), np.uint8), np.ones(COLOURS, np.int64)
    gone = np.zeros(COLOURS, np.int64)
    row[:, 0] = 1
    seat, passes, cut = int(state.first), 0, -1
    for i in range(state.acts):
        action, line = int(state.history[i]), decisions[i]
        line[WHO], line[WHAT], line[LAST_PASS], line[ROW_CUT] = seat, action, passes + 1 == state.players, cut
        for colour in range(COLOURS):
            last = length[colour] - 1
            line[TOP + colour] = _counts(row[colour, last])
            line[UNDER + colour] = _counts(row[colour, last - 1]) if last > 0 else -1
            line[GONE + colour] = gone[colour]
        for column in range(COLOURS + 1):
            line[SINCE + column] = 0
        if action < CUT:
            colour, first, last = action // RUNS, RUN_FIRST[action % RUNS], RUN_LAST[action % RUNS]
            for value in range(first, last + 1):
                if value <= HIGHEST or value == last:
                    if length[colour] == VALUES:
                        return HAND_MADE
                    row[colour, length[colour]] = value
                    length[colour] += 1
                    line[SINCE + colour] |= 1 << value
            gone[colour] |= line[SINCE + colour]
        elif action < STOP:
            cut = (action - CUT) % COLOURS
            line[SINCE + SPECIAL] = 1 if action < EMPTY else 0b1000  # a pair of Scissors, or the Bin: see `_specials`
            length[cut] = length[cut] - 1 if action < EMPTY else 1
            continue
        passes = passes + 1 if action == PASS else 0
        seat, cut = (seat + 1) % state.players, -1
    for colour in range(COLOURS):
        if length[colour] != state.row_length[colour]:
            return HAND_MADE
        for i in range(length[colour]):
            if row[colour, i] != state.row[colour, i]:
                return HAND_MADE
    _look_back(state, decisions)
    return int(state.acts)


@kernel
def _counts(value):
    return 0 if value == RESTART else int(value)


@kernel
def _look_back(state, decisions):
    """From what a seat let go at each decision to what it let go from there on. Special tiles are counted: Scissors in the low bits, the Bin above."""
    since = np.zeros((SEATS, COLOURS + 1), np.int64)
    for i in range(state.acts - 1, -1, -1):
        line = decisions[i]
        for column in range(COLOURS + 1):
            since[line[WHO], column] += line[SINCE + column]
            line[SINCE + column] = since[line[WHO], column]
        line[HELD] = state.hand_size[line[WHO]]
        for column in range(COLOURS):
            line[HELD] += count_bits(np.uint32(line[SINCE + column]))
        line[HELD] += (line[SINCE + SPECIAL] & 7) + (line[SINCE + SPECIAL] >> 3)


@kernel
def run_worth(weights, mine, unseen, top, early, first, last):
    """What one run is worth, also one that stops short."""
    over = above(top)
    count = count_bits(unseen & over)
    danger = weights[SAFE] + (1.0 - weights[SAFE]) * count / (count + weights[FOLLOWERS])
    hope = (mine | unseen) >> np.uint32(RESTART) & np.uint32(1)
    burying = weights[BURIED] if hope else weights[BURIED_FOR_GOOD]
    worth, run = 0.0, np.uint32(0)
    if first <= HIGHEST:
        highest = min(last, HIGHEST)
        run = below(highest + 1) & ~below(first)
        skipped = below(first) & over
        worth = points_of(run) + weights[TILE] * (highest - first + 1)
        worth += weights[GAP] * (first - top - 1) + burying * points_of(mine & skipped)
        worth = worth * danger + weights[BURIES] * points_of(unseen & skipped) + weights[AHEAD] * points_of(mine & NUMBERS & above(highest))
    left = mine & ~run
    if last == END:
        worth += weights[ENDING] + weights[ENDING_EARLY] * early + weights[TILE]
        worth += weights[BURIED] * points_of(left & over & ~(np.uint32(1) << np.uint32(END))) + weights[BURIES] * points_of(unseen & over)
    elif last == RESTART:
        under = ~over & NUMBERS
        worth += weights[RESTARTING] + weights[RESTARTING_EARLY] * early + weights[TILE]
        worth += weights[FREED] * points_of(left & under) + weights[FREED_OTHERS] * points_of(unseen & under)
    return worth


@kernel
def _mine(line, hand, colour):
    return hand[colour] | np.uint32(line[SINCE + colour])


@kernel
def _unseen_then(line, mine, colour):
    return TILES_OF_COLOUR & ~np.uint32(line[GONE + colour]) & ~mine


@kernel
def _best_on(weights, line, hand, colour, early):
    """The worth of the best run on this row at that decision."""
    top, mine = line[TOP + colour], _mine(line, hand, colour)
    if top >= END or mine >> np.uint32(top + 1) == 0:
        return NONE
    return best_run(weights, mine, _unseen_then(line, mine, colour), top, early)[1]


@kernel
def _special_on(weights, line, hand, colour, early, kind):
    """What Scissors (0) or the Bin (1) on this row was worth."""
    if line[UNDER + colour] < 0:
        return NONE
    mine = _mine(line, hand, colour)
    worth = freed(weights, mine, _unseen_then(line, mine, colour), line[TOP + colour], 1 if kind else line[UNDER + colour])
    if kind:
        return worth + weights[EMPTYING] + weights[EMPTYING_EARLY] * early
    return worth + weights[CUTTING] + weights[CUTTING_EARLY] * early


@kernel
def _done(weights, line, hand, early):
    """What the chosen action was worth."""
    action = line[WHAT]
    if action == PASS:
        return weights[CLOSING] if line[LAST_PASS] else weights[PASSING]
    if action == STOP:
        return 0.0
    if action < CUT:
        colour = action // RUNS
        mine = _mine(line, hand, colour)
        unseen = _unseen_then(line, mine, colour)
        return run_worth(weights, mine, unseen, line[TOP + colour], early, RUN_FIRST[action % RUNS], RUN_LAST[action % RUNS])
    if action < EMPTY:
        return _special_on(weights, line, hand, action - CUT, early, 0)
    return _special_on(weights, line, hand, action - EMPTY, early, 1)


@kernel
def _fading(x):
    """exp(-x) for x from 0, by table."""
    place = int(x * FADING_STEPS)
    return FADING[place] if place < len(FADING) else 0.0


@kernel
def _likelihood(weights, line, hand, bests, early, sharp, lapse):
    """How likely a player of this manner was to make this move: the better by rules of thumb, the likelier, apart from lapses; given each row's best run."""
    done = _done(weights, line, hand, early)
    if line[ROW_CUT] >= 0:
        best = max(0.0, bests[line[ROW_CUT]])
        spread = _fading(best * sharp) + _fading((best - bests[line[ROW_CUT]]) * sharp)
        return (1.0 - lapse) * _fading(max(0.0, best - done) * sharp) / spread + 0.5 * lapse
    passing = weights[CLOSING] if line[LAST_PASS] else weights[PASSING]
    special = NONE
    scissors = hand[SPECIAL] & np.uint32(SCISSORS) or line[SINCE + SPECIAL] & 7
    full_bin = hand[SPECIAL] & np.uint32(BIN) or line[SINCE + SPECIAL] >> 3
    if scissors or full_bin:
        for colour in range(COLOURS):
            if scissors:
                special = max(special, _special_on(weights, line, hand, colour, early, 0))
            if full_bin:
                special = max(special, _special_on(weights, line, hand, colour, early, 1))
    best = max(passing, special)
    for colour in range(COLOURS):
        best = max(best, bests[colour])
    spread = _fading((best - passing) * sharp) + _fading((best - special) * sharp)
    for colour in range(COLOURS):
        spread += _fading((best - bests[colour]) * sharp)
    return (1.0 - lapse) * _fading(max(0.0, best - done) * sharp) / spread + lapse / 7.0


# --- the walk ----------------------------------------------------------------------------------------


@kernel
def weigh(decisions, count, seat, hand, manner, changed, least, bests, settings, players):
    """How likely a seat of this manner was to do all it did with this hand, or 0 as soon as that is less than `least`.

    `bests` is brought up to date for the `changed` colours (a mask), as far as it is looked at.
    """
    weights, sharp, lapse = MANNERS[manner], settings[manner, 0], settings[manner, 1]
    likely = 1.0
    for i in range(count):
        line = decisions[i]
        if line[WHO] != seat:
            continue
        early = line[HELD] * FULL_HAND[players]
        colours = changed
        while colours:
            colour = lowest(colours)
            colours &= colours - 1
            bests[i, colour] = _best_on(weights, line, hand, colour, early)
        likely *= _likelihood(weights, line, hand, bests[i], early, sharp, lapse)
        if likely < least:
            return 0.0
    return likely


@kernel
def walk(state, seat, dice, worlds, settings, burn, gap):
    """Fill worlds[k] = hands by seat and the box unseen (six masks each), then the manner of each seat. False if there is nothing to go by."""
    decisions = np.empty((REMEMBERED, DECISION), np.int64)
    count = replay(state, decisions)
    if count == HAND_MADE:
        count = 0
    players = int(state.players)
    masks = np.zeros((SEATS + 1, COLOURS + 1), np.uint32)
    tiles, owners = np.empty(TILES, np.uint8), np.empty(TILES, np.uint8)
    unseen = _list_unseen(state, seat, tiles, owners, masks)
    manners = np.zeros(SEATS, np.int64)
    bests, trial = np.full((REMEMBERED, COLOURS), NONE), np.full((REMEMBERED, COLOURS), NONE)
    likely = np.ones(SEATS + 1)
    for other in range(players):
        if other != seat:
            likely[other] = weigh(decisions, count, other, masks[other], 0, 31, 0.0, bests, settings, players)
    trial[:] = bests
    for step in range(burn + gap * len(worlds)):
        bits = toss(dice)
        i = np.int64(((bits & np.uint64(0xFFFF)) * np.uint64(unseen)) >> np.uint64(16))
        j = np.int64((((bits >> np.uint64(16)) & np.uint64(0xFFFF)) * np.uint64(unseen)) >> np.uint64(16))
        here, there = owners[i], owners[j]
        if here != there:
            least = likely[here] * likely[there] * _fraction(bits)
            _exchange(masks, here, there, tiles[i], tiles[j])
            changed = _colour_bit(tiles[i]) | _colour_bit(tiles[j])
            one, other = 1.0, 1.0
            if here < SEATS:
                one = weigh(decisions, count, here, masks[here], manners[here], changed, least, trial, settings, players)
            if there < SEATS and one > 0.0:
                other = weigh(decisions, count, there, masks[there], manners[there], changed, least / one, trial, settings, players)
            if one * other > least:
                owners[i], owners[j] = there, here
                likely[here], likely[there] = one, other
                _keep(decisions, count, here, there, trial, bests)
            else:
                _exchange(masks, here, there, tiles[j], tiles[i])
                _keep(decisions, count, here, there, bests, trial)
        if step % 16 == 15:
            for other in range(players):
                if other != seat:
                    bits = toss(dice)
                    manner = (manners[other] + 1 + np.int64(bits & np.uint64(1))) % len(MANNERS)
                    least = likely[other] * _fraction(bits)
                    other_way = weigh(decisions, count, other, masks[other], manner, 31, least, trial, settings, players)
                    if other_way > least:
                        manners[other], likely[other] = manner, other_way
                        _keep(decisions, count, other, other, trial, bests)
                    else:
                        _keep(decisions, count, other, other, bests, trial)
        if step >= burn and (step - burn) % gap == gap - 1:
            world = worlds[(step - burn) // gap]
            for owner in range(SEATS + 1):
                for column in range(COLOURS + 1):
                    world[owner * 6 + column] = masks[owner, column]
            for other in range(SEATS):
                world[30 + other] = manners[other]
    return True


@kernel
def _fraction(bits):
    """Between 0 and 1, from the high half of a toss."""
    return np.float64(bits >> np.uint64(32)) / 4294967296.0


@kernel
def _colour_bit(tile):
    return np.int64(1) << np.int64(tile >> 5) & np.int64(31)


@kernel
def _exchange(masks, here, there, mine, yours):
    """Tile `mine` goes from here to there, `yours` the other way."""
    one, other = np.uint32(1) << np.uint32(mine & 31), np.uint32(1) << np.uint32(yours & 31)
    masks[here, mine >> 5] ^= one
    masks[there, mine >> 5] |= one
    masks[there, yours >> 5] ^= other
    masks[here, yours >> 5] |= other


@kernel
def _keep(decisions, count, here, there, source, target):
    for i in range(count):
        if decisions[i, WHO] == here or decisions[i, WHO] == there:
            for colour in range(COLOURS):
                target[i, colour] = source[i, colour]


@kernel
def _list_unseen(state, seat, tiles, owners, masks):
    """Tiles as column * 32 + bit, owners as seats, the unseen box as owner SEATS."""
    count = 0
    for owner in range(SEATS + 1):
        if owner == seat or (state.players <= owner < SEATS):
            continue
        for column in range(COLOURS + 1):
            mask = state.aside[column] if owner == SEATS else state.hand[owner, column]
            masks[owner, column] = mask
            while mask:
                tiles[count] = column * 32 + lowest(mask)
                owners[count] = owner
                count += 1
                mask &= mask - np.uint32(1)
    return count
