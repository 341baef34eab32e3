"""Puzzles played out: the best and the tempting move, then `expert` in every seat, in the same fresh worlds.

`python -m tuilerie.lab.playing_out GAME --puzzles 20 --worlds 40` prints what came of it.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from math import sqrt

from tuilerie.bots import player
from tuilerie.bots.dice import bot_dice
from tuilerie.bots.roster import BUILT_IN
from tuilerie.engine.match import Match
from tuilerie.engine.puzzles import puzzle_of, shipped
from tuilerie.engine.studies import Study, match_at

PLAYER = "expert"


@dataclass(frozen=True)
class PlayedOut:
    """The mean difference between best and tempting move, and half the width of its 95% interval."""

    id: str
    worlds: int
    difference: float
    error: float

    @property
    def refuted(self) -> bool:
        return self.difference + self.error < 0

    @property
    def confirmed(self) -> bool:
        return self.difference - self.error > 0


def play_out(study: Study, worlds: int, level: str = PLAYER) -> PlayedOut:
    """Both moves in `worlds` worlds that are as they may be for all that the seat knows."""
    puzzle, match = puzzle_of(study), match_at(study)
    differences = []
    for world in range(worlds):
        shares = [_share(match, study.seat, world, move, level) for move in (puzzle.answers[0], puzzle.tempting)]
        differences.append(shares[0] - shares[1])
    mean = sum(differences) / worlds
    variance = sum((one - mean) ** 2 for one in differences) / max(worlds - 1, 1)
    return PlayedOut(puzzle.id, worlds, mean, 1.96 * sqrt(variance / worlds))


def _share(match: Match, seat: int, world: int, move: str, level: str) -> float:
    """What the seat gets in this world after this move; everybody's dice depend on world and turn only."""
    here = match.imagined(seat, 0x5EED + world)
    here.play(move)
    turn = 0
    while not here.finished:
        turn += 1
        for action in player.whole_move(here.game, here.state, BUILT_IN[level], bot_dice(world, turn, here.turn)):
            here.act(action)
    return here.shares[seat]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--puzzles", type=int, default=20)
    parser.add_argument("--worlds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = shipped(given.game)
    chosen = random.Random(given.seed).sample(found, min(given.puzzles, len(found)))
    results = []
    for study in chosen:
        results.append(play_out(study, given.worlds))
        last = results[-1]
        print(f"{last.id}: {last.difference:+.3f} +- {last.error:.3f} in {last.worlds} worlds", flush=True)
    confirmed, refuted = sum(one.confirmed for one in results), [one.id for one in results if one.refuted]
    print(f"{given.game}: {len(results)} of {len(found)} puzzles played out in {given.worlds} paired worlds each")
    print(f"confirmed {confirmed}, open {len(results) - confirmed - len(refuted)}, refuted {len(refuted)} {refuted}")


if __name__ == "__main__":
    main()
