"""Whole games inside compiled code with everything a balance study counts; and the way to one decision of a game."""

from __future__ import annotations

import numpy as np

from tuilerie.bots.kernels.policy import bot_dice, greedy
from tuilerie.bots.kinds import RANDOM
from tuilerie.kernel.chance import roll
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.verbs import apply, finished, legal, returns, scores, start
from tuilerie.lab.kernels.watch import MEMO, before, closed, dealt

STOPPED = 255  # the reason of a game that reached the turn limit
NOBODY = -1


@kernel
def study_batch(
    state,
    players,
    ruleset,
    keys,
    kinds,
    run,
    first,
    limit,
    lowest,
    given,
    out,
    leaders,
    shares,
    points,
    rows,
    marks,
    decided,
    present,
):
    """Play one game per row of `keys`, like `play_batch`, and count. If `given` is not empty, it is the actions of the
    one game to follow.

    leaders: scratch, one int8 per turn; shares, points: (games, players) float64; rows: ROW; marks: (games, players,
    MARKS); decided, present: (games, MARKS).
    """
    dice = np.empty((4, 1), np.uint64)
    memo = np.empty(MEMO, np.int64)
    standing = np.zeros(4)
    for game in range(len(keys)):
        row = rows[game]
        start(state, players, ruleset, keys[game])
        memo[:] = 0
        for seat in range(players):
            dice[seat, 0] = bot_dice(run, first + game, seat)
        row.first = state.turn
        dealt(state, marks[game])
        number, turn, at = int(state.round_number), int(state.turns), 0
        stopped = False
        while not finished(state):
            if state.turns >= limit * players or (len(given) and at == len(given)):
                stopped = True
                break
            seat = int(state.turn)
            n = legal(state, out)
            if n == 1:
                row.forced += 1
                action = out[0]
            else:
                row.decisions += 1
                row.options += n
                action = _choice(state, kinds[game, seat], dice[seat], out, n) if len(given) == 0 else given[at]
            at += 1
            before(state, action, marks[game], memo)
            apply(state, action)
            if not state.pending:
                row.moves += 1
            if state.round_number != number:
                number = int(state.round_number)
                dealt(state, marks[game])
            while turn < state.turns and turn < len(leaders):
                leaders[turn] = leader(state, players, lowest, standing)
                turn += 1
        row.turns = state.turns
        row.rounds = number + 1
        row.reason = STOPPED if stopped else state.reason
        if not stopped:
            returns(state, shares[game])
            closed(state, marks[game], memo, decided[game], present[game])
        scores(state, points[game])
        _lead(leaders, turn, row)


@kernel
def walk(state, players, ruleset, key, kinds, run, number, limit, given, out, wanted):
    """Game `number` up to its decision `wanted` (from 0); the number of decisions passed.

    A game without so many is played to the end.
    """
    start(state, players, ruleset, key)
    dice = np.empty((4, 1), np.uint64)
    for seat in range(players):
        dice[seat, 0] = bot_dice(run, number, seat)
    decisions, at = 0, 0
    while not finished(state) and state.turns < limit * players and (len(given) == 0 or at < len(given)):
        n = legal(state, out)
        action = out[0]
        if n > 1:
            if decisions == wanted:
                break
            decisions += 1
            seat = int(state.turn)
            action = _choice(state, kinds[seat], dice[seat], out, n) if len(given) == 0 else given[at]
        apply(state, action)
        at += 1
    return decisions


@kernel
def leader(state, players, lowest, standing):
    """The seat that is ahead alone, or NOBODY."""
    scores(state, standing)
    best = 0
    alone = True
    for seat in range(1, players):
        if standing[seat] == standing[best]:
            alone = False
        elif (standing[seat] < standing[best]) == lowest:
            best, alone = seat, True
    return best if alone else NOBODY


@kernel
def _choice(state, kind, dice, out, n):
    """What `policy.act` does where there is a choice."""
    return out[roll(dice, n)] if kind == RANDOM else greedy(state, dice, out, n)


@kernel
def _lead(leaders, turns, row):
    row.half_leader = leaders[(turns - 1) // 2] if turns else NOBODY
    ahead = NOBODY
    for turn in range(turns):
        if leaders[turn] != NOBODY and leaders[turn] != ahead:
            row.lead_changes += ahead != NOBODY
            ahead = leaders[turn]
