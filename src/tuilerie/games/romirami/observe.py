"""Romi Rami: the feature vector of what a seat knows, for learners."""

from __future__ import annotations

from tuilerie.games.romirami.record import (
    CHOOSING_CARD,
    CHOOSING_VALUE,
    FEATURE_LAYOUT,
    FEATURES,
    KINDS,
    OFFER_FEATURES,
    REQUIREMENTS,
    RUN,
    SEATS,
    SUITS,
    TROPHIES,
    size_of,
)
from tuilerie.games.romirami.score import contract_points, trophy_count, trophy_points
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.records import offsets

_OFFSETS = offsets(FEATURE_LAYOUT)
AT_HAND, AT_MARKET, AT_KNOWN, AT_DISCARD, AT_OFFERS, AT_TROPHIES, AT_SEATS, AT_SIZE, AT_COMPLETED, AT_POINTS = _OFFSETS[
    :10
]
AT_BONUS, AT_JOKER, AT_TURN, AT_FIRST, AT_PHASE, AT_FILLING, AT_FILL, AT_TAKEN, AT_PILES, AT_ENDING = _OFFSETS[10:20]


@kernel
def observe(state, seat, out):
    """Layout in FEATURE_LAYOUT."""
    out[:FEATURES] = 0.0
    for kind in range(KINDS):
        out[AT_HAND + kind] = state.hand[seat, kind] / 4.0
        out[AT_DISCARD + kind] = state.discard[kind] / 4.0
    for i in range(state.market_size):
        out[AT_MARKET + int(state.market[i])] += 0.25
    for i in range(state.offers_size):
        _observe_offer(state, int(state.offers[i]), out[AT_OFFERS + i * OFFER_FEATURES :])
    for i in range(state.players):
        _observe_seat(state, (seat + i) % int(state.players), i, out)
    for trophy in range(TROPHIES):
        at = AT_TROPHIES + trophy * (2 + SEATS)
        out[at] = state.trophy_combos[trophy]
        out[at + 1] = trophy_points(state, trophy) / 5.0
        for i in range(state.players):
            out[at + 2 + i] = trophy_count(state, trophy, (seat + i) % int(state.players)) / 7.0
    out[AT_PHASE + int(state.phase)] = 1.0
    if state.phase == CHOOSING_VALUE or state.phase == CHOOSING_CARD:
        out[AT_FILLING + int(state.filling)] = 1.0
        out[AT_FILL] = state.requirement_at / 4.0
    if state.phase == CHOOSING_CARD:
        out[AT_FILL + 1] = state.value / 9.0
        out[AT_FILL + 2] = state.laid / 9.0
    out[AT_TAKEN] = state.taken_count / 3.0
    out[AT_PILES] = (int(state.pile_end) - int(state.pile_at)) / 120.0
    out[AT_PILES + 1] = (int(state.contracts) - int(state.contract_at)) / 64.0
    out[AT_ENDING] = state.ending


@kernel
def _observe_offer(state, contract, out):
    out[0] = 1.0
    out[1] = state.contract_points[contract] / 10.0
    out[2 + int(state.contract_suit[contract])] = 1.0
    for i in range(REQUIREMENTS):
        code = int(state.requirement[contract, i])
        at = 2 + SUITS + 3 * i
        out[at] = size_of(code) / 9.0
        out[at + 1] = code > RUN
        out[at + 2] = code // 10 / 9.0 if code < RUN else 0.0


@kernel
def _observe_seat(state, seat, i, out):
    for kind in range(KINDS):
        out[AT_KNOWN + i * KINDS + kind] = state.known[seat, kind] / 4.0
    out[AT_SEATS + i] = 1.0
    out[AT_SIZE + i] = state.hand_size[seat] / 10.0
    out[AT_COMPLETED + i] = state.completed_count[seat] / 7.0
    out[AT_POINTS + i] = contract_points(state, seat) / 30.0
    out[AT_BONUS + i] = state.bonus_size[seat] / 20.0
    out[AT_JOKER + i] = state.joker[seat]
    out[AT_TURN + i] = state.turn == seat
    out[AT_FIRST + i] = state.first == seat
