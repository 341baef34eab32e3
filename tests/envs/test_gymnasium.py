"""Gymnasium: its own checker, seeds, penalties, and the vector environment agreeing with the single
one step by step.
"""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import tuilerie.envs
from tests.envs.games import any_legal, games, tables
from tuilerie.engine.errors import BadInput
from tuilerie.envs.single import TuilerieEnv
from tuilerie.envs.thinking import ThinkingLane
from tuilerie.envs.vector import TuilerieVectorEnv


@games
@pytest.mark.filterwarnings("ignore:.*human.*:UserWarning")
def test_gymnasiums_own_checker(game, capsys):
    """It samples without masks: illegal actions end the episode with the documented penalty."""
    check_env(gymnasium.make(tuilerie.envs.env_id(game)).unwrapped)


@games
def test_an_illegal_action_ends_the_episode_and_pays_the_penalty(game):
    env = TuilerieEnv(game, illegal=-2.5)
    env.reset(seed=3)
    # in junior everything is legal at first
    illegal = int(np.append(np.flatnonzero(~env.action_masks()), env.table.actions)[0])
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-2.5, True, False)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset()
    assert env.step(env.table.actions)[2]
    assert info["action_mask"].all()


@tables
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_the_vector_environment_plays_what_single_ones_play(game, players, mode):
    lanes, steps = 5, 150
    singles = [TuilerieEnv(game, players, "greedy", turn_limit=30) for _ in range(lanes)]
    vector = TuilerieVectorEnv(game, lanes, players, "greedy", turn_limit=30, autoreset_mode=mode)
    observations, infos = vector.reset(seed=40)
    begun = [env.reset(seed=40 + lane) for lane, env in enumerate(singles)]
    assert (observations == np.stack([one for one, _ in begun])).all()
    chance, ended, ends = np.random.default_rng(5), np.zeros(lanes, bool), 0
    last = []  # what both kinds of environment say at the end of a game
    for _ in range(steps):
        actions = np.array([any_legal(mask, chance) for mask in infos["action_mask"]])
        if chance.random() < 0.05:
            actions[0] = vector.table.actions - 1  # often illegal
        observations, rewards, terminated, truncated, infos = vector.step(actions)
        for lane, env in enumerate(singles):
            if ended[lane]:
                single, info = env.reset()
                expected = (0.0, False, False)
            else:
                single, *rest, info = env.step(int(actions[lane]))
                expected = tuple(rest)
            assert (float(rewards[lane]), bool(terminated[lane]), bool(truncated[lane])) == expected
            over = terminated[lane] or truncated[lane]
            if over and mode == "SameStep":
                last.append((infos["final_obs"][lane], single))
                single, info = env.reset()
            elif over:
                last.append((infos["results"][lane], info["results"]))
            assert (observations[lane] == single).all()
            assert (infos["action_mask"][lane] == info["action_mask"]).all()
            ends += over
        ended = (terminated | truncated) if mode == "NextStep" else np.zeros(lanes, bool)
    assert ends > lanes
    assert len(last) == ends
    assert all((ours == theirs).all() for ours, theirs in last)


@games
def test_seeds_are_reproducible_and_lanes_differ(game):
    def run(seed):
        env = TuilerieVectorEnv(game, 4, autoreset_mode=AutoresetMode.SAME_STEP)
        seen = [env.reset(seed=seed)[0]]
        seen += [env.step(env.random_actions())[0] for _ in range(60)]
        return np.stack(seen)

    assert (run(7) == run(7)).all()
    assert (run(7) != run(8)).any()
    assert (run(7)[0, 0] != run(7)[0, 1]).any()
    assert (run([9, 9, 9, 9])[0] == run([9, 9, 9, 9])[0, :1]).all()


@tables
def test_self_play_pays_what_sums_to_zero(game, players):
    for reward in ("win", "score"):
        env = TuilerieVectorEnv(game, 16, players, None, reward=reward, autoreset_mode="SameStep")
        env.reset(seed=1)
        paid = 0
        for _ in range(400):
            seats = env.seats()
            _, rewards, terminated, _, infos = env.step(env.random_actions())
            for lane in np.flatnonzero(terminated):
                results = infos["results"][lane]
                assert results.sum() == pytest.approx(0, abs=1e-4)
                assert rewards[lane] == results[seats[lane]]
                paid += 1
            assert (rewards[~terminated] == 0).all()
        assert paid or game != "restart"


@games
def test_make_vec_and_the_modes_declared(game):
    env = gymnasium.make_vec(tuilerie.envs.env_id(game), num_envs=3, opponents="greedy")
    assert isinstance(env.unwrapped, TuilerieVectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    observations, _ = env.reset(seed=1)
    assert env.observation_space.contains(observations)
    with pytest.raises(ValueError, match="NextStep"):
        TuilerieVectorEnv(game, autoreset_mode="Disabled")


def test_without_copies_the_arrays_are_the_environments_own():
    env = TuilerieVectorEnv("restart", 2, copy=False)
    first, _ = env.reset(seed=1)
    assert env.step(env.random_actions())[0] is first


def test_the_learner_changes_seats_unless_told_to_stay():
    rotating, staying = TuilerieVectorEnv("restart", 1, players=3), TuilerieVectorEnv("restart", 1, players=3, seat=2)
    assert [(rotating.reset(seed=None if n else 4), int(rotating.seats()[0]))[1] for n in range(4)] == [0, 1, 2, 0]
    assert [(staying.reset(seed=None if n else 4), int(staying.seats()[0]))[1] for n in range(3)] == [2, 2, 2]


@tables
def test_opponents_that_search(game, players):
    """Played from Python; with opponents that could be either, both ways play the same games."""
    names = ["beginner"] + ["greedy"] * (players - 2)
    env, chance = TuilerieEnv(game, players, names, turn_limit=4), np.random.default_rng(2)
    for episode in range(3):
        _, info = env.reset(seed=None if episode else 3)
        over = False
        while not over:
            observation, reward, terminated, truncated, info = env.step(any_legal(info["action_mask"], chance))
            over = terminated or truncated
            assert reward == (info["results"][int(env._lane.seats()[0])] if over else 0.0)
            assert env.observation_space.contains(observation)


@tables
def test_lanes_and_python_play_the_same_opponents(game, players):
    lane = TuilerieVectorEnv(game, 1, players, "greedy", turn_limit=12)
    thinking = ThinkingLane(TuilerieVectorEnv(game, 1, players, None, turn_limit=12), ["greedy"] * (players - 1), None)
    chance = np.random.default_rng(6)
    for episode in range(3):
        seed = None if episode else 8
        (one, infos), (two, _) = lane.reset(seed=seed), thinking.reset(seed=seed)
        over = False
        while not over:
            assert (one == two).all()
            action = np.array([any_legal(infos["action_mask"][0], chance)])
            one, *rest, infos = lane.step(action)
            two, *same, _ = thinking.step(action)
            assert rest == same
            over = rest[1][0] or rest[2][0]
        assert (one == two).all()


def test_settings_are_checked():
    with pytest.raises(BadInput):
        TuilerieVectorEnv("restart", opponents="expert")
    with pytest.raises(BadInput):
        TuilerieEnv("restart", players=3, opponents=["beginner"])
    with pytest.raises(BadInput):
        TuilerieEnv("restart", players=3, opponents=["beginner", "cmd:x"])
    with pytest.raises(BadInput):
        TuilerieEnv("restart", players=5)
    with pytest.raises(BadInput):
        TuilerieEnv("restart", players=3, opponents=["greedy"])
    with pytest.raises(BadInput):
        TuilerieEnv("restart", opponents="nobody")
    with pytest.raises(BadInput):
        TuilerieEnv("restart", opponents="cmd:python3 mybot.py")
    with pytest.raises(BadInput):
        TuilerieEnv("restart", variant={"target": 0})
    with pytest.raises(ValueError, match="reward"):
        TuilerieEnv("restart", reward="glory")
    with pytest.raises(ValueError, match="seat"):
        TuilerieEnv("restart", seat=2)
    with pytest.raises(ValueError, match="render_mode"):
        TuilerieEnv("restart", render_mode="film")


def test_arrays_are_shared_with_other_libraries_without_a_copy():
    envs = TuilerieVectorEnv("junior", 4, opponents=None, copy=False)
    observations, _ = envs.reset(seed=1)
    shared = [np.from_dlpack(array) for array in (observations, envs.action_masks())]
    envs.step(envs.random_actions())
    for window, array in zip(shared, (envs._observations, envs._masks), strict=True):
        assert np.shares_memory(window, array)
        assert window.ctypes.data % 64 == 0
        assert (window == array).all()
