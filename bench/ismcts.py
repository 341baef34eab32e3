"""Information-set MCTS (single observer, UCB with availabilities) over the same worlds, playouts and chances as the
search of the bots.

Kept to compare: `python -m bench.duel restart ismcts:4000 4000 --deals 60`. The numbers are in docs/adr/0004-search.md.
"""

from __future__ import annotations

import math

import numpy as np

from tuilerie.bots.kernels.playout import chances, lay, rollout, settles
from tuilerie.bots.kernels.search import prepare, weigh_deals
from tuilerie.kernel.chance import roll, toss
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.copying import copy
from tuilerie.kernel.verbs import apply, finished, legal

EXPLORE = 0.4
DEEPEST = 64


@kernel
def tree_action(state, desk, deals, budget, dice, out):
    """The most visited action after `budget` walks down the tree."""
    seed = toss(dice)
    moves = np.empty(len(out), np.int32)
    n = prepare(state, desk, seed, moves, False)
    if n == 1:
        return moves[0]
    own = np.empty(1, np.uint64)
    own[0] = seed
    # one entry per node, node 0 is the root
    action, child = np.full(budget + 2, -1, np.int32), np.full(budget + 2, -1, np.int32)
    sibling, mover = np.full(budget + 2, -1, np.int32), np.full(budget + 2, -1, np.int32)
    visits, available, sums = np.zeros(budget + 2), np.zeros(budget + 2), np.zeros(budget + 2)
    node_of, values, path = np.full(len(out), -1, np.int32), np.zeros(4), np.empty(DEEPEST + 2, np.int32)
    nodes, seat, world = 1, int(state.turn), desk[1]
    weigh_deals(desk, seed, deals)
    for walk in range(budget):
        copy(world, desk[0])
        lay(world, seat, deals[(walk * 0x9E3779B1) & (len(deals) - 1)])
        at, depth, settled, grown = 0, 0, False, False
        path[0] = 0
        while not grown and not settled and not finished(world) and depth < DEEPEST:
            n = legal(world, out)
            kid = child[at]
            while kid >= 0:
                node_of[action[kid]] = kid
                kid = sibling[kid]
            untried, best, best_score = 0, -1, -1.0
            for i in range(n):
                kid = node_of[out[i]]
                if kid < 0:
                    moves[untried] = out[i]
                    untried += 1
                    continue
                available[kid] += 1.0
                score = sums[kid] / visits[kid] + EXPLORE * math.sqrt(math.log(available[kid] + 1.0) / visits[kid])
                if score > best_score:
                    best, best_score = kid, score
            kid = child[at]
            while kid >= 0:
                node_of[action[kid]] = -1
                kid = sibling[kid]
            if untried > 0:
                best = nodes
                action[best], sibling[best], mover[best] = moves[roll(own, untried)], child[at], world.turn
                child[at] = best
                available[best] = 1.0
                nodes += 1
                grown = True
            at = best
            depth += 1
            path[depth] = at
            settled = settles(world, action[at])
            if not settled:
                apply(world, action[at])
        while not settled and not finished(world):
            chosen = rollout(world, own, out)
            settled = settles(world, chosen)
            if not settled:
                apply(world, chosen)
        chances(world, values)
        for i in range(1, depth + 1):
            visits[path[i]] += 1.0
            sums[path[i]] += values[mover[path[i]]]
    best, most, kid = -1, -1.0, child[0]
    while kid >= 0:
        if visits[kid] > most:
            best, most = action[kid], visits[kid]
        kid = sibling[kid]
    return best


@kernel
def tree_from_python(states, desk, deals, walks, dice, out):
    return tree_action(states[0], desk, deals, walks, dice, out)
