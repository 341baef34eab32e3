"""Paired matches of one bot against seats of another on one core: `python -m bench.duel restart expert flat --deals 100 --players 2`.

Bots: `random`, `greedy`, `beginner`, `club`, `expert`, `master`, `cheat` (sees everything), a number of playouts; for ReStart also `plain` and `flat`
(baseline_restart.py) and `ismcts:N` (ismcts.py). Every deal is played once per seat; the interval is over deals.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from tuilerie.bots import levels
from tuilerie.bots.kernels import policy
from tuilerie.bots.kernels.levels import CHEAT
from tuilerie.bots.kernels.policy import bot_dice
from tuilerie.bots.kernels.search import DESK
from tuilerie.engine.fair import numbered_secret
from tuilerie.engine.game import Game
from tuilerie.engine.match import Match
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import game_named
from tuilerie.lab.intervals import Mean
from tuilerie.rules.chance import toss
from tuilerie.rules.steps import new_states

Player = Callable[[Match, np.ndarray], int]


def player(game: Game, name: str) -> Player:
    """How this bot chooses its action, with dice of its own."""
    if name.isdigit():
        return lambda match, dice: levels.evaluate(game, match.states, int(name), int(toss(dice)))[0][0]
    if name in ("plain", "flat") or name.startswith("ismcts:"):
        return _yardstick(game, name)
    kind = CHEAT if name == "cheat" else levels.KINDS[name]
    return lambda match, dice: levels.act(game, match.states, kind, dice)


def _yardstick(game: Game, name: str) -> Player:
    from bench.baseline_restart import flat_from_python, plain_from_python
    from bench.ismcts import tree_from_python

    policy.register(game.kernel, game.policies)
    desk, out = new_states(game.kernel.STATE, DESK), np.empty(game.kernel.ACTIONS, np.int32)
    if name == "plain":
        return lambda match, dice: int(plain_from_python(match.states, out))
    if name == "flat":
        return lambda match, dice: int(flat_from_python(match.states, desk, dice, out))
    walks = int(name.partition(":")[2])
    deals = levels.deals_for(game, walks)
    return lambda match, dice: int(tree_from_python(match.states, desk, deals, walks, dice, out))


def duel(game_id: str, mine: str, theirs: str, deals: int, players: int, seed: int = 1, minutes: float = np.inf) -> tuple[Mean, float, float]:
    """The share of `mine` with its spread over deals; milliseconds of processor time per decision of `mine`, on average and at most.

    After this many minutes no further deal is begun.
    """
    game = game_named(game_id)
    me, them = player(game, mine), player(game, theirs)
    variant = read_variant(game.options, {}, players)
    mean, times, end = Mean(), [], time.monotonic() + 60 * minutes
    for deal in range(-1, deals):  # the deal before the first compiles or loads
        if deal > 0 and time.monotonic() > end:
            break
        shares = []
        for seat in range(players):
            match = Match(game, players, variant, numbered_secret(seed, deal % deals), None, None)
            dice = [np.array([bot_dice(np.uint64(9), deal * players + seat, other)], np.uint64) for other in range(players)]
            while not match.finished and match.turns < (200 if deal >= 0 else 4) * players:
                begun, turn = time.process_time(), match.turn
                action = me(match, dice[turn]) if turn == seat else them(match, dice[turn])
                if turn == seat and deal >= 0:
                    times.append(1000 * (time.process_time() - begun))
                match.act(action)
            shares.append(match.shares[seat])
        if deal >= 0:
            mean.add(np.array([np.mean(shares)]))
    return mean, float(np.mean(times)), float(np.max(times))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("mine")
    parser.add_argument("theirs")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=np.inf)
    options = parser.parse_args()
    mean, ms, worst = duel(options.game, options.mine, options.theirs, options.deals, options.players, options.seed, options.minutes)
    low, high = mean.share_interval()
    print(
        f"{options.game}: {options.mine} against {options.players - 1} x {options.theirs}, {mean.count} deals, every seat: "
        f"{100 * mean.mean:.1f}% (95% interval {100 * low:.1f} to {100 * high:.1f}), {ms:.1f} ms per decision, {worst:.0f} at most"
    )


if __name__ == "__main__":
    main()
