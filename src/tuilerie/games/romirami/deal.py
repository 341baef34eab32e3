"""Dealing: the deck of the ruleset into a new record, and cards from the piles to the markets and hands."""

from __future__ import annotations

from tuilerie.games.romirami.cards import pile_to_hand, pile_to_market, spread
from tuilerie.games.romirami.record import (
    CARDS,
    COMPLETED,
    CONTRACTS,
    KINDS,
    LEAST,
    MARKET,
    NOWHERE,
    OFFERS,
    RANDOM_SEAT,
    REQUIREMENTS,
    SEATS,
    SHUFFLED_FOR_HAND,
    SHUFFLED_FOR_MARKET,
    TAKEN,
    TROPHIES,
)
from tuilerie.kernel.chance import begin_stream, below, shuffle
from tuilerie.kernel.compiled import kernel


@kernel
def copy_deck(state, ruleset):
    state.contracts = ruleset.contracts
    state.in_deck = ruleset.in_deck
    for contract in range(CONTRACTS):
        state.number[contract] = ruleset.number[contract]
        state.contract_points[contract] = ruleset.contract_points[contract]
        state.contract_suit[contract] = ruleset.contract_suit[contract]
        state.contract_cards[contract] = ruleset.contract_cards[contract]
        for i in range(REQUIREMENTS):
            state.requirement[contract, i] = ruleset.requirement[contract, i]
    for trophy in range(TROPHIES):
        state.trophy_suit[trophy] = ruleset.trophy_suit[trophy]
        state.trophy_suit_points[trophy] = ruleset.trophy_suit_points[trophy]
        state.trophy_combo[trophy] = ruleset.trophy_combo[trophy]
        state.trophy_combo_points[trophy] = ruleset.trophy_combo_points[trophy]


@kernel
def clear(state):
    for seat in range(SEATS):
        state.hand_size[seat] = 0
        state.old_size[seat] = 0
        state.bonus_size[seat] = 0
        state.completed_count[seat] = 0
        state.joker[seat] = 1 if seat < state.players else 0
        for kind in range(KINDS):
            state.hand[seat, kind] = 0
            state.known[seat, kind] = 0
            state.old[seat, kind] = 0
            state.bonus[seat, kind] = 0
        for i in range(COMPLETED):
            state.completed[seat, i] = NOWHERE
    for kind in range(KINDS):
        state.discard[kind] = 0
    for i in range(TAKEN):
        state.taken[i] = NOWHERE
    state.discard_size = 0
    state.market_size = 0
    state.offers_size = 0
    state.last_kind = 0
    state.filling = 0
    state.requirement_at = 0
    state.value = 0
    state.laid = 0
    state.last_suit = 0
    state.ways = 0
    state.shuffled = 0


@kernel
def deal(state, ruleset):
    """RR-S1..S3.

    The stream is read in this order: value cards, contracts, trophies, first seat (only if it is drawn).
    """
    begin_stream(state, 0)
    state.pile_at = 0
    state.pile_end = spread(ruleset.copies, state.pile)
    shuffle(state, state.pile, int(state.pile_end))
    for i in range(state.pile_end, CARDS):
        state.pile[i] = NOWHERE
    state.contract_at = 0
    for contract in range(CONTRACTS):
        state.contract_pile[contract] = contract if contract < state.contracts else NOWHERE
    shuffle(state, state.contract_pile, int(state.contracts))
    for trophy in range(TROPHIES):
        state.trophy_combos[trophy] = below(state, 2)
    state.first = below(state, int(state.players)) if ruleset.first == RANDOM_SEAT else ruleset.first
    for seat in range(state.players):
        draw_hand(state, seat)
    fill_markets(state)
    state.turn = state.first


@kernel
def fill_markets(state):
    state.shuffled = 0
    state.market_added = 0
    state.offers_added = 0
    while state.offers_size < OFFERS and state.contract_at < state.contracts:
        state.offers[state.offers_size] = state.contract_pile[state.contract_at]
        state.contract_pile[state.contract_at] = NOWHERE
        state.contract_at += 1
        state.offers_size += 1
        state.offers_added += 1
    while state.market_size < MARKET:
        if state.pile_at == state.pile_end and state.discard_size:
            state.shuffled = SHUFFLED_FOR_MARKET
        if not pile_to_market(state):
            break
        state.market_added += 1
    for i in range(state.market_size, MARKET):
        state.market[i] = NOWHERE
    for i in range(state.offers_size, OFFERS):
        state.offers[i] = NOWHERE


@kernel
def draw_hand(state, seat):
    while state.hand_size[seat] < LEAST:
        if state.pile_at == state.pile_end and state.discard_size:
            state.shuffled = SHUFFLED_FOR_HAND
        if not pile_to_hand(state, seat):
            return
