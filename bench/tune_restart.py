"""Finds the weights of ReStart's rules of thumb by the cross-entropy method: `python bench/tune_restart.py
--generations 40 --seed 1`.

Each generation draws weights around the present mean, plays every draw against the mean on the same deals (two and four
players, every seat), and moves mean and spread towards the best quarter. Prints the line for `games/restart/worth.py`.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from tuilerie.engine.registry import game_named
from tuilerie.games.restart import rules
from tuilerie.games.restart.greedy import thoughtful
from tuilerie.games.restart.worth import WEIGHTS
from tuilerie.kernel.compiled import kernel

DRAWS, BEST = 24, 6
DEALS = {2: 1500, 4: 500}
SPREAD = np.array([3, 0.8, 0.5, 0.5, 0.3, 0.2, 0.2, 1.5, 6, 6, 6, 8, 0.3, 0.2, 6, 8, 6, 8, 4, 6])


@kernel
def share_of(states, rulesets, players, mine, theirs, first, deals):
    """The share of the victories taken by one seat of `mine` among seats of `theirs`, every deal once per seat."""
    state = states[0]
    key = np.zeros(8, np.uint32)
    dice = np.zeros(1, np.uint64)
    shares = np.zeros(4)
    total = 0.0
    for deal in range(first, first + deals):
        for seat in range(players):
            key[0] = deal
            rules.start(state, players, rulesets[0], key)
            while not rules.finished(state) and state.turns < 200 * players:
                rules.apply(state, thoughtful(state, mine if state.turn == seat else theirs, dice, 0.0))
            if rules.finished(state):
                rules.returns(state, shares)
                total += shares[seat]
    return total / (deals * players)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = game_named("restart")
    ruleset = game.ruleset({option.key: option.default for option in game.options}, None)
    states = game.new_states()
    random = np.random.default_rng(options.seed)
    mean, spread = WEIGHTS.copy(), SPREAD.copy()
    for generation in range(options.generations):
        begun = time.perf_counter()
        draws = mean + spread * random.standard_normal((DRAWS, len(mean)))
        draws[:, 7] = np.maximum(draws[:, 7], 0.1)
        first = generation * max(DEALS.values())
        gains = np.zeros(DRAWS)
        for players, deals in DEALS.items():
            for i, draw in enumerate(draws):
                gains[i] += share_of(states, ruleset, players, draw, mean, first, deals) * players / 2 / len(DEALS)
        chosen = draws[np.argsort(gains)[-BEST:]]
        mean = 0.4 * mean + 0.6 * chosen.mean(axis=0)
        spread = np.maximum(0.5 * spread + 0.5 * chosen.std(axis=0), 0.03 * SPREAD)
        against = share_of(states, ruleset, 2, mean, WEIGHTS, 1 << 20, 2000)
        print(
            f"{generation} best {gains.max():.3f} against the weights in the file {against:.3f} "
            f"({time.perf_counter() - begun:.1f} s)",
            flush=True,
        )
        print(np.array2string(mean, separator=", ", precision=3, suppress_small=True, max_line_width=200), flush=True)


if __name__ == "__main__":
    main()
