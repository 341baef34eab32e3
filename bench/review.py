"""How long a review takes: `python -m bench.review`. Whole games of bots, on one thread and on two.

Wanted on two free cores: ReStart within 2 s, Romi Rami within 8 s. The time until the first turn is judged is what a
person waits for. Machines are shared: `cpu` counts the processor's time alone.
"""

from __future__ import annotations

import time

from tuilerie.bots import player
from tuilerie.bots.dice import Dice
from tuilerie.bots.review import Review, reviewed
from tuilerie.bots.roster import BUILT_IN
from tuilerie.engine.match import Match

GAMES = (("restart", 2), ("restart", 3), ("romirami", 2), ("romirami", 3), ("famille", 2))
LEVELS = ("club", "greedy", "beginner", "greedy")
SEED = 3


def played(game: str, players: int, seed: int) -> Match:
    match, dice = Match.new(game, players, seed), Dice(seed)
    while not match.finished:
        bot = BUILT_IN[LEVELS[match.turn]]
        for action in player.whole_move(match.game, match.state, bot, dice):
            match.act(action)
    return match


def measured(match: Match, threads: int) -> tuple[float, float, float]:
    """Seconds until the first turn, until the end, and of the processor."""
    begun, processor = time.perf_counter(), time.process_time()
    first: list[float] = []

    def follow(step: Review) -> None:
        if len(step.turns) == 1:
            first.append(time.perf_counter() - begun)

    reviewed(match, follow, threads)
    return first[0], time.perf_counter() - begun, time.process_time() - processor


def main() -> None:
    for game, players in GAMES:
        match = played(game, players, SEED)
        for threads in (1, 2):
            first, whole, processor = measured(match, threads)
            print(
                f"{game}, {players} players, {match.turns} turns, {threads} threads: "
                f"first {first:.2f} s, whole {whole:.2f} s, cpu {processor:.2f} s"
            )


if __name__ == "__main__":
    main()
