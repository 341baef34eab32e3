"""Rules of thumb for Romi Rami: take what brings the best contracts nearer, fill what is worth its cards, keep an eye on bonus suit and trophies.

Every small action of a move is planned anew from what lies on the table and in the own hand; the same plan comes out at each of them. Hands are
packed as in `romirami_fill`: cards per value in one number, and the same for each suit. Playouts (`romirami_ahead`) play by the same rules of thumb.
"""

from __future__ import annotations

import numpy as np

from tuilerie.rules.chance import roll
from tuilerie.rules.compiled import kernel
from tuilerie.rules.romirami import requirement_now
from tuilerie.rules.romirami_fill import KINDS, REQUIREMENTS, RUN, SUITS, VALUES, held, highest_value, lowest_value, one, size_of
from tuilerie.rules.romirami_record import (
    CHOOSING_VALUE,
    DISCARD,
    DISCARDING,
    DONE,
    FILL,
    FILLING,
    JOKER,
    MARKET,
    MOST,
    OFFERS,
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
        chosen = np.empty(TAKEN, np.int64)
        return TAKE + int(chosen[0]) if best_take(state, dice, 0.0, chosen) else TAKE_ENOUGH
    if phase == DISCARDING:
        return best_discard(state)
    return best_filling(state, out, n)


@kernel
def best_filling(state, out, n):
    """One of the n legal actions in `out`, in any of the phases of filling contracts."""
    if state.phase == FILLING:
        return _best_fill(state, out, n)
    if state.phase == CHOOSING_VALUE:
        return _best_value(state, out, n)
    return _best_card(state, out, n)


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
def contract_worth(state, contract, seat):
    """Its points for a seat, and what it brings towards the trophies; the bonus cards come on top."""
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
def _plan(state, contract, at, counts, bonus):
    """Requirement after requirement from `at` on, at the value where least is missing and most is of the bonus suit: bonus cards less PER_MISSING
    per missing card. Not always the best plan of all: that would take a hundred times as long, and wins no more games."""
    worth = 0.0
    for requirement in range(at, REQUIREMENTS):
        code = int(state.requirement[contract, requirement])
        if code == 0:
            break
        value, gain = _best_place(state, code, counts, bonus)
        worth += gain
        counts, bonus = _without(code, value, counts), _without(code, value, bonus)
    return worth


@kernel
def _best_place(state, code, counts, bonus):
    """The value at which to meet a requirement, and what that brings."""
    best, best_gain = lowest_value(code), -1000.0
    for value in range(lowest_value(code), highest_value(code) + 1):
        if not _fits_deck(state, code, value):
            continue
        gain = _gain(code, value, counts, bonus)
        if gain > best_gain:
            best, best_gain = value, gain
    return best, best_gain


@kernel
def _gain(code, value, counts, bonus):
    """Bonus cards less PER_MISSING per missing card, for one requirement met at this value."""
    size = size_of(code)
    if code < RUN:
        return min(held(bonus, value), size) - PER_MISSING * (size - min(held(counts, value), size))
    gain = 0.0
    for step in range(value, value + size):
        gain += (1.0 if held(bonus, step) else 0.0) - (0.0 if held(counts, step) else PER_MISSING)
    return gain


@kernel
def _without(code, value, counts):
    """What is left after a requirement was met at this value as far as the cards go."""
    if code < RUN:
        return counts - min(held(counts, value), np.int64(size_of(code))) * one(value)
    for step in range(value, value + size_of(code)):
        if held(counts, step):
            counts -= one(step)
    return counts


@kernel
def _fits_deck(state, code, value):
    length = size_of(code) if code > RUN else 1
    return ((int(state.in_deck) >> value) & ((1 << length) - 1)) == (1 << length) - 1


@kernel
def _missing(plan):
    """The missing cards of a plan, from its worth: no contract has ten bonus cards."""
    return max(0, int(np.ceil(-plan / PER_MISSING - 1e-9)))


# --- taking and discarding: what a hand is worth -----------------------------------------------------


@kernel
def hand_worth(state, counts, suits, worths, joker):
    """What a hand promises: the contracts on offer by how near they are. `worths` are those of the contracts on offer."""
    progress = _progress(state)
    joker_price = JOKER_PRICE * (1.0 - progress) + 1.0 * progress
    first, second, third = 0.0, 0.0, 0.0
    for place in range(state.offers_size):
        contract = int(state.offers[place])
        plan = _plan(state, contract, 0, counts, suits[state.contract_suit[contract]])
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
def offer_worths(state, seat, worths):
    for place in range(state.offers_size):
        worths[place] = contract_worth(state, int(state.offers[place]), seat)


@kernel
def best_take(state, dice, noise, chosen):
    """The best take that begins with the cards taken so far; the rest of it goes to `chosen`, rising, and its size is returned.

    More cards are better than fewer, so only whole groups of a suit or a value are weighed, or three cards of them.
    """
    seat = int(state.turn)
    worths = np.empty(OFFERS)
    suits = np.empty(SUITS, np.int64)
    offer_worths(state, seat, worths)
    counts = pack_suits(state.hand[seat], suits)
    market = np.sort(state.market[: state.market_size])
    group = np.empty(MARKET, np.int64)
    trial = np.empty(TAKEN, np.int64)
    room = TAKEN - int(state.taken_count)
    most, best = 0, -1000.0
    if room < TAKEN:
        best = hand_worth(state, counts, suits, worths, state.joker[seat])
    for line in range(SUITS + VALUES):
        size = _group(state, market, line, group)
        take = min(size, room)
        for left_out in range(_choices(size, take)):
            _choose(group, size, take, left_out, trial)
            worth = CARD_KEPT * take + _noise(dice, noise)
            worth += _worth_with(state, trial, take, counts, suits, worths, seat)
            if take and worth > best + 1e-9:
                most, best = take, worth
                chosen[:take] = trial[:take]
    return most


@kernel
def _group(state, market, line, group):
    """The cards of the market that go together by one suit or one value and with what is taken already, rising."""
    size = 0
    for i in range(len(market)):
        kind = np.int64(market[i])
        if (kind // VALUES if line < SUITS else SUITS + kind % VALUES) == line and _fits(state, kind):
            group[size] = kind
            size += 1
    return size


@kernel
def _fits(state, kind):
    same_suit, same_value = True, True
    count = int(state.taken_count)
    for i in range(count):
        same_suit = same_suit and int(state.taken[i]) // VALUES == kind // VALUES
        same_value = same_value and int(state.taken[i]) % VALUES == kind % VALUES
    return (same_suit or same_value) and (count == 0 or kind >= state.taken[count - 1])


@kernel
def _choices(size, take):
    """How many ways are tried to take so many of a group: all of it, else as many as it has cards."""
    return 1 if size == take else size


@kernel
def _choose(group, size, take, start, trial):
    """`take` cards of the group from `start` on, around its end, rising."""
    wrapped = max(0, start + take - size)
    for i in range(wrapped):
        trial[i] = group[i]
    for i in range(wrapped, take):
        trial[i] = group[start + i - wrapped]


@kernel
def _worth_with(state, cards, count, counts, suits, worths, seat):
    for i in range(count):
        counts += one(cards[i] % VALUES + 1)
        suits[cards[i] // VALUES] += one(cards[i] % VALUES + 1)
    worth = hand_worth(state, counts, suits, worths, state.joker[seat])
    for i in range(count):
        suits[cards[i] // VALUES] -= one(cards[i] % VALUES + 1)
    return worth


@kernel
def _noise(dice, noise):
    return roll(dice, 1024) * noise / 1024.0 if noise > 0.0 else 0.0


@kernel
def best_discard(state):
    """Give up, one after another, the cards that the hand misses least; the lowest kind of them goes first."""
    seat = int(state.turn)
    worths = np.empty(OFFERS)
    suits = np.empty(SUITS, np.int64)
    offer_worths(state, seat, worths)
    hand = state.hand[seat].copy()
    counts = pack_suits(hand, suits)
    lowest = KINDS
    for _ in range(int(state.hand_size[seat]) - MOST):
        least, least_worth = -1, -1000.0
        for kind in range(int(state.last_kind), KINDS):
            if hand[kind]:
                card = one(kind % VALUES + 1)
                suits[kind // VALUES] -= card
                worth = hand_worth(state, counts - card, suits, worths, state.joker[seat])
                suits[kind // VALUES] += card
                if worth > least_worth:
                    least, least_worth = kind, worth
        hand[least] -= 1
        counts -= one(least % VALUES + 1)
        suits[least // VALUES] -= one(least % VALUES + 1)
        lowest = min(lowest, least)
    return DISCARD + lowest


# --- filling -----------------------------------------------------------------------------------------


@kernel
def _best_fill(state, out, n):
    """The contract that is worth most beyond its cards, if any is."""
    seat = int(state.turn)
    suits = np.empty(SUITS, np.int64)
    counts = pack_suits(state.hand[seat], suits)
    early = 1.0 - _progress(state)
    price = CARD_PRICE * early * (0.5 if state.hand_size[seat] >= 9 else 1.0)
    best, action = 0.0, DONE
    for i in range(n):
        if out[i] == DONE:
            continue
        contract = int(state.offers[out[i] - FILL])
        plan = _plan(state, contract, 0, counts, suits[state.contract_suit[contract]])
        missing = _missing(plan)
        worth = contract_worth(state, contract, seat) + plan + PER_MISSING * missing
        worth -= price * (int(state.contract_cards[contract]) - missing) + missing * (JOKER_PRICE * early + 1.0)
        if worth > best:
            best, action = worth, int(out[i])
    return action


@kernel
def _best_value(state, out, n):
    contract, at = int(state.offers[state.filling]), int(state.requirement_at)
    code = requirement_now(state)
    suits = np.empty(SUITS, np.int64)
    counts = pack_suits(state.hand[state.turn], suits)
    bonus = suits[state.contract_suit[contract]]
    best, action = -10000.0, int(out[0])
    for i in range(n):
        value = int(out[i]) - VALUE + 1
        worth = _gain(code, value, counts, bonus) + _plan(state, contract, at + 1, _without(code, value, counts), _without(code, value, bonus))
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
