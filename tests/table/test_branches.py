"""A game that is over, played otherwise: bots answer from what they could know, and nothing hidden is told unasked."""

from __future__ import annotations

import json

import msgspec
import pytest

import tuilerie
from tests.positions import random_match
from tuilerie.bots import player
from tuilerie.bots.chances import chances_after
from tuilerie.bots.dice import Dice
from tuilerie.bots.roster import bot_named
from tuilerie.engine.errors import BadInput, Refused, WrongRecord
from tuilerie.engine.puzzles import puzzle_of, shipped
from tuilerie.engine.registry import game_named, known_games
from tuilerie.engine.replay import moves_of
from tuilerie.engine.studies import Branch, Study, check_study, match_at, to_document
from tuilerie.table import branches
from tuilerie.table.branches import TryBranch, answer_of, place_of, played
from tuilerie.table.errors import NotAllowed

DECIDED = [game for game in known_games() if game_named(game).effort.reviewed]
games = pytest.mark.parametrize("game", DECIDED)


def finished(game, players=3):
    """A short game of quick bots."""
    variant = {"target": 1} if game == "restart" else {}
    match, dice = tuilerie.new(game, players, 5, variant), Dice(1)
    while not match.finished:
        match.play(match.game.spell(match.state, player.whole_move(match.game, match.state, bot_named("greedy"), dice)))
    return match


def somewhere(match, part=2):
    """A place in the middle of the game, and the seat whose turn it was."""
    moves = moves_of(match)
    at = moves[len(moves) // part][0]
    return at, match.events[at][1]


def position(asked, moves):
    match = place_of(asked)
    for move in moves:
        match.play(move)
    return match


@games
def test_a_branch_is_played_to_the_end_and_makes_a_study_that_passes_the_check(game):
    match = finished(game)
    record = match.record()
    at, seat = somewhere(match)
    asked = TryBranch(record, at, seat, level="greedy")
    while (here := played(asked)).turn is not None:
        moves = list(here.moves)
        assert (here.choice is not None) == (here.turn == seat)
        if here.turn == seat:
            moves.append(answer_of(position(asked, moves), "greedy"))
        asked = TryBranch(record, at, seat, moves, "greedy", answer=here.turn != seat)
    assert here.moves
    assert here.choice is None
    last = played(msgspec.structs.replace(asked, moves=here.moves, chances=True))
    assert sum(last.chances) == pytest.approx(1)
    assert last.error == 0
    branch = Branch("autrement", at, here.moves, "greedy", last.chances)
    assert check_study(json.loads(json.dumps(to_document(Study(record, at, seat, "essai", [branch])))))


@games
def test_the_bytes_that_a_bot_thinks_about_do_not_depend_on_hidden_pieces(game, monkeypatch):
    """The same dice, and everything that the bot's seat cannot see dealt otherwise: not one byte differs."""
    given = []

    def listening(game, state, *how, **more):
        given.append(bytes(state))
        return think(game, state, *how, **more)

    think = player.whole_move
    monkeypatch.setattr(player, "whole_move", listening)
    monkeypatch.setattr(branches.secrets, "randbits", lambda bits: 77)
    for seed in range(3):
        match = random_match(game, 3, seed, moves=9)
        worlds = [match, *(match.imagined(match.turn, 100 + other) for other in range(3))]
        assert len({bytes(world.state) for world in worlds}) > 1
        assert len({answer_of(world, "club") for world in worlds}) == 1
        assert len(set(given)) == 1
        assert given[0] != bytes(match.state)
        given.clear()


@games
def test_what_was_hidden_stays_hidden_until_it_is_asked_for(game):
    match = finished(game)
    at, seat = somewhere(match)
    asked = TryBranch(match.record(), at, seat)
    there = place_of(asked)
    here = played(asked)
    assert here.view == there.view(seat)
    assert here.events == there.seen_events(seat)
    assert here.hands is None
    other = there.imagined(seat, 12)
    assert other.view(seat) == here.view, "as in another deal that the seat could not tell from this one"
    shown = played(msgspec.structs.replace(asked, hands=True))
    assert shown.hands == [list(there.view(each).get("hand") or there.view(each)["rack"]) for each in range(3)]
    assert shown.view == here.view


@games
def test_chances_are_those_that_the_seat_could_know(game, monkeypatch):
    monkeypatch.setattr(branches.secrets, "randbits", lambda bits: 77)
    match = finished(game)
    at, seat = somewhere(match)
    asked = TryBranch(match.record(), at, seat, chances=True)
    here = played(asked)
    assert sum(here.chances) == pytest.approx(1, abs=0.003)
    assert 0 < here.error < 0.2
    known = branches.chances_before(place_of(asked), 77)
    imagined = branches.chances_before(place_of(asked).imagined(seat, 3), 77)
    assert known.shares[seat] == imagined.shares[seat]
    move = match.events[at][2]
    after = played(msgspec.structs.replace(asked, moves=[move]))
    assert after.moves == [move]
    assert after.chances is not None


@games
def test_chances_agree_with_the_proof_of_puzzles(game):
    """Each was proved in a hundred thousand worlds and more: most lie within the interval, none far outside."""
    off = []
    for study in shipped(game)[:6]:
        match = match_at(study)
        for tried in puzzle_of(study).tried[:2]:
            after = match.copy()
            after.play(tried.move)
            found = chances_after(match, tried.move, after, 5)
            off.append(abs(found.shares[study.seat] - tried.chance) / (found.error + tried.error + 0.02))
    assert sorted(off)[len(off) * 3 // 4] < 1
    assert max(off) < 2


def test_between_the_answers_of_two_bots_nothing_is_known_of_the_own_chance():
    match = finished("restart")
    at, seat = somewhere(match)
    asked = TryBranch(match.record(), at, (seat + 2) % 3, chances=True, answer=True, level="greedy")
    here = played(asked)
    assert len(here.moves) == 1
    assert (here.chances is None) == (here.turn != asked.seat)


def test_what_is_wrong_is_said():
    match = finished("restart", players=2)
    record = match.record()
    at, seat = somewhere(match)
    wrong = [
        (TryBranch({}, 1, 0), WrongRecord),
        (TryBranch({"events": []}, 1, 0), WrongRecord),
        (TryBranch(record | {"seed": "00" * 32}, at, seat), WrongRecord),
        (TryBranch(record, len(record["events"]), seat), WrongRecord),
        (TryBranch(record, 99_999, seat), WrongRecord),
        (TryBranch(record, at, 3), WrongRecord),
        (TryBranch(record, at, seat, ["b99"]), Refused),
        (TryBranch(record, at, seat, level="stockfish"), BadInput),
        (TryBranch(finished("junior", players=2).record(), 1, 0), NotAllowed),
    ]
    for asked, error in wrong:
        with pytest.raises(error):
            played(asked)


def test_a_question_costs_what_it_makes_the_machine_think():
    costs = [
        branches.cost_of(TryBranch({}, 1, 0, level=level, answer=answer, chances=answer))
        for level, answer in (("club", False), ("greedy", True), ("expert", True), ("master", True))
    ]
    assert costs == sorted(set(costs))
