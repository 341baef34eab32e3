"""Romi Rami: the record, flat, a comment per field, and the numbers of its actions, phases and reasons. The rules are in `romirami`."""

from __future__ import annotations

import numpy as np

from tuilerie.rules.chance import COMMON
from tuilerie.rules.romirami_fill import KINDS, REQUIREMENTS, SUITS, VALUES

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

# The deck is data: these fields come with the ruleset, and the record has its own copy.
_DECK = [
    ("number", np.uint16, (CONTRACTS,)),  # of a contract, as people write it; a contract is its place in the deck's table
    ("in_deck", np.uint16),  # bit per value, from the lowest of the deck to its highest
    ("contracts", np.uint8),  # how many the deck has
    ("contract_points", np.uint8, (CONTRACTS,)),
    ("contract_suit", np.uint8, (CONTRACTS,)),  # its bonus suit
    ("contract_cards", np.uint8, (CONTRACTS,)),  # cards it asks for in all
    ("requirement", np.uint8, (CONTRACTS, REQUIREMENTS)),  # codes of `romirami_fill`
    ("trophy_suit", np.uint8, (TROPHIES,)),  # one side: contracts of this bonus suit
    ("trophy_suit_points", np.uint8, (TROPHIES,)),
    ("trophy_combo", np.uint8, (TROPHIES,)),  # the other: requirements of so many cards
    ("trophy_combo_points", np.uint8, (TROPHIES,)),
]

RULESET = np.dtype([("first", np.uint8), ("copies", np.uint8, (KINDS,)), *_DECK], align=True)

STATE = np.dtype(
    [
        *COMMON,
        ("ways", np.uint16),  # inside a fill: how the requirement can be met, see `romirami_fill.ways`
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
        ("market_added", np.uint8),  # by the last refill: the last cards of the market
        ("offers_added", np.uint8),
        ("shuffled", np.uint8),  # by the last refill: 0, SHUFFLED_FOR_MARKET or SHUFFLED_FOR_HAND
    ],
    align=True,
)
