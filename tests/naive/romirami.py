"""Romi Rami, the slow and obvious way. Clause ids (RR-...) are those of the rules page."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from .book import Book, fields, is_int, pieces, without
from .filling import JOKER, card_order, fills, read_requirement
from .romirami_deck import SUIT_LETTER, read_deck, real_deck
from .wrong import Wrong, need

HAND_DEALT, HAND_MIN, HAND_MAX = 3, 3, 10
MARKET_VALUES, MARKET_CONTRACTS = 6, 4
TAKE_MAX = 3
CONTRACTS_TO_END = {2: 7, 3: 6, 4: 5}  # RR-E1


# ---- cards in words


def in_words(cards: tuple[str, ...]) -> str:
    return "+".join(sorted(cards, key=card_order))


def share_something(cards: tuple[str, ...]) -> bool:
    """RR-T1: one value or one suit."""
    return len({card[0] for card in cards}) == 1 or len({card[1:] for card in cards}) == 1


def take_out(cards: list[str], taken: list[str], complaint: str) -> list[str]:
    """What is left of some cards when others are taken out of them."""
    try:
        return without(cards, taken)
    except Wrong as error:
        raise Wrong(f"{complaint}: {error}") from None


class Rulebook(Book):
    def __init__(self, players: int, variant: dict[str, object], deck: dict | None = None) -> None:
        super().__init__(players, variant, ["first"])
        self.chosen = self.chosen_first()
        self.deck = real_deck() if deck is None else read_deck(deck)
        values = [int(card[1:]) for card in self.deck.cards]
        self.values = tuple(range(min(values), max(values) + 1))  # what the Joker can stand for
        need(len(self.deck.cards) >= HAND_DEALT * players, "deck: too few cards to deal")
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.market: list[str] = []
        self.pile: list[str] = []  # in no order: the order is chance
        self.reshuffled: list[str] = []  # the discard, just shuffled: lies under what is left of the pile
        self.discard: list[str] = []
        self.contract_market: list[int] = []
        self.contract_pile: list[int] = []
        self.completed: list[list[int]] = [[] for _ in range(players)]
        self.bonus: list[list[str]] = [[] for _ in range(players)]
        self.jokers: list[bool] = [True] * players  # RR-S3
        self.trophies: list[str] = []  # the sides that show
        self.first = 0
        self.step = "take"  # "take", "fill" or "discard"
        self.waiting = ""  # the event that comes after a shuffle

    # ---- set-up

    def feed_deal(self, body: Any) -> None:
        deal = fields(body, "deal", "hands", "values", "contracts", "trophies", "first")
        hands = self.check_hands(deal["hands"], HAND_DEALT, "RR-S1")
        dealt = [card for hand in hands for card in hand]
        market = pieces(deal["values"], "values")
        pile = take_out(self.deck.cards, dealt + market, "RR-S1: not in the deck")
        room = min(MARKET_VALUES, len(self.deck.cards) - len(dealt))
        need(len(market) == room, f"RR-S1: {room} cards in the value market, not {len(market)}")
        contract_pile = self.check_contracts(deal["contracts"], list(self.deck.contracts), MARKET_CONTRACTS)
        self.check_trophies(deal["trophies"])
        self.check_first(deal["first"], self.chosen, "RR-V5")

        self.hands = [list(hand) for hand in hands]
        self.market = list(market)
        self.pile = pile
        self.contract_market = list(deal["contracts"])
        self.contract_pile = contract_pile
        self.trophies = list(deal["trophies"])
        self.first = self.turn = deal["first"]
        self.begin_turn()

    def check_contracts(self, added: Any, pile: list[int], room: int) -> list[int]:
        """New contracts of the market: as many as there is room for, or the pile has. Returns the rest of the pile."""
        need(isinstance(added, list) and all(is_int(number) for number in added), "contracts: a list of numbers")
        expected = min(room, len(pile))
        need(len(added) == expected, f"RR-T8: {expected} contracts are laid out, not {len(added)}")
        need(len(set(added)) == len(added), "RR-S1: a contract is there twice")
        for number in added:
            need(number in pile, f"RR-S1: contract {number} is not in the pile")
        return [number for number in pile if number not in added]

    def check_trophies(self, shown: Any) -> None:
        """RR-S2: one side of each, in the order of the deck."""
        pieces(shown, "trophies")
        need(len(shown) == len(self.deck.trophies), f"RR-S2: {len(shown)} trophies")
        for side, trophy in zip(shown, self.deck.trophies):
            need(side in trophy.sides(), f"RR-S2: {side!r} is not one of {trophy.sides()}")

    # ---- legal moves

    def moves(self) -> list[str]:
        if self.step == "take":
            return list(self.takes())
        if self.step == "fill":
            return [move for number in self.contract_market for move in self.fills_of(number)] + ["done"]
        return list(self.discards())

    def takes(self) -> set[str]:
        """RR-T1, RR-V4."""
        return {
            "take " + in_words(cards)
            for size in range(1, TAKE_MAX + 1)
            for cards in combinations(self.market, size)
            if share_something(cards)
        }

    def fills_of(self, number: int) -> list[str]:
        """RR-T3..T6."""
        requirements = self.deck.contracts[number].requirements
        ways = fills(self.hands[self.turn], self.jokers[self.turn], requirements, self.values)
        return [f"fill {number} {way}" for way in ways]

    def discards(self) -> set[str]:
        """RR-T9: exactly down to ten."""
        hand = self.hands[self.turn]
        return {"discard " + in_words(cards) for cards in combinations(hand, len(hand) - HAND_MAX)}

    # ---- moves

    def play(self, move: str) -> None:
        verb, *rest = move.split()
        if verb == "take":
            self.take(rest[0].split("+"))
        elif verb == "fill":
            self.fill(int(rest[0]), [card for group in rest[1:] for card in group.split("+")])
        elif verb == "done":
            self.refill_markets()
        else:
            self.throw_away(rest[0].split("+"))

    def begin_turn(self) -> None:
        self.step = "take" if self.market else "fill"  # RR-V2: nothing to take
        self.next_event = "move"

    def take(self, cards: list[str]) -> None:
        self.market = without(self.market, cards)
        self.hands[self.turn] += cards
        self.step = "fill"

    def fill(self, number: int, used: list[str]) -> None:
        """RR-T7."""
        if JOKER in used:
            self.jokers[self.turn] = False  # RR-T6
            used.remove(JOKER)
        bonus_letter = SUIT_LETTER[self.deck.contracts[number].suit]
        self.hands[self.turn] = without(self.hands[self.turn], used)
        self.bonus[self.turn] += [card for card in used if card[0] == bonus_letter]
        self.discard += [card for card in used if card[0] != bonus_letter]
        self.contract_market.remove(number)
        self.completed[self.turn].append(number)

    def throw_away(self, cards: list[str]) -> None:
        self.hands[self.turn] = without(self.hands[self.turn], cards)
        self.discard += cards
        self.end_turn()

    # ---- the end of a turn: the markets, then the hand

    def refill_markets(self) -> None:
        """RR-T8."""
        cards = self.within_reach(MARKET_VALUES - len(self.market))
        contracts = min(MARKET_CONTRACTS - len(self.contract_market), len(self.contract_pile))
        if cards == 0 and contracts == 0:
            self.look_at_hand()  # no event is written for nothing
        else:
            self.expect_cards(cards, "market")

    def look_at_hand(self) -> None:
        """RR-T9."""
        size = len(self.hands[self.turn])
        if size > HAND_MAX:
            self.step = "discard"
            self.next_event = "move"
        elif self.within_reach(HAND_MIN - size) > 0:
            self.expect_cards(self.within_reach(HAND_MIN - size), "draw")
        else:
            self.end_turn()

    def within_reach(self, wanted: int) -> int:
        """How many of the wanted cards the pile can give, with the discard if need be (RR-V1, RR-V2)."""
        return min(wanted, len(self.pile) + len(self.discard))

    def expect_cards(self, count: int, event: str) -> None:
        """The discard is shuffled only if the pile is too short for what comes (RR-V1)."""
        self.waiting = event
        self.next_event = event if count <= len(self.pile) else "shuffle"

    def feed_shuffle(self) -> None:
        self.reshuffled = self.discard
        self.discard = []
        self.next_event = self.waiting

    def feed_market(self, body: Any) -> None:
        added = fields(body, "market", "values", "contracts")
        room = MARKET_CONTRACTS - len(self.contract_market)
        contract_pile = self.check_contracts(added["contracts"], self.contract_pile, room)
        self.draw_from_pile(added["values"], MARKET_VALUES - len(self.market))
        self.market += added["values"]
        self.contract_pile = contract_pile
        self.contract_market += added["contracts"]
        self.look_at_hand()

    def feed_draw(self, cards: Any) -> None:
        hand = self.hands[self.turn]
        self.draw_from_pile(cards, HAND_MIN - len(hand))
        hand += cards
        self.end_turn()

    def draw_from_pile(self, cards: Any, wanted: int) -> None:
        """Check cards that come from the pile, and take them off it."""
        pieces(cards, "cards")
        expected = min(wanted, len(self.pile) + len(self.reshuffled))
        need(len(cards) == expected, f"RR-T8, RR-T9: {expected} cards are drawn, not {len(cards)}")
        if self.reshuffled:
            # The rest of the old pile goes first, all of it; only then the new one is touched.
            from_new = take_out(cards, self.pile, "RR-V1: the old pile was not used up first")
            left = take_out(self.reshuffled, from_new, "RR-V1: not among the reshuffled cards")
        else:
            left = take_out(self.pile, cards, "RR-V1: not in the pile")
        self.pile = left
        self.reshuffled = []

    # ---- end of the game

    def end_turn(self) -> None:
        lap_over = self.next_seat() == self.first  # RR-E1: everyone has had the same number of turns
        if lap_over and (self.has_enough_contracts() or not self.contract_market):  # RR-E1, RR-V3
            self.next_event = "end"
            return
        self.turn = self.next_seat()
        self.begin_turn()

    def has_enough_contracts(self) -> bool:
        return any(len(numbers) >= CONTRACTS_TO_END[self.players] for numbers in self.completed)

    def scores(self) -> list[int]:
        """RR-E2."""
        return [
            sum(self.deck.contracts[number].points for number in self.completed[seat])
            + len(self.bonus[seat])
            + self.trophy_points(seat)
            + (1 if self.jokers[seat] else 0)
            for seat in range(self.players)
        ]

    def trophy_points(self, seat: int) -> int:
        points = 0
        for side, trophy in zip(self.trophies, self.deck.trophies):
            if self.trophy_winner(side) == seat:
                points += trophy.suit_points if side == trophy.suit else trophy.combo_points
        return points

    def trophy_winner(self, side: str) -> int | None:
        """RR-E3, and RR-E4: a tie, at zero too, gives it to nobody."""
        counts = [self.count_for_trophy(side, seat) for seat in range(self.players)]
        best = [seat for seat in range(self.players) if counts[seat] == max(counts)]
        return best[0] if len(best) == 1 else None

    def count_for_trophy(self, side: str, seat: int) -> int:
        contracts = [self.deck.contracts[number] for number in self.completed[seat]]
        if side in SUIT_LETTER:
            return sum(contract.suit == side for contract in contracts)
        requirements = [text for contract in contracts for text in contract.requirements]
        return sum(f"combo{read_requirement(text).size}" == side for text in requirements)

    def winners(self) -> list[int]:
        """RR-E5: points, then bonus cards, then shared."""
        merits = [(points, len(bonus)) for points, bonus in zip(self.scores(), self.bonus)]
        return [seat for seat in range(self.players) if merits[seat] == max(merits)]

    def reason(self) -> str:
        return "contracts" if self.has_enough_contracts() else "no-contracts"

    # ---- words for illegal moves

    def why_not(self, move: str) -> str:
        verb = move.split(" ")[0]
        verbs = {"take": ["take"], "fill": ["fill", "done"], "discard": ["discard"]}[self.step]
        if verb not in verbs:
            return f"the steps of a turn are take, fill, discard: now comes {' or '.join(verbs)}"
        if verb == "take":
            return "RR-T1: 1 to 3 cards of the market that share a value or a suit, in order"
        if verb == "fill":
            return "RR-T2..T6: no such contract, or these cards do not fill it, or not spelt so"
        return "RR-T9: exactly down to ten, cards of the hand in order"
