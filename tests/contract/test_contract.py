"""The contract: what holds for every registered game. Games come from the registry, so none can escape."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys

import numpy as np
import pytest

import tuilerie
from tests.contract.census import CENSUS
from tests.positions import random_match, settings_of, walk
from tests.record_arrays import copy_of, features, redeal, states_of
from tuilerie.bots.dice import Dice
from tuilerie.bots.player import choose
from tuilerie.bots.roster import bot_named
from tuilerie.engine.errors import Refused
from tuilerie.engine.options import read_variant
from tuilerie.engine.record_check import check_record
from tuilerie.engine.registry import game_named, known_games
from tuilerie.lab.batches import Batch, GamePlayer
from tuilerie.lab.plan import Plan
from tuilerie.lab.seat_players import SeatPlayers

GAMES = list(known_games())
TABLES = [(name, players) for name in GAMES for players in game_named(name).players]
tables = pytest.mark.parametrize(("game", "players"), TABLES)


def dice(seed: int) -> np.ndarray:
    return np.array([seed], np.uint64)


def observed(match, seat):
    out = np.full(match.game.record.FEATURES, np.nan, np.float32)
    features(states_of(match), seat, out)
    return out


@pytest.mark.rule("RS-V1", "RS-V2", "RS-V4")
@tables
def test_every_piece_is_in_one_place(game, players):
    census, expected = CENSUS[game]
    for seed, variant in enumerate(settings_of(game)):
        match = tuilerie.new(game, players, seed, variant)
        chance = random.Random(seed)
        while not match.finished and match.turns < 400:
            assert census(states_of(match)[0]) == expected(states_of(match)[0])
            match.act(chance.choice(match.actions()))
        assert census(states_of(match)[0]) == expected(states_of(match)[0])


@tables
def test_the_same_seed_gives_the_same_game(game, players):
    one, two = random_match(game, players, 5), random_match(game, players, 5)
    assert bytes(one.state) == bytes(two.state)
    assert one.events == two.events
    assert random_match(game, players, 6).events != one.events


@tables
def test_a_deal_depends_on_the_seed_and_the_round_only(game, players):
    """Two games with one seed, played differently: every round they both reach is dealt alike."""
    deals = []
    for walker in range(2):
        match = tuilerie.new(game, players, 11)
        walk(match, random.Random(walker))
        deals.append([event for event in match.events if event[0] == "deal"])
    shared = min(map(len, deals))
    assert deals[0][:shared] == deals[1][:shared]
    assert len({json.dumps(deal) for deal in deals[0]}) == len(deals[0])


@tables
def test_random_games_end_and_legal_is_never_empty_before(game, players):
    record = game_named(game).record
    matches = [tuilerie.new(game, players, seed) for seed in range(20)]
    for seed, match in enumerate(matches):
        chance = random.Random(seed)
        while not match.finished and match.turns < 200 * players:
            actions = match.actions()
            assert actions
            assert len(set(actions)) == len(actions)
            assert all(0 <= action < record.ACTIONS for action in actions)
            match.act(chance.choice(actions))
    ended = [match for match in matches if match.finished]
    assert len(ended) >= 10  # the others ran into the limit of turns
    for match in ended:
        assert match.actions() == []
        assert match.legal() == []
        assert sum(match.shares) == pytest.approx(1)
        assert match.reason in match.game.reasons[1:]


@tables
def test_a_copy_is_equal_and_independent(game, players):
    match = random_match(game, players, 3, moves=7)
    twin = match.copy()
    assert bytes(twin.state) == bytes(match.state)
    assert twin.events == match.events
    before = bytes(match.state), list(match.events)
    walk(twin, random.Random(1))
    assert (bytes(match.state), match.events) == before
    walk(match, random.Random(1))
    assert match.events == twin.events


@tables
def test_hide_keeps_what_the_seat_knows_and_deals_the_rest_again(game, players):
    census, expected = CENSUS[game]
    for seed in range(4):
        match = random_match(game, players, seed, moves=5 + 6 * seed)
        if match.finished:
            continue
        moves_of_mover = []
        for seat in range(players):
            others = set()
            for number in range(12):
                world = match.copy()
                redeal(states_of(world), seat, dice(number))
                assert world.view(seat) == match.view(seat)
                assert (observed(world, seat) == observed(match, seat)).all()
                if match.turn == seat:
                    moves_of_mover.append(world.game.moves(world.state))
                assert census(states_of(world)[0]) == expected(states_of(world)[0])
                assert (states_of(world)["key"] != states_of(match)["key"]).any()
                others.add(bytes(world.state))
            assert len(others) == 12
        assert moves_of_mover == [match.game.moves(match.state)] * 12


@tables
def test_hide_does_not_depend_on_what_is_hidden(game, players):
    """Two worlds that a seat cannot tell apart are hidden alike: a search can never profit from the real one."""
    for seed in range(4):
        match = random_match(game, players, seed, moves=4 + 7 * seed)
        for seat in range(players):
            one, two = copy_of(states_of(match)), copy_of(states_of(match))
            redeal(two, seat, dice(99))
            redeal(one, seat, dice(7))
            redeal(two, seat, dice(7))
            assert one.tobytes() == two.tobytes()


@tables
def test_a_hidden_world_can_be_played_to_its_end(game, players):
    census, expected = CENSUS[game]
    for seed in range(6):
        match = random_match(game, players, seed, moves=3 * seed)
        world = match.copy()
        redeal(states_of(world), match.turn, dice(seed))
        walk(world, random.Random(seed))
        assert census(states_of(world)[0]) == expected(states_of(world)[0])


@tables
def test_views_and_events_show_nothing_hidden(game, players):
    """The bytes a seat or a spectator gets do not change when everything hidden from them does."""
    for seed in range(5):
        match = random_match(game, players, seed, moves=8 * seed)
        if match.finished:
            continue
        for seat in range(players):
            world = match.copy()
            redeal(states_of(world), seat, dice(seed + 1))
            assert json.dumps(world.view(seat)) == json.dumps(match.view(seat))
            assert json.dumps(world.view(None)) == json.dumps(match.view(None))


@tables
def test_observations_tell_apart_what_views_tell_apart(game, players):
    """Everything public is in the features: positions that a seat sees differently are observed differently."""
    seen: dict[bytes, set[str]] = {}
    for seed in range(12):
        match = tuilerie.new(game, players, seed)
        chance = random.Random(seed)
        while not match.finished and match.turns < 60:
            if not match.pending:
                view = match.view(0)
                for key in NOT_FEATURES:
                    view.pop(key, None)
                text = json.dumps(view, sort_keys=True)
                seen.setdefault(observed(match, 0).tobytes(), set()).add(text)
            match.act(chance.choice(match.actions()))
    assert seen
    assert all(len(views) == 1 for views in seen.values())


# What a view says for people, but a learner does not need: history, and texts derived from the rest.
NOT_FEATURES = ("round", "last_points")


@tables
def test_notation_reads_back(game, players):
    for seed in range(3):
        match = tuilerie.new(game, players, seed)
        chance = random.Random(seed)
        while not match.finished and match.turns < 40:
            moves = match.game.moves(match.state)
            assert sorted(moves) == match.legal()
            for text in sorted(moves)[:60]:
                again = match.copy()
                again.play(text)
                assert again.events[len(match.events)][:3] == ["move", match.turn, text]
            match.play(chance.choice(sorted(moves)))


@tables
def test_a_refused_move_changes_nothing_and_says_why(game, players):
    """Moves of other positions, and nonsense: refused with a code that both languages can say."""
    foreign = {
        text
        for seed in range(3)
        for at in (0, 5, 11)
        for text in random_match(game, players, seed, moves=at).legal()[:40]
    }
    foreign |= {"", "x", "pass", "stop", "é" * 50, "r1", "+".join(["r2"] * 500)}
    match = random_match(game, players, 50, moves=6)
    legal = set(match.legal())
    before = bytes(match.state), match.actions()
    refused = 0
    for text in sorted(foreign - legal):
        with pytest.raises(Refused) as caught:
            match.play(text)
        refused += 1
        assert caught.value.sentence("fr")
        assert caught.value.sentence("en") != caught.value.sentence("fr")
        assert (bytes(match.state), match.actions()) == before
    assert refused > 5


@tables
def test_a_record_alone_tells_the_whole_game(game, players):
    for seed, variant in enumerate(settings_of(game)):
        match = random_match(game, players, seed, variant)
        record = json.loads(json.dumps(match.record()))
        again = check_record(record)
        assert bytes(again.state) == bytes(match.state)


@tables
def test_python_and_batches_play_the_same_games(game, players):
    kind = game_named(game)
    for bot in ("random", "greedy"):
        plan = Plan(
            kind, players, read_variant(kind.options, {}, players), None, 3, [[bot_named(bot)] * players], limit=60
        )
        batch = GamePlayer(plan, Batch)(5, 6)
        seats = SeatPlayers(plan)
        for row in range(6):
            match = seats.play(5 + row)
            assert match.shares == batch.shares[row].tolist()
            assert match.scores == batch.points[row].tolist()
            assert match.turns == batch.turns[row]
            assert sum(event[0] == "move" for event in match.events) == batch.moves[row]


@tables
def test_every_bot_knows_only_its_seat(game, players):
    """Permuting what a seat cannot see changes neither the move nor the bot's dice."""
    for seed in range(12):
        match = random_match(game, players, seed, moves=3 * seed)
        if match.finished:
            continue
        world = copy_of(states_of(match))
        redeal(world, match.turn, dice(seed + 77))
        for bot in map(bot_named, ("random", "greedy")):
            mine, theirs = Dice(4), Dice(4)
            assert choose(match.game, match.state, bot, mine) == choose(match.game, world.record, bot, theirs)
            assert mine.value == theirs.value


UNCOMPILED = """
import random, sys, tuilerie
from tests.positions import random_match
for game, players in {tables!r}:
    match = random_match(game, players, 4)
    print(game, players, bytes(match.state).hex())
"""


def test_kernels_run_uncompiled_alike():
    """The same source under TUILERIE_UNCOMPILED=1 (debugger, coverage) plays the same games."""
    environment = os.environ | {"TUILERIE_UNCOMPILED": "1"}
    command = [sys.executable, "-c", UNCOMPILED.format(tables=TABLES)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=900)
    assert done.returncode == 0, done.stderr[-2000:]
    expected = [f"{game} {players} {bytes(random_match(game, players, 4).state).hex()}" for game, players in TABLES]
    assert done.stdout.split("\n")[:-1] == expected


def test_every_game_has_a_census():
    assert set(CENSUS) == set(GAMES)
