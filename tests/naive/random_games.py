"""Random games of the rulebooks: a dealer of their own, chance in a few lines per game."""

from __future__ import annotations

import copy
import random
from collections import Counter

from . import RULEBOOKS, famille, junior, restart

SMALL_DECK = {  # runs out of cards and of contracts
    "values": {suit: {"1": 1, "2": 2, "3": 1, "4": 1} for suit in ["cherry", "diamond", "heart", "clover"]},
    "contracts": [
        {"id": 3, "points": 2, "suit": "heart", "requirements": ["set2"]},
        {"id": 5, "points": 3, "suit": "cherry", "requirements": ["run3"]},
        {"id": 7, "points": 4, "suit": "clover", "requirements": ["set2", "set2"]},
        {"id": 8, "points": 1, "suit": "clover", "requirements": ["set1", "run2"]},
        {"id": 9, "points": 5, "suit": "diamond", "requirements": ["set2of2", "run2", "set2of2"]},
        {"id": 12, "points": 1, "suit": "heart", "requirements": ["run2"]},
    ],
    "trophies": [
        {"suit": "cherry", "suit_points": 3, "combo": 2, "combo_points": 5},
        {"suit": "heart", "suit_points": 2, "combo": 3, "combo_points": 4},
    ],
}

BARE_DECK = {  # no card is left for the market
    "values": {"cherry": {"1": 3}, "diamond": {"2": 2}, "heart": {"3": 1}, "clover": {"9": 1}},
    "contracts": [{"id": 1, "points": 1, "suit": "cherry", "requirements": ["set4"]}],
    "trophies": [],
}

# game, variant, deck
SETTINGS = [
    ("restart", {}, None),
    ("restart", {"round_end": "table", "target": 50}, None),
    ("restart", {"last_tile": "placed", "target": 300}, None),
    ("romirami", {}, None),
    ("romirami", {"first": 1}, None),
    ("romirami", {}, SMALL_DECK),
    ("famille", {}, None),
    ("famille", {"pool_end": "stuck"}, None),
    ("famille", {"free_draw": "yes", "first": 0}, None),
    ("famille", {"free_draw": "yes", "pool_end": "stuck"}, None),
    ("junior", {}, None),
    ("junior", {"first": 1}, None),
]


def restart_pieces(book) -> None:
    places = book.hands + list(book.rows.values()) + [book.box]
    assert Counter(sum(places, [])) == Counter(restart.ALL_TILES)
    for row in book.rows.values():
        assert all(tile[1:] != "E" for tile in row[:-1])
        for low, high in zip(row, row[1:]):
            assert restart.value_when_placed(low) < restart.value_when_played(high)


def romirami_pieces(book) -> None:
    places = book.hands + book.bonus + [book.market, book.pile, book.reshuffled, book.discard]
    assert Counter(sum(places, [])) == Counter(book.deck.cards)
    assert sorted(sum(book.completed, book.contract_market + book.contract_pile)) == sorted(book.deck.contracts)


def is_group(tiles: list[str]) -> bool:
    """A run or a family of at least two."""
    colours, values = {tile[0] for tile in tiles}, sorted(int(tile[1:]) for tile in tiles)
    run = len(colours) == 1 and values == list(range(values[0], values[0] + len(values)))
    family = len(set(values)) == 1 and len(colours) == len(tiles)
    return len(tiles) >= 2 and (run or family)


def famille_pieces(book) -> None:
    assert sorted(sum(book.racks + book.groups, list(book.pool))) == sorted(famille.ALL_TILES)
    assert all(is_group(group) for group in book.groups if len(group) > 1)


def junior_pieces(book) -> None:
    assert sorted(sum(book.kept, list(book.face_down))) == sorted(junior.ALL_TILES)
    assert len(book.slots) == len(book.face_down)
    assert all(len(kept) % 2 == 0 for kept in book.kept)


# every piece is in exactly one place, and the invariants of the rules pages hold
NOTHING_LOST = {
    "restart": restart_pieces,
    "romirami": romirami_pieces,
    "famille": famille_pieces,
    "junior": junior_pieces,
}


def shuffled(things: list, chance: random.Random) -> list:
    things = list(things)
    chance.shuffle(things)
    return things


class Dealer:
    """Answers what a rulebook expects, except moves. Keeps its own order of the pile."""

    def __init__(self, game: str, book, chance: random.Random) -> None:
        self.game, self.book, self.chance = game, book, chance
        self.pile: list[str] = []
        self.contracts: list[int] = []

    def answer(self) -> list:
        kind = self.book.expects()
        if kind == "deal":
            return ["deal", getattr(self, "deal_" + self.game)()]
        if kind == "shuffle":
            self.pile = shuffled(self.book.discard, self.chance) + self.pile  # drawn from the end
            return ["shuffle"]
        if kind == "market":
            values = self.off_pile(6 - len(self.book.market))
            room = 4 - len(self.book.contract_market)
            added, self.contracts = self.contracts[:room], self.contracts[room:]
            return ["market", {"values": values, "contracts": added}]
        if kind == "draw":
            count = 1 if self.game == "famille" else 3 - len(self.book.hands[self.book.seat()])
            return ["draw", self.book.seat(), self.off_pile(count)]
        if kind == "reveal":
            return ["reveal", self.book.seat(), self.reveal()]
        if kind == "round":
            return ["round", self.count_round()]
        return ["end", end_of(self.book)]

    def off_pile(self, count: int) -> list[str]:
        return [self.pile.pop() for _ in range(min(count, len(self.pile)))]

    def first(self) -> int:
        chosen = self.book.variant.get("first", "random")
        return self.chance.randrange(self.book.players) if chosen == "random" else chosen

    def deal_restart(self) -> dict:
        players = self.book.players
        tiles = [tile for tile in restart.ALL_TILES if players > 2 or tile not in restart.ONES]
        size = {2: 30, 3: 29, 4: 22}[players]
        while True:
            tiles = shuffled(tiles, self.chance)
            hands = [tiles[seat * size : (seat + 1) * size] for seat in range(players)]
            box = tiles[players * size :]
            if not any(tile in restart.ONES for tile in box):
                break
        first = self.first()
        for seat, hand in enumerate(hands):
            if {2: None, 3: "o1", 4: "r1"}[players] in hand:
                first = seat
        return {"hands": hands, "box": box, "first": first}

    def deal_romirami(self) -> dict:
        deck = self.book.deck
        self.pile = shuffled(deck.cards, self.chance)
        self.contracts = shuffled(list(deck.contracts), self.chance)
        hands = [self.off_pile(3) for _ in range(self.book.players)]
        values = self.off_pile(6)
        contracts, self.contracts = self.contracts[:4], self.contracts[4:]
        trophies = [self.chance.choice(trophy.sides()) for trophy in deck.trophies]
        return {"hands": hands, "values": values, "contracts": contracts, "trophies": trophies, "first": self.first()}

    def deal_famille(self) -> dict:
        self.pile = shuffled(famille.ALL_TILES, self.chance)
        hands = [self.off_pile(6) for _ in range(self.book.players)]
        return {"hands": hands, "table": self.off_pile(4), "first": self.first()}

    def deal_junior(self) -> dict:
        return {"first": self.first()}

    def reveal(self) -> str:
        return self.chance.choice([tile for tile in self.book.face_down if tile not in self.book.turned_tiles])

    def count_round(self) -> dict:
        values = {"E": 16, "X": 16}
        points = [
            sum(20 if tile in "ST" else values.get(tile[1:]) or int(tile[1:]) for tile in hand)
            for hand in self.book.hands
        ]
        return {"points": points, "totals": [a + b for a, b in zip(self.book.totals, points)]}


def end_of(book) -> dict:
    return {"scores": book.scores(), "winners": book.winners(), "reason": book.reason()}


def choose(legal: list[str], chance: random.Random) -> str:
    """A random move, but contracts are mostly filled when they can be, so that games end."""
    filling_moves = [move for move in legal if move.startswith("fill")]
    if filling_moves and chance.random() < 0.9:
        return chance.choice(filling_moves)
    return chance.choice(legal)


def play_game(game: str, players: int, variant: dict, deck: dict | None, seed: int, listing: bool = False) -> dict:
    """A whole random game, as a record."""
    chance = random.Random(f"{game} {players} {variant} {seed}")
    book = RULEBOOKS[game](players, variant, deck)
    dealer = Dealer(game, book, chance)
    events: list[list] = []
    limit = 200 if deck else 2000  # events; with a small deck nobody may be able to go on
    while book.expects() != "nothing":
        if len(events) > limit and book.expects() == "move":
            event = ["end", {"scores": book.scores(), "winners": [], "reason": "limit"}]
        elif book.expects() == "move":
            event = ["move", book.seat(), choose(book.legal(), chance)] + ([book.legal()] if listing else [])
        else:
            event = dealer.answer()
        events.append(copy.deepcopy(event))
        book.feed(event)
        NOTHING_LOST[game](book)
    return record_of(game, players, variant, deck, events)


def record_of(game: str, players: int, variant: dict, deck: dict | None, events: list[list]) -> dict:
    record = {
        "format": "tuilerie-record/1",
        "game": game,
        "variant": variant,
        "players": [{"name": f"Bot {seat}", "kind": "bot", "bot": "random"} for seat in range(players)],
        "commitment": "0" * 64,
        "seed": "a1" * 32,
        "nonces": [""] * players,
    }
    if deck is not None:
        record["deck"] = deck
    record["events"] = events
    return record


def moves(book, *texts: str) -> None:
    for text in texts:
        book.feed(["move", book.seat(), text])
