"""How a search looks ahead in Romi Rami: a few laps by the rules of thumb, whole turns at a time, then the chance of winning by what everybody has and
what their hands promise. Playing to the end would cost five times as much, and drown what an action changes in the luck of the later cards.
"""

from __future__ import annotations

import math

import numpy as np

from tuilerie.bots.kernels.romirami import best_discard, best_filling, best_take, greedy, hand_worth, offer_worths, pack_suits
from tuilerie.rules.compiled import kernel
from tuilerie.rules.romirami import apply, legal, returns
from tuilerie.rules.romirami_fill import SUITS
from tuilerie.rules.romirami_record import DISCARDING, OFFERS, OVER, SEATS, TAKE, TAKE_ENOUGH, TAKEN, TAKING
from tuilerie.rules.romirami_score import scores

__all__ = ["chances", "finish", "greedy"]

LAPS = 3  # own turns that a playout plays before it is judged
NOISE = 1.0  # points, in the worth of a take: others are not like ourselves

# What a position is worth to a seat, in points; the chance of winning is a softmax of it. Found by `python bench/fit_romirami.py`.
PROMISE, PROMISE_LATE = 1.0, -0.12  # a point of what the hand promises; and the change of that by the end of the game
COMPLETED = 0.1  # a contract completed, beside its points: the end is nearer to whoever leads
TO_MOVE = 1.55
CALM, SLACK = 3.0, 4.5  # points by which chances change e-fold: at the end of the game, and what is added at its start

# What `judge` looks at, seat by seat.
SCORE, HAND, DONE, PROGRESS = range(4)
FEATURES = 4


@kernel
def finish(state, me, dice, out):
    laps = 0
    while state.phase != OVER:
        if state.turn == me and state.phase == TAKING and state.taken_count == 0:
            laps += 1
            if laps == LAPS:
                break
        _go_on(state, dice, out)
    return True


@kernel
def _go_on(state, dice, out):
    """A whole take, or one action of another kind."""
    if state.phase == TAKING:
        chosen = np.empty(TAKEN, np.int64)
        count = best_take(state, dice, NOISE, chosen)
        for i in range(count):
            apply(state, TAKE + chosen[i])
        if state.phase == TAKING:
            apply(state, TAKE_ENOUGH)
    elif state.phase == DISCARDING:
        apply(state, best_discard(state))
    else:
        n = legal(state, out)
        apply(state, out[0] if n == 1 else best_filling(state, out, n))


@kernel
def chances(state, out):
    """Each seat's chance of winning the game."""
    if state.phase == OVER:
        returns(state, out)
        return
    points = np.zeros((SEATS, FEATURES))
    judge(state, points)
    left = 1.0 - points[0, PROGRESS]
    scale = CALM + SLACK * left
    highest, total = -1e9, 0.0
    for seat in range(state.players):
        worth = points[seat, SCORE] + (PROMISE + PROMISE_LATE * points[seat, PROGRESS]) * points[seat, HAND]
        worth += COMPLETED * points[seat, DONE] + (TO_MOVE if seat == state.turn else 0.0)
        out[seat] = worth
        highest = max(highest, worth)
    for seat in range(state.players):
        out[seat] = math.exp((out[seat] - highest) / scale)
        total += out[seat]
    for seat in range(state.players):
        out[seat] /= total


@kernel
def judge(state, out):
    """What the fit and the search look at, seat by seat: the score as it stands, what the hand promises, contracts completed, how near the end is."""
    worths = np.empty(OFFERS)
    suits = np.empty(SUITS, np.int64)
    standing = np.zeros(SEATS)
    scores(state, standing)
    progress = 0.0
    for seat in range(state.players):
        progress = max(progress, state.completed_count[seat] / (9.0 - state.players))
    for seat in range(state.players):
        offer_worths(state, seat, worths)
        counts = pack_suits(state.hand[seat], suits)
        out[seat, SCORE] = standing[seat]
        out[seat, HAND] = hand_worth(state, counts, suits, worths, state.joker[seat])
        out[seat, DONE] = state.completed_count[seat]
        out[seat, PROGRESS] = min(1.0, progress)
