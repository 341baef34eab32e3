"""What contracts and hands are worth in Romi Rami, in points, by a set of weights: those of the rules of thumb, or
others.

Hands are packed as in `fill`: cards per value in one number, and the same for each suit.
"""

from __future__ import annotations

import numpy as np

from tuilerie.games.romirami.fill import held, highest_value, lowest_value, one
from tuilerie.games.romirami.record import REQUIREMENTS, RUN, SEATS, SUITS, TROPHIES, VALUES, size_of
from tuilerie.games.romirami.score import towards_trophy, trophy_count, trophy_points
from tuilerie.kernel.compiled import kernel

# Weights, in points unless said otherwise.
CARD_PRICE = 0  # what a card laid for a contract could have earned elsewhere, early in the game
CROWDED = 1  # how much of that price is left with nine cards or more
CARD_KEPT = 2  # a card more in hand
JOKER_PRICE = 3  # the point for keeping it, and what it may still be good for
SECOND, THIRD = 4, 5  # how much the next best contracts count beside the best
TROPHY_STEP = 6  # of a trophy's points, for one more towards it
TROPHY_LATE = 7  # and how much more that is by the end
TWIN = 8  # a card of a value that the hand has already
SLOT = 9  # completing a contract at all: there are only so many until the end
RUSH = 10  # completing one with a lead of ten points: the end comes nearer
REFILL = 11  # a card that will be drawn because the hand is down to less than three
NEARNESS = 12  # worth of a contract that lacks 0, 1, 2... cards
LACKING = 9
WEIGHTS = NEARNESS + LACKING + 1

# The rules of thumb: first guesses from the worth of contracts per card.
GREEDY = np.array(
    [0.45, 0.5, 0.3, 2.0, 0.5, 0.25, 0.2, 0, 0, 0, 0, 0, 1.0, 0.62, 0.36, 0.2, 0.11, 0.06, 0.03, 0.02, 0.01, 0.0]
)
# Playouts: found by `python -m bench.tune_romirami`.
PLAYOUT = np.array(
    [
        0.48,
        0.48,
        0.48,
        2.48,
        0.31,
        0.17,
        0.22,
        0.17,
        0.13,
        0.4,
        0.53,
        0.11,
        1.0,
        0.52,
        0.29,
        0.2,
        0.05,
        0.05,
        0.03,
        0.02,
        0.01,
        0.0,
    ]
)
# while planning a fill: more than the bonus cards of any contract, so that fewer missing cards come first
PER_MISSING = 10.0


# --- what a contract is worth ------------------------------------------------------------------------


@kernel
def progress_of(state):
    """How near the end is, 0..1: cards and Joker lose what they could still earn."""
    if state.ending:
        return 1.0
    most = 0
    for seat in range(state.players):
        most = max(most, int(state.completed_count[seat]))
    return most / (9.0 - state.players)


@kernel
def offer_worths(state, seat, weights, worths):
    """Of each contract on offer: its points for the seat, and what it brings towards the trophies; the bonus cards come
    on top.
    """
    leads = np.empty((TROPHIES, SEATS), np.int64)
    trophy_leads(state, leads)
    step = weights[TROPHY_STEP] + weights[TROPHY_LATE] * progress_of(state)
    for place in range(state.offers_size):
        contract = int(state.offers[place])
        worth = float(state.contract_points[contract]) - weights[SLOT]
        for trophy in range(TROPHIES):
            count = towards_trophy(state, trophy, contract)
            if count:
                lead = leads[trophy, seat]
                worth += trophy_points(state, trophy) * (_chance(step, lead + count) - _chance(step, lead))
        worths[place] = worth


@kernel
def trophy_leads(state, leads):
    """By how much each seat is ahead of the best of the others, or behind."""
    for trophy in range(TROPHIES):
        first, second = 0, 0
        for seat in range(state.players):
            count = trophy_count(state, trophy, seat)
            leads[trophy, seat] = count
            if count > first:
                first, second = count, first
            elif count > second:
                second = count
        for seat in range(state.players):
            leads[trophy, seat] -= second if leads[trophy, seat] == first else first


@kernel
def _chance(step, lead):
    return min(1.0, max(0.0, 0.5 + step * lead))


# --- planning a fill ---------------------------------------------------------------------------------


@kernel
def pack_suits(hand, suits):
    """Cards per value of each suit, packed; and of all suits together."""
    counts = np.int64(0)
    for suit in range(SUITS):
        packed = np.int64(0)
        for value in range(1, VALUES + 1):
            packed += np.int64(hand[suit * VALUES + value - 1]) << np.int64(4 * value)
        suits[suit] = packed
        counts += packed
    return counts


@kernel
def plan_of(state, contract, counts, suits):
    """The bonus cards that a hand can give to a contract, and the cards that it lacks."""
    worth = plan_from(state, contract, 0, counts, suits[state.contract_suit[contract]])
    missing = max(0, int(np.ceil(-worth / PER_MISSING - 1e-9)))  # no contract has ten bonus cards
    return worth + PER_MISSING * missing, missing


@kernel
def plan_from(state, contract, at, counts, bonus):
    """Requirement after requirement from `at` on, at the value where least is missing and most is of the bonus suit:
    bonus cards less PER_MISSING per missing card. Not always the best plan of all: that would take a hundred times as
    long, and wins no more games.
    """
    worth = 0.0
    for requirement in range(at, REQUIREMENTS):
        code = int(state.requirement[contract, requirement])
        if code == 0:
            break
        value, gain = _best_place(state, code, counts, bonus)
        worth += gain
        counts, bonus = without(code, value, counts), without(code, value, bonus)
    return worth


@kernel
def _best_place(state, code, counts, bonus):
    """The value at which to meet a requirement, and what that brings."""
    best, best_gain = lowest_value(code), -1000.0
    needed = (1 << (size_of(code) if code > RUN else 1)) - 1
    deck = int(state.in_deck) >> best
    value = best
    while deck and value <= highest_value(code):  # values above the deck's highest are not looked at
        if deck & needed == needed:
            gain = gain_of(code, value, counts, bonus)
            if gain > best_gain:
                best, best_gain = value, gain
        deck >>= 1
        value += 1
    return best, best_gain


@kernel
def gain_of(code, value, counts, bonus):
    """Bonus cards less PER_MISSING per missing card, for one requirement met at this value."""
    size = size_of(code)
    if code < RUN:
        return min(held(bonus, value), size) - PER_MISSING * (size - min(held(counts, value), size))
    gain = 0.0
    for step in range(value, value + size):
        gain += (1.0 if held(bonus, step) else 0.0) - (0.0 if held(counts, step) else PER_MISSING)
    return gain


@kernel
def without(code, value, counts):
    """What is left after a requirement was met at this value as far as the cards go."""
    if code < RUN:
        return counts - min(held(counts, value), np.int64(size_of(code))) * one(value)
    for step in range(value, value + size_of(code)):
        if held(counts, step):
            counts -= one(step)
    return counts


# --- what a hand is worth ----------------------------------------------------------------------------


@kernel
def hand_worth(state, weights, progress, counts, suits, worths, joker):
    """What a hand promises: the contracts on offer by how near they are.

    `worths` are those of the contracts on offer.
    """
    joker_price = weights[JOKER_PRICE] * (1.0 - progress) + 1.0 * progress
    first, second, third = 0.0, 0.0, 0.0
    for place in range(state.offers_size):
        bonus, missing = plan_of(state, int(state.offers[place]), counts, suits)
        full = worths[place] + bonus
        worth = full * weights[NEARNESS + min(missing, LACKING)]
        if joker and missing:
            worth = max(worth, (full - joker_price) * weights[NEARNESS + min(missing - 1, LACKING)])
        if worth > first:
            first, second, third = worth, first, second
        elif worth > second:
            second, third = worth, second
        elif worth > third:
            third = worth
    worth = first + weights[SECOND] * second + weights[THIRD] * third
    if weights[TWIN] != 0.0:
        for value in range(1, VALUES + 1):
            worth += weights[TWIN] * max(0, held(counts, value) - 1)
    return worth
