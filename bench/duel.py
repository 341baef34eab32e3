"""Paired matches of one bot against seats of another on one core: `python -m bench.duel restart expert flat --deals 100
--players 2`.

Bots: `random`, `greedy`, `beginner`, `club`, `expert`, `master`, `cheat` (sees everything), a number of playouts; for
ReStart also `plain` and `flat` (baseline_restart.py) and `ismcts:N` (ismcts.py). Every deal is played once per seat;
the interval is over deals.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from tuilerie.bots import search
from tuilerie.bots.dice import Dice, bot_dice
from tuilerie.bots.kinds import DESK
from tuilerie.bots.player import choose
from tuilerie.bots.roster import bot_named
from tuilerie.engine.fair import numbered_secret
from tuilerie.engine.game import Game
from tuilerie.engine.match import Match
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import game_named
from tuilerie.kernel.arrays import records
from tuilerie.lab.intervals import Mean

Player = Callable[[Match, Dice], int]


def player(game: Game, name: str) -> Player:
    """How this bot chooses its action, with dice of its own."""
    if name.isdigit():
        return lambda match, dice: search.evaluate(game, match.state, int(name), dice.toss())[0][0]
    if name in ("plain", "flat") or name.startswith("ismcts:"):
        return _yardstick(game, name)
    bot = bot_named(name, laboratory=True)
    return lambda match, dice: choose(game, match.state, bot, dice)


def _yardstick(game: Game, name: str) -> Player:
    from bench import compiling  # before what it compiles
    from bench.baseline_restart import flat_from_python, plain_from_python
    from bench.ismcts import tree_from_python

    compiling.known(game)
    desk, out = records(game.record.STATE, DESK), np.empty(game.record.ACTIONS, np.int32)
    if name == "plain":
        return lambda match, dice: int(plain_from_python(_states(match), out))
    if name == "flat":
        return lambda match, dice: int(flat_from_python(_states(match), desk, _tossed(dice), out))
    walks = int(name.partition(":")[2])
    deals = np.zeros((search.deals_wanted(game, walks), game.library.constants["DEAL"]), np.uint32)
    return lambda match, dice: int(tree_from_python(_states(match), desk, deals, walks, _tossed(dice), out))


def _states(match: Match) -> np.ndarray:
    return match.state.array.view(np.ndarray)


def _tossed(dice: Dice) -> np.ndarray:
    """Dice for kernels compiled here, thrown by the bot's own."""
    return np.array([dice.toss()], np.uint64)


def duel(
    game_id: str, mine: str, theirs: str, deals: int, players: int, seed: int = 1, minutes: float = np.inf
) -> tuple[Mean, float, float]:
    """The share of `mine` with its spread over deals; milliseconds of processor time per decision of `mine`, on average
    and at most.

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
            match = Match(game, players, variant, numbered_secret(seed, deal % deals), nonces=None, deck=None)
            dice = [bot_dice(9, deal * players + seat, other) for other in range(players)]
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
    mean, ms, worst = duel(
        options.game, options.mine, options.theirs, options.deals, options.players, options.seed, options.minutes
    )
    low, high = mean.share_interval()
    print(
        f"{options.game}: {options.mine} against {options.players - 1} x {options.theirs}, "
        f"{mean.count} deals, every seat: "
        f"{100 * mean.mean:.1f}% (95% interval {100 * low:.1f} to {100 * high:.1f}), {ms:.1f} ms "
        f"per decision, {worst:.0f} at most"
    )


if __name__ == "__main__":
    main()
