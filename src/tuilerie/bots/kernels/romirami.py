"""Rules of thumb for Romi Rami: take what brings the best contracts nearer, fill what is worth its cards, keep an eye on bonus suit and trophies.

Every small action of a move is planned anew from what lies on the table and in the own hand; the same plan comes out at each of them.
"""

from __future__ import annotations

import numpy as np

from tuilerie.rules.compiled import kernel
from tuilerie.rules.romirami import requirement_now
from tuilerie.rules.romirami_fill import KINDS, RUN, SUITS, VALUES, code_at, held, highest_value, lowest_value, one, size_of, value_counts
from tuilerie.rules.romirami_record import (
    CHOOSING_CARD,
    CHOOSING_VALUE,
    DISCARD,
    DONE,
    FILL,
    FILLING,
    JOKER,
    MOST,
    SUIT,
    TAKE,
    TAKE_ENOUGH,
    TAKEN,
    TAKING,
    TROPHIES,
    VALUE,
)
from tuilerie.rules.romirami_score import towards_trophy, trophy_count, trophy_points

# Weights, in points: first guesses from the worth of contracts per card, not tuned by matches yet.
CARD_PRICE = 0.45  # what a card laid for a contract could have earned elsewhere, early in the game
CARD_KEPT = 0.30  # a card more in hand
JOKER_PRICE = 2.0  # the point for keeping it, and what it may still be good for
NEARNESS = np.array([1.0, 0.62, 0.36, 0.2, 0.11, 0.06, 0.03, 0.02, 0.01, 0.0])  # worth of a contract that lacks so many cards
SECOND, THIRD = 0.5, 0.25  # how much the next best contracts count beside the best
TROPHY_STEP = 0.2  # of a trophy's points, for one more towards it
PER_MISSING = 10.0  # while planning a fill: more than the bonus cards of any contract, so that fewer missing cards come first


@kernel
def greedy(state, dice, out, n):
    phase = state.phase
    if phase == TAKING:
        return _best_take(state)
    if phase == FILLING:
        return _best_fill(state, out, n)
    if phase == CHOOSING_VALUE:
        return _best_value(state, out, n)
    if phase == CHOOSING_CARD:
        return _best_card(state, out, n)
    return _best_discard(state, out, n)


# --- what a contract is worth ------------------------------------------------------------------------


@kernel
def _progress(state):
    """How near the end is, 0..1: cards and Joker lose what they could still earn."""
    if state.ending:
        return 1.0
    most = 0
    for seat in range(state.players):
        most = max(most, int(state.completed_count[seat]))
    return most / (9.0 - state.players)


@kernel
def _contract_worth(state, contract):
    """Its points, and what it brings towards the trophies; the bonus cards come on top."""
    seat = int(state.turn)
    worth = float(state.contract_points[contract])
    for trophy in range(TROPHIES):
        step = towards_trophy(state, trophy, contract)
        if step:
            best = 0
            for other in range(state.players):
                if other != seat:
                    best = max(best, trophy_count(state, trophy, other))
            lead = trophy_count(state, trophy, seat) - best
            worth += trophy_points(state, trophy) * (_chance(lead + step) - _chance(lead))
    return worth


@kernel
def _chance(lead):
    return min(1.0, max(0.0, 0.5 + TROPHY_STEP * lead))


# --- planning a fill ---------------------------------------------------------------------------------


@kernel
def _bonus_counts(hand, suit):
    """Cards of one suit per value, packed."""
    counts = np.int64(0)
    for value in range(1, VALUES + 1):
        counts += np.int64(hand[suit * VALUES + value - 1]) << np.int64(4 * value)
    return counts


@kernel
def _demand(code, value):
    """The cards per value that a requirement takes at `value`, packed."""
    if code < RUN:
        return np.int64(size_of(code)) * one(value)
    asked = np.int64(0)
    for step in range(value, value + size_of(code)):
        asked += one(step)
    return asked


@kernel
def _fits_deck(state, code, value):
    length = size_of(code) if code > RUN else 1
    return code == 0 or ((int(state.in_deck) >> value) & ((1 << length) - 1)) == (1 << length) - 1


@kernel
def _plan(state, contract, at, asked, counts, bonus):
    """The best choice of values for the requirements from `at` on, where `asked` is taken already: bonus cards less PER_MISSING per missing card."""
    first, second = code_at(state, contract, at), code_at(state, contract, at + 1)
    third, fourth = code_at(state, contract, at + 2), code_at(state, contract, at + 3)
    best = -1000.0
    for value in range(lowest_value(first), highest_value(first) + 1):
        if not _fits_deck(state, first, value):
            continue
        asked_1 = asked + _demand(first, value)
        for value_2 in range(lowest_value(second), highest_value(second) + 1):
            if not _fits_deck(state, second, value_2):
                continue
            asked_2 = asked_1 + _demand(second, value_2)
            for value_3 in range(lowest_value(third), highest_value(third) + 1):
                if not _fits_deck(state, third, value_3):
                    continue
                asked_3 = asked_2 + _demand(third, value_3)
                for value_4 in range(lowest_value(fourth), highest_value(fourth) + 1):
                    if _fits_deck(state, fourth, value_4):
                        best = max(best, _outcome(asked_3 + _demand(fourth, value_4), counts, bonus))
    return best


@kernel
def _outcome(asked, counts, bonus):
    worth = 0.0
    for value in range(1, VALUES + 1):
        wanted = held(asked, value)
        if wanted:
            worth += min(wanted, held(bonus, value)) - PER_MISSING * max(wanted - held(counts, value), 0)
    return worth


@kernel
def _missing(plan):
    """The missing cards of a plan, from its worth: no contract has ten bonus cards."""
    return max(0, int(np.ceil(-plan / PER_MISSING - 1e-9)))


# --- taking and discarding: what a hand is worth -----------------------------------------------------


@kernel
def _hand_worth(state, hand, worths):
    """What a hand promises: the contracts on offer by how near they are, and its cards. `worths` are those of the contracts on offer."""
    counts = value_counts(hand)
    joker = state.joker[state.turn]
    joker_price = JOKER_PRICE * (1.0 - _progress(state)) + 1.0 * _progress(state)
    first, second, third = 0.0, 0.0, 0.0
    for place in range(state.offers_size):
        contract = int(state.offers[place])
        plan = _plan(state, contract, 0, np.int64(0), counts, _bonus_counts(hand, int(state.contract_suit[contract])))
        missing = _missing(plan)
        full = worths[place] + plan + PER_MISSING * missing
        worth = full * NEARNESS[min(missing, 9)]
        if joker and missing:
            worth = max(worth, (full - joker_price) * NEARNESS[min(missing - 1, 9)])
        if worth > first:
            first, second, third = worth, first, second
        elif worth > second:
            second, third = worth, second
        elif worth > third:
            third = worth
    return first + SECOND * second + THIRD * third


@kernel
def _offer_worths(state):
    worths = np.zeros(4)
    for place in range(state.offers_size):
        worths[place] = _contract_worth(state, int(state.offers[place]))
    return worths


@kernel
def _best_take(state):
    """The best take that begins with the cards taken so far: its next card, or enough."""
    worths = _offer_worths(state)
    hand = state.hand[state.turn].copy()
    market = state.market[: state.market_size].copy()
    market.sort()
    chosen = np.empty(TAKEN, np.int64)
    count = int(state.taken_count)
    for i in range(count):
        chosen[i] = state.taken[i]
    size = float(state.hand_size[state.turn])
    best, action = -1000.0, TAKE_ENOUGH
    if count:
        best = _take_worth(state, hand, worths, size)
    for i in range(len(market)):
        if _fits(chosen, count, int(market[i])):
            worth = _worth_from(state, hand, worths, size, market, i, chosen, count)
            if worth > best + 1e-9:
                best, action = worth, TAKE + int(market[i])
    return action


@kernel
def _worth_from(state, hand, worths, size, market, i, chosen, count):
    """The best worth of a take that goes on with card i of the (sorted) market, alone or with one or two behind it."""
    chosen[count] = market[i]
    hand[market[i]] += 1
    best = _take_worth(state, hand, worths, size + 1.0)
    if count + 1 < TAKEN:
        for j in range(i + 1, len(market)):
            if not _fits(chosen, count + 1, int(market[j])):
                continue
            chosen[count + 1] = market[j]
            hand[market[j]] += 1
            best = max(best, _take_worth(state, hand, worths, size + 2.0))
            if count + 2 < TAKEN:
                for k in range(j + 1, len(market)):
                    if _fits(chosen, count + 2, int(market[k])):
                        hand[market[k]] += 1
                        best = max(best, _take_worth(state, hand, worths, size + 3.0))
                        hand[market[k]] -= 1
            hand[market[j]] -= 1
    hand[market[i]] -= 1
    return best


@kernel
def _take_worth(state, hand, worths, size):
    return _hand_worth(state, hand, worths) + CARD_KEPT * min(size, float(MOST))


@kernel
def _fits(chosen, count, kind):
    same_suit, same_value = True, True
    for i in range(count):
        same_suit = same_suit and chosen[i] // VALUES == kind // VALUES
        same_value = same_value and chosen[i] % VALUES == kind % VALUES
    return (same_suit or same_value) and (count == 0 or kind >= chosen[count - 1])


@kernel
def _best_discard(state, out, n):
    """Give up, one after another, the cards that the hand misses least; the lowest kind of them goes first."""
    worths = _offer_worths(state)
    hand = state.hand[state.turn].copy()
    lowest = KINDS
    for _ in range(int(state.hand_size[state.turn]) - MOST):
        least, least_worth = -1, -1000.0
        for kind in range(int(state.last_kind), KINDS):
            if hand[kind]:
                hand[kind] -= 1
                worth = _hand_worth(state, hand, worths)
                hand[kind] += 1
                if worth > least_worth:
                    least, least_worth = kind, worth
        hand[least] -= 1
        lowest = min(lowest, least)
    return DISCARD + lowest


# --- filling -----------------------------------------------------------------------------------------


@kernel
def _best_fill(state, out, n):
    """The contract that is worth most beyond its cards, if any is."""
    hand = state.hand[state.turn]
    counts = value_counts(hand)
    early = 1.0 - _progress(state)
    price = CARD_PRICE * early * (0.5 if state.hand_size[state.turn] >= 9 else 1.0)
    best, action = 0.0, DONE
    for i in range(n):
        if out[i] == DONE:
            continue
        contract = int(state.offers[out[i] - FILL])
        plan = _plan(state, contract, 0, np.int64(0), counts, _bonus_counts(hand, int(state.contract_suit[contract])))
        missing = _missing(plan)
        worth = _contract_worth(state, contract) + plan + PER_MISSING * missing
        worth -= price * (int(state.contract_cards[contract]) - missing) + missing * (JOKER_PRICE * early + 1.0)
        if worth > best:
            best, action = worth, int(out[i])
    return action


@kernel
def _best_value(state, out, n):
    hand = state.hand[state.turn]
    contract, at = int(state.offers[state.filling]), int(state.requirement_at)
    code = requirement_now(state)
    counts, bonus = value_counts(hand), _bonus_counts(hand, int(state.contract_suit[contract]))
    best, action = -10000.0, int(out[0])
    for i in range(n):
        worth = _plan(state, contract, at + 1, _demand(code, int(out[i]) - VALUE + 1), counts, bonus)
        if worth > best:
            best, action = worth, int(out[i])
    return action


@kernel
def _best_card(state, out, n):
    """Cards of the bonus suit first; then suits that the other contracts do not reward; the Joker only where a card is missing.

    The cards of a set are chosen together and laid in suit order: the lowest of the chosen suits is next.
    """
    if n == 1:
        return int(out[0])
    contract = int(state.offers[state.filling])
    code = requirement_now(state)
    bonus = int(state.contract_suit[contract])
    value = int(state.value) + (int(state.laid) if code > RUN else 0)
    left = 1 if code > RUN else size_of(code) - int(state.laid)
    ready = np.zeros(SUITS, np.int64)  # cards per suit that may be laid from here on
    for suit in range(SUITS):
        if code > RUN or suit >= state.last_suit:
            ready[suit] = state.hand[state.turn, suit * VALUES + value - 1]
    lowest = SUITS
    for _ in range(left):
        chosen, chosen_price = -1, 1000
        for suit in range(SUITS):
            price = _suit_price(state, suit, bonus)
            if ready[suit] and price < chosen_price:
                chosen, chosen_price = suit, price
        if chosen >= 0:
            ready[chosen] -= 1
            lowest = min(lowest, chosen)
    for i in range(n):
        if out[i] == SUIT + lowest:
            return int(out[i])
    return int(out[0]) if out[0] != JOKER else int(out[n - 1])


@kernel
def _suit_price(state, suit, bonus):
    """How little one wants to lay a card of this suit."""
    if suit == bonus:
        return -1
    price = 0
    for place in range(state.offers_size):
        if place != state.filling and state.contract_suit[state.offers[place]] == suit:
            price += 1
    return price
