"""The oracle tested on itself: random games with a dealer of its own, the rules pages' examples, spoilt records."""

from __future__ import annotations

import copy
import json
import random
import re
from collections import Counter
from itertools import combinations, product
from pathlib import Path

import pytest

from . import RULEBOOKS, Wrong, checker, famille, filling, junior, restart, romirami
from .checker import check

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


# ---- a dealer: chance, in a few lines per game


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
        assert_nothing_lost(game, book)
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


def assert_nothing_lost(game: str, book) -> None:
    """Every piece is in exactly one place, and the invariants of the rules pages hold."""
    if game == "restart":
        places = book.hands + list(book.rows.values()) + [book.box]
        assert Counter(sum(places, [])) == Counter(restart.ALL_TILES)
        for row in book.rows.values():
            assert all(tile[1:] != "E" for tile in row[:-1])
            for low, high in zip(row, row[1:]):
                assert restart.value_when_placed(low) < restart.value_when_played(high)
    elif game == "romirami":
        places = book.hands + book.bonus + [book.market, book.pile, book.reshuffled, book.discard]
        assert Counter(sum(places, [])) == Counter(book.deck.cards)
        assert sorted(sum(book.completed, book.contract_market + book.contract_pile)) == sorted(book.deck.contracts)
    elif game == "famille":
        assert sorted(sum(book.racks + book.groups, list(book.pool))) == sorted(famille.ALL_TILES)
        assert all(is_group(group) for group in book.groups if len(group) > 1)
    else:
        assert sorted(sum(book.kept, list(book.face_down))) == sorted(junior.ALL_TILES)
        assert len(book.slots) == len(book.face_down)
        assert all(len(kept) % 2 == 0 for kept in book.kept)


# ---- random games


@pytest.mark.parametrize(("game", "variant", "deck"), SETTINGS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_pass(game, variant, deck, players):
    for seed in range(3):
        record = play_game(game, players, variant, deck, seed, listing=seed == 0)
        check(record)
        check(json.loads(json.dumps(record)))


def test_random_games_reach_every_end_and_corner():
    """What must have been seen for the test above to mean something."""
    seen = set()
    for game, variant, deck in SETTINGS:
        for seed in range(3 if game in ("romirami", "junior") else 9):
            events = play_game(game, 2 + seed % 3, variant, deck, seed)["events"]
            seen.add((game, events[-1][1]["reason"]))
            seen |= {(game, event[0]) for event in events}
    assert seen >= {
        ("restart", "target"),
        ("restart", "round"),
        ("romirami", "contracts"),
        ("romirami", "no-contracts"),
        ("romirami", "market"),
        ("romirami", "draw"),
        ("romirami", "shuffle"),
        ("famille", "empty-rack"),
        ("famille", "pool"),
        ("famille", "stuck"),
        ("junior", "four-left"),
    }


@pytest.mark.parametrize(("game", "variant", "deck"), SETTINGS)
def test_a_game_can_be_stopped_before_any_move(game, variant, deck):
    record = play_game(game, 3, variant, deck, 1)
    book = RULEBOOKS[game](3, variant, deck)
    for number, event in enumerate(record["events"]):
        stop = ["end", {"scores": book.scores(), "winners": [], "reason": "abandoned"}]
        stopped = {**record, "events": record["events"][:number] + [stop]}
        if book.expects() == "move":
            if number % 20 == 1:
                check(stopped)
        else:
            with pytest.raises(Wrong):
                copy.deepcopy(book).feed(stop)
        book.feed(event)


# ---- spoilt records


def spoil_and_check(record: dict, events: list) -> None:
    with pytest.raises(Wrong, match=r"events\[\d+\]"):
        check({**record, "events": events})


@pytest.fixture(scope="module")
def records() -> list[dict]:
    return [play_game(game, 3, variant, deck, 7) for game, variant, deck in SETTINGS if deck is None]


def test_a_dropped_event_is_caught(records):
    for record in records:
        events = record["events"]
        for number in range(0, len(events), 1 + len(events) // 25):
            spoil_and_check(record, events[:number] + events[number + 1 :])


def test_a_doubled_event_is_caught(records):
    for record in records:
        events = record["events"]
        for number in range(0, len(events), 1 + len(events) // 25):
            spoil_and_check(record, events[: number + 1] + events[number:])


def test_a_truncated_record_is_caught(records):
    for record in records:
        for length in (0, 1, len(record["events"]) // 2, len(record["events"]) - 1):
            spoil_and_check(record, record["events"][:length])


def test_swapped_events_are_caught(records):
    for record in records:
        events = record["events"]
        for number in range(0, len(events) - 1, 1 + len(events) // 25):
            one, other = events[number : number + 2]
            if one[0] == other[0] == "move" and one[2].startswith("fill") and other[2].startswith("fill"):
                continue  # two contracts may be filled in either order
            spoil_and_check(record, events[:number] + [other, one] + events[number + 2 :])


def test_a_wrong_seat_is_caught(records):
    for record in records:
        events = copy.deepcopy(record["events"])
        move = next(event for event in events if event[0] == "move")
        move[1] = (move[1] + 1) % 3
        spoil_and_check(record, events)


def test_a_flipped_piece_is_caught(records):
    for record in records:
        events = copy.deepcopy(record["events"])
        deal = events[0][1]
        if "hands" in deal:
            deal["hands"][0][0] = deal["hands"][1][0]
            # Romi Rami has the same card several times: one too many is only seen when they run out.
            if record["game"] != "romirami":
                spoil_and_check(record, events)
            deal["hands"][0][0] = "z9"
            spoil_and_check(record, events)
        else:
            shown = [event for event in events if event[0] == "reveal"]
            shown[-1][2] = next(
                event[2] for event, other in zip(shown[::2], shown[1::2]) if junior.matches(event[2], other[2])
            )
            spoil_and_check(record, events)


def test_a_wrong_count_is_caught(records):
    for record in records:
        for number, event in enumerate(record["events"]):
            if event[0] not in ("round", "end"):
                continue
            for key, value in event[1].items():
                wrong = "limit" if key == "reason" else [entry + 1 for entry in value]
                events = copy.deepcopy(record["events"])
                events[number][1][key] = wrong
                spoil_and_check(record, events)


def test_a_wrong_first_player_is_caught(records):
    for record in records:
        events = copy.deepcopy(record["events"])
        for wrong in (-1, 3, "0", True, None):
            events[0][1]["first"] = wrong
            spoil_and_check(record, events)


def test_a_wrong_list_of_legal_moves_is_caught():
    for game, variant, deck in SETTINGS:
        record = play_game(game, 2, variant, deck, 3, listing=True)
        moves = [number for number, event in enumerate(record["events"]) if event[0] == "move"]
        for spoil in (lambda legal: legal + ["pass"], lambda legal: legal[1:], lambda legal: legal[::-1] + ["x"]):
            events = copy.deepcopy(record["events"])
            event = events[moves[len(moves) // 2]]
            event[3] = spoil(event[3])
            spoil_and_check(record, events)


def test_the_head_of_a_record(records):
    record = records[0]
    backwards = {key: record[key] for key in reversed(record)}
    spoilt = [
        backwards,
        {**record, "format": "tuilerie-record/2"},
        {**record, "game": "chess"},
        {**record, "variant": {"target": 100}},
        {**record, "variant": {"target": 0}},
        {**record, "variant": {"colour": "red"}},
        {**record, "players": record["players"][:1], "nonces": [""]},
        {**record, "players": [{**record["players"][0], "kind": "human"}] + record["players"][1:]},
        {**record, "commitment": "00"},
        {**record, "seed": "g" * 64},
        {**record, "nonces": ["", ""]},
        {**record, "nonces": ["0" * 64, "", ""]},
        {**record, "more": 1},
        {**{key: record[key] for key in list(record)[:-1]}, "deck": {}, "events": record["events"]},
        [],
    ]
    for wrong in spoilt:
        with pytest.raises(Wrong):
            check(wrong)


def places_in(value: object) -> list[tuple[object, object]]:
    """Every (container, key) inside some JSON."""
    found = []
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    for key, entry in entries:
        found += [(value, key)] + places_in(entry)
    return found


def test_nonsense_is_refused_in_words():
    """Whatever stands anywhere in a record, the checker raises Wrong or accepts, and never stumbles."""
    chance = random.Random(5)
    for game, variant, deck in SETTINGS:
        record = play_game(game, 2, variant, deck, 5)
        record["events"] = record["events"][:40] + record["events"][-1:]
        places = len(places_in(record))
        for _ in range(40):
            spoilt = copy.deepcopy(record)
            container, key = places_in(spoilt)[chance.randrange(places)]
            container[key] = chance.choice([None, True, -1, 10**6, 1.0, "", "r1", "*", [], [[]], {}, {"a": 1}])
            with pytest.raises(Wrong):
                check(spoilt)


def test_a_refused_event_changes_nothing(records):
    chance = random.Random(6)
    for record in records:
        strange = [event for other in records for event in chance.sample(other["events"], 3)]
        book = RULEBOOKS[record["game"]](3, record["variant"])
        for number, event in enumerate(record["events"][:60]):
            before = copy.deepcopy(vars(book))
            for wrong in strange if number % 5 == 0 else []:
                try:
                    copy.deepcopy(book).feed(wrong)
                except Wrong:
                    with pytest.raises(Wrong):
                        book.feed(wrong)
                    assert vars(book) == before
            book.feed(event)


def test_command_line(tmp_path, capsys, records):
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text("".join(json.dumps(record) + "\n" for record in records))
    bad.write_text(json.dumps(records[0]) + "\n" + json.dumps({**records[0], "events": []}) + "\n")
    assert checker.main([str(good)]) == 0
    assert f"{len(records)} records passed" in capsys.readouterr().out
    assert checker.main([str(good), str(bad)]) == 1
    assert "bad.jsonl:2: events[0] is missing" in capsys.readouterr().out


# ---- ReStart


def restart_at(hands: list[str], rows: str = "", **variant) -> restart.Rulebook:
    """A position in the middle of a round: seat 0 to move, rows as "g: g1 gE; k: k1 k15"."""
    book = restart.Rulebook(len(hands), variant)
    book.hands = [hand.split() for hand in hands]
    book.rows = {colour: [colour + "1"] for colour in restart.COLOURS}
    for row in filter(None, rows.split(";")):
        tiles = row.split()
        book.rows[tiles[0][0]] = tiles
    book.next_event = "move"
    return book


def moves(book, *texts: str) -> None:
    for text in texts:
        book.feed(["move", book.seat(), text])


def test_restart_example_1_tiles_after_a_restart():
    book = restart_at(["k2 k3 k4 kE r2", "r3"], "k1 k14 k15 kX")
    assert book.legal() == ["k2", "k2+k3", "k2+k3+k4", "k3", "k3+k4", "k4", "kE", "pass", "r2"]
    moves(book, "k2+k3+k4")
    assert book.rows["k"][-1] == "k4"


def test_restart_example_2_scissors_on_an_end():
    book = restart_at(["S g14 g2 r9 gX", "r3"], "g1 g13 gE")
    assert book.legal() == ["S:g", "pass", "r9"]
    moves(book, "S:g")
    assert book.seat() == 0
    assert book.legal() == ["g14", "gX", "stop"]  # that row only, RS-T10
    moves(book, "g14")
    assert book.seat() == 1
    assert sorted(book.box) == ["S", "gE"]


def test_restart_example_3_bin():
    book = restart_at(["T S g7 g8", "r3"], "g1 g13 gE")
    assert book.legal() == ["S:g", "T:g", "pass"]
    moves(book, "T:g")
    assert book.legal() == ["g7", "g7+g8", "g8", "stop"]  # no second cut, no pass
    moves(book, "g7")
    assert book.rows["g"] == ["g1", "g7"]
    assert sorted(book.box) == ["T", "g13", "gE"]


def test_restart_example_4_count():
    book = restart_at(["gE", "g12 g14 T", "r7 rE"])
    moves(book, "pass", "pass", "pass")
    assert book.expects() == "round"
    book.feed(["round", {"points": [16, 46, 23], "totals": [16, 46, 23]}])
    assert book.expects() == "deal"


def test_restart_runs_may_end_with_end_or_restart_after_15():
    book = restart_at(["o13 o14 o15 oE oX", "r3"], "o1 o13")
    expected = ["o14", "o14+o15", "o14+o15+oE", "o14+o15+oX", "o15", "o15+oE", "o15+oX", "oE", "oX", "pass"]
    assert book.legal() == expected


def test_restart_a_cut_shows_what_lies_below():
    """RS-T11."""
    book = restart_at(["S S b2 b15", "r3"], "b1 b15 bX b4")
    moves(book, "S:b")
    assert book.legal() == ["b15", "b2", "stop"]  # on the Restart, worth 0
    moves(book, "stop")
    moves(book, "pass", "S:b")
    assert book.legal() == ["stop"]  # on the 15


@pytest.mark.parametrize("tool", ["S", "T"])
def test_restart_last_tile_is_a_cut(tool):
    """RS-V2."""
    book = restart_at([tool, "r3"], "b1 b15")
    moves(book, f"{tool}:b")
    book.feed(["end", {"scores": [0, 0], "winners": [0], "reason": "empty-hand"}])

    book = restart_at([tool, "r3 r7"], "b1 b15", last_tile="placed")
    moves(book, f"{tool}:b")
    assert book.legal() == ["stop"]
    moves(book, "stop", "r3")
    assert book.legal() == ["pass"]
    moves(book, "pass")
    moves(book, "r7")
    book.feed(["end", {"scores": [0, 0], "winners": [1], "reason": "empty-hand"}])


def test_restart_round_end():
    """RS-V1: passes in a row, or all in one lap from the first player."""
    consecutive = restart_at(["r2 r3", "g2 g3", "b2 b3"])
    moves(consecutive, "r2", "pass", "pass", "pass")
    assert consecutive.expects() == "round"

    table = restart_at(["r2 r3", "g2 g3", "b2 b3"], round_end="table")
    moves(table, "r2", "pass", "pass", "pass")
    assert table.expects() == "move"
    moves(table, "pass", "pass")
    assert table.expects() == "round"


def test_restart_a_turn_that_only_cuts_is_no_pass():
    book = restart_at(["S r2", "g2 g3"], "b1 b7")
    moves(book, "S:b", "stop", "pass")
    assert book.expects() == "move"
    moves(book, "pass")
    assert book.expects() == "round"


def test_restart_target_ties_are_shared():
    book = restart_at(["r10", "g10", "b11"], target=11)
    moves(book, "pass", "pass", "pass")
    book.feed(["round", {"points": [10, 10, 11], "totals": [10, 10, 11]}])
    book.feed(["end", {"scores": [10, 10, 11], "winners": [0, 1], "reason": "target"}])


def test_restart_set_up():
    """RS-S1..S5: who starts, and no 1 in the box."""
    for players, one in ((4, "r1"), (3, "o1")):
        book = restart.Rulebook(players, {})
        deal = Dealer("restart", book, random.Random(players)).deal_restart()
        assert one in deal["hands"][deal["first"]]
        with pytest.raises(Wrong, match="RS-S5"):
            book.feed(["deal", {**deal, "first": (deal["first"] + 1) % players}])
    book = restart.Rulebook(3, {})
    deal = Dealer("restart", book, random.Random(3)).deal_restart()
    hand = next(hand for hand in deal["hands"] if "g1" in hand)
    hand[hand.index("g1")], deal["box"] = deal["box"][0], ["g1"]
    with pytest.raises(Wrong, match="RS-S2"):
        book.feed(["deal", deal])


def test_restart_placements_are_all_there():
    """Against every subset of one colour."""
    chance = random.Random(8)
    faces = [str(value) for value in range(2, 16)] + ["E", "X"]
    for _ in range(15):
        mine = chance.sample(faces, 8)
        end = chance.choice(["1"] + [face for face in faces if face not in mine])
        book = restart_at([" ".join("g" + face for face in mine) + " S", "r2"], f"g1 g{end}")
        expected = {"pass", "S:g"}
        for size in range(1, 9):
            for chosen in combinations(sorted(mine, key=faces.index), size):
                if is_placement(chosen, end):
                    expected.add("+".join("g" + face for face in chosen))
        assert set(book.legal()) == expected


def is_placement(chosen: tuple[str, ...], end: str) -> bool:
    values = [16 if face in "EX" else int(face) for face in chosen]
    row_value = {"E": 16, "X": 0}.get(end) if end in "EX" else int(end)
    return values[0] > row_value and all(high - low == 1 for low, high in zip(values, values[1:]))


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        ("g4+r4", "RS-T1"),
        ("g4+g6", "RS-T3"),
        ("r4", "RS-T2"),
        ("b4", "RS-T5"),
        ("S:k", "RS-T9"),
        ("stop", "RS-T10"),
        ("g9", "not in the hand"),
    ],
)
def test_restart_refusals_name_the_clause(move, clause):
    book = restart_at(["g4 g6 r4 b4 S", "r3"], "r1 r5; b1 bE")
    with pytest.raises(Wrong, match=clause):
        moves(book, move)


# ---- Romi Rami


def romirami_at(hands: list[str], market: str, contracts: list[int], deck: dict | None = None) -> romirami.Rulebook:
    """Seat 0, the first player, to take; the pile has the rest of the deck."""
    book = romirami.Rulebook(len(hands), {}, deck)
    book.hands = [hand.split() for hand in hands]
    book.market = market.split()
    book.pile = romirami.without(book.deck.cards, sum(book.hands, book.market))
    book.contract_market = contracts
    book.contract_pile = [number for number in book.deck.contracts if number not in contracts]
    book.trophies = [trophy.suit for trophy in book.deck.trophies]
    book.begin_turn()
    return book


def test_romirami_the_real_deck():
    deck = romirami.real_deck()
    assert len(deck.cards) == 92 and list(deck.contracts) == list(range(1, 37))
    cards = [sum(filling.read_requirement(text).size for text in row.requirements) for row in deck.contracts.values()]
    assert cards == [int(count) for count in "444555666644666666655544455577777788"]
    assert Counter(row.suit for row in deck.contracts.values()) == dict.fromkeys(romirami.SUIT_LETTER, 9)
    assert sum(row.points for row in deck.contracts.values()) == 140


def test_romirami_example_1_takes():
    book = romirami_at(["c1 c1 c1", "c2 c2 c2"], "c5 h5 d4 l4 d1 d2", [23])
    singles = {"c5", "h5", "d4", "l4", "d1", "d2"}
    assert {move.removeprefix("take ") for move in book.legal()} == singles | {
        "c5+h5", "d4+l4", "d1+d2", "d1+d4", "d2+d4", "d1+d2+d4",
    }  # fmt: skip


def test_romirami_equal_cards_are_taken_once_in_words():
    book = romirami_at(["c1 c1 c1", "c2 c2 c2"], "d4 c3 c3 c3", [23])
    assert book.legal() == ["take c3", "take c3+c3", "take c3+c3+c3", "take d4"]


def test_romirami_example_2_four_twos():
    assert filling.fills(["c2", "c2", "d2", "h2"], False, ["set2", "set2"]) == {"c2+c2 d2+h2", "c2+d2 c2+h2"}
    assert filling.fills(["c2", "c2", "d2", "h2"], False, ["set4"]) == {"c2+c2+d2+h2"}


def test_romirami_example_3_a_run_of_four_suits():
    assert filling.fills(["l4", "c2", "h3", "d5", "d5"], False, ["run4"]) == {"c2+h3+l4+d5"}
    assert filling.fills(["l4", "c2", "c1", "d5", "d5"], False, ["run4"]) == set()  # RR-T5: no wrapping


def test_romirami_joker():
    assert filling.fills(["c2", "c3", "c4"], True, ["run4"]) == {"*+c2+c3+c4", "c2+c3+c4+*"}
    assert filling.fills(["c1", "c3", "c4"], True, ["run4"]) == {"c1+*+c3+c4"}
    assert filling.fills(["d2", "h2", "c3", "c3"], True, ["set2", "set3"]) == {"d2+h2 c3+c3+*", "c3+c3 d2+h2+*"}
    assert filling.fills(["c2", "d2", "h2"], True, ["set2", "set2"]) == {"c2+* d2+h2", "c2+d2 h2+*", "c2+h2 d2+*"}
    assert filling.fills(["c2"], True, ["set2of3"]) == set()


def naive_groups(requirement: str, cards: list[str]) -> set[tuple[str, tuple[str, ...]]]:
    """Every choice of cards, every value for the Joker, and a look whether it fits."""
    kind, size, fixed = filling.read_requirement(requirement)
    found = set()
    for chosen in combinations(cards, size):
        for stand_in in range(1, 6):
            values = [(stand_in if card == "*" else int(card[1:]), card == "*", card) for card in chosen]
            values.sort()
            numbers = [value for value, _, _ in values]
            if kind == "set":
                fits = len(set(numbers)) == 1 and fixed in (None, numbers[0])
            else:
                fits = numbers == list(range(numbers[0], numbers[0] + size))
            if fits:
                found.add(("+".join(card for _, _, card in values), chosen))
    return found


def naive_fills(cards: list[str], requirements: list[str]) -> set[str]:
    ways = [((), tuple(cards))]
    for requirement in requirements:
        ways = [
            (groups + (text,), tuple(romirami.without(list(left), used)))
            for groups, left in ways
            for text, used in naive_groups(requirement, list(left))
        ]
    spellings = set()
    for groups, _ in ways:
        line = list(groups)
        for requirement in requirements:
            places = [place for place, other in enumerate(requirements) if other == requirement]
            for place, text in zip(places, sorted(line[place] for place in places)):
                line[place] = text
        spellings.add(" ".join(line))
    return spellings


def test_romirami_fills_are_all_there():
    chance = random.Random(9)
    deck = romirami.real_deck()
    asked = [contract.requirements for contract in deck.contracts.values()]
    asked += [["set2", "run2", "set2"], ["set1", "run1"]]
    found = 0
    for _ in range(300):
        values = chance.choice(["12", "234", "12345"])
        hand = chance.sample([card for card in deck.cards if card[1:] in values], 8)
        joker, requirements = chance.random() < 0.5, chance.choice(asked)
        ways = filling.fills(hand, joker, requirements)
        assert ways == naive_fills(hand + ["*"] * joker, requirements)
        found += len(ways)
    assert found > 1000


def test_romirami_a_turn():
    """RR-T7..T9: bonus cards, discards, refill, draw."""
    book = romirami_at(["h2 h2 c2", "c1 d1 h1"], "d2 d3 d4 d5 l1 l1", [1, 23, 24, 25])
    moves(book, "take d2")
    assert book.legal() == ["done", "fill 1 c2+d2+h2+*", "fill 1 c2+d2+h2+h2", "fill 1 c2+h2+h2+*", "fill 1 d2+h2+h2+*"]
    moves(book, "fill 1 c2+d2+h2+h2")
    assert book.bonus[0] == ["h2", "h2"] and book.discard == ["c2", "d2"] and book.jokers[0]
    assert book.legal() == ["done"]
    moves(book, "done")
    with pytest.raises(Wrong, match="not in the pile"):
        book.feed(["market", {"values": ["c7"], "contracts": [2]}])
    with pytest.raises(Wrong, match="contract 1 is not in the pile"):
        book.feed(["market", {"values": ["c1"], "contracts": [1]}])
    book.feed(["market", {"values": ["c1"], "contracts": [2]}])
    assert book.expects() == "draw"
    with pytest.raises(Wrong, match="RR-T9"):
        book.feed(["draw", 0, ["c1", "c2"]])
    book.feed(["draw", 0, ["c1", "c2", "c3"]])
    assert book.expects() == "move" and book.seat() == 1
    assert book.scores() == [2 + 2 + 3 + 1, 1]  # contract, bonus cards, the heart trophy, Joker


def test_romirami_discard_down_to_ten():
    book = romirami_at(["c1 c1 c1 c1 c2 c2 c2 c2 c2 c3", "h1 h1 h1"], "d1 d2 d3 d4 d5 l1", [33, 34, 35, 36])
    moves(book, "take d1+d2", "done")
    book.feed(["market", {"values": ["l2", "l3"], "contracts": []}])
    assert book.expects() == "move" and book.seat() == 0
    assert "discard c3+d1" in book.legal() and "discard c1" not in book.legal()
    moves(book, "discard c1+d2")
    assert book.discard == ["c1", "d2"] and book.seat() == 1


def test_romirami_shuffle_in_the_middle_of_a_refill():
    """RR-V1."""
    book = romirami_at(["h2 h2 c2", "c1 d1 h1"], "d2 d3 d4 d5 l1 l1", [1, 23, 24, 25])
    book.discard, book.pile = book.pile[1:], book.pile[:1]
    last = book.pile[0]
    moves(book, "take d2", "fill 1 c2+d2+h2+h2", "done")
    assert book.expects() == "market"  # the last card of the pile is enough for the market
    book.feed(["market", {"values": [last], "contracts": [2]}])
    assert book.expects() == "shuffle"
    with pytest.raises(Wrong, match="shuffle"):
        book.feed(["draw", 0, ["c2", "d2", "l4"]])
    book.feed(["shuffle"])
    book.feed(["draw", 0, ["c2", "d2", "l4"]])  # discards of this very turn among them

    book = romirami_at(["h2 h2 c2", "c1 d1 h1"], "d2 d3 d4 d5 l1 l1", [33, 34, 35, 36])
    book.discard, book.pile = book.pile[1:], book.pile[:1]
    moves(book, "take d2+d3+d4", "done")
    book.feed(["shuffle"])
    with pytest.raises(Wrong, match="RR-V1"):
        book.feed(["market", {"values": ["l4", "l4", "l5"], "contracts": []}])
    book.feed(["market", {"values": ["l4", last, "l5"], "contracts": []}])


def test_romirami_empty_market_and_piles():
    """RR-V2: the take is skipped, nothing is refilled, and no event says so."""
    book = romirami.Rulebook(2, {}, BARE_DECK)
    hands = [["c1", "c1", "c1"], ["d2", "d2", "h3"]]
    book.feed(["deal", {"hands": hands, "values": ["l9"], "contracts": [1], "trophies": [], "first": 1}])
    moves(book, "take l9", "done")
    assert book.seat() == 0 and book.legal() == ["done", "fill 1 c1+c1+c1+*"]
    moves(book, "fill 1 c1+c1+c1+*", "done")
    book.feed(["end", {"scores": [4, 1], "winners": [0], "reason": "no-contracts"}])  # RR-V3


def test_romirami_winners():
    """RR-E3..E5."""
    book = romirami_at(["c1 c1 c1", "c2 c2 c2", "c3 c3 c3"], "", [])
    book.completed = [[23], [1, 24], [7]]  # cherry; heart, diamond; cherry
    book.trophies = ["combo2", "heart", "clover", "combo5"]
    book.bonus = [["c1"] * 9, [], ["c1"]]
    assert book.scores() == [1 + 9 + 1, 3 + 3 + 1, 4 + 1 + 5 + 1]
    assert book.winners() == [0]  # 11 each, but more bonus cards
    book.trophies = ["cherry", "combo3", "combo4", "diamond"]
    # Cherry is a tie at one, combo3 a tie at zero; two 4-card combos and the diamond are seat 1's.
    assert book.scores() == [1 + 9 + 1, 3 + 3 + 3 + 1, 4 + 1 + 1]


def test_romirami_end_waits_for_the_lap():
    """RR-E1."""
    book = romirami_at(["h2 h2 c2", "c1 d1 h1"], "d2 d3 d4 d5 l1 l1", [1, 33, 34, 36])
    book.completed[0] = [2, 3, 4, 5, 6, 7]
    book.contract_pile = [8, 9, 10]
    moves(book, "take d2", "fill 1 c2+d2+h2+h2", "done")
    book.feed(["market", {"values": ["c1"], "contracts": [8]}])
    book.feed(["draw", 0, ["c1", "c2", "c3"]])
    moves(book, "take l1", "done")
    book.feed(["market", {"values": ["h3"], "contracts": []}])  # RR-T8: in the last turn too
    assert book.expects() == "end" and book.reason() == "contracts"


# ---- Rummy, family version


def famille_at(racks: list[str], table: str, pool: str = "", **variant) -> famille.Rulebook:
    """Seat 0 to move; groups of the table are parted by semicolons."""
    book = famille.Rulebook(len(racks), variant)
    book.racks = [rack.split() for rack in racks]
    book.groups = [group.split() for group in table.split(";")]
    book.pool = pool.split()
    book.next_event = "move"
    return book


def is_group(tiles: list[str]) -> bool:
    """A run or a family of at least two."""
    colours, values = {tile[0] for tile in tiles}, sorted(int(tile[1:]) for tile in tiles)
    run = len(colours) == 1 and values == list(range(values[0], values[0] + len(values)))
    family = len(set(values)) == 1 and len(colours) == len(tiles)
    return len(tiles) >= 2 and (run or family)


def without_order(move: str) -> tuple[str, list[str]]:
    """ "add 3 r7+r8" as ("add 3", its tiles in any fixed order)."""
    action, tiles = move.rsplit(" ", 1)
    return action, sorted(tiles.split("+"))


def test_famille_actions_are_all_there():
    """Against every subset of the rack with every group."""
    chance = random.Random(10)
    for _ in range(80):
        tiles = chance.sample([tile for tile in famille.ALL_TILES if int(tile[1:]) < 8], 12)
        groups = [[tile] for tile in tiles[9:]]
        groups += chance.choice([[], [["r12", "r11", "r13"]], [["b9", "g9"], ["r10", "r9"]]])
        rack = tiles[:8] + chance.sample(["y9", "r8"], chance.randrange(3))
        book = famille_at([" ".join(rack), "y13"], ";".join(map(" ".join, groups)), "y12", free_draw="yes")
        expected = []
        for size in range(1, len(rack) + 1):
            for chosen in combinations(rack, size):
                if is_group(list(chosen)):
                    expected.append(("new", sorted(chosen)))
                for number, group in enumerate(groups, start=1):
                    if is_group(group + list(chosen)):
                        expected.append((f"add {number}", sorted(chosen)))
        assert sorted(expected) == sorted(without_order(move) for move in book.legal() if move != "draw")


def test_famille_notation():
    book = famille_at(["r4 r7 r8 b5 y5 g5", "y13"], "r5 r6; r9; r1; b13")
    assert book.legal() == [
        "add 1 r4", "add 1 r4+r7", "add 1 r4+r7+r8", "add 1 r7", "add 1 r7+r8",
        "add 2 r7+r8", "add 2 r8",
        "new b5+g5", "new b5+g5+y5", "new b5+y5", "new g5+y5", "new r7+r8",
    ]  # fmt: skip
    moves(book, "new b5+g5+y5")
    assert book.groups[4] == ["b5", "g5", "y5"]


def test_famille_a_lone_tile_becomes_a_family_or_a_run():
    """RF-V1."""
    book = famille_at(["b5 r6 r1", "g5 r4"], "r5", "y1")
    assert book.legal() == ["add 1 b5", "add 1 r6"]
    moves(book, "add 1 b5")
    assert book.legal() == ["add 1 g5"]


def test_famille_draw_only_when_stuck_then_lucky():
    """RF-T7, RF-T8."""
    book = famille_at(["r2 b7 b9", "g5 r4"], "r12", "b8 y1")
    assert book.legal() == ["draw"]
    moves(book, "draw")
    with pytest.raises(Wrong, match="RF-T7"):
        book.feed(["draw", 0, ["g13"]])
    book.feed(["draw", 0, ["b8"]])
    assert book.legal() == ["keep", "new b7+b8", "new b7+b8+b9", "new b8+b9"]
    moves(book, "new b7+b8+b9")
    assert book.seat() == 1


def test_famille_free_draw_must_play_the_drawn_tile():
    """RF-V4."""
    book = famille_at(["r2 r3 b7", "g5 r4"], "r12", "b8 y1", free_draw="yes")
    assert book.legal() == ["draw", "new r2+r3"]
    moves(book, "draw")
    book.feed(["draw", 0, ["b8"]])
    assert book.legal() == ["keep", "new b7+b8"]
    with pytest.raises(Wrong, match="RF-V4"):
        moves(book, "new r2+r3")


def test_famille_after_a_needed_draw_every_action_has_the_drawn_tile():
    for seed in range(12):
        record = play_game("famille", 4, {}, None, seed)
        book = famille.Rulebook(4, {})
        for event in record["events"]:
            book.feed(event)
            if event[0] == "draw":
                assert all(book.drawn in tiles for tiles in book.actions().values())
                assert "keep" in book.legal()


def test_famille_the_last_tile_of_the_pool():
    """RF-V3 literal: the lucky draw is still played, and an empty rack wins first."""
    book = famille_at(["r2", "g5 r4"], "r12", "b2")
    moves(book, "draw")
    book.feed(["draw", 0, ["b2"]])
    lucky = copy.deepcopy(book)
    moves(book, "keep")
    book.feed(["end", {"scores": [2, 2], "winners": [0, 1], "reason": "pool"}])
    moves(lucky, "new r2+b2")
    lucky.feed(["end", {"scores": [0, 2], "winners": [0], "reason": "empty-rack"}])


def test_famille_stuck():
    """RF-V3 stuck."""
    book = famille_at(["r2 b9", "g5 r4 y13"], "r12; y12", "b2", pool_end="stuck")
    moves(book, "draw")
    book.feed(["draw", 0, ["b2"]])
    moves(book, "keep")
    assert book.legal() == ["add 2 y13"]  # no passing while one can play
    moves(book, "add 2 y13", "new r2+b2")
    assert book.legal() == ["pass"]
    moves(book, "pass", "pass")
    book.feed(["end", {"scores": [1, 2], "winners": [0], "reason": "stuck"}])


# ---- Rummy, junior version


def test_junior_a_match_is_kept_and_its_slots_are_empty():
    book = junior.Rulebook(2, {"first": 1})
    with pytest.raises(Wrong, match="RJ-V3"):
        book.feed(["deal", {"first": 0}])
    book.feed(["deal", {"first": 1}])
    assert len(book.legal()) == 52
    moves(book, "flip 17")
    with pytest.raises(Wrong):
        book.feed(["reveal", 0, "r5"])
    book.feed(["reveal", 1, "r5"])
    assert "flip 17" not in book.legal() and len(book.legal()) == 51
    moves(book, "flip 3")
    with pytest.raises(Wrong, match="RJ-T1"):
        book.feed(["reveal", 1, "r5"])
    book.feed(["reveal", 1, "y5"])
    assert book.scores() == [0, 2] and book.seat() == 0
    assert len(book.legal()) == 50 and "flip 3" not in book.legal()


def test_junior_a_mismatch_goes_back():
    book = junior.Rulebook(2, {})
    book.feed(["deal", {"first": 0}])
    moves(book, "flip 1")
    book.feed(["reveal", 0, "r5"])
    moves(book, "flip 2")
    book.feed(["reveal", 0, "y6"])
    assert book.scores() == [0, 0] and book.seat() == 1 and len(book.legal()) == 52
    moves(book, "flip 1")
    book.feed(["reveal", 1, "y6"])  # shuffled: it may lie anywhere now


def test_junior_is_never_stuck():
    """Among five tiles two share a colour; four colours are all there are."""
    assert all(
        any(junior.matches(one, other) for one, other in combinations(tiles, 2))
        for tiles in product(*[[colour + "1", colour + "2"] for colour in "rbgyr"])
    )


def test_no_clause_is_named_that_does_not_exist():
    """Clause ids in the messages are spelt like those of the rules pages."""
    for path in Path(__file__).parent.glob("*.py"):
        for clause in re.findall(r"\bR[SRFJ]-\w+", path.read_text(encoding="utf-8")):
            assert re.fullmatch(r"R[SRFJ]-[STEV][0-9]{1,2}", clause), clause
