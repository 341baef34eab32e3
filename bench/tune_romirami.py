"""Finds the weights by which Romi Rami's playouts play, by the cross-entropy method: `python -m bench.tune_romirami
--generations 20 --seed 1`.

Each generation draws weights around the present mean, plays every draw against the rules of thumb on the same deals
(two players, both seats), and moves mean and spread towards the best quarter. Prints the line of PLAYOUT in
`games/romirami/worth.py`.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from tuilerie.engine.registry import game_named
from tuilerie.games.romirami import rules
from tuilerie.games.romirami.greedy import thoughtful
from tuilerie.games.romirami.worth import GREEDY, NEARNESS, WEIGHTS
from tuilerie.kernel.compiled import kernel

DRAWS, BEST = 24, 6
DEALS = 300
SPREAD = np.array(
    [
        0.15,
        0.2,
        0.15,
        0.5,
        0.15,
        0.15,
        0.08,
        0.1,
        0.15,
        0.5,
        0.5,
        0.2,
        0,
        0.12,
        0.1,
        0.08,
        0.05,
        0.03,
        0.02,
        0.01,
        0.01,
        0,
    ]
)


@kernel
def share_of(states, rulesets, players, mine, theirs, first, deals):
    """The share of the victories taken by one seat of `mine` among seats of `theirs`, every deal once per seat."""
    state = states[0]
    key = np.zeros(8, np.uint32)
    out = np.empty(rules.ACTIONS, np.int32)
    shares = np.zeros(4)
    total = 0.0
    for deal in range(first, first + deals):
        for seat in range(players):
            key[0] = deal
            rules.start(state, players, rulesets[0], key)
            while not rules.finished(state) and state.turns < 100 * players:
                n = rules.legal(state, out)
                rules.apply(
                    state, thoughtful(state, mine if state.turn == seat else theirs, out, n) if n > 1 else out[0]
                )
            if rules.finished(state):
                rules.returns(state, shares)
                total += shares[seat]
    return total / (deals * players)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = game_named("romirami")
    ruleset = game.ruleset({option.key: option.default for option in game.options}, None)
    states = game.new_states()
    random = np.random.default_rng(options.seed)
    mean, spread, begun = GREEDY.copy(), SPREAD.copy(), time.perf_counter()
    for generation in range(options.generations):
        draws = mean + spread * random.standard_normal((DRAWS, WEIGHTS))
        draws[:, NEARNESS:] = np.clip(draws[:, NEARNESS:], 0, 1)
        first = (options.seed * 1000 + generation) * DEALS
        gains = [share_of(states, ruleset, 2, draw, GREEDY, first, DEALS) for draw in draws]
        chosen = draws[np.argsort(gains)[-BEST:]]
        mean = 0.4 * mean + 0.6 * chosen.mean(axis=0)
        spread = np.maximum(0.5 * spread + 0.5 * chosen.std(axis=0), 0.1 * SPREAD)
        spent = time.perf_counter() - begun
        against = (
            f", against them in other deals {share_of(states, ruleset, 2, mean, GREEDY, 1 << 30, 1000):.3f}"
            if generation % 5 == 4
            else ""
        )
        print(
            f"{generation} draws against the rules of thumb {np.mean(gains):.3f}{against} ({spent:.0f} s)", flush=True
        )
        print(np.array2string(mean, separator=", ", precision=3, suppress_small=True, max_line_width=200), flush=True)
        if spent > 60 * options.minutes:
            break


if __name__ == "__main__":
    main()
