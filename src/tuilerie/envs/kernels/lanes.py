"""Lanes: many games of one kind stepped side by side. A lane is one sub-environment; the same code steps one lane or a
thousand.

Everything random in a lane follows from its seed and the number of its episode: the deal and the dice of the bots at
the other seats.
"""

from __future__ import annotations

import numpy as np

from tuilerie.bots.kernels.policy import act, bot_dice
from tuilerie.envs.records import ROTATE, SEATS, WIN
from tuilerie.kernel.chance import toss
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.verbs import apply, finished, legal, observe, returns, scores, start


@kernel
def reset_lanes(states, ruleset, settings, lanes, listed, observations, masks):
    """Begin the next episode of every lane."""
    for i in range(len(states)):
        _begin(states[i], ruleset, settings, lanes[i], listed[i])
        _show(states[i], settings, lanes[i], listed[i], observations[i], masks[i])


@kernel
def step_lanes(
    states,
    ruleset,
    settings,
    lanes,
    listed,
    actions,
    observations,
    masks,
    rewards,
    terminated,
    truncated,
    finals,
    results,
):
    """One action per lane. All arrays have a row per lane.

    observations (float32, FEATURES) and masks (bool, ACTIONS) are what the seat to act sees next. finals gets the last
    observation of the lanes that begin again within the step; results (float32, SEATS) what every seat is paid in the
    lanes that end.
    """
    for i in range(len(states)):
        state, lane = states[i], lanes[i]
        rewards[i] = 0.0
        terminated[i] = False
        truncated[i] = False
        if lane.over:
            _begin(state, ruleset, settings, lane, listed[i])
        else:
            mover = int(state.turn) if settings.self_play else lane.seat
            if _is_listed(listed[i], lane.choices, actions[i]):
                apply(state, actions[i])
                _play_others(state, settings, lane, listed[i])
                terminated[i] = finished(state)
                truncated[i] = not terminated[i] and state.turns >= settings.limit
                if terminated[i]:
                    pay(state, settings, results[i])
                    rewards[i] = results[i, mover]
            else:
                terminated[i] = True
                results[i] = 0.0
                results[i, mover] = settings.penalty
                rewards[i] = settings.penalty
            if terminated[i] or truncated[i]:
                if truncated[i]:
                    results[i] = 0.0
                lane.seat = mover
                if settings.same_step:
                    observe(state, mover, finals[i])
                    _begin(state, ruleset, settings, lane, listed[i])
                else:
                    lane.over = 1
        _show(state, settings, lane, listed[i], observations[i], masks[i])


@kernel
def random_actions(lanes, listed, dice, actions):
    """A legal action for every lane, uniformly: the sampler of benches and random agents."""
    for i in range(len(lanes)):
        draw = np.int64(((toss(dice) >> np.uint64(32)) * np.uint64(lanes[i].choices)) >> np.uint64(32))
        actions[i] = listed[i, draw]


@kernel
def pay(state, settings, out):
    """What every seat is paid at the end of a game: its share of the victory less a fair share, or its score less the
    others' mean.

    Both sum to zero; a game in which the lowest score wins counts scores the other way round.
    """
    players = settings.players
    if settings.reward == WIN:
        returns(state, out)
        for seat in range(players):
            out[seat] -= 1.0 / players
        return
    scores(state, out)
    total = 0.0
    for seat in range(players):
        total += out[seat]
    sign = -1.0 if settings.lowest_wins else 1.0
    for seat in range(players):
        out[seat] = sign * (out[seat] - (total - out[seat]) / (players - 1))


@kernel
def _begin(state, ruleset, settings, lane, out):
    """Deal the lane's next episode and play up to the learner's first decision.

    An episode that ends before it is passed over.
    """
    key = np.empty(8, np.uint32)
    own = np.empty(1, np.uint64)
    while True:
        number = lane.episode
        lane.episode = number + np.uint64(1)
        own[0] = bot_dice(lane.seed, number, SEATS)
        for i in range(8):
            key[i] = np.uint32(toss(own) >> np.uint64(32))
        for seat in range(settings.players):
            lane.dice[seat, 0] = bot_dice(lane.seed, number, seat)
        lane.seat = np.int64(number % np.uint64(settings.players)) if settings.seat == ROTATE else settings.seat
        lane.over = 0
        start(state, settings.players, ruleset, key)
        _play_others(state, settings, lane, out)
        if not finished(state) and state.turns < settings.limit:
            return


@kernel
def _play_others(state, settings, lane, out):
    """The bots move until the learner must, or the episode ends."""
    if settings.self_play:
        return
    while state.turn != lane.seat and not finished(state) and state.turns < settings.limit:
        seat = int(state.turn)
        apply(state, act(state, settings.kinds[(seat - lane.seat) % settings.players], lane.dice[seat], out))


@kernel
def _is_listed(listed, choices, action):
    i = 0
    while i < choices and listed[i] != action:
        i += 1
    return i < choices


@kernel
def _show(state, settings, lane, listed, observation, mask):
    """What the seat to act sees, and what it may do.

    In an ended lane the next action is ignored, so every action is allowed.
    """
    if lane.over:
        observe(state, lane.seat, observation)
        mask[:] = True
        lane.choices = len(mask)
        for i in range(len(mask)):
            listed[i] = i
        return
    observe(state, int(state.turn) if settings.self_play else lane.seat, observation)
    mask[:] = False
    lane.choices = legal(state, listed)
    for i in range(lane.choices):
        mask[listed[i]] = True


@kernel
def list_choices(state, listed, mask):
    """The legal actions as a list and as a mask; their number."""
    mask[:] = 0
    n = legal(state, listed)
    for i in range(n):
        mask[listed[i]] = 1
    return n
