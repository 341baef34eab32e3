"""ReStart's round so far, read back from the record: what lay before each seat when it decided, and how likely its move was with a given hand."""

from __future__ import annotations

import numpy as np

from tuilerie.bots.kernels.restart_worth import (
    CLOSING,
    CUTTING,
    CUTTING_EARLY,
    EMPTYING,
    EMPTYING_EARLY,
    NONE,
    PASSING,
    TILES_OF_COLOUR,
    best_run,
    count_bits,
    freed,
    run_worth,
)
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
    VALUES,
)

# A decision is a line of numbers: who, what, whether a pass would have ended the round, the row just cut or -1, tiles held; by colour what the row
# counted, what it would count after Scissors (-1: nothing to cut), what lay before all eyes; by column the tiles the seat let go from then on.
WHO, WHAT, LAST_PASS, ROW_CUT, HELD, TOP, UNDER, GONE, SINCE = 0, 1, 2, 3, 4, 5, 10, 15, 20
DECISION = 26
WAYS = 7.0  # moves of different kinds at a decision: a run per row, a special tile, a pass

FADING_STEPS = 64
FADING = np.exp(-(np.arange(12 * FADING_STEPS) + 0.5) / FADING_STEPS)


@kernel
def replay(state, decisions):
    """Write the round's decisions; their number, or 0 if the record does not hold the whole round (very long, or laid out by hand)."""
    if state.acts > REMEMBERED:
        return 0
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
                        return 0
                    row[colour, length[colour]] = value
                    length[colour] += 1
                    line[SINCE + colour] |= 1 << value
            gone[colour] |= line[SINCE + colour]
        elif action < STOP:
            cut = (action - CUT) % COLOURS
            if length[cut] == 1:
                return 0
            line[SINCE + SPECIAL] = 1 if action < EMPTY else 0b1000  # a pair of Scissors, or the Bin, to be counted
            length[cut] = length[cut] - 1 if action < EMPTY else 1
            continue
        seat, cut = (seat + 1) % state.players, -1
        if action == PASS:
            passes += 1
        elif not state.table_lap:
            passes = 0
        if state.table_lap and seat == state.first:
            passes = 0
    for colour in range(COLOURS):
        if length[colour] != state.row_length[colour]:
            return 0
        for i in range(length[colour]):
            if row[colour, i] != state.row[colour, i]:
                return 0
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
def _mine(line, hand, colour):
    return hand[colour] | np.uint32(line[SINCE + colour])


@kernel
def _unseen_then(line, mine, colour):
    return TILES_OF_COLOUR & ~np.uint32(line[GONE + colour]) & ~mine


@kernel
def best_on(weights, line, hand, colour, early):
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
def likelihood(weights, line, hand, bests, early, sharp, lapse):
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
    return (1.0 - lapse) * _fading(max(0.0, best - done) * sharp) / spread + lapse / WAYS
