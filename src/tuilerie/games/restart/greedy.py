"""Rules of thumb for ReStart: shed much, jump little, bury the others' tiles rather than your own, and hurry only where
somebody can follow.

`greedy` is also the policy of playouts, so it never lists the legal actions: it reads each colour's mask and weighs
only the longest run from each gap, the two endings, and the special tiles. It knows its own hand, the rows, and the set
of tiles it has not seen (who holds them it ignores). What moves are worth is in `worth`, who may hold what in
`beliefs`.
"""

from __future__ import annotations

import numpy as np

from tuilerie.games.restart.beliefs import ALL_COLOURS, DEAL, MANNER_AT, MANNERS, lay, suppose
from tuilerie.games.restart.rules import (
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
    do,
    returns,
    row_value,
)
from tuilerie.games.restart.worth import (
    CLOSING,
    CUTTING,
    CUTTING_EARLY,
    EMPTYING,
    EMPTYING_EARLY,
    FIRST_GAMES,
    FIRST_GAMES_NOISE,
    FULL_HAND,
    NONE,
    PASSING,
    WEIGHTS,
    best_run,
    count_bits,
    freed,
    points_of,
)
from tuilerie.kernel.bits import lowest
from tuilerie.kernel.chance import roll, toss
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.mathematics import exp

__all__ = ["DEAL", "beginner", "chances", "doubt", "finish_with", "greedy", "lay", "rollout", "settles", "suppose"]

# What a playout remembers of each seat, by colour.
WORTH, RUN, CUT_FREES, BIN_FREES = range(0, 4 * COLOURS, COLOURS)
EVERYBODY = sum(1 << seat * COLOURS for seat in range(SEATS))

NOISE_STEP = 1.0 / 4096.0
PLAYOUT_NOISE = 6.0  # points

# The chance of winning from the totals at the end of a round: seat i weighs exp(-total / scale), scale = CALM + SLACK *
# points left to the target.
CALM = np.array([1.0, 1.0, 16.0, 15.0, 14.0])  # by players; found by `python bench/fit_restart.py`
SLACK = np.array([0.0, 0.0, 0.15, 0.05, 0.05])

DOUBT = 0.5  # see `doubt` in playout


@kernel
def greedy(state, dice, out, n):
    return thoughtful(state, WEIGHTS, dice, 0.0)


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
def finish_with(state, me, dice, out, deal):
    """The rest of the round: `me` by the rules of thumb, the others with noise and in the manner the deal supposes them
    to have.

    Who counts on opponents like itself loses to others. What each seat's best run and special tile on each row are
    worth is remembered: a turn changes one row, so most of it stays; only the share of the hand still held, which moves
    the endings a little, is that of the turn at which a run was looked at.
    """
    memory = np.empty((SEATS, 4 * COLOURS))
    stale = (1 << SEATS * COLOURS) - 1
    while state.phase != OVER:
        seat = int(state.turn)
        weights = WEIGHTS if seat == me else MANNERS[deal[MANNER_AT + seat]]
        if state.phase == AFTER_CUT:
            action = thoughtful(state, weights, dice, 0.0)
        else:
            _look_again(state, weights, seat, stale >> seat * COLOURS & ALL_COLOURS, memory[seat])
            stale &= ~(ALL_COLOURS << seat * COLOURS)
            action = _remembered(
                state, weights, seat, memory[seat], toss(dice), 0.0 if seat == me else PLAYOUT_NOISE * NOISE_STEP
            )
            if action == PASS and state.passes + 1 == state.players:
                break
        if action < STOP:
            stale |= EVERYBODY << (action // RUNS if action < CUT else (action - CUT) % COLOURS)
        do(state, action)
    return True


@kernel
def _remembered(state, weights, seat, memory, bits, scale):
    """As `thoughtful` at the start of a turn, over what was looked at before."""
    action = PASS
    worth = weights[CLOSING] if state.passes + 1 == state.players else weights[PASSING]
    for colour in range(COLOURS):
        noisy = memory[WORTH + colour] + np.int64(bits & np.uint64(4095)) * scale
        bits >>= np.uint64(12)
        if noisy > worth:
            action, worth = int(memory[RUN + colour]), noisy
    specials = state.hand[seat, SPECIAL]
    if specials:
        early = state.hand_size[seat] * FULL_HAND[state.players]
        cutting, emptying = (
            weights[CUTTING] + weights[CUTTING_EARLY] * early,
            weights[EMPTYING] + weights[EMPTYING_EARLY] * early,
        )
        for colour in range(COLOURS):
            if specials & np.uint32(SCISSORS) and cutting + memory[CUT_FREES + colour] > worth:
                action, worth = CUT + colour, cutting + memory[CUT_FREES + colour]
            if specials & np.uint32(BIN) and emptying + memory[BIN_FREES + colour] > worth:
                action, worth = EMPTY + colour, emptying + memory[BIN_FREES + colour]
    return action


@kernel
def _look_again(state, weights, seat, colours, memory):
    """Bring `memory` up to date for these colours (a mask)."""
    early = state.hand_size[seat] * FULL_HAND[state.players]
    while colours:
        colour = lowest(colours)
        colours &= colours - 1
        top, mine, unseen = row_value(state, colour), state.hand[seat, colour], _unseen(state, seat, colour)
        memory[WORTH + colour] = NONE
        if top < END and mine >> np.uint32(top + 1) != 0:
            run, memory[WORTH + colour] = best_run(weights, mine, unseen, top, early)
            memory[RUN + colour] = colour * RUNS + run
        if state.hand[seat, SPECIAL]:
            memory[CUT_FREES + colour] = memory[BIN_FREES + colour] = NONE
            if state.row_length[colour] > 1:
                memory[CUT_FREES + colour] = freed(weights, mine, unseen, top, value_under(state, colour))
                memory[BIN_FREES + colour] = freed(weights, mine, unseen, top, 1)


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
            out[seat] = exp((lowest - out[seat]) / scale)
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
        if state.row_length[colour] <= 1:
            continue
        top, mine, unseen = row_value(state, colour), state.hand[seat, colour], _unseen(state, seat, colour)
        if scissors:
            worth = (
                weights[CUTTING]
                + weights[CUTTING_EARLY] * early
                + freed(weights, mine, unseen, top, value_under(state, colour))
            )
            if worth > best_worth:
                best, best_worth = CUT + colour, worth
        if bin_held:
            worth = weights[EMPTYING] + weights[EMPTYING_EARLY] * early + freed(weights, mine, unseen, top, 1)
            if worth > best_worth:
                best, best_worth = EMPTY + colour, worth
    return best, best_worth


@kernel
def value_under(state, colour):
    """What a row counts after Scissors."""
    under = state.row[colour, state.row_length[colour] - 2]
    return 0 if under == RESTART else int(under)


@kernel
def _unseen(state, seat, colour):
    """The tiles of a colour that are in other hands or in the box unseen: together, which is what the seat can work
    out.
    """
    mask = state.aside[colour]
    for other in range(state.players):
        if other != seat:
            mask |= state.hand[other, colour]
    return mask
