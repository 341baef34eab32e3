"""Romi Rami for people: notation, events, what each seat sees, and whole games."""

from __future__ import annotations

import json
import random

import pytest

from tests.rules.romirami_positions import GAME, dealt, filling, moves, play, table
from tuilerie.bots.dice import Dice
from tuilerie.bots.player import choose
from tuilerie.bots.roster import BUILT_IN, bot_named
from tuilerie.engine.match import Match
from tuilerie.engine.options import read_variant
from tuilerie.engine.record_check import check_record
from tuilerie.engine.replay import seen_positions
from tuilerie.games.romirami import record
from tuilerie.lab.plan import Plan
from tuilerie.lab.seat_players import SeatPlayers, record_of


def played(
    players: int, seed: int, bot: str = "random", deck: object = None, legal: bool = False
) -> tuple[Plan, Match]:
    plan = Plan(
        GAME, players, read_variant(GAME.options, {}, players), GAME.read_deck(deck), seed, [[bot_named(bot)] * players]
    )
    return plan, SeatPlayers(plan).play(0, with_legal=legal)


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_records_of_whole_games_are_right(players: int, bot: str) -> None:
    for seed in range(3):
        plan, match = played(players, seed, bot, legal=True)
        assert match.reason == "contracts"
        record = json.loads(json.dumps(record_of(plan, 0, match)))
        assert "deck" not in record
        check_record(record)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_listed_move_can_be_read_and_is_spelt_so(players: int) -> None:
    match = Match.new("romirami", players, seed=11)
    chance = random.Random(players)
    for _ in range(60):
        if match.finished:
            break
        for move, actions in GAME.moves(match.state).items():
            assert GAME.spell(match.state, GAME.read(match.state, move)) == move
            assert GAME.spell(match.state, actions) == move
        match.play(chance.choice(match.legal()))


def test_thousands_of_fills_are_listed_once_each() -> None:
    states = filling("c1 d1 h1 l1 c2 d2 h2 c3 d3 h3 c4 d4 c5", [35, 29, 15, 33])
    listed = moves(states)
    assert len(listed) > 2000
    assert len(set(listed)) == len(listed)
    for move in list(listed)[:: len(listed) // 20]:
        assert GAME.spell(states.record, GAME.read(states.record, move)) == move


def test_best_fills_lay_most_bonus_cards() -> None:
    states = filling("c1 h1 h1 d1 l1 h2 c2 c3 l4", [1, 23, 10])
    assert GAME.best_fills(states.record) == {1: "fill 1 c1+d1+h1+h1", 23: "fill 23 c1+c2+c3+l4"}
    assert GAME.best_fills(table(market="c5 d5 h4 d4 d2 l1").record) == {}


def test_best_fills_spend_the_joker_only_where_a_card_is_missing() -> None:
    assert GAME.best_fills(filling("h1 h1 h1 c1 l2 l2 l2", [1, 2]).record) == {
        1: "fill 1 c1+h1+h1+h1",
        2: "fill 2 l2+l2+l2+*",
    }


def test_best_fills_are_the_best_of_all() -> None:
    """Compared one by one: most cards of the bonus suit, then fewest Jokers, then the first actions."""
    state, best = filling("c1 d1 h1 l1 c2 d2 h2 c3 d3 h3 c4 d4 c5", [35, 29, 15, 33]).record, {}
    for move, path in GAME.moves(state).items():
        if len(path) > 1:
            contract = state["offers"][path[0] - record.FILL]
            bonus = path.count(record.SUIT + int(state["contract_suit"][contract]))
            worth = (bonus, -path.count(record.JOKER), [-action for action in path])
            number = int(state["number"][contract])
            best[number] = max(best.get(number, (worth, move)), (worth, move))
    assert len(best) > 2
    assert GAME.best_fills(state) == {number: move for number, (_, move) in sorted(best.items())}


# --- who sees what -----------------------------------------------------------------------------------


@pytest.mark.rule("RR-S4")
def test_dealt_and_drawn_cards_are_seen_by_their_owner_only() -> None:
    deal = GAME.deal(dealt(3).record)
    for seat in (None, 0, 1, 2):
        hands = GAME.seen(deal, seat)[1]["hands"]
        assert hands == [hand if at == seat else 3 for at, hand in enumerate(deal[1]["hands"])]
    assert GAME.seen(["draw", 1, ["h2", "h3"]], 1) == ["draw", 1, ["h2", "h3"]]
    assert GAME.seen(["draw", 1, ["h2", "h3"]], 0) == ["draw", 1, 2]
    assert GAME.seen(["draw", 1, ["h2", "h3"]], None) == ["draw", 1, 2]


@pytest.mark.rule("RR-S4")
def test_a_view_has_no_hidden_card() -> None:
    states = table(["c1 c2 c3", "l1 l2 l3"], market="c5 d5 h4 d4 d2 l1")
    play(states, "take c5", "done")
    mine, spectator = GAME.view(states.record, 0), GAME.view(states.record, None)
    assert mine["hand"] == ["c1", "c2", "c3", "c5"]
    assert spectator["hand"] is None
    assert "hands" not in spectator
    assert spectator["known"] == [["c5"], []]
    assert mine["hand_sizes"] == [4, 3]
    assert {key: value for key, value in mine.items() if key not in ("seat", "hand", "missing")} == {
        key: value for key, value in spectator.items() if key not in ("seat", "hand")
    }
    json.dumps(mine)


def test_a_view_says_what_its_hand_lacks_for_each_contract() -> None:
    """Of the nearest way: the values of which one is missing, or all that are missing if there is one such way."""
    missing = GAME.view(filling("c2 d3 h4 l4 c4", [1, 23, 33, 15]).record, 0)["missing"]
    assert missing == {
        "1": {"count": 1, "values": [4], "joker": True},
        "23": {"count": 1, "values": [1, 5], "joker": True},
        "33": {"count": 2, "values": [1, 5], "joker": False},
        "15": {"count": 1, "values": [1, 4], "joker": True},
    }
    spent = GAME.view(filling("c1 d1 h1 l1 c2", [1, 4, 7, 18], joker=0).record, 0)["missing"]
    assert spent["1"] == {"count": 0, "values": [], "joker": False}
    assert spent["4"] == {"count": 1, "values": [1], "joker": False}
    assert spent["7"] == {"count": 1, "values": [2], "joker": False}  # a pair may be asked for twice of one value
    assert spent["18"] == {"count": 2, "values": [], "joker": False}  # two 1s, or two 2s


@pytest.mark.rule("RR-S4")
def test_what_a_hand_lacks_is_told_to_its_seat_only() -> None:
    """Another hand changes nothing in it; spectators and open hands have none."""
    one = table(["c1 c2 c3", "l1 l2 l3"], contracts=[1, 23, 7, 18]).record
    two = table(["c1 c2 c3", "d5 d5 d5"], contracts=[1, 23, 7, 18]).record
    assert GAME.view(one, 0)["missing"] == GAME.view(two, 0)["missing"]
    assert GAME.view(one, 1)["missing"] != GAME.view(two, 1)["missing"]
    assert "missing" not in GAME.view(one, None)
    assert "missing" not in played(2, 5)[1].view(0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_contract_lacks_nothing_when_it_can_be_filled(players: int) -> None:
    match, chance, compared = Match.new("romirami", players, seed=5), random.Random(players), []
    while not match.finished:
        view, legal = match.view(match.turn), match.legal()
        if view["phase"] == "fill":
            can = {move.split()[1] for move in legal if move.startswith("fill ")}
            within = view["jokers"][view["seat"]]
            compared.append((can, {number for number, lack in view["missing"].items() if lack["count"] <= within}))
        match.play(chance.choice(legal))
    assert any(can for can, _ in compared)
    assert all(can == near for can, near in compared)


@pytest.mark.rule("RR-E1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_says_when_the_game_ends_and_who_ends_it(players: int) -> None:
    _, match = played(players, 1, "greedy")
    views = [view for _, view in seen_positions(match)]
    at = 9 - players
    before = [view for view in views if not view["last_lap"]]
    after = [view for view in views if view["last_lap"] and view["phase"] != "over"]
    assert all(view["ending"] == {"contracts": at, "by": None, "turns_left": None} for view in before)
    by = after[0]["turn"]
    assert len(after[0]["completed"][by]) == at
    for view in after:
        assert view["ending"]["by"] == by
        assert view["ending"]["turns_left"] == (view["first"] - view["turn"] - 1) % players + 1
    assert views[-1]["ending"] == {"contracts": at, "by": by, "turns_left": 0}


def test_hands_are_open_after_the_end() -> None:
    _, match = played(2, 5)
    view = match.view(None)
    assert view["phase"] == "over"
    assert view["turn"] is None
    assert [len(hand) for hand in view["hands"]] == view["hand_sizes"]
    assert view["scores"] == match.scores


@pytest.mark.rule("RR-S4")
def test_greedy_uses_only_what_its_seat_knows() -> None:
    for seed in range(4):
        plan, _ = played(3, seed, "greedy")
        match = plan.match(0)
        while not match.finished:
            action = choose(GAME, match.state, BUILT_IN["greedy"], Dice(1))
            for dice in (3, 4):
                assert choose(GAME, match.imagine(match.turn, dice), BUILT_IN["greedy"], Dice(1)) == action
            match.act(action)


def test_greedy_beats_random() -> None:
    from tuilerie.lab.batches import run

    greedy, random_bot = bot_named("greedy"), bot_named("random")
    plan = Plan(GAME, 2, read_variant(GAME.options, {}, 2), None, 1, [[greedy, random_bot], [random_bot, greedy]])
    batch = next(run(plan, 200, 1))
    assert batch.shares[0::2, 0].mean() + batch.shares[1::2, 1].mean() > 2 * 0.9


# --- other decks -------------------------------------------------------------------------------------


SMALL = {
    "values": {suit: {str(value): 3 for value in range(1, 7)} for suit in ("cherry", "diamond", "heart", "clover")},
    "contracts": [
        {"id": 1, "points": 3, "suit": "heart", "requirements": ["run6"]},
        {"id": 2, "points": 2, "suit": "clover", "requirements": ["set3of6"]},
        {"id": 10, "points": 5, "suit": "cherry", "requirements": ["set2", "run3", "set2"]},
        {"id": 11, "points": 1, "suit": "diamond", "requirements": ["set2", "set2", "set2", "set2"]},
        {"id": 7, "points": 1, "suit": "diamond", "requirements": ["run2"]},
    ],
    "trophies": [
        {"suit": "cherry", "suit_points": 3, "combo": 2, "combo_points": 5},
        {"suit": "heart", "suit_points": 3, "combo": 3, "combo_points": 4},
        {"suit": "clover", "suit_points": 3, "combo": 6, "combo_points": 3},
        {"suit": "diamond", "suit_points": 3, "combo": 5, "combo_points": 2},
    ],
}


@pytest.mark.rule("RR-V3")
@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_another_deck_plays_through_and_is_in_the_record(players: int, bot: str) -> None:
    plan, match = played(players, 3, bot, deck=SMALL, legal=True)
    assert match.reason in ("no-contracts", "limit", "contracts")
    record = json.loads(json.dumps(record_of(plan, 0, match)))
    assert record["deck"] == SMALL
    check_record(record)


def test_five_contracts_for_random_players_run_out() -> None:
    assert {played(2, seed, deck=SMALL)[1].reason for seed in range(6)} == {"no-contracts"}
