"""What a position of Romi Rami at the start of a turn is worth: each seat's chance of winning the game, by a small
learned net.

Every seat is looked at through the same features, beside the best of the others; the net gives a number per seat, and
the chances are their softmax. There is a net per number of players, learned from games by `python -m
bench.fit_romirami` and kept beside this file.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from tuilerie.games.romirami.fill import held
from tuilerie.games.romirami.greedy import best_take
from tuilerie.games.romirami.record import KINDS, OFFERS, SEATS, SUITS, TAKEN, TROPHIES, VALUES
from tuilerie.games.romirami.score import scores, trophy_points
from tuilerie.games.romirami.worth import (
    LACKING,
    NEARNESS,
    PLAYOUT,
    offer_worths,
    pack_suits,
    plan_of,
    progress_of,
    trophy_leads,
)
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.mathematics import exp

# Features of a seat. Those from OWN on are followed by the same of the others, the highest of them.
# of points, of bonus cards; how near the end is; turns until it moves; its place in a lap
LEAD, BONUS_LEAD, FEW_LEFT, ENDING, WAIT, PLACE = range(6)
# worth of the contracts on offer that it is nearer to, that others are nearer to, that both nearly have
AHEAD, BEHIND, CONTESTED = 6, 7, 8
TROPHY_LEADS = 9  # points of the trophies where it is behind by one, level, ahead by one, ahead by more
OWN = 13
# contracts completed, cards in hand, cards beyond the first of a value, most of a value, longest run
DONE, JOKER, HAND, TWINS, LONGEST, RUNS = range(6)
PROMISES = 6  # of the contracts on offer, the highest first
READY = 10  # the best contract that lacks nothing, at most one card, at most two
READY_SUM = 13  # all that lack nothing; all that lack one card
LOOKS = 15
FEATURES = OWN + 2 * LOOKS
HIDDEN = 24

FILE = Path(__file__).with_suffix(".json")


def _read() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Per number of players from two on: what goes from each feature into the hidden layer, the bias last; what comes
    out of it; what passes it by.
    """
    nets = json.loads(FILE.read_text(encoding="utf-8"))["nets"]
    return (
        np.array([np.transpose(net["into"]) for net in nets]),
        np.array([net["out"] for net in nets]),
        np.array([net["past"] for net in nets]),
    )


INTO, OUT, PAST = _read()


@kernel
def judge(state, out):
    """Each seat's chance of winning the game, at the start of a turn."""
    features = np.zeros((SEATS, FEATURES))
    look(state, features)
    net = int(state.players) - 2
    highest, total = -1e9, 0.0
    for seat in range(state.players):
        out[seat] = _net(net, features[seat])
        highest = max(highest, out[seat])
    for seat in range(state.players):
        out[seat] = exp(out[seat] - highest)
        total += out[seat]
    for seat in range(state.players):
        out[seat] /= total


@kernel
def _net(net, features):
    worth = 0.0
    hidden = INTO[net, FEATURES].copy()
    for i in range(FEATURES):
        feature = features[i]
        if feature != 0.0:
            worth += PAST[net, i] * feature
            for j in range(HIDDEN):  # side by side: no sum waits for another
                hidden[j] += INTO[net, i, j] * feature
    for j in range(HIDDEN):
        worth += OUT[net, j] * max(0.0, hidden[j])
    return worth


@kernel
def look(state, out):
    """The features of every seat, each about as large as one. The seat to move has its best take in hand already."""
    players = int(state.players)
    hand = np.empty(KINDS, np.uint8)
    chosen = np.empty(TAKEN, np.int64)
    missing = np.zeros((SEATS, OFFERS), np.int64)
    full = np.zeros((SEATS, OFFERS))
    points = np.zeros(SEATS)
    leads = np.empty((TROPHIES, SEATS), np.int64)
    scores(state, points)
    trophy_leads(state, leads)
    for seat in range(players):
        hand[:] = state.hand[seat]
        if seat == state.turn:
            for i in range(best_take(state, PLAYOUT, chosen)):
                hand[chosen[i]] += 1
        _look_at_hand(state, seat, hand, out[seat, OWN : OWN + LOOKS], missing[seat], full[seat])
    for seat in range(players):
        mine = out[seat]
        best, bonus = -1e9, -1e9
        for other in range(players):
            if other != seat:
                best = max(best, points[other])
                bonus = max(bonus, float(state.bonus_size[other]))
                for i in range(LOOKS):
                    mine[OWN + LOOKS + i] = max(mine[OWN + LOOKS + i], out[other, OWN + i])
        mine[LEAD] = (points[seat] - best) / 8.0
        mine[BONUS_LEAD] = (state.bonus_size[seat] - bonus) / 4.0
        mine[FEW_LEFT] = progress_of(state)
        mine[ENDING] = state.ending
        mine[WAIT] = _places_after(seat, state.turn, players) / players
        mine[PLACE] = _places_after(seat, state.first, players) / players
        _look_at_race(state, seat, missing, full, mine)
        for trophy in range(TROPHIES):
            lead = min(2, leads[trophy, seat])
            if lead >= -1:
                mine[TROPHY_LEADS + 1 + lead] += trophy_points(state, trophy) / 5.0


@kernel
def _places_after(seat, other, players):
    """How many places `seat` sits after `other`, in numbers without a sign. At three players that is not so for a seat
    before `other` (2**64 is no multiple of three); the nets were learned with these very numbers.
    """
    return (np.uint64(seat) - np.uint64(other)) % np.uint64(players)


@kernel
def _look_at_hand(state, seat, hand, out, missing, full):
    worths = np.empty(OFFERS)
    suits = np.empty(SUITS, np.int64)
    offer_worths(state, seat, PLAYOUT, worths)
    counts = pack_suits(hand, suits)
    joker = int(state.joker[seat])
    out[DONE] = state.completed_count[seat] / (9.0 - state.players)
    out[JOKER] = joker
    out[HAND] = hand.sum() / 10.0
    run = 0
    for value in range(1, VALUES + 1):
        count = held(counts, value)
        run = run + 1 if count else 0
        out[TWINS] += max(0, count - 1) / 5.0
        out[LONGEST] = max(out[LONGEST], count / 5.0)
        out[RUNS] = max(out[RUNS], run / 5.0)
    for place in range(state.offers_size):
        bonus, lacks = plan_of(state, int(state.offers[place]), counts, suits)
        missing[place], full[place] = max(0, lacks - joker), (worths[place] + bonus) / 6.0
        promise = full[place] * PLAYOUT[NEARNESS + min(lacks, LACKING)]
        for i in range(OFFERS):
            if promise > out[PROMISES + i]:
                promise, out[PROMISES + i] = out[PROMISES + i], promise
        for i in range(lacks, 3):
            out[READY + i] = max(out[READY + i], full[place])
        if lacks < 2:
            out[READY_SUM + lacks] += full[place] / 2.0


@kernel
def _look_at_race(state, seat, missing, full, out):
    for place in range(state.offers_size):
        mine, theirs = missing[seat, place], np.int64(99)
        for other in range(state.players):
            if other != seat:
                theirs = min(theirs, missing[other, place])
        if mine < theirs:
            out[AHEAD] += full[seat, place] / 2.0
        elif mine > theirs:
            out[BEHIND] += full[seat, place] / 2.0
        if mine <= 1 and theirs <= 1:
            out[CONTESTED] += full[seat, place] / 2.0
