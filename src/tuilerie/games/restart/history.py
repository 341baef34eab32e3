"""ReStart's round so far, read back from the record: what lay before each seat when it decided, and how likely its move
was with a given hand.
"""

from __future__ import annotations

from decimal import Decimal

import numpy as np

from tuilerie.games.restart.record import (
    AFTER_CUT,
    BIN,
    COLOURS,
    CUT,
    EMPTY,
    END,
    PASS,
    REMEMBERED,
    RUNS,
    SCISSORS,
    SEATS,
    SPECIAL,
    STOP,
)
from tuilerie.games.restart.rules import do
from tuilerie.games.restart.tables import RUN_FIRST, RUN_LAST
from tuilerie.games.restart.tiles import begin_round, row_value, value_at
from tuilerie.games.restart.worth import (
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
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.copying import copy, room_like

# A decision is a line of numbers: who, what, whether a pass would have ended the round, the row just cut or -1, tiles
# held; by colour what the row
# counted, what it would count after Scissors (-1: nothing to cut), what lay before all eyes; by column the tiles the
# seat let go from then on.
WHO, WHAT, LAST_PASS, ROW_CUT, HELD, TOP, UNDER, GONE, SINCE = 0, 1, 2, 3, 4, 5, 10, 15, 20
DECISION = 26
WAYS = 7.0  # moves of different kinds at a decision: a run per row, a special tile, a pass

EVERYTHING = np.uint32(0xFFFFFFFF)

FADING_STEPS = 64
# the same on every machine
FADING = np.array([float((Decimal(-(step + 0.5)) / FADING_STEPS).exp()) for step in range(12 * FADING_STEPS)])


@kernel
def replay(state, decisions):
    """Write the round's decisions, by playing it again; their number, or 0 if the record does not hold the whole round
    (`acts` beyond REMEMBERED).
    """
    if state.acts > REMEMBERED:
        return 0
    room = room_like(state)
    copy(room[0], state)
    begin_round(room[0])
    gone = np.zeros(COLOURS, np.int64)
    for i in range(state.acts):
        then, line = room[0], decisions[i]
        _look_at(then, gone, line)
        line[WHAT] = state.history[i]
        _hold_everything(then, line[WHO])
        do(then, int(line[WHAT]))
        _let_go(then.hand[line[WHO]], gone, line)
    _look_back(state, decisions)
    return int(state.acts)


@kernel
def _look_at(then, gone, line):
    """What lay before the seat to move."""
    line[WHO] = then.turn
    line[LAST_PASS] = then.passes + 1 == then.players
    line[ROW_CUT] = np.int64(then.row_cut) if then.phase == AFTER_CUT else -1
    for colour in range(COLOURS):
        last = np.int64(then.row_length[colour]) - 1
        line[TOP + colour] = row_value(then, colour)
        line[UNDER + colour] = value_at(then, colour, last - 1) if last > 0 else -1
        line[GONE + colour] = gone[colour]


@kernel
def _hold_everything(then, seat):
    """Whatever the seat did, it could do; and its hand is not empty after it: the game went on."""
    then.hand_size[seat] = 255
    for column in range(COLOURS + 1):
        then.hand[seat, column] = EVERYTHING


@kernel
def _let_go(hand, gone, line):
    """The tiles that left a hand of everything.

    Special tiles are counted: a pair of Scissors in the low bits, the Bin above.
    """
    for colour in range(COLOURS):
        line[SINCE + colour] = EVERYTHING & ~hand[colour]
        gone[colour] |= line[SINCE + colour]
    used = EVERYTHING & ~hand[SPECIAL]
    line[SINCE + SPECIAL] = 1 if used & np.uint32(SCISSORS) else 0b1000 if used else 0


@kernel
def _look_back(state, decisions):
    """From what a seat let go at each decision to what it let go from there on.

    Special tiles are counted: Scissors in the low bits, the Bin above.
    """
    since = np.zeros((SEATS, COLOURS + 1), np.int64)
    for i in range(int(state.acts) - 1, -1, -1):
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
    worth = freed(
        weights, mine, _unseen_then(line, mine, colour), line[TOP + colour], 1 if kind else line[UNDER + colour]
    )
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
        return run_worth(
            weights, mine, unseen, line[TOP + colour], early, RUN_FIRST[action % RUNS], RUN_LAST[action % RUNS]
        )
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
    """How likely a player of this manner was to make this move: the better by rules of thumb, the likelier, apart from
    lapses; given each row's best run.
    """
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
