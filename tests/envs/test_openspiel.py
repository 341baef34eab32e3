"""OpenSpiel: its own simulations, its API test, playthroughs, ISMCTS with our resampling, and Shimmy's wrapper around
our games.
"""

from __future__ import annotations

import json
import pickle
import sys
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from pettingzoo.test import api_test as pettingzoo_api_test
from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

import tuilerie.envs.openspiel as ours
from tests.envs.games import GAMES, games, tables
from tuilerie.engine.registry import BUILT_IN

FOLDER = Path(__file__).parent / "playthroughs"
TURNS = 6  # per player, where a whole game would only take longer
if not flags.FLAGS.is_parsed():
    flags.FLAGS.mark_as_parsed()


def load(game, players=2, **params):
    return pyspiel.load_game(ours.short_name(game), {"players": players, **params})


def begun(game, seed=1, actions=0):
    """A state after the deal and some random actions."""
    state, chance = game.new_initial_state(), np.random.default_rng(seed)
    while not state.is_terminal() and (state.is_chance_node() or actions > 0):
        actions -= not state.is_chance_node()
        state.apply_action(int(chance.choice(state.legal_actions())))
    return state


@tables
def test_random_simulations(game, players):
    pyspiel.random_sim_test(load(game, players, turn_limit=TURNS), num_sims=1, serialize=True, verbose=False)


def _enforced(name):
    """OpenSpiel's API test, pointed at one of our games."""
    return type(
        f"TestApi_{name}",
        (api_test.EnforceAPIOnPartialTreeBase,),
        {"game": load(name, turn_limit=TURNS), "game_name": ours.short_name(name)},
    )


for _name in GAMES:
    globals()[f"TestApi_{_name}"] = _enforced(_name)


def playthrough_file(game):
    return FOLDER / f"{ours.short_name(game)}.txt"


@pytest.mark.parametrize("game", BUILT_IN)
def test_playthroughs_are_replayed_alike(game):
    recorded, replayed = generate_playthrough.replay(str(playthrough_file(game)))
    assert recorded == replayed


@tables
def test_ismcts_plays_with_our_resampling(game, players):
    rules = load(game, players, turn_limit=3)
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chance)
    bot = ismcts.ISMCTSBot(game=rules, evaluator=evaluator, uct_c=1.0, max_simulations=6, random_state=chance)
    state = begun(rules)
    for _ in range(6):
        if not state.is_terminal():
            state.apply_action(bot.step(state))


@tables
def test_a_resampled_state_is_the_same_to_its_player_and_another_world(game, players):
    rules = load(game, players)
    for actions in (0, 5, 12):
        state = begun(rules, actions, actions)
        if state.is_terminal():
            continue
        player, worlds = state.current_player(), set()
        for _ in range(5):
            world = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
            assert world.legal_actions() == state.legal_actions()
            assert world.history()[ours.DEAL_BYTES :] == state.history()[ours.DEAL_BYTES :]
            assert world.history() != state.history()
            assert not set(world.position.walks) & (set(state.position.walks) - {state.position.walks[player], b""})
            worlds.add(bytes(world.position.state))
            begun_from(world)
        assert len(worlds) == 5


def begun_from(state):
    chance = np.random.default_rng(1)
    for _ in range(20):
        if not state.is_terminal():
            state.apply_action(int(chance.choice(state.legal_actions())))


@games
def test_information_states_remember(game):
    """Perfect recall: after different pasts, the same present is another information state."""
    rules = load(game)
    state = begun(rules, 3, 8)
    twin = state.clone()
    assert twin.information_state_string(0) == state.information_state_string(0)
    before = state.information_state_string(0)
    state.apply_action(state.legal_actions()[0])
    assert state.information_state_string(0) != before


@games
def test_the_history_alone_is_the_game(game):
    rules = load(game)
    state = begun(rules, 4, 15)
    again = rules.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
    assert again.information_state_string(0) == state.information_state_string(0)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    assert str(rules.deserialize_state(state.serialize())) == str(state)


@games
def test_structs(game):
    state = begun(load(game), 2, 3)
    observation = json.loads(state.to_observation_struct(0).to_json())
    assert observation == json.loads(json.dumps(state.table.game.view(state.position.state, 0)))
    assert len(json.loads(state.to_struct().to_json())["views"]) == 2
    action = state.legal_actions()[0]
    struct = state.action_to_struct(state.current_player(), action)
    assert json.loads(struct.to_json())["action"] == action
    assert state.struct_to_actions(struct) == [action]


@tables
def test_games_end_within_the_declared_length(game, players):
    state = begun(load(game, players), 6, 10**6)
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(0)
    turns = state.position.turns
    assert state.position.count <= (turns + 1) * ours.LONGEST_TURN


@games
def test_rl_environment(game):
    env = rl_environment.Environment(load(game, turn_limit=TURNS), seed=1)
    step = env.reset()
    while not step.last():
        step = env.step([step.observations["legal_actions"][step.observations["current_player"]][0]])


@games
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_shimmy_wraps_our_games(game):
    pettingzoo_api_test(
        OpenSpielCompatibilityV0(game_name=ours.short_name(game), config={"turn_limit": TURNS}), num_cycles=10
    )


def write_missing() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in BUILT_IN:
        if not playthrough_file(game).exists():
            text = generate_playthrough.playthrough(f"{ours.short_name(game)}(turn_limit=3)", None, seed=1)
            playthrough_file(game).write_text(text, encoding="utf-8")
            sys.stderr.write(f"written: {playthrough_file(game).name}\n")


if __name__ == "__main__":
    write_missing()
