"""Observations contain nothing hidden, and everything public: on random positions of every game at every table."""

from __future__ import annotations

import random

import numpy as np

import tuilerie
import tuilerie.envs
from tests.envs.games import tables
from tuilerie.bots.dice import Dice
from tuilerie.engine.registry import game_named
from tuilerie.envs.aec import TuilerieAEC
from tuilerie.envs.table import CEILING


def positions(env, count):
    """A walk through random games, stopping at every action."""
    chance = random.Random(f"{env.table.game_id}/{env.table.players}")
    env.reset(seed=0)
    for _ in range(count):
        yield
        env.step(chance.choice(env._listed[: env._n].tolist()))
        if any(env.terminations.values()) or any(env.truncations.values()):
            env.reset()


@tables
def test_dealing_again_what_is_hidden_changes_no_observation_and_no_mask(game, players):
    env = TuilerieAEC(game, players)
    masks = []
    for number, _ in enumerate(positions(env, 120)):
        real = env._state.copy()
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            dice = Dice(number * 7 + seat)
            env.table.game.library.redeal(env._state.address, seat, dice.address)
            assert env._state != real
            again = env.observe(agent)
            assert (again["observation"] == seen["observation"]).all()
            assert (again["action_mask"] == seen["action_mask"]).all()
            if agent == env.agent_selection:  # the mask, listed anew in the other world
                masks.append((sorted(env.table.game.legal_actions(env._state)), seen["action_mask"]))
            env._state = real.copy()
    assert len(masks) > 100
    assert all(legal == np.flatnonzero(mask).tolist() for legal, mask in masks)


@tables
def test_positions_that_look_different_are_observed_differently(game, players):
    """Two views of a seat that differ in anything but the history shown to people have different observations, while no
    move is in progress.
    """
    env, seen = TuilerieAEC(game, players), {}
    for _ in positions(env, 300):
        if env._state["pending"]:
            continue
        view = {
            key: value
            for key, value in env.table.game.view(env._state, 0).items()
            if key not in ("round", "last_points")
        }
        observation = env.observe("player_0")["observation"].tobytes()
        assert seen.setdefault(observation, view) == view


@tables
def test_features_stay_within_the_declared_box(game, players):
    env = TuilerieAEC(game, players)
    for _ in positions(env, 200):
        state = env.state()
        assert state.min() >= 0.0
        assert state.max() <= CEILING


def test_the_layout_covers_the_whole_observation():
    for game in tuilerie.engine.registry.known_games():
        fields = tuilerie.envs.layout(game)
        ends = [first + length for _, first, length, _ in fields]
        assert [first for _, first, _, _ in fields] == [0, *ends[:-1]]
        assert ends[-1] == game_named(game).record.FEATURES
