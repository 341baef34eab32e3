"""How much any honest player can gain on the rules of thumb in Rummy famille: `python -m bench.limit_famille --games
200`.

The share of a player exceeds that of the rules of thumb by exactly what its actions gain, summed over its decisions,
where an action gains the chance of winning with it less that with greedy's choice, if all goes on by the rules of
thumb. So no player gains more than the sum of the highest gains over the decisions it comes to. That sum is measured
here, for two players, on the ways of several players. Gains are averages over worlds that explain what the seat saw.
The best action found in some worlds is judged in others, which errs on the low side; judged in the same worlds it errs
on the high side: the truth lies between.
"""

from __future__ import annotations

import argparse

import numpy as np

from tuilerie.bots import search
from tuilerie.bots.kernels import search as searching
from tuilerie.bots.kernels.entries import prepare_from_python
from tuilerie.bots.kernels.playout import UNIT
from tuilerie.bots.player import choose, dice_of
from tuilerie.bots.roster import BUILT_IN
from tuilerie.engine.fair import numbered_secret
from tuilerie.engine.match import Match
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import game_named
from tuilerie.kernel.chance import toss
from tuilerie.lab.intervals import Mean

WAYS = ("greedy", "random", "best")  # who decides where the games go; the last plays the best action found


class Desk:
    """Every legal action of a position in the same worlds."""

    def __init__(self, worlds: int) -> None:
        self.game, self.worlds = game_named("famille"), worlds
        self.helper = search._Helper(self.game)
        self.moves = np.empty(self.game.kernel.ACTIONS, np.int32)

    def gains(self, match: Match, seed: np.uint64) -> tuple[float, float, int]:
        """The highest gain on greedy's choice, erring low and erring high; and the best action."""
        n = int(prepare_from_python(match.states, self.helper.desk, seed, self.moves, False))
        if n < 2:
            return 0.0, 0.0, int(self.moves[0])
        favourite = int(searching.favourite_of(self.helper.desk, seed, self.helper.out))
        moves, half = self.moves[:n].copy(), self.worlds // 2
        sums = np.zeros((2, n), np.int64)
        for part in range(2):
            searching.play_worlds(
                self.helper.desk, seed, part * half, (part + 1) * half, 1, moves, n, sums[part], self.helper.out, False
            )
        gained = (sums - sums[:, list(moves).index(favourite)][:, None]) / (half * UNIT)
        low = np.mean([gained[1 - part, np.argmax(gained[part])] for part in range(2)])
        both = gained.mean(axis=0)
        return float(low), float(both.max()), int(moves[np.argmax(both)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=2000)
    options = parser.parse_args()
    desk = Desk(options.worlds)
    variant = read_variant(desk.game.options, {}, 2)
    for name in WAYS:
        low, high, choices = Mean(), Mean(), Mean()
        for number in range(options.games):
            match = Match(desk.game, 2, variant, numbered_secret(3, number), None, None)
            dice = [dice_of(4, number, seat) for seat in range(2)]
            seat, gained = number % 2, np.zeros(3)
            while not match.finished and match.turns < 400:
                bot = BUILT_IN["random" if match.turn == seat and name == "random" else "greedy"]
                action = choose(desk.game, match.states, bot, dice[match.turn])
                if match.turn == seat:
                    least, most, best = desk.gains(match, np.uint64(toss(dice[seat])))
                    gained += (least, most, most > 0.0)
                    action = best if name == "best" else action
                match.act(action)
            for mean, value in zip((low, high, choices), gained, strict=True):
                mean.add(np.array([value]))
        sums = ", ".join(
            f"{100 * mean.mean:.1f}% ({100 * mean.interval()[0]:.1f} to {100 * mean.interval()[1]:.1f})"
            for mean in (low, high)
        )
        print(
            f"on the way of {name}: highest gains sum up to between {sums} a game; "
            f"{choices.mean:.1f} decisions a game have another best action",
            flush=True,
        )


if __name__ == "__main__":
    main()
