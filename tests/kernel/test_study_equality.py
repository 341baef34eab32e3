"""Batches of the laboratory and lanes of the environments: compiled and as plain Python, over the same memory, bit for
bit.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.lab.planning import plan_of
from tuilerie.engine.registry import game_named, known_games
from tuilerie.envs.vector import TuilerieVectorEnv
from tuilerie.kernel.modules import STUDY
from tuilerie.kernel.uncompiled import Uncompiled
from tuilerie.lab.batches import Batch
from tuilerie.lab.study_batches import StudyBatch

tables = pytest.mark.parametrize(
    ("game", "players"), [(game, players) for game in known_games() for players in game_named(game).players]
)
BOTS = {2: "random,greedy", 3: "greedy,random,random", 4: "random,random,greedy,random"}
LIMIT, GAMES = 3, 2  # turns of each player; plain Python is slow
LANES, STEPS = 3, 12


@pytest.fixture
def without_compiler(monkeypatch):
    """From now on the second library of a game is plain Python."""

    def use(name):
        game = game_named(name)
        monkeypatch.setitem(vars(game), "study_library", Uncompiled(game.modules, STUDY))
        assert game.study_library.path is None

    return use


def batches(game, players, seed):
    """Everything that outcomes and studies write down of a few games, as bytes."""
    plan = replace(plan_of(game, players, BOTS[players], seed), limit=LIMIT)
    made = []
    for kind, names in (
        (Batch, ("shares", "points", "moves", "turns", "reasons")),
        (StudyBatch, ("shares", "points", "rows", "marks", "decided", "present")),
    ):
        batch = kind.empty(plan, 5, GAMES)
        batch.play_compiled(plan)
        made += [getattr(batch, name).tobytes() for name in names]
    return made


def lanes(game, players, opponents, mode, seed):
    """Every array of every step of a batch; one action in seven is illegal."""
    envs = TuilerieVectorEnv(
        game, LANES, players, opponents=opponents, autoreset_mode=mode, turn_limit=LIMIT, reward="score", copy=False
    )
    envs.reset(seed=seed)
    told = []
    for step in range(STEPS):
        actions = envs.random_actions()
        if step % 7 == 6:
            actions[0] = -1
        envs.step(actions)
        arrays = (envs.states, envs._lanes, envs._listed, envs._observations, envs._masks, envs._rewards)
        ends = (envs._terminated, envs._truncated, envs._finals, envs._results)
        told.append([actions.tobytes(), *(array.tobytes() for array in arrays + ends)])
    return told


@tables
def test_batches_are_the_same_compiled_and_plain(without_compiler, game, players):
    compiled, other = batches(game, players, 1), batches(game, players, 2)
    without_compiler(game)
    assert batches(game, players, 1) == compiled
    assert other != compiled, "another seed is another batch"


@tables
def test_lanes_are_the_same_compiled_and_plain(without_compiler, game, players):
    kinds = (("random", "SameStep"), (None, "NextStep"))
    compiled = [lanes(game, players, opponents, mode, 1) for opponents, mode in kinds]
    other = lanes(game, players, "random", "SameStep", 2)
    without_compiler(game)
    assert [lanes(game, players, opponents, mode, 1) for opponents, mode in kinds] == compiled
    assert other != compiled[0], "another seed is another game"


def test_single_games_of_environments_are_the_same_compiled_and_plain():
    for name in known_games():
        game = game_named(name)
        assert single_game(game, game.study_library) == single_game(game, Uncompiled(game.modules, STUDY)), name


def single_game(game, library):
    plan = plan_of(game.id)
    state, listed, key = game.new_state(), game.new_actions(), plan.keys(0, 1)
    mask = np.zeros(game.record.ACTIONS, np.int8)
    ruleset = game.ruleset(plan.variant, plan.deck)
    n = library.deal(state.address, 2, ruleset.address, key.ctypes.data, listed, mask.ctypes.data)
    told = []
    for number in range(STEPS):
        assert library.move(state.address, -1, listed, n, mask.ctypes.data) == -1
        n = library.move(state.address, listed[number % n], listed, n, mask.ctypes.data)
        told.append((bytes(state), listed[:n], mask.tobytes()))
    return told
