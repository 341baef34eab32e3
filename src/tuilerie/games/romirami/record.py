"""Romi Rami: the record, flat, a comment per field, and the numbers of its actions, phases and reasons.

The rules are in `romirami`.
"""

from __future__ import annotations

from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.records import COMMON, Layout

SUITS = 4  # cherry, diamond, heart, clover
VALUES = 9  # a deck may have values 1..9; the real one has 1..5
KINDS = SUITS * VALUES  # a kind is suit * 9 + value - 1; cards of one kind are interchangeable
REQUIREMENTS = 4  # at most, per contract
# a requirement is one small number: a set of n cards is n, with its value imposed n + 10 * value; a run of n is RUN +
# n; 0 is none
RUN = 100
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

# Action ids. A take, a fill and a discard are several actions: cards rise by kind; a fill names an offer, then per
# requirement a value and its cards.
TAKE = 0  # + kind
TAKE_ENOUGH = TAKE + KINDS
FILL = TAKE_ENOUGH + 1  # + place in the contract market
VALUE = FILL + OFFERS  # + value - 1: of a set, or the first of a run
SUIT = VALUE + VALUES  # + suit of the next card
JOKER = SUIT + SUITS
DONE = JOKER + 1
DISCARD = DONE + 1  # + kind
ACTIONS = DISCARD + KINDS

# What `standings` writes: the points of each seat; then of each trophy who gets it (-1: nobody), its points, and what
# each seat has towards it.
STANDINGS = SEATS + TROPHIES * (2 + SEATS)

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

# The deck is data: these fields come with the ruleset, and the record has its own copy.
_DECK = [
    ("number", "u16", (CONTRACTS,), "of a contract, as people write it; a contract is its place in the deck's table"),
    ("in_deck", "u16", (), "bit per value, from the lowest of the deck to its highest"),
    ("contracts", "u8", (), "how many the deck has"),
    ("contract_points", "u8", (CONTRACTS,), ""),
    ("contract_suit", "u8", (CONTRACTS,), "its bonus suit"),
    ("contract_cards", "u8", (CONTRACTS,), "cards it asks for in all"),
    ("requirement", "u8", (CONTRACTS, REQUIREMENTS), "codes of `fill`"),
    ("trophy_suit", "u8", (TROPHIES,), "one side: contracts of this bonus suit"),
    ("trophy_suit_points", "u8", (TROPHIES,), ""),
    ("trophy_combo", "u8", (TROPHIES,), "the other: requirements of so many cards"),
    ("trophy_combo_points", "u8", (TROPHIES,), ""),
]

RULESET = Layout(
    [("first", "u8", (), "who begins, or RANDOM_SEAT"), ("copies", "u8", (KINDS,), "cards of each kind"), *_DECK]
)

STATE = Layout(
    [
        *COMMON,
        ("ways", "u16", (), "inside a fill: how the requirement can be met, see `fill.ways`"),
        *_DECK,
        ("phase", "u8", (), ""),
        ("first", "u8", (), "who began"),
        ("ending", "u8", (), "1 once the end is triggered: the lap is finished"),
        ("winners", "u8", (), "bit per seat"),
        ("trophy_combos", "u8", (TROPHIES,), "1 if the combo side shows"),
        ("hand_size", "u8", (SEATS,), ""),
        ("hand", "u8", (SEATS, KINDS), "hidden, but for what is known"),
        ("known", "u8", (SEATS, KINDS), "cards that everybody saw going into this hand and not leaving it"),
        ("old", "u8", (SEATS, KINDS), "hidden cards that were in this hand when the discard last became the pile"),
        ("old_size", "u8", (SEATS,), ""),
        ("joker", "u8", (SEATS,), "1 while unused"),
        ("completed_count", "u8", (SEATS,), ""),
        ("completed", "u8", (SEATS, COMPLETED), "contracts in order of completion"),
        ("bonus_size", "u8", (SEATS,), ""),
        ("bonus", "u8", (SEATS, KINDS), "the bonus piles"),
        ("market_size", "u8", (), ""),
        ("market", "u8", (MARKET,), "kinds, oldest first"),
        ("offers_size", "u8", (), ""),
        ("offers", "u8", (OFFERS,), "contracts, oldest first"),
        ("pile_at", "u8", (), "the next card of the pile"),
        ("pile_end", "u8", (), ""),
        ("pile", "u8", (CARDS,), "kinds; hidden"),
        ("contract_at", "u8", (), "the next contract of its pile"),
        ("contract_pile", "u8", (CONTRACTS,), "hidden"),
        ("discard_size", "u8", (), ""),
        ("discard", "u8", (KINDS,), ""),
        ("taken_count", "u8", (), "cards of the take under way, or of this turn's"),
        ("taken", "u8", (TAKEN,), "their kinds"),
        ("last_kind", "u8", (), "discarding: the kind before, they rise"),
        ("filling", "u8", (), "place of the contract being filled"),
        ("requirement_at", "u8", (), "the requirement being met"),
        ("value", "u8", (), "its value, or the first of its run"),
        ("laid", "u8", (), "cards laid for it"),
        ("last_suit", "u8", (), "of the card before, in a set"),
        ("market_added", "u8", (), "by the last refill: the last cards of the market"),
        ("offers_added", "u8", (), ""),
        ("shuffled", "u8", (), "by the last refill: 0, SHUFFLED_FOR_MARKET or SHUFFLED_FOR_HAND"),
    ]
)

# What `observe` writes: name, length, meaning. Offsets follow from the order. Seats are counted from the observer on.
OFFER_FEATURES = 2 + SUITS + 3 * REQUIREMENTS
FEATURE_LAYOUT = (
    ("hand", KINDS, "own cards per kind, / 4"),
    ("market", KINDS, "cards on offer per kind, / 4"),
    ("known", SEATS * KINDS, "cards certainly in each hand (taken from the market), / 4"),
    ("discard", KINDS, "discarded cards per kind, / 4"),
    (
        "offers",
        OFFERS * OFFER_FEATURES,
        "each contract on offer: there, points / 10, bonus suit, then per requirement size / 9, run, imposed value / 9",
    ),
    (
        "trophies",
        TROPHIES * (2 + SEATS),
        "each trophy: combo side, points / 5, then what each seat has towards it, / 7",
    ),
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


@kernel
def size_of(code):
    """How many cards a requirement asks for."""
    return code - RUN if code > RUN else code % 10
