"""Paired matches at ReStart, one bot against seats of another, on one core: `python bench/duel_restart.py expert flat --deals 100 --players 2`.

Bots: `plain` and `flat` (baseline_restart.py), `random`, `greedy`, `beginner`, `club`, `expert`, `master`, a number of playouts,
or `ismcts:N` (ismcts.py).
Every deal is played once per seat; the interval is over deals.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from bench.baseline_restart import flat, plain
from bench.ismcts import tree_action
from tuilerie.bots.kernels import policy
from tuilerie.bots.kernels.playout import beginner
from tuilerie.bots.kernels.policy import bot_dice, greedy
from tuilerie.bots.kernels.search import DESK, best_action
from tuilerie.bots.levels import BUDGETS
from tuilerie.engine.fair import numbered_seeds
from tuilerie.engine.registry import game_named
from tuilerie.lab.intervals import Mean
from tuilerie.rules import restart as rules
from tuilerie.rules.chance import roll
from tuilerie.rules.compiled import kernel

CODES = {"plain": -1, "flat": -2, "random": 0, "greedy": 1, "beginner": 2}


@kernel
def choose(state, code, desk, dice, out):
    if code == -2:
        return flat(state, desk, dice, out)
    if code < -2:
        return tree_action(state, desk, -code, dice, out)
    if code > 2:
        return best_action(state, desk, code, dice, out)
    n = rules.legal(state, out)
    if code == 0:
        return out[roll(dice, n)]
    if code == -1:
        return plain(state, out, n)
    return beginner(state, dice, out, n) if code == 2 else greedy(state, dice, out, n)


@kernel
def play(states, rulesets, players, key, number, seat, mine, theirs, out, moves):
    """One game; the share of `seat`, whose decisions are counted in moves[0]."""
    state, desk = states[0], states[1:]
    dice = np.empty((4, 1), np.uint64)
    for other in range(players):
        dice[other, 0] = bot_dice(np.uint64(9), number, other)
    rules.start(state, players, rulesets[0], key)
    while not rules.finished(state) and state.turns < 200 * players:
        turn = int(state.turn)
        moves[0] += turn == seat
        rules.apply(state, choose(state, mine if turn == seat else theirs, desk, dice[turn], out))
    shares = np.zeros(4)
    if rules.finished(state):
        rules.returns(state, shares)
    return shares[seat]


def code_of(name: str) -> int:
    if name.startswith("ismcts:"):
        return -int(name.partition(":")[2])
    if name in CODES:
        return CODES[name]
    return BUDGETS["restart"][name] if name in BUDGETS["restart"] else int(name)


def duel(mine: str, theirs: str, deals: int, players: int, seed: int = 1) -> tuple[Mean, float]:
    """The share of `mine` with its spread over deals, and the milliseconds per decision of `mine` (all seats' time: meant against fast opponents)."""
    game = game_named("restart")
    policy.register(game.kernel, game.policies)
    states = np.zeros(1 + DESK, rules.STATE)
    ruleset = game.ruleset({option.key: option.default for option in game.options}, None)
    keys = np.frombuffer(numbered_seeds(seed, range(deals), players), "<u4").astype(np.uint32).reshape(-1, 8)
    out, moves, mean = np.empty(rules.ACTIONS, np.int32), np.zeros(1, np.int64), Mean()
    play(states, ruleset, players, keys[0], 0, 0, 0, 0, out, moves)
    moves[0], begun = 0, time.process_time()
    for deal in range(deals):
        shares = [
            play(states, ruleset, players, keys[deal], deal * players + seat, seat, code_of(mine), code_of(theirs), out, moves) for seat in range(players)
        ]
        mean.add(np.array([np.mean(shares)]))
    return mean, 1000 * (time.process_time() - begun) / int(moves[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mine")
    parser.add_argument("theirs")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    mean, ms = duel(options.mine, options.theirs, options.deals, options.players, options.seed)
    low, high = mean.share_interval()
    print(
        f"{options.mine} against {options.players - 1} x {options.theirs}, {mean.count} deals, every seat: "
        f"{100 * mean.mean:.1f}% (95% interval {100 * low:.1f} to {100 * high:.1f}), {ms:.2f} ms per decision"
    )


if __name__ == "__main__":
    main()
