"""Romi Rami: the rules, over one flat record. Clause ids (RR-*) are those of the rules page.

The record is in `record`, dealing in `deal`, what contracts ask for in `fill`, moving cards and hiding in `cards`,
points in `score`, features in `observe`.
"""

from __future__ import annotations

import numpy as np

from tuilerie.games.romirami.cards import close_gap, hand_to_bonus, hand_to_discard, hide, market_to_hand
from tuilerie.games.romirami.deal import clear, copy_deck, deal, draw_hand, fill_markets
from tuilerie.games.romirami.fill import WITHOUT_JOKER, can_meet, highest_value, lowest_value, spend, value_counts, ways
from tuilerie.games.romirami.observe import observe
from tuilerie.games.romirami.record import (
    ACTIONS,
    CHOOSING_CARD,
    CHOOSING_VALUE,
    DISCARD,
    DISCARDING,
    DONE,
    FEATURE_LAYOUT,
    FEATURES,
    FILL,
    FILLING,
    JOKER,
    KINDS,
    MOST,
    OFFERS,
    OVER,
    REASON_CONTRACTS,
    REASON_NO_CONTRACTS,
    REQUIREMENTS,
    RULESET,
    RUN,
    STANDINGS,
    STATE,
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
from tuilerie.games.romirami.score import end_game, scores, standings
from tuilerie.kernel.chance import begin_game
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.victory import returns

__all__ = [
    "ACTIONS",
    "FEATURES",
    "FEATURE_LAYOUT",
    "RULESET",
    "STANDINGS",
    "STATE",
    "apply",
    "finished",
    "hide",
    "legal",
    "observe",
    "returns",
    "scores",
    "standings",
    "start",
]


@kernel
def start(state, players, ruleset, seed):
    begin_game(state, players, seed)
    state.winners = 0
    state.ending = 0
    copy_deck(state, ruleset)
    clear(state)
    deal(state, ruleset)
    _begin_turn(state)


@kernel
def legal(state, out):
    phase = state.phase
    if phase == TAKING:
        return _takes(state, out)
    if phase == FILLING:
        return _fills(state, out)
    if phase == CHOOSING_VALUE:
        return _values(state, out)
    if phase == CHOOSING_CARD:
        return _cards(state, out)
    if phase == DISCARDING:
        return _discards(state, out)
    return 0


@kernel
def apply(state, action):
    if action < TAKE_ENOUGH:
        _take(state, action - TAKE)
    elif action == TAKE_ENOUGH:
        _end_take(state)
    elif action < VALUE:
        _begin_fill(state, action - FILL)
    elif action < SUIT:
        _choose_value(state, action - VALUE + 1)
    elif action < JOKER:
        _lay_card(state, action - SUIT)
    elif action == JOKER:
        _lay_joker(state)
    elif action == DONE:
        _refill(state)
    else:
        _discard(state, action - DISCARD)


@kernel
def finished(state):
    return state.phase == OVER


# --- taking ----------------------------------------------------------------------------------------


@kernel
def _takes(state, out):
    """RR-T1, V4: cards rise by kind, and all of a take share a suit or all share a value."""
    n = 0
    seen = np.int64(0)
    for i in range(state.market_size):
        kind = int(state.market[i])
        if not (seen >> np.int64(kind)) & np.int64(1) and fits_take(state, kind):
            seen |= np.int64(1) << np.int64(kind)
            out[n] = TAKE + kind
            n += 1
    if state.taken_count:
        out[n] = TAKE_ENOUGH
        n += 1
    return n


@kernel
def fits_take(state, kind):
    """Whether a card of this kind can go on with what is taken already."""
    count = int(state.taken_count)
    if count == 0:
        return True
    if kind < state.taken[count - 1]:
        return False
    same_suit, same_value = True, True
    for i in range(count):
        same_suit = same_suit and int(state.taken[i]) // VALUES == kind // VALUES
        same_value = same_value and int(state.taken[i]) % VALUES == kind % VALUES
    return same_suit or same_value


@kernel
def _take(state, kind):
    """The take ends by itself when no further card fits."""
    market_to_hand(state, state.turn, kind)
    state.taken[state.taken_count] = kind
    state.taken_count += 1
    state.pending = 1
    if state.taken_count < TAKEN:
        for i in range(state.market_size):
            if fits_take(state, int(state.market[i])):
                return
    _end_take(state)


@kernel
def _end_take(state):
    state.pending = 0
    state.phase = FILLING


# --- filling contracts -----------------------------------------------------------------------------


@kernel
def _fills(state, out):
    """RR-T2, T3."""
    out[0] = DONE
    n = 1
    seat = state.turn
    hand, cards, joker = state.hand[seat], int(state.hand_size[seat]), int(state.joker[seat])
    counts = np.int64(-1)
    for place in range(state.offers_size):
        contract = int(state.offers[place])
        if cards + joker < state.contract_cards[contract]:
            continue
        if counts < 0:
            counts = value_counts(hand)
        if can_meet(state, contract, 0, counts, joker):
            out[n] = FILL + place
            n += 1
    return n


@kernel
def _begin_fill(state, place):
    state.pending = 1
    state.filling = place
    state.requirement_at = 0
    state.phase = CHOOSING_VALUE


@kernel
def _values(state, out):
    n = 0
    contract, at = int(state.offers[state.filling]), int(state.requirement_at)
    code = int(state.requirement[contract, at])
    counts, joker = value_counts(state.hand[state.turn]), int(state.joker[state.turn])
    for value in range(lowest_value(code), highest_value(code) + 1):
        missing, left = spend(state, code, value, counts)
        if missing <= joker and can_meet(state, contract, at + 1, left, joker - missing):
            out[n] = VALUE + value - 1
            n += 1
    return n


@kernel
def _choose_value(state, value):
    contract, at = int(state.offers[state.filling]), int(state.requirement_at)
    state.ways = ways(state, contract, at, value, value_counts(state.hand[state.turn]), int(state.joker[state.turn]))
    state.value = value
    state.laid = 0
    state.last_suit = 0
    state.phase = CHOOSING_CARD


@kernel
def _cards(state, out):
    """The next card of the requirement: any suit held, or the Joker (RR-T3, T6), as long as the rest can be met."""
    n = 0
    hand, laid, found = state.hand[state.turn], int(state.laid), int(state.ways)
    code = requirement_now(state)
    value = int(state.value) + (laid if code > RUN else 0)
    joker_later = ((found & (WITHOUT_JOKER - 1)) >> (laid + 1)) != 0
    left = size_of(code) - laid - 1  # cards after this one
    behind = 0  # of this value, in the suits from here on: those of a set rise
    for suit in range(SUITS):
        behind += int(hand[suit * VALUES + value - 1])
    for suit in range(SUITS):
        mine = int(hand[suit * VALUES + value - 1])
        if mine and (code > RUN or suit >= state.last_suit):
            enough = code > RUN or behind - 1 >= left
            enough_with_joker = code > RUN or behind - 1 >= left - 1
            if (found & WITHOUT_JOKER and enough) or (joker_later and enough_with_joker):
                out[n] = SUIT + suit
                n += 1
        behind -= mine
    if (found >> laid) & 1:
        out[n] = JOKER
        n += 1
    return n


@kernel
def requirement_now(state):
    """The code of the requirement being met."""
    return int(state.requirement[state.offers[state.filling], state.requirement_at])


@kernel
def _lay_card(state, suit):
    """RR-T7."""
    value = int(state.value) + (int(state.laid) if requirement_now(state) > RUN else 0)
    kind = suit * VALUES + value - 1
    if state.contract_suit[state.offers[state.filling]] == suit:
        hand_to_bonus(state, state.turn, kind)
    else:
        hand_to_discard(state, state.turn, kind)
    state.last_suit = suit
    _next_card(state)


@kernel
def _lay_joker(state):
    """RR-T6: to the box."""
    state.joker[state.turn] = 0
    state.ways = WITHOUT_JOKER
    _next_card(state)


@kernel
def _next_card(state):
    state.laid += 1
    if state.laid < size_of(requirement_now(state)):
        return
    state.requirement_at += 1
    state.phase = CHOOSING_VALUE
    if state.requirement_at == REQUIREMENTS or requirement_now(state) == 0:
        _complete(state)


@kernel
def _complete(state):
    seat = state.turn
    state.completed[seat, state.completed_count[seat]] = state.offers[state.filling]
    state.completed_count[seat] += 1
    close_gap(state.offers, int(state.filling), OFFERS)
    state.offers_size -= 1
    state.pending = 0
    state.phase = FILLING
    if state.completed_count[seat] >= 9 - int(state.players):  # RR-E1: 7, 6, 5
        state.ending = 1
        state.reason = REASON_CONTRACTS


# --- the end of a turn -----------------------------------------------------------------------------


@kernel
def _refill(state):
    """RR-T8, T9."""
    fill_markets(state)
    seat = int(state.turn)
    if state.hand_size[seat] > MOST:
        state.phase = DISCARDING
        state.last_kind = 0
        return
    draw_hand(state, seat)
    _end_turn(state)


@kernel
def _discards(state, out):
    """RR-T9: kinds rise, and enough cards must be left from here on to come down to ten."""
    n = 0
    hand = state.hand[state.turn]
    surplus = int(state.hand_size[state.turn]) - MOST
    behind = 0
    for kind in range(KINDS - 1, int(state.last_kind) - 1, -1):
        if hand[kind]:
            behind += int(hand[kind])
            if behind >= surplus:
                out[n] = DISCARD + kind
                n += 1
    return n


@kernel
def _discard(state, kind):
    hand_to_discard(state, state.turn, kind)
    state.last_kind = kind
    state.pending = 1
    if state.hand_size[state.turn] == MOST:
        state.pending = 0
        _end_turn(state)


@kernel
def _end_turn(state):
    """RR-E1, V3: once the end is triggered, the lap is finished."""
    state.turns += 1
    if state.offers_size == 0 and not state.ending:
        state.ending = 1
        state.reason = REASON_NO_CONTRACTS
    state.turn = (int(state.turn) + 1) % int(state.players)
    if state.ending and state.turn == state.first:
        end_game(state)
    else:
        _begin_turn(state)


@kernel
def _begin_turn(state):
    """RR-V2: nothing to take, no take."""
    state.taken_count = 0
    state.phase = TAKING if state.market_size else FILLING
