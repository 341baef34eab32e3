"""Romi Rami: points, trophies and winners (RR-E2..E5)."""

from __future__ import annotations

import numpy as np

from tuilerie.games.romirami.record import OVER, REQUIREMENTS, SEATS, TROPHIES, size_of
from tuilerie.kernel.compiled import kernel


@kernel
def scores(state, out):
    """Points as they stand (RR-E2)."""
    for seat in range(state.players):
        out[seat] = contract_points(state, seat) + int(state.bonus_size[seat]) + int(state.joker[seat])
    for trophy in range(TROPHIES):
        seat = trophy_holder(state, trophy)
        if seat >= 0:
            out[seat] += trophy_points(state, trophy)


@kernel
def standings(state, out):
    """What views show of points and trophies; see STANDINGS."""
    points = np.zeros(SEATS, np.float64)
    scores(state, points)
    out[:] = 0
    for seat in range(state.players):
        out[seat] = int(points[seat])
    for trophy in range(TROPHIES):
        at = SEATS + trophy * (2 + SEATS)
        out[at] = trophy_holder(state, trophy)
        out[at + 1] = trophy_points(state, trophy)
        for seat in range(state.players):
            out[at + 2 + seat] = trophy_count(state, trophy, np.int64(seat))


@kernel
def end_game(state):
    """RR-E5."""
    state.phase = OVER
    points = np.zeros(SEATS, np.float64)
    scores(state, points)
    best, best_bonus = -1.0, -1
    for seat in range(state.players):
        bonus = int(state.bonus_size[seat])
        if points[seat] > best or (points[seat] == best and bonus > best_bonus):
            best, best_bonus = points[seat], bonus
    winners = 0
    for seat in range(state.players):
        if points[seat] == best and int(state.bonus_size[seat]) == best_bonus:
            winners |= 1 << seat
    state.winners = winners


@kernel
def contract_points(state, seat):
    points = 0
    for i in range(state.completed_count[seat]):
        points += int(state.contract_points[state.completed[seat, i]])
    return points


@kernel
def trophy_points(state, trophy):
    return (
        int(state.trophy_combo_points[trophy]) if state.trophy_combos[trophy] else int(state.trophy_suit_points[trophy])
    )


@kernel
def trophy_count(state, trophy, seat):
    """What a seat has towards a trophy (RR-E3)."""
    count = 0
    for i in range(state.completed_count[seat]):
        count += towards_trophy(state, trophy, int(state.completed[seat, i]))
    return count


@kernel
def towards_trophy(state, trophy, contract):
    """What a contract brings towards a trophy."""
    if not state.trophy_combos[trophy]:
        return 1 if state.contract_suit[contract] == state.trophy_suit[trophy] else 0
    count = 0
    for i in range(REQUIREMENTS):
        code = int(state.requirement[contract, i])
        if code == 0:
            break
        if size_of(code) == state.trophy_combo[trophy]:
            count += 1
    return count


@kernel
def trophy_holder(state, trophy):
    """Who gets a trophy; -1 on a tie (RR-E4)."""
    holder, most = -1, 0
    for seat in range(np.int64(state.players)):
        count = trophy_count(state, trophy, seat)
        if count > most:
            holder, most = seat, count
        elif count == most:
            holder = -1
    return holder
