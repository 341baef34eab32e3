"""Romi Rami: the rules, over one flat record. Clause ids (RR-*) are those of the rules page; what contracts ask for is in `romirami_fill`."""

from __future__ import annotations

import numpy as np

from tuilerie.rules.chance import COMMON, begin_stream, below, replace_stream, shuffle, shuffle_by_dice
from tuilerie.rules.compiled import kernel
from tuilerie.rules.romirami_fill import (
    KINDS,
    REQUIREMENTS,
    RUN,
    SUITS,
    VALUES,
    WITHOUT_JOKER,
    can_fill,
    can_meet,
    highest_value,
    lowest_value,
    size_of,
    spend,
    value_counts,
    ways,
)

SEATS = 4
CARDS = 120  # value cards of a deck, at most
CONTRACTS = 64  # contracts of a deck, at most
CONTRACT_CARDS = 9  # cards that one contract asks for, at most
TROPHIES = 4
MARKET, OFFERS = 6, 4  # value cards and contracts on offer
LEAST, MOST = 3, 10  # cards in hand at the end of a turn
TAKEN = 3  # cards of one take, at most
COMPLETED = 10  # contracts of one player, at most: six, then the four of one more turn
NOWHERE = 255  # in a list, past its end
RANDOM_SEAT = 255

# Action ids. A take, a fill and a discard are several actions: cards rise by kind; a fill names an offer, then per requirement a value and its cards.
TAKE = 0  # + kind
TAKE_ENOUGH = TAKE + KINDS
FILL = TAKE_ENOUGH + 1  # + place in the contract market
VALUE = FILL + OFFERS  # + value - 1: of a set, or the first of a run
SUIT = VALUE + VALUES  # + suit of the next card
JOKER = SUIT + SUITS
DONE = JOKER + 1
DISCARD = DONE + 1  # + kind
ACTIONS = DISCARD + KINDS

# Phases of a turn.
TAKING = 0
FILLING = 1  # a contract, or done
CHOOSING_VALUE = 2  # inside a fill: the value of a requirement
CHOOSING_CARD = 3  # inside a fill: its next card
DISCARDING = 4
OVER = 5

# Why the game ended.
REASON_NONE, REASON_CONTRACTS, REASON_NO_CONTRACTS = 0, 1, 2

# When the discard became the pile, in the last refill.
SHUFFLED_FOR_MARKET, SHUFFLED_FOR_HAND = 1, 2

# What `observe` writes: name, length, meaning. Offsets follow from the order. Seats are counted from the observer on.
OFFER_FEATURES = 2 + SUITS + 3 * REQUIREMENTS
FEATURE_LAYOUT = (
    ("hand", KINDS, "own cards per kind, / 4"),
    ("market", KINDS, "cards on offer per kind, / 4"),
    ("known", SEATS * KINDS, "cards certainly in each hand (taken from the market), / 4"),
    ("discard", KINDS, "discarded cards per kind, / 4"),
    ("offers", OFFERS * OFFER_FEATURES, "each contract on offer: there, points / 10, bonus suit, then per requirement size / 9, run, imposed value / 9"),
    ("trophies", TROPHIES * (2 + SEATS), "each trophy: combo side, points / 5, then what each seat has towards it, / 7"),
    ("seats", SEATS, "1 for each seat in play"),
    ("size", SEATS, "hand sizes, / 10"),
    ("completed", SEATS, "contracts completed, / 7"),
    ("points", SEATS, "points of these contracts, / 30"),
    ("bonus", SEATS, "cards in each bonus pile, / 20"),
    ("joker", SEATS, "Jokers left"),
    ("turn", SEATS, "whose turn it is"),
    ("first", SEATS, "who began the game"),
    ("phase", OVER + 1, "the phase of the turn"),
    ("filling", OFFERS, "the contract being filled"),
    ("fill", 3, "inside a fill: requirement / 4, value / 9, cards laid for it / 9"),
    ("taken", 1, "cards of this take, / 3"),
    ("piles", 2, "value pile / 120, contract pile / 64"),
    ("ending", 1, "1 if this is the last lap"),
)
FEATURES = sum(length for _, length, _ in FEATURE_LAYOUT)
_OFFSETS = [int(offset) for offset in np.cumsum([0] + [length for _, length, _ in FEATURE_LAYOUT])]
AT_HAND, AT_MARKET, AT_KNOWN, AT_DISCARD, AT_OFFERS, AT_TROPHIES, AT_SEATS, AT_SIZE, AT_COMPLETED, AT_POINTS = _OFFSETS[:10]
AT_BONUS, AT_JOKER, AT_TURN, AT_FIRST, AT_PHASE, AT_FILLING, AT_FILL, AT_TAKEN, AT_PILES, AT_ENDING = _OFFSETS[10:20]

# The deck is data: these fields come with the ruleset, and the record has its own copy.
_DECK = [
    ("contracts", np.uint8),  # how many the deck has; a contract is its place in the deck's table
    ("number", np.uint16, (CONTRACTS,)),  # as people write it
    ("contract_points", np.uint8, (CONTRACTS,)),
    ("contract_suit", np.uint8, (CONTRACTS,)),  # its bonus suit
    ("contract_cards", np.uint8, (CONTRACTS,)),  # cards it asks for in all
    ("requirement", np.uint8, (CONTRACTS, REQUIREMENTS)),  # codes of `romirami_fill`
    ("in_deck", np.uint16),  # bit per value, from the lowest of the deck to its highest
    ("trophy_suit", np.uint8, (TROPHIES,)),  # one side: contracts of this bonus suit
    ("trophy_suit_points", np.uint8, (TROPHIES,)),
    ("trophy_combo", np.uint8, (TROPHIES,)),  # the other: requirements of so many cards
    ("trophy_combo_points", np.uint8, (TROPHIES,)),
]

RULESET = np.dtype([("first", np.uint8), ("copies", np.uint8, (KINDS,)), *_DECK], align=True)

STATE = np.dtype(
    [
        *COMMON,
        *_DECK,
        ("phase", np.uint8),
        ("first", np.uint8),  # who began
        ("ending", np.uint8),  # 1 once the end is triggered: the lap is finished
        ("winners", np.uint8),  # bit per seat
        ("trophy_combos", np.uint8, (TROPHIES,)),  # 1 if the combo side shows
        ("hand_size", np.uint8, (SEATS,)),
        ("hand", np.uint8, (SEATS, KINDS)),  # hidden, but for what is known
        ("known", np.uint8, (SEATS, KINDS)),  # cards that everybody saw going into this hand and not leaving it
        ("old", np.uint8, (SEATS, KINDS)),  # hidden cards that were in this hand when the discard last became the pile
        ("old_size", np.uint8, (SEATS,)),
        ("joker", np.uint8, (SEATS,)),  # 1 while unused
        ("completed_count", np.uint8, (SEATS,)),
        ("completed", np.uint8, (SEATS, COMPLETED)),  # contracts in order of completion
        ("bonus_size", np.uint8, (SEATS,)),
        ("bonus", np.uint8, (SEATS, KINDS)),  # the bonus piles
        ("market_size", np.uint8),
        ("market", np.uint8, (MARKET,)),  # kinds, oldest first
        ("offers_size", np.uint8),
        ("offers", np.uint8, (OFFERS,)),  # contracts, oldest first
        ("pile_at", np.uint8),  # the next card of the pile
        ("pile_end", np.uint8),
        ("pile", np.uint8, (CARDS,)),  # kinds; hidden
        ("contract_at", np.uint8),  # the next contract of its pile
        ("contract_pile", np.uint8, (CONTRACTS,)),  # hidden
        ("discard_size", np.uint8),
        ("discard", np.uint8, (KINDS,)),
        ("taken_count", np.uint8),  # cards of the take under way, or of this turn's
        ("taken", np.uint8, (TAKEN,)),  # their kinds
        ("last_kind", np.uint8),  # discarding: the kind before, they rise
        ("filling", np.uint8),  # place of the contract being filled
        ("requirement_at", np.uint8),  # the requirement being met
        ("value", np.uint8),  # its value, or the first of its run
        ("laid", np.uint8),  # cards laid for it
        ("last_suit", np.uint8),  # of the card before, in a set
        ("ways", np.uint16),  # how it can be met: see `romirami_fill.ways`
        ("market_added", np.uint8),  # by the last refill: the last cards of the market
        ("offers_added", np.uint8),
        ("shuffled", np.uint8),  # by the last refill: 0, SHUFFLED_FOR_MARKET or SHUFFLED_FOR_HAND
    ],
    align=True,
)


@kernel
def start(state, players, ruleset, seed):
    state.players = players
    state.turns = 0
    state.pending = 0
    state.reason = REASON_NONE
    state.winners = 0
    state.ending = 0
    for i in range(8):
        state.key[i] = seed[i]
    _copy_deck(state, ruleset)
    _clear(state)
    _deal(state, ruleset)


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


@kernel
def returns(state, out):
    """Each seat's share of the victory; nothing before the end."""
    winners = 0
    for seat in range(state.players):
        winners += (int(state.winners) >> seat) & 1
    for seat in range(state.players):
        out[seat] = 1.0 / winners if (int(state.winners) >> seat) & 1 else 0.0


@kernel
def scores(state, out):
    """Points as they stand (RR-E2)."""
    for seat in range(state.players):
        out[seat] = contract_points(state, seat) + int(state.bonus_size[seat]) + int(state.joker[seat])
    for trophy in range(TROPHIES):
        seat = trophy_holder(state, trophy)
        if seat >= 0:
            out[seat] += trophy_points(state, trophy)


@kernel
def hide(state, seat, dice):
    """Deal again what `seat` cannot know: the unknown cards of the other hands, and the order of both piles.

    Hidden cards are gathered as counts per kind, so that nothing depends on where they really were. There are two pools: cards that were in
    hands when the discard last became the pile (the pile was empty then, so they are nowhere else), and cards that were in the pile since.
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
    shuffle_by_dice(dice, cards, _spread(old, cards))
    at = 0
    for other in range(state.players):
        if other != seat:
            for i in range(at, at + state.old_size[other]):
                state.hand[other, cards[i]] += 1
                state.old[other, cards[i]] += 1
            at += int(state.old_size[other])
    shuffle_by_dice(dice, cards, _spread(fresh, cards))
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
def observe(state, seat, out):
    """Layout in FEATURE_LAYOUT."""
    out[:FEATURES] = 0.0
    for kind in range(KINDS):
        out[AT_HAND + kind] = state.hand[seat, kind] / 4.0
        out[AT_DISCARD + kind] = state.discard[kind] / 4.0
    for i in range(state.market_size):
        out[AT_MARKET + state.market[i]] += 0.25
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
    out[AT_PHASE + state.phase] = 1.0
    if state.phase == CHOOSING_VALUE or state.phase == CHOOSING_CARD:
        out[AT_FILLING + state.filling] = 1.0
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
    out[2 + state.contract_suit[contract]] = 1.0
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


# --- dealing -------------------------------------------------------------------------------------


@kernel
def _copy_deck(state, ruleset):
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
def _clear(state):
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
def _deal(state, ruleset):
    """RR-S1..S3. The stream is read in this order: value cards, contracts, trophies, first seat (only if it is drawn)."""
    begin_stream(state, 0)
    state.pile_at = 0
    state.pile_end = _spread(ruleset.copies, state.pile)
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
        _draw_hand(state, seat)
    _fill_markets(state)
    state.turn = state.first
    _begin_turn(state)


@kernel
def _spread(counts, out):
    """Counts per kind as a list, in suit-then-value order; its length."""
    n = 0
    for kind in range(KINDS):
        for _ in range(counts[kind]):
            out[n] = kind
            n += 1
    return n


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


# --- moving cards: every card goes through these ---------------------------------------------------


@kernel
def _from_pile(state):
    """The next card of the pile; the discard becomes the pile at the moment a card is needed (RR-V1). -1: there is none (RR-V2)."""
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
    state.pile_end = _spread(state.discard, state.pile)
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
def _pile_to_hand(state, seat):
    kind = _from_pile(state)
    if kind < 0:
        return False
    state.hand[seat, kind] += 1
    state.hand_size[seat] += 1
    return True


@kernel
def _pile_to_market(state):
    kind = _from_pile(state)
    if kind < 0:
        return False
    state.market[state.market_size] = kind
    state.market_size += 1
    return True


@kernel
def _market_to_hand(state, seat, kind):
    at = 0
    while state.market[at] != kind:
        at += 1
    _close_gap(state.market, at, MARKET)
    state.market_size -= 1
    state.hand[seat, kind] += 1
    state.known[seat, kind] += 1
    state.hand_size[seat] += 1


@kernel
def _hand_to_discard(state, seat, kind):
    _from_hand(state, seat, kind)
    state.discard[kind] += 1
    state.discard_size += 1


@kernel
def _hand_to_bonus(state, seat, kind):
    _from_hand(state, seat, kind)
    state.bonus[seat, kind] += 1
    state.bonus_size[seat] += 1


@kernel
def _from_hand(state, seat, kind):
    _forget(state, seat, kind)
    state.hand[seat, kind] -= 1
    state.hand_size[seat] -= 1


@kernel
def _forget(state, seat, kind):
    """A card is about to leave a hand before all eyes: which of the cards there was it?

    A known one if there is one: one less is certain then. Otherwise it was hidden. With two players the opponent knows every old card of the
    hand, so an old one goes first. With more, an old one goes if such a card is among all old ones (a public fact: the pile was empty) and the
    hand has nothing drawn since. If both are possible nobody can tell, and the two pools of `hide` become one: this forgets a little, but
    what is dealt again stays possible, and the choice rests on public facts only.
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
def _close_gap(pieces, at, size):
    for i in range(at, size - 1):
        pieces[i] = pieces[i + 1]
    pieces[size - 1] = NOWHERE


# --- taking ----------------------------------------------------------------------------------------


@kernel
def _takes(state, out):
    """RR-T1, V4: cards rise by kind, and all of a take share a suit or all share a value."""
    n = 0
    seen = np.int64(0)
    for i in range(state.market_size):
        kind = int(state.market[i])
        if not (seen >> np.int64(kind)) & np.int64(1) and _fits_take(state, kind):
            seen |= np.int64(1) << np.int64(kind)
            out[n] = TAKE + kind
            n += 1
    if state.taken_count:
        out[n] = TAKE_ENOUGH
        n += 1
    return n


@kernel
def _fits_take(state, kind):
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
    _market_to_hand(state, state.turn, kind)
    state.taken[state.taken_count] = kind
    state.taken_count += 1
    state.pending = 1
    if state.taken_count < TAKEN:
        for i in range(state.market_size):
            if _fits_take(state, int(state.market[i])):
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
        _hand_to_bonus(state, state.turn, kind)
    else:
        _hand_to_discard(state, state.turn, kind)
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
    _close_gap(state.offers, int(state.filling), OFFERS)
    state.offers_size -= 1
    state.pending = 0
    state.phase = FILLING
    if state.completed_count[seat] >= 9 - int(state.players):  # RR-E1: 7, 6, 5
        state.ending = 1
        state.reason = REASON_CONTRACTS


# --- the end of a turn -------------------------------------------------------------------------------


@kernel
def _refill(state):
    """RR-T8, T9."""
    _fill_markets(state)
    seat = int(state.turn)
    if state.hand_size[seat] > MOST:
        state.phase = DISCARDING
        state.last_kind = 0
        return
    _draw_hand(state, seat)
    _end_turn(state)


@kernel
def _fill_markets(state):
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
        if not _pile_to_market(state):
            break
        state.market_added += 1
    for i in range(state.market_size, MARKET):
        state.market[i] = NOWHERE
    for i in range(state.offers_size, OFFERS):
        state.offers[i] = NOWHERE


@kernel
def _draw_hand(state, seat):
    while state.hand_size[seat] < LEAST:
        if state.pile_at == state.pile_end and state.discard_size:
            state.shuffled = SHUFFLED_FOR_HAND
        if not _pile_to_hand(state, seat):
            return


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
    _hand_to_discard(state, state.turn, kind)
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
        _end_game(state)
    else:
        _begin_turn(state)


@kernel
def _begin_turn(state):
    """RR-V2: nothing to take, no take."""
    state.taken_count = 0
    state.phase = TAKING if state.market_size else FILLING


# --- the end ---------------------------------------------------------------------------------------


@kernel
def _end_game(state):
    """RR-E5."""
    state.phase = OVER
    points = np.zeros(SEATS, np.float64)
    scores(state, points)
    best, best_bonus = -1.0, -1
    for seat in range(state.players):
        bonus = int(state.bonus_size[seat])
        if points[seat] > best or (points[seat] == best and bonus > best_bonus):
            best, best_bonus = points[seat], bonus
    winners = 0
    for seat in range(state.players):
        if points[seat] == best and int(state.bonus_size[seat]) == best_bonus:
            winners |= 1 << seat
    state.winners = winners


@kernel
def contract_points(state, seat):
    points = 0
    for i in range(state.completed_count[seat]):
        points += int(state.contract_points[state.completed[seat, i]])
    return points


@kernel
def trophy_points(state, trophy):
    return int(state.trophy_combo_points[trophy]) if state.trophy_combos[trophy] else int(state.trophy_suit_points[trophy])


@kernel
def trophy_count(state, trophy, seat):
    """What a seat has towards a trophy (RR-E3)."""
    count = 0
    for i in range(state.completed_count[seat]):
        count += towards_trophy(state, trophy, int(state.completed[seat, i]))
    return count


@kernel
def towards_trophy(state, trophy, contract):
    """What a contract brings towards a trophy."""
    if not state.trophy_combos[trophy]:
        return 1 if state.contract_suit[contract] == state.trophy_suit[trophy] else 0
    count = 0
    for i in range(REQUIREMENTS):
        code = int(state.requirement[contract, i])
        if code and size_of(code) == state.trophy_combo[trophy]:
            count += 1
    return count


@kernel
def trophy_holder(state, trophy):
    """Who gets a trophy; -1 on a tie (RR-E4)."""
    holder, most = -1, 0
    for seat in range(np.int64(state.players)):
        count = trophy_count(state, trophy, seat)
        if count > most:
            holder, most = seat, count
        elif count == most:
            holder = -1
    return holder
