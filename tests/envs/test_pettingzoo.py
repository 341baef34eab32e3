"""PettingZoo: its own suites on every game at every table, and what our documentation promises besides."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.state_test import state_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import tuilerie
import tuilerie.envs
from tests.envs.games import any_legal, games, tables
from tuilerie.engine.registry import BUILT_IN
from tuilerie.envs.aec import TuilerieAEC

# The suites only warn about dictionaries (their own classic games are on a list of exceptions) and about the empty
# masks of agents that wait.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def make(game, **settings):
    return pettingzoo.make("aec", tuilerie.envs.env_id(game), **settings)


@tables
def test_api(game, players):
    api_test(make(game, players=players), num_cycles=60)


@tables
def test_seeds(game, players):
    seed_test(lambda: make(game, players=players), num_cycles=60)


@games
def test_rendering(game, capsys):
    render_test(lambda **settings: make(game, **settings))
    env = make(game, render_mode="ansi")
    env.reset(seed=1)
    assert f"game: {game}" in env.render()


@tables
def test_state(game, players):
    state_test(make(game, players=players), pettingzoo.make("parallel", tuilerie.envs.env_id(game), players=players))


@tables
def test_parallel(game, players):
    parallel_api_test(turn_based_aec_to_parallel(make(game, players=players)), num_cycles=60)


@games
def test_parallel_seeds(game):
    parallel_seed_test(lambda: pettingzoo.make("parallel", tuilerie.envs.env_id(game)), num_cycles=20)


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_game_can_be_imported_directly(game):
    module = import_module(f"tuilerie.envs.{game}_v0")
    assert isinstance(module.env(players=3), TuilerieAEC)
    assert isinstance(module.raw_env(), TuilerieAEC)
    assert module.parallel_env().possible_agents == ["player_0", "player_1"]


@tables
def test_the_seed_deals_what_the_engine_deals(game, players):
    env, match = make(game, players=players), tuilerie.new(game, players, 12)
    env.reset(seed=12)
    chance = np.random.default_rng(1)
    while not match.finished:
        assert env.agent_selection == f"player_{match.turn}"
        mask = env.observe(env.agent_selection)["action_mask"]
        assert np.flatnonzero(mask).tolist() == sorted(match.actions())
        action = any_legal(mask, chance)
        env.step(action)
        match.act(action)
    assert env._state == match.state


@tables
@pytest.mark.parametrize("reward", ["win", "score"])
def test_rewards_are_what_the_match_says(game, players, reward):
    env, chance = make(game, players=players, reward=reward), np.random.default_rng(2)
    env.reset(seed=5)
    match = tuilerie.new(game, players, 5)
    while not any(env.terminations.values()):
        assert set(env.rewards.values()) == {0.0}
        action = any_legal(env.observe(env.agent_selection)["action_mask"], chance)
        env.step(action)
        match.act(action)
    sign = -1 if match.game.lowest_wins else 1
    for seat in range(players):
        others = [score for other, score in enumerate(match.scores) if other != seat]
        expected = (
            match.shares[seat] - 1 / players
            if reward == "win"
            else sign * (match.scores[seat] - sum(others) / len(others))
        )
        assert env.rewards[f"player_{seat}"] == pytest.approx(expected, abs=1e-4)


@games
def test_an_illegal_action_costs_its_agent_only(game):
    env = make(game, players=3, illegal=-4.0)
    env.reset(seed=1)
    agent = env.agent_selection
    # in junior everything is legal at first
    illegal = np.append(np.flatnonzero(env.observe(agent)["action_mask"] == 0), env.table.actions)[0]
    env.step(int(illegal))
    assert env.rewards == {one: -4.0 if one == agent else 0.0 for one in env.possible_agents}
    assert all(env.terminations.values())


@games
def test_long_games_are_truncated(game):
    env, chance = make(game, max_cycles=2), np.random.default_rng(3)
    env.reset(seed=1)
    for _ in range(400):
        if any(env.truncations.values()):
            break
        env.step(any_legal(env.observe(env.agent_selection)["action_mask"], chance))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


def test_variants_are_arguments():
    env = make("restart", variant={"target": 50})
    env.reset(seed=1)
    at = next(first for name, first, _, _ in tuilerie.envs.layout("restart") if name == "rules")
    assert env.observe("player_0")["observation"][at] == np.float32(0.05)
