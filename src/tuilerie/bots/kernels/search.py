"""Determinised Monte-Carlo search with sequential halving, written once for all games.

The legal actions of the seat to move are tried in the same imagined worlds with the same dice; after each stage the
worse half leaves, the choice of the game's rules of thumb excepted. World w depends on (seed, w) only and chances are
counted in integers, so the answer for a number of playouts is the same however the worlds are divided among threads.
Everything starts from a copy in which all that the seat cannot know has been dealt again.
"""

from __future__ import annotations

import math

import numpy as np

from tuilerie.bots.kernels.playout import doubt, imagine, lay, playout, suppose
from tuilerie.bots.kernels.policy import greedy
from tuilerie.bots.kinds import UNIT
from tuilerie.kernel.chance import toss
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.copying import copy
from tuilerie.kernel.verbs import hide, legal

# where a game weighs whole deals: a deal costs about five playouts, so that most of the time is left for playing
PLAYOUTS_PER_DEAL = 16
FEWEST_DEALS, MOST_DEALS = 1 << 5, 1 << 12


@kernel
def search(state, budget, seed, cheating, desk, deals, moves, sums, visits, out):
    """The whole search: the candidates go to `moves`, the best first, what they were worth in all to `sums`, the worlds
    each was tried in to `visits`.

    Returns their number. `deals`: room for as many as `deals_wanted` says, or one line if there are none to weigh.
    """
    n = prepare(state, desk, seed, moves, cheating)
    for i in range(n):
        sums[i] = 0
        visits[i] = 0
    if n == 1:
        return n
    favourite = favourite_of(desk, seed, out)
    weigh_deals(desk, seed, deals)
    alive, world, stages = n, 0, stages_of(n)
    for _ in range(stages):
        last = world + worlds_of(budget, stages, alive)
        play_worlds(desk, deals, seed, world, last, 1, moves, alive, sums, out, cheating)
        for i in range(alive):
            visits[i] += last - world
        world, alive = last, halve(moves, sums, alive, favourite)
    prefer(desk, moves, sums, world, favourite)
    return n


@kernel
def deals_wanted(playouts):
    """How many deals a search of this size weighs, a power of two."""
    count = FEWEST_DEALS
    while count < MOST_DEALS and 2 * count * PLAYOUTS_PER_DEAL <= playouts:
        count *= 2
    return count


@kernel
def prepare(state, desk, seed, moves, cheating):
    """Lay the position on the desk without its secrets; the candidates go to `moves`, their number is returned.

    Only the laboratory's yardstick cheats: it keeps the secrets, the order of the pile included.
    """
    copy(desk[0], state)
    dice = np.empty(1, np.uint64)
    dice[0] = seed
    if not cheating:
        hide(desk[0], int(state.turn), dice)
    return legal(desk[0], moves)


@kernel
def weigh_deals(desk, seed, deals):
    """Fill `deals`, a power of two of them, with deals that explain what was seen, for the whole search; one alone says
    that worlds are imagined.
    """
    if len(deals) == 1:
        return
    dice = np.empty(1, np.uint64)
    dice[0] = seed ^ np.uint64(0xA0761D6478BD642F)
    suppose(desk[0], int(desk[0].turn), dice, deals)


@kernel
def play_worlds(desk, deals, seed, first, last, stride, moves, alive, sums, out, cheating):
    """Play each of the `alive` candidates once in every stride-th world from `first` to before `last`; add the chances
    to `sums`.

    A world's deal is one of `deals`, far from its neighbour's, which may be much alike; without any, it is imagined.
    """
    supposed = len(deals) > 1
    seat = int(desk[0].turn)
    dice = np.empty(1, np.uint64)
    values = np.zeros(4)
    for world in range(first, last, stride):
        dice[0] = seed + np.uint64(world + 1) * np.uint64(0xD1342543DE82EF95)
        dice[0] = toss(dice)
        copy(desk[1], desk[0])
        deal = deals[(world * 0x9E3779B1) & (len(deals) - 1)]
        if supposed:
            lay(desk[1], seat, deal)
        elif not cheating:
            imagine(desk[1], seat, dice)
        same = dice[0]
        for i in range(alive):
            dice[0] = same
            copy(desk[2], desk[1])
            sums[i] += playout(desk[2], moves[i], seat, dice, out, values, deal)


@kernel
def favourite_of(desk, seed, out):
    """What the game's rules of thumb would do."""
    dice = np.empty(1, np.uint64)
    dice[0] = seed
    return greedy(desk[0], dice, out, legal(desk[0], out))


@kernel
def halve(moves, sums, alive, favourite):
    """Sort the candidates that are alive, best first, ties by action id; the number that stays, half of them rounded
    up.

    The favourite stays to the end: the last stage is between it and the best of the others, or it is the best.
    """
    for i in range(1, alive):
        move, total = moves[i], sums[i]
        at = i
        while at > 0 and (sums[at - 1] < total or (sums[at - 1] == total and moves[at - 1] > move)):
            moves[at], sums[at] = moves[at - 1], sums[at - 1]
            at -= 1
        moves[at], sums[at] = move, total
    stay = (alive + 1) // 2
    for i in range(stay, alive if stay > 1 else 0):
        if moves[i] == favourite:
            moves[i], moves[stay - 1] = moves[stay - 1], moves[i]
            sums[i], sums[stay - 1] = sums[stay - 1], sums[i]
    return stay


@kernel
def prefer(desk, moves, sums, worlds, favourite):
    """Put the favourite first unless the other finalist is better by more than chance: worlds are imagined, rules of
    thumb are tried.
    """
    certain = sums[0] > worlds * UNIT  # won at once in every world
    if moves[1] == favourite and not certain and sums[0] - sums[1] < doubt(desk[0]) * UNIT * math.sqrt(worlds):
        moves[0], moves[1] = moves[1], moves[0]
        sums[0], sums[1] = sums[1], sums[0]


@kernel
def stages_of(n):
    """Halvings until one is left."""
    stages = 0
    while n > 1:
        n = (n + 1) // 2
        stages += 1
    return stages


@kernel
def worlds_of(budget, stages, alive):
    """Worlds of one stage: every stage gets the same number of playouts, every candidate at least one."""
    return max(1, budget // (stages * alive))
