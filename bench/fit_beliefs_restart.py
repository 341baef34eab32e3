"""How well supposed deals explain the hands of several players: `python -m bench.fit_beliefs_restart greedy plain flat
1500 --games 20`.

At random decisions of rounds between two players of one kind (as bench/duel.py names them), every unseen tile is looked
at from the seat to move: is it in the other hand, or in the box unseen? Prints the log-loss of the share of deals that
say so, and the share of the other hand's tiles that a deal gets right, for even deals and for those of
`games/restart/beliefs.py`; SHARP and LAPSE there were chosen by the former.
"""

from __future__ import annotations

import argparse

import numpy as np
from tuilerie.kernel.steps import new_states, redeal

from bench.duel import player
from tuilerie.bots import search
from tuilerie.bots.kernels.search import DESK, weigh_deals
from tuilerie.engine.match import Match
from tuilerie.engine.registry import game_named
from tuilerie.games.restart.rules import COLOURS, SEATS
from tuilerie.lab.intervals import Mean

DEALS_LIKE = 8000  # playouts of the search whose number of deals is taken
LOOKED_AT = 0.25  # of all decisions
COLUMNS = COLOURS + 1


def holders(deals: np.ndarray, seat: int) -> np.ndarray:
    """Of each tile, by column and bit, in which share of the deals this seat holds it."""
    masks = deals[:, seat * COLUMNS : (seat + 1) * COLUMNS]
    return (masks[:, :, None] >> np.arange(18, dtype=np.uint32) & 1).mean(axis=0)


def even_deals(states: np.ndarray, seat: int, count: int) -> np.ndarray:
    deals, dice = np.zeros((count, (SEATS + 1) * COLUMNS), np.uint32), np.array([1], np.uint64)
    for deal in deals:
        redeal(states, seat, dice)
        deal[: SEATS * COLUMNS] = states["hand"][0].ravel()
    return deals


def judge(deals: np.ndarray, held: np.ndarray, unseen: np.ndarray, other: int, loss: Mean, right: Mean) -> None:
    share = holders(deals, other)
    likely = (share * len(deals) + 0.5) / (len(deals) + 1)
    loss.add(-np.log(np.where(held, likely, 1 - likely)[unseen]))
    right.add(share[held])


def study(name: str, games: int) -> None:
    game = game_named("restart")
    choose, chance, dice = player(game, name), np.random.default_rng(1), np.array([1], np.uint64)
    found = {way: (Mean(), Mean()) for way in ("even deals", "by what was done")}
    for number in range(games):
        match = Match.new(game, 2, number)
        while not match.finished and match.states["round_number"][0] < 2:
            if match.states["acts"][0] > 1 and len(match.actions()) > 1 and chance.random() < LOOKED_AT:
                other, desk = 1 - match.turn, new_states(game.kernel.STATE, DESK)
                held = holders(match.states["hand"].reshape(1, -1), other) > 0
                unseen = held | (holders(match.states["aside"].reshape(1, -1), 0) > 0)
                desk[:1] = match.states
                redeal(desk[:1], match.turn, dice)
                deals = search.deals_for(game, DEALS_LIKE)
                weigh_deals(desk, np.uint64(number), deals)
                judge(deals, held, unseen, other, *found["by what was done"])
                judge(even_deals(desk[:1], match.turn, len(deals)), held, unseen, other, *found["even deals"])
            match.act(choose(match, dice))
    for way, (loss, right) in found.items():
        print(
            f"{name}, {way}: log-loss {loss.mean:.4f} per unseen tile ({loss.count}), "
            f"{100 * right.mean:.1f}% of the hand right",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs="+")
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    for name in options.players:
        study(name, options.games)


if __name__ == "__main__":
    main()
