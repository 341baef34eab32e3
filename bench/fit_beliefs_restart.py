"""How much less likely a hand is to hold a tile its owner declined or passed on: `python bench/fit_beliefs_restart.py`.

In games of the rules of thumb (with noise) at two players, every unseen tile is looked at from the seat to move: is it in the other hand, or in the
box unseen? Prints, by kind of tile and whether its owner declined it or passed on it, the odds of the hand relative to those of an even deal.
"""

from __future__ import annotations

import numpy as np

from tuilerie.bots.kernels.restart import thoughtful
from tuilerie.bots.kernels.restart_worth import WEIGHTS
from tuilerie.engine.registry import game_named
from tuilerie.rules import restart as rules
from tuilerie.rules.compiled import kernel

KINDS = ("number ahead", "number behind", "End", "Restart", "Scissors or Bin")


@kernel
def tally(states, rulesets, games, noise, held, even):
    """held[kind, declined or passed on, 0/1]: tiles seen in the box or in the hand; even: the same under an even deal."""
    state = states[0]
    key = np.zeros(8, np.uint32)
    dice = np.ones(1, np.uint64)
    for game in range(games):
        key[0] = game
        rules.start(state, 2, rulesets[0], key)
        while not rules.finished(state):
            other = 1 - state.turn
            share = state.hand_size[other] / (state.hand_size[other] + 23.0)
            for tile in range(rules.TILES):
                in_hand, in_box = rules._holds(state.hand[other], tile), rules._holds(state.aside, tile)
                if in_hand + in_box == 0.0:
                    continue
                kind, declined = 4, 0
                if tile < rules.FIRST_SPECIAL:
                    colour, value = tile // rules.VALUES, tile % rules.VALUES + 1
                    bit = np.uint32(1) << np.uint32(value)
                    declined = 2 if state.passed_on[other, colour] & bit else 1 if state.declined[other, colour] & bit else 0
                    kind = 2 if value == rules.END else 3 if value == rules.RESTART else 0 if value > rules.row_value(state, colour) else 1
                held[kind, declined, 1 if in_hand > 0.0 else 0] += 1
                even[kind, declined, 1] += share
                even[kind, declined, 0] += 1.0 - share
            rules.apply(state, thoughtful(state, WEIGHTS, dice, noise))


def main() -> None:
    game = game_named("restart")
    ruleset = game.ruleset({option.key: option.default for option in game.options}, None)
    held, even = np.zeros((5, 3, 2)), np.zeros((5, 3, 2))
    tally(game.new_states(), ruleset, 5000, 6.0, held, even)
    for kind, name in enumerate(KINDS):
        for declined in range(3 if kind < 4 else 1):
            odds = held[kind, declined, 1] / max(held[kind, declined, 0], 1) / (even[kind, declined, 1] / max(even[kind, declined, 0], 1e-9))
            print(f"{name}, {('neither', 'declined', 'passed on')[declined]}: {odds:.3f} ({int(held[kind, declined].sum())} tiles)")


if __name__ == "__main__":
    main()
