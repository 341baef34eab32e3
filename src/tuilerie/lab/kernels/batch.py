"""Whole games inside compiled code, a batch at a time."""

from __future__ import annotations

import numpy as np

from tuilerie.bots.kernels.policy import act, bot_dice
from tuilerie.bots.kinds import RANDOM
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.verbs import apply, finished, returns, scores, start


@kernel
def play_batch(state, players, ruleset, keys, kinds, run, first, limit, out, shares, points, moves, turns, reasons):
    """Play one game per row of `keys`. Game i is number `first + i` of the run; kinds[i] are its bots by seat.

    shares, points: (games, players) float64; moves, turns, reasons: (games,). A game is stopped after `limit` turns per
    player (reason 255).
    """
    dice = np.empty((4, 1), np.uint64)
    for game in range(len(keys)):
        start(state, players, ruleset, keys[game])
        for seat in range(players):
            dice[seat, 0] = bot_dice(run, first + game, seat)
        moves[game] = 0
        stopped = False
        while not finished(state):
            if state.turns >= limit * players:
                stopped = True
                break
            seat = state.turn
            action = act(state, kinds[game, seat], dice[seat], out)
            apply(state, action)
            if not state.pending:
                moves[game] += 1
        turns[game] = state.turns
        reasons[game] = 255 if stopped else state.reason
        shares[game] = 0.0
        if not stopped:
            returns(state, shares[game])
        scores(state, points[game])


@kernel
def random_games(state, players, ruleset, key, dice, games, out):
    """Random play for the bench: the number of actions taken."""
    actions = 0
    for game in range(games):
        key[7] = game
        start(state, players, ruleset, key)
        while not finished(state) and state.turns < 200 * players:
            apply(state, act(state, RANDOM, dice, out))
            actions += 1
    return actions
