"""Romi Rami: every card moves through the verbs of this file, which also keep what everybody knows of the hands
(RR-S4).
"""

from __future__ import annotations

import numpy as np

from tuilerie.games.romirami.record import CARDS, CONTRACTS, KINDS, MARKET, NOWHERE, SEATS
from tuilerie.kernel.chance import replace_stream, shuffle, shuffle_by_dice
from tuilerie.kernel.compiled import kernel


@kernel
def pile_to_hand(state, seat):
    kind = _from_pile(state)
    if kind < 0:
        return False
    state.hand[seat, kind] += 1
    state.hand_size[seat] += 1
    return True


@kernel
def pile_to_market(state):
    kind = _from_pile(state)
    if kind < 0:
        return False
    state.market[state.market_size] = kind
    state.market_size += 1
    return True


@kernel
def market_to_hand(state, seat, kind):
    at = 0
    while state.market[at] != kind:
        at += 1
    close_gap(state.market, at, MARKET)
    state.market_size -= 1
    state.hand[seat, kind] += 1
    state.known[seat, kind] += 1
    state.hand_size[seat] += 1


@kernel
def hand_to_discard(state, seat, kind):
    _from_hand(state, seat, kind)
    state.discard[kind] += 1
    state.discard_size += 1


@kernel
def hand_to_bonus(state, seat, kind):
    _from_hand(state, seat, kind)
    state.bonus[seat, kind] += 1
    state.bonus_size[seat] += 1


@kernel
def close_gap(pieces, at, size):
    for i in range(at, size - 1):
        pieces[i] = pieces[i + 1]
    pieces[size - 1] = NOWHERE


@kernel
def spread(counts, out):
    """Counts per kind as a list, in suit-then-value order; its length."""
    n = 0
    for kind in range(KINDS):
        for _ in range(counts[kind]):
            out[n] = kind
            n += 1
    return n


@kernel
def _from_pile(state):
    """The next card of the pile; the discard becomes the pile at the moment a card is needed (RR-V1). -1: there is none
    (RR-V2).
    """
    if state.pile_at == state.pile_end:
        if state.discard_size == 0:
            return -1
        _discard_to_pile(state)
    kind = int(state.pile[state.pile_at])
    state.pile[state.pile_at] = NOWHERE
    state.pile_at += 1
    return kind


@kernel
def _discard_to_pile(state):
    state.pile_at = 0
    state.pile_end = spread(state.discard, state.pile)
    shuffle(state, state.pile, int(state.pile_end))
    state.discard_size = 0
    for kind in range(KINDS):
        state.discard[kind] = 0
    for seat in range(state.players):
        state.old_size[seat] = 0
        for kind in range(KINDS):
            state.old[seat, kind] = state.hand[seat, kind] - state.known[seat, kind]
            state.old_size[seat] += state.old[seat, kind]


@kernel
def _from_hand(state, seat, kind):
    _forget(state, seat, kind)
    state.hand[seat, kind] -= 1
    state.hand_size[seat] -= 1


# --- what is known -----------------------------------------------------------------------------------


@kernel
def _forget(state, seat, kind):
    """A card is about to leave a hand before all eyes: which of the cards there was it?

    A known one if there is one: one less is certain then. Otherwise it was hidden. With two players the opponent knows
    every old card of the hand, so an old one goes first. With more, an old one goes if such a card is among all old
    ones (a public fact: the pile was empty) and the hand has nothing drawn since. If both are possible nobody can tell,
    and the two pools of `hide` become one: this forgets a little, but what is dealt again stays possible, and the
    choice rests on public facts only.
    """
    if state.known[seat, kind]:
        state.known[seat, kind] -= 1
        return
    if state.old_size[seat] == 0:
        return
    among_old, known = 0, 0
    for other in range(state.players):
        among_old += int(state.old[other, kind])
    for each in range(KINDS):
        known += int(state.known[seat, each])
    drawn_since = int(state.hand_size[seat]) - known - int(state.old_size[seat])
    if among_old == 0 or (state.players == 2 and state.old[seat, kind] == 0):
        return
    if state.players == 2 or drawn_since == 0:
        state.old[seat, kind] -= 1
        state.old_size[seat] -= 1
        return
    for other in range(state.players):
        state.old_size[other] = 0
        for each in range(KINDS):
            state.old[other, each] = 0


@kernel
def hide(state, seat, dice):
    """Deal again what `seat` cannot know: the unknown cards of the other hands, and the order of both piles.

    Hidden cards are gathered as counts per kind, so that nothing depends on where they really were. There are two
    pools: cards that were in hands when the discard last became the pile (the pile was empty then, so they are nowhere
    else), and cards that were in the pile since.
    """
    old, fresh = np.zeros(KINDS, np.uint8), np.zeros(KINDS, np.uint8)
    fresh_size = np.zeros(SEATS, np.int64)
    for other in range(state.players):
        if other != seat:
            for kind in range(KINDS):
                hidden = int(state.hand[other, kind]) - int(state.known[other, kind]) - int(state.old[other, kind])
                old[kind] += state.old[other, kind]
                fresh[kind] += hidden
                fresh_size[other] += hidden
                state.hand[other, kind] = state.known[other, kind]
                state.old[other, kind] = 0
    for i in range(state.pile_at, state.pile_end):
        fresh[state.pile[i]] += 1
    cards = np.empty(CARDS, np.uint8)
    shuffle_by_dice(dice, cards, spread(old, cards))
    at = 0
    for other in range(state.players):
        if other != seat:
            for i in range(at, at + state.old_size[other]):
                state.hand[other, cards[i]] += 1
                state.old[other, cards[i]] += 1
            at += int(state.old_size[other])
    shuffle_by_dice(dice, cards, spread(fresh, cards))
    at = 0
    for other in range(state.players):
        for i in range(at, at + fresh_size[other]):
            state.hand[other, cards[i]] += 1
        at += fresh_size[other]
    for i in range(state.pile_at, state.pile_end):
        state.pile[i] = cards[at]
        at += 1
    _hide_contracts(state, dice)
    replace_stream(state, dice)


@kernel
def _hide_contracts(state, dice):
    waiting = np.zeros(CONTRACTS, np.uint8)
    for i in range(state.contract_at, state.contracts):
        waiting[state.contract_pile[i]] = 1
    pile = np.empty(CONTRACTS, np.uint8)
    count = 0
    for contract in range(CONTRACTS):
        if waiting[contract]:
            pile[count] = contract
            count += 1
    shuffle_by_dice(dice, pile, count)
    for i in range(count):
        state.contract_pile[int(state.contract_at) + i] = pile[i]
