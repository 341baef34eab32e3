"""Romi Rami: contracts completed, trophies won, the Joker used, bonus cards kept.

A mark decides if without its points somebody else had won.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tuilerie.games.romirami.record import CONTRACTS, JOKER, TROPHIES
from tuilerie.games.romirami.requirements import entry_of
from tuilerie.games.romirami.score import scores, trophy_holder, trophy_points
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.marks import Mark, Word

TROPHY = CONTRACTS  # + trophy, its suit side; + 4 + trophy, its combo side
JOKER_USED = TROPHY + 2 * TROPHIES
BONUS = JOKER_USED + 1
MARKS = BONUS + 1


def named(deck: dict[str, Any]) -> list[Mark]:
    found = [_contract(index, contract) for index, contract in enumerate(deck["contracts"])]
    for index, trophy in enumerate(deck["trophies"]):
        suit = {"key": "trophy-suit", "suit": Word(f"suit.{trophy['suit']}"), "points": trophy["suit_points"]}
        combo = {"key": "trophy-combo", "cards": trophy["combo"], "points": trophy["combo_points"]}
        found.append(Mark(TROPHY + index, f"trophy-{trophy['suit']}", "won", details=suit))
        found.append(
            Mark(TROPHY + TROPHIES + index, f"trophy-combo{trophy['combo']}-{index + 1}", "won", details=combo)
        )
    return [*found, Mark(JOKER_USED, "joker", "used"), Mark(BONUS, "bonus", "won", most=True)]


def _contract(index: int, contract: dict[str, Any]) -> Mark:
    asks = tuple(Word(*entry_of(word)) for word in contract["requirements"])
    details = {"key": "contract", "id": contract["id"], "points": contract["points"], "asks": asks}
    return Mark(index, f"contract-{contract['id']}", "won", details=details)


@kernel
def dealt(state, marks):
    pass


@kernel
def before(state, action, marks, memo):
    if action == JOKER:
        marks[state.turn, JOKER_USED] += 1


@kernel
def closed(state, marks, memo, decided, present):
    points = np.zeros(4)
    scores(state, points)
    present[: int(state.contracts)] = 1
    for i in range(state.contract_at, state.contracts):
        present[state.contract_pile[i]] = 0  # never on offer
    _contracts(state, points, marks, decided)
    _trophies(state, points, marks, decided, present)
    _jokers_and_bonus(state, points, marks, decided)
    present[JOKER_USED] = 1
    present[BONUS] = 1


@kernel
def _contracts(state, points, marks, decided):
    for seat in range(state.players):
        for i in range(state.completed_count[seat]):
            contract = int(state.completed[seat, i])
            marks[seat, contract] += 1
            points[seat] -= int(state.contract_points[contract])
            decided[contract] = _winners(state, points) != int(state.winners)
            points[seat] += int(state.contract_points[contract])


@kernel
def _trophies(state, points, marks, decided, present):
    for trophy in range(TROPHIES):
        mark = TROPHY + trophy + (TROPHIES if state.trophy_combos[trophy] else 0)
        present[mark] = 1
        holder = trophy_holder(state, trophy)
        if holder >= 0:
            marks[holder, mark] += 1
            points[holder] -= trophy_points(state, trophy)
            decided[mark] = _winners(state, points) != int(state.winners)
            points[holder] += trophy_points(state, trophy)


@kernel
def _jokers_and_bonus(state, points, marks, decided):
    for seat in range(state.players):
        marks[seat, BONUS] += int(state.bonus_size[seat])
        points[seat] -= int(state.joker[seat])
    decided[JOKER_USED] = _winners(state, points) != int(state.winners)
    for seat in range(state.players):
        points[seat] += int(state.joker[seat]) - int(state.bonus_size[seat])
    decided[BONUS] = _winners(state, points) != int(state.winners)
    for seat in range(state.players):
        points[seat] += int(state.bonus_size[seat])


@kernel
def _winners(state, points):
    """RR-E5 with these points."""
    best, best_bonus, seats = -1000.0, -1, 0
    for seat in range(state.players):
        bonus = int(state.bonus_size[seat])
        if points[seat] > best or (points[seat] == best and bonus > best_bonus):
            best, best_bonus, seats = points[seat], bonus, 1 << seat
        elif points[seat] == best and bonus == best_bonus:
            seats |= 1 << seat
    return seats
