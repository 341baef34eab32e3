"""Fits the leaf value of the Romi Rami search to games between the rules of thumb: `python bench/fit_romirami.py --games 20000`.

One position per game, at the beginning of a random turn; the seats' shares of victory are explained by a softmax of the features of
`romirami_ahead.judge`. Prints the constants of that file.
"""

from __future__ import annotations

import argparse

import numpy as np

from tuilerie.bots.kernels import policy
from tuilerie.bots.kernels.romirami import greedy
from tuilerie.bots.kernels.romirami_ahead import DONE, FEATURES, HAND, PROGRESS, SCORE, judge
from tuilerie.engine.fair import numbered_seeds
from tuilerie.engine.registry import game_named
from tuilerie.rules import romirami as rules
from tuilerie.rules.chance import roll
from tuilerie.rules.compiled import kernel
from tuilerie.rules.romirami_record import TAKING

STEP, STEPS = 0.05, 600


@kernel
def sample(states, rulesets, players, key, dice, out, features, shares):
    """Play one game; the features at the start of a random turn, and how it ended. False if the game was shorter than that."""
    state = states[0]
    rules.start(state, players, rulesets[0], key)
    at = roll(dice, 14 * players)
    seen = -1
    while not rules.finished(state):
        if state.turns == at and seen < 0 and state.phase == TAKING and state.taken_count == 0:
            judge(state, features)
            seen = int(state.turn)
        n = rules.legal(state, out)
        rules.apply(state, out[roll(dice, n)] if roll(dice, 20) == 0 else greedy(state, dice, out, n))
    rules.returns(state, shares)
    return seen


def positions(players: int, games: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    game = game_named("romirami")
    policy.register(game.kernel, game.policies)
    ruleset = game.ruleset({option.key: option.default for option in game.options}, None)
    keys = np.frombuffer(numbered_seeds(11, range(games), players), "<u4").astype(np.uint32).reshape(-1, 8)
    states, out, dice = np.zeros(1, rules.STATE), np.empty(rules.ACTIONS, np.int32), np.array([3], np.uint64)
    features, shares, turns = [], [], []
    for key in keys:
        found, share = np.zeros((4, FEATURES)), np.zeros(4)
        turn = sample(states, ruleset, players, key, dice, out, found, share)
        if turn >= 0:
            features.append(found[:players])
            shares.append(share[:players])
            turns.append(np.arange(players) == turn)
    return np.array(features), np.array(shares), np.array(turns, float)


def chances(constants: np.ndarray, features: np.ndarray, turns: np.ndarray) -> np.ndarray:
    promise, late, completed, to_move, calm, slack = constants
    progress = features[:, :, PROGRESS]
    worth = features[:, :, SCORE] + (promise + late * progress) * features[:, :, HAND] + completed * features[:, :, DONE] + to_move * turns
    worth = worth / (calm + slack * (1 - progress))
    weights = np.exp(worth - worth.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def fit(features: np.ndarray, shares: np.ndarray, turns: np.ndarray) -> tuple[np.ndarray, float]:
    """Climbs the log-likelihood by numeric gradients: there are six numbers."""

    def likelihood(constants: np.ndarray) -> float:
        return float((shares * np.log(chances(constants, features, turns) + 1e-12)).sum(axis=1).mean())

    constants, speed, size = np.array([0.6, -0.4, 0.5, 1.0, 2.0, 4.0]), np.zeros(6), np.ones(6)
    for step in range(1, STEPS + 1):
        slope = np.array([(likelihood(constants + 1e-3 * unit) - likelihood(constants - 1e-3 * unit)) / 2e-3 for unit in np.eye(6)])
        speed, size = 0.9 * speed + 0.1 * slope, 0.99 * size + 0.01 * slope**2
        constants = constants + STEP * (1 - step / STEPS) * speed / (np.sqrt(size) + 1e-6)
        constants[4:] = np.maximum(constants[4:], 0.1)
    return constants, likelihood(constants)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20000)
    options = parser.parse_args()
    for players in (2, 3, 4):
        constants, likelihood = fit(*positions(players, options.games))
        names = ("PROMISE", "PROMISE_LATE", "COMPLETED", "TO_MOVE", "CALM", "SLACK")
        print(f"{players} players:", ", ".join(f"{name} {value:.2f}" for name, value in zip(names, constants, strict=True)), f"log-likelihood {likelihood:.3f}")


if __name__ == "__main__":
    main()
