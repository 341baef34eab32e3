"""Fits the chance of winning from the totals (`chances` of ReStart's policies): `python bench/fit_restart.py`.

Games of the rules of thumb against themselves are started from random totals below the target; the two numbers per
player count are those under which the results are most likely. Prints them with the mean log-likelihood per game, and
that of a free table for comparison (two players).
"""

from __future__ import annotations

import numpy as np

from tuilerie.engine.registry import game_named
from tuilerie.games.restart import rules
from tuilerie.games.restart.greedy import rollout
from tuilerie.kernel.compiled import kernel

GAMES = 60_000


@kernel
def results(states, rulesets, players, totals, shares, out):
    state = states[0]
    key = np.zeros(8, np.uint32)
    dice = np.ones(1, np.uint64)
    for game in range(len(totals)):
        key[0] = game
        rules.start(state, players, rulesets[0], key)
        for seat in range(players):
            state.totals[seat] = totals[game, seat]
        while not rules.finished(state):
            rules.apply(state, rollout(state, dice, out))
        rules.returns(state, shares[game])


def likelihood(totals: np.ndarray, shares: np.ndarray, target: int, calm: float, slack: float) -> float:
    scale = calm + slack * (target - totals.max(axis=1, keepdims=True))
    weights = -totals / scale
    logs = (
        weights
        - np.log(np.exp(weights - weights.max(axis=1, keepdims=True)).sum(axis=1, keepdims=True))
        - weights.max(axis=1, keepdims=True)
    )
    return float((shares * logs).sum(axis=1).mean())


def main() -> None:
    game = game_named("restart")
    ruleset = game.ruleset({option.key: option.default for option in game.options}, None)
    target = int(ruleset["target"][0])
    random = np.random.default_rng(1)
    for players in game.players:
        totals = random.integers(0, target, (GAMES, players)).astype(np.float64)
        shares = np.zeros((GAMES, players))
        results(game.new_states(), ruleset, players, totals, shares, np.empty(rules.ACTIONS, np.int32))
        grid = [
            (likelihood(totals, shares, target, calm, slack), calm, slack)
            for calm in np.arange(6, 30, 1.0)
            for slack in np.arange(0, 0.8, 0.05)
        ]
        best, calm, slack = max(grid)
        line = f"{players} players: CALM {calm:.1f}, SLACK {slack:.2f}, log-likelihood {best:.4f}"
        if players == 2:
            line += f" (free table of 10 x 10 cells {table_likelihood(totals, shares, target):.4f})"
        print(line, flush=True)


def table_likelihood(totals: np.ndarray, shares: np.ndarray, target: int) -> float:
    cells = (totals * 10 // target).astype(int)
    index = cells[:, 0] * 10 + cells[:, 1]
    won = np.bincount(index, shares[:, 0], 100) / np.maximum(np.bincount(index, minlength=100), 1)
    chance = np.clip(won[index], 1e-3, 1 - 1e-3)
    return float((shares[:, 0] * np.log(chance) + shares[:, 1] * np.log(1 - chance)).mean())


if __name__ == "__main__":
    main()
