"""Rules of thumb for Romi Rami: take what brings the best contracts nearer, fill what is worth its cards, keep an eye
on bonus suit and trophies.

Every small action of a move is planned anew from what lies on the table and in the own hand; the same plan comes out at
each of them. What things are worth is in `worth`. Playouts (`ahead`) play by the same rules of thumb.
"""

from __future__ import annotations

import numpy as np

from tuilerie.games.romirami.fill import one
from tuilerie.games.romirami.record import (
    CHOOSING_VALUE,
    DISCARD,
    DISCARDING,
    DONE,
    FILL,
    FILLING,
    JOKER,
    KINDS,
    LEAST,
    MARKET,
    MOST,
    OFFERS,
    RUN,
    SEATS,
    SUIT,
    SUITS,
    TAKE,
    TAKE_ENOUGH,
    TAKEN,
    TAKING,
    VALUE,
    VALUES,
    size_of,
)
from tuilerie.games.romirami.rules import fits_take, requirement_now
from tuilerie.games.romirami.score import scores
from tuilerie.games.romirami.worth import (
    CARD_KEPT,
    CARD_PRICE,
    CROWDED,
    GREEDY,
    JOKER_PRICE,
    REFILL,
    RUSH,
    gain_of,
    hand_worth,
    offer_worths,
    pack_suits,
    plan_from,
    plan_of,
    progress_of,
    without,
)
from tuilerie.kernel.compiled import kernel


@kernel
def greedy(state, dice, out, n):
    return thoughtful(state, GREEDY, out, n)


@kernel
def thoughtful(state, weights, out, n):
    """One of the n legal actions in `out`."""
    phase = state.phase
    if phase == TAKING:
        chosen = np.empty(TAKEN, np.int64)
        return TAKE + int(chosen[0]) if best_take(state, weights, chosen) else TAKE_ENOUGH
    if phase == DISCARDING:
        return best_discard(state, weights)
    return best_filling(state, weights, out, n)


@kernel
def best_filling(state, weights, out, n):
    """One of the n legal actions in `out`, in any of the phases of filling contracts."""
    if state.phase == FILLING:
        return _best_fill(state, weights, out, n)
    if state.phase == CHOOSING_VALUE:
        return _best_value(state, out, n)
    return _best_card(state, out, n)


# --- taking and discarding ---------------------------------------------------------------------------


@kernel
def best_take(state, weights, chosen):
    """The best take that begins with the cards taken so far; the rest of it goes to `chosen`, rising, and its size is
    returned.

    More cards are better than fewer, so only whole groups of a suit or a value are weighed, or three cards of them.
    """
    seat = int(state.turn)
    worths = np.empty(OFFERS)
    suits = np.empty(SUITS, np.int64)
    offer_worths(state, seat, weights, worths)
    progress = progress_of(state)
    counts = pack_suits(state.hand[seat], suits)
    market = _rising(state)
    group = np.empty(MARKET, np.int64)
    trial = np.empty(TAKEN, np.int64)
    room = TAKEN - int(state.taken_count)
    most, best = 0, -1000.0
    if room < TAKEN:
        best = hand_worth(state, weights, progress, counts, suits, worths, state.joker[seat])
    for line in range(SUITS + VALUES):
        size = _group(state, market, line, group)
        take = min(size, room)
        if size == 0:
            continue
        for left_out in range(_choices(size, take)):
            _choose(group, size, take, left_out, trial)
            worth = weights[CARD_KEPT] * take + _worth_with(
                state, weights, progress, trial, take, counts, suits, worths, seat
            )
            if worth > best + 1e-9:
                most, best = take, worth
                chosen[:take] = trial[:take]
    return most


@kernel
def _rising(state):
    """The market's cards by kind."""
    market = np.empty(int(state.market_size), np.uint8)
    for i in range(len(market)):
        at = i
        while at > 0 and market[at - 1] > state.market[i]:
            market[at] = market[at - 1]
            at -= 1
        market[at] = state.market[i]
    return market


@kernel
def _group(state, market, line, group):
    """The cards of the market that go together by one suit or one value and with what is taken already, rising."""
    size = 0
    for i in range(len(market)):
        kind = np.int64(market[i])
        if (kind // VALUES if line < SUITS else SUITS + kind % VALUES) == line and fits_take(state, kind):
            group[size] = kind
            size += 1
    return size


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
def _worth_with(state, weights, progress, cards, count, counts, suits, worths, seat):
    for i in range(count):
        counts += one(cards[i] % VALUES + 1)
        suits[cards[i] // VALUES] += one(cards[i] % VALUES + 1)
    worth = hand_worth(state, weights, progress, counts, suits, worths, state.joker[seat])
    for i in range(count):
        suits[cards[i] // VALUES] -= one(cards[i] % VALUES + 1)
    return worth


@kernel
def best_discard(state, weights):
    """Give up, one after another, the cards that the hand misses least; the lowest kind of them goes first."""
    seat = int(state.turn)
    worths = np.empty(OFFERS)
    suits = np.empty(SUITS, np.int64)
    offer_worths(state, seat, weights, worths)
    progress = progress_of(state)
    hand = state.hand[seat].copy()
    counts = pack_suits(hand, suits)
    lowest = KINDS
    for _ in range(int(state.hand_size[seat]) - MOST):
        least, least_worth = -1, -1000.0
        for kind in range(int(state.last_kind), KINDS):
            if hand[kind]:
                card = one(kind % VALUES + 1)
                suits[kind // VALUES] -= card
                worth = hand_worth(state, weights, progress, counts - card, suits, worths, state.joker[seat])
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
def _best_fill(state, weights, out, n):
    """The contract that is worth most beyond its cards, if any is."""
    seat = int(state.turn)
    worths = np.empty(OFFERS)
    suits = np.empty(SUITS, np.int64)
    offer_worths(state, seat, weights, worths)
    counts = pack_suits(state.hand[seat], suits)
    early = 1.0 - progress_of(state)
    price = weights[CARD_PRICE] * early * (weights[CROWDED] if state.hand_size[seat] >= 9 else 1.0)
    rush = _rush(state, seat, weights)
    best, action = 0.0, DONE
    for i in range(n):
        if out[i] == DONE:
            continue
        place = int(out[i]) - FILL
        contract = int(state.offers[place])
        bonus, missing = plan_of(state, contract, counts, suits)
        worth = worths[place] + bonus
        cards = int(state.contract_cards[contract]) - missing
        worth += rush - price * cards - missing * (weights[JOKER_PRICE] * early + 1.0)
        worth += weights[REFILL] * max(0, LEAST - (int(state.hand_size[seat]) - cards))
        if worth > best:
            best, action = worth, int(out[i])
    return action


@kernel
def _rush(state, seat, weights):
    """What it is worth to bring the end nearer: something with a lead, less than nothing without."""
    if weights[RUSH] == 0.0:
        return 0.0
    points = np.zeros(SEATS)
    scores(state, points)
    best = -1e9
    for other in range(state.players):
        if other != seat:
            best = max(best, points[other])
    return weights[RUSH] * (points[seat] - best) / 10.0


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
        worth = gain_of(code, value, counts, bonus) + plan_from(
            state, contract, at + 1, without(code, value, counts), without(code, value, bonus)
        )
        if worth > best:
            best, action = worth, int(out[i])
    return action


@kernel
def _best_card(state, out, n):
    """Cards of the bonus suit first; then suits that the other contracts do not reward; the Joker only where a card is
    missing.

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
