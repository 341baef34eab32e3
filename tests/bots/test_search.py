"""Searches: reproducible, honest, legal everywhere, and not blind to what lies on the table."""

from __future__ import annotations

import pytest

from tests.positions import random_match
from tests.rules.restart_positions import position
from tuilerie.bots import search
from tuilerie.bots.dice import Dice
from tuilerie.bots.player import choose
from tuilerie.bots.roster import BUILT_IN, bot_named
from tuilerie.engine.effort import Effort
from tuilerie.engine.errors import BadInput
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import game_named, known_games
from tuilerie.lab.batches import run
from tuilerie.lab.plan import Plan

tables = pytest.mark.parametrize(
    ("game", "players"), [(game, players) for game in known_games() for players in game_named(game).players]
)


@pytest.fixture
def quick(monkeypatch):
    """The same levels with fewer playouts: honesty does not depend on the number."""
    for game in known_games():
        monkeypatch.setattr(type(game_named(game)), "effort", Effort(playouts=dict.fromkeys(BUILT_IN, 60)))


def some_positions(game: str, players: int, count: int = 6):
    """Positions of random games, also inside moves of several actions."""
    for seed in range(count):
        match = random_match(game, players, seed, moves=4 * seed)
        while not match.finished and seed % 2 and not match.pending:
            before = match.turns
            match.act(match.actions()[0])
            if match.turns > before + 1:
                break
        if not match.finished:
            yield match


@tables
@pytest.mark.usefixtures("quick")
def test_every_level_is_reproducible_and_knows_only_its_seat(game, players):
    """Permuting what the seat cannot see changes neither the move nor the bot's dice; the move is legal."""
    for match in some_positions(game, players):
        world = match.imagine(match.turn, 99)
        for level in BUILT_IN:
            mine, theirs = Dice(4), Dice(4)
            action = choose(match.game, match.state, BUILT_IN[level], mine)
            assert action in match.actions()
            assert action == choose(match.game, world, BUILT_IN[level], theirs)
            assert mine.value == theirs.value


@tables
def test_threads_do_not_change_the_answer(game, players):
    for match in some_positions(game, players, 3):
        alone = search.evaluate(match.game, match.state, 200, seed=7)
        assert alone == search.evaluate(match.game, match.state, 200, seed=7, threads=2)
        assert alone == search.evaluate(match.game, match.state, 200, seed=7, threads=3)
        assert sorted(action for action, _, _ in alone) == sorted(match.actions())


@tables
@pytest.mark.usefixtures("quick")
def test_one_thread_and_two_choose_alike(game, players):
    for match in some_positions(game, players, 3):
        mine, theirs = Dice(11), Dice(11)
        assert choose(match.game, match.state, BUILT_IN["expert"], mine) == choose(
            match.game, match.state, BUILT_IN["expert"], theirs, threads=2
        )
        assert mine.value == theirs.value


@tables
@pytest.mark.usefixtures("quick")
def test_levels_play_the_same_game_whatever_the_workers(game, players):
    kind = game_named(game)
    seats = [bot_named(name) for name in ("expert", "beginner", "greedy", "club")][:players]
    plan = Plan(kind, players, read_variant(kind.options, {}, players), None, 3, [seats], limit=20)
    one, two = ([batch.points.tolist() for batch in run(plan, 3, workers)] for workers in (1, 2))
    assert one == two


def test_the_last_tile_is_seen():
    """RS-E4: an emptied hand wins the game at once, whatever the totals."""
    match = position({"g": "1 4", "r": "1 3"}, ["g5 g6", "r9 r11 b7 b8 o5 o9"], totals=[99, 0])
    (action, chance, _), *_ = search.evaluate(match.game, match.state, 400, seed=1)
    assert match.game.spell(match.state, [action]) == "g5+g6"
    assert chance == 1.0


def test_a_lead_is_worth_the_game_not_points():
    """Few points in hand against many, the other at the brink, and the last word: a pass ends the round and wins,
    whatever else could be shed.
    """
    match = position({"g": "1 9"}, ["g2 r15", "r9 r11 b7 b8 o5 o9"], totals=[10, 80])
    match.state["passes"] = 1
    found = {
        match.game.spell(match.state, [action]): chance
        for action, chance, _ in search.evaluate(match.game, match.state, 400, seed=1)
    }
    assert set(found) == {"pass", "r15"}
    assert found["pass"] == 1.0


def test_one_legal_action_costs_nothing():
    match = position({"g": "1 E"}, ["g2", "r9 r11"])
    assert search.evaluate(match.game, match.state, 10_000, seed=1) == [(match.actions()[0], 0.0, 0)]


def test_the_budget_is_kept():
    """A number of playouts is not exceeded by more than the one world that every candidate gets in each stage; a clock
    buys at least that.
    """
    match = random_match("restart", 2, 1, moves=2)
    candidates = len(match.actions())
    for budget in (1, 500, 2000):
        playouts = sum(visits for _, _, visits in search.evaluate(match.game, match.state, budget, seed=1))
        assert playouts <= max(budget, 2 * candidates + 8)
    assert sum(visits for _, _, visits in search.evaluate(match.game, match.state, 0, seed=1, ms=30)) >= candidates


def test_the_cheat_stays_in_the_laboratory():
    with pytest.raises(BadInput, match="cheat"):
        bot_named("cheat")
    assert "cheat" not in BUILT_IN
    assert bot_named("cheat", laboratory=True).cheating


@pytest.mark.usefixtures("quick")
def test_the_cheat_sees_what_others_cannot():
    """Behind the screens lies what the others hold: with other hands there, the cheat chooses otherwise,
    now and then.
    """
    changed = 0
    for match in some_positions("restart", 2, 12):
        world = match.imagine(match.turn, 99)
        mine, theirs = (
            choose(match.game, state, bot_named("cheat", laboratory=True), Dice(4)) for state in (match.state, world)
        )
        changed += mine != theirs
    assert changed
