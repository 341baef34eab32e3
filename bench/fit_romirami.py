"""Learns the nets by which Romi Rami's search judges positions (`games/romirami/judge.json`): `python -m
bench.fit_romirami --games 100000`.

Games between players by the weights of playouts, with some chance in their actions; a few positions of each, at the
start of a turn. The seats' shares of victory are explained by a softmax of the nets' numbers, by Adam in plain NumPy;
every twentieth game is kept aside to judge by.
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np

from tuilerie.engine.registry import game_named
from tuilerie.games.romirami import rules
from tuilerie.games.romirami.greedy import thoughtful
from tuilerie.games.romirami.judge import FEATURES, FILE, HIDDEN, look
from tuilerie.games.romirami.record import TAKING
from tuilerie.games.romirami.worth import PLAYOUT
from tuilerie.kernel.chance import roll
from tuilerie.kernel.compiled import kernel

ODD = 20  # one action in so many is random
EVERY = 5  # one turn in so many is looked at
BATCH, SPEED = 1024, 3e-3
FADING = 3e-5  # of the weights, per step


@kernel
def play_games(states, rulesets, players, weights, first, games, dice, features, shares, owners):
    """Play games; features, shares of victory and game of each position looked at. How many there were."""
    state = states[0]
    key = np.zeros(8, np.uint32)
    out = np.empty(rules.ACTIONS, np.int32)
    won = np.zeros(4)
    count = 0
    looks = np.zeros((4, FEATURES))
    for game in range(first, first + games):
        key[0], key[1] = game, 77
        rules.start(state, players, rulesets[0], key)
        begun = count
        while not rules.finished(state) and state.turns < 100 * players:
            if state.phase == TAKING and state.taken_count == 0 and roll(dice, EVERY) == 0 and count < len(features):
                looks[:] = 0.0
                look(state, looks)
                features[count] = looks[:players]
                owners[count] = game
                count += 1
            n = rules.legal(state, out)
            action = out[0]
            if n > 1:
                action = out[roll(dice, n)] if roll(dice, ODD) == 0 else thoughtful(state, weights, out, n)
            rules.apply(state, action)
        if not rules.finished(state):
            count = begun
            continue
        rules.returns(state, won)
        for i in range(begun, count):
            shares[i] = won[:players]
    return count


def positions(players: int, games: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    game = game_named("romirami")
    ruleset = game.ruleset({option.key: option.default for option in game.options}, None)
    most = games * 6 * players
    features, shares = np.zeros((most, players, FEATURES), np.float32), np.zeros((most, players), np.float32)
    owners = np.zeros(most, np.int64)
    count = play_games(
        game.new_states(), ruleset, players, PLAYOUT, 0, games, np.array([5], np.uint64), features, shares, owners
    )
    return features[:count], shares[:count], owners[:count]


class Net:
    """One hidden layer, and a straight way past it."""

    def __init__(self, random: np.random.Generator) -> None:
        self.parts = [
            random.normal(0, np.sqrt(1 / FEATURES), (HIDDEN, FEATURES + 1)).astype(np.float32),
            random.normal(0, 0.1, HIDDEN).astype(np.float32),
            np.zeros(FEATURES, np.float32),
        ]
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]

    def chances(self, features: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Of every seat; and the hidden layer."""
        into, out, past = self.parts
        hidden = np.maximum(features @ into[:, :FEATURES].T + into[:, FEATURES], 0)
        worth = hidden @ out + features @ past
        weights = np.exp(worth - worth.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True), hidden

    def learn(self, features: np.ndarray, shares: np.ndarray, step: int, speed: float) -> None:
        chances, hidden = self.chances(features)
        error = ((shares - chances) / len(features)).reshape(-1)
        rows, hidden = features.reshape(-1, FEATURES), hidden.reshape(-1, HIDDEN)
        back = error[:, None] * self.parts[1] * (hidden > 0)
        slopes = [np.concatenate([back.T @ rows, back.sum(axis=0)[:, None]], axis=1), hidden.T @ error, rows.T @ error]
        for part, mean, square, slope in zip(self.parts, self.means, self.squares, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            part += speed * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8) - FADING * part

    def likelihood(self, features: np.ndarray, shares: np.ndarray) -> float:
        return float((shares * np.log(self.chances(features)[0] + 1e-9)).sum(axis=1).mean())


def fit(features: np.ndarray, shares: np.ndarray, owners: np.ndarray, epochs: int) -> tuple[Net, float]:
    random = np.random.default_rng(1)
    aside = owners % 20 == 0
    tried, known = (features[aside], shares[aside]), (features[~aside], shares[~aside])
    net, step, steps = Net(random), 0, epochs * (len(known[0]) // BATCH)
    for _ in range(epochs):
        order = random.permutation(len(known[0]))
        for at in range(0, len(order) - BATCH + 1, BATCH):
            step += 1
            chosen = order[at : at + BATCH]
            net.learn(known[0][chosen], known[1][chosen], step, SPEED * (1 - step / (steps + 1)))
    return net, net.likelihood(*tried)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    options = parser.parse_args()
    nets = json.loads(FILE.read_text(encoding="utf-8"))["nets"]
    for players in options.players:
        begun = time.perf_counter()
        seen = positions(players, options.games)
        net, likelihood = fit(*seen, options.epochs)
        names = ("into", "out", "past")
        made_by = f"python -m bench.fit_romirami --games {options.games} --epochs {options.epochs} --players {players}"
        nets[players - 2] = {"made by": made_by} | {
            name: np.round(part.astype(float), 4).tolist() for name, part in zip(names, net.parts, strict=True)
        }
        print(
            f"{players} players: {len(seen[0])} positions, log-likelihood {likelihood:.4f} on "
            f"games kept aside ({time.perf_counter() - begun:.0f} s)",
            flush=True,
        )
    FILE.write_text(json.dumps({"nets": nets}) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
