"""One game of a plan played move by move from Python: the same game as in a batch, with its events, and open to bots from outside."""

from __future__ import annotations

import numpy as np

from tuilerie.bots.kernels.policy import act_from_python, bot_dice
from tuilerie.engine.match import Match
from tuilerie.lab.plan import Plan


def play_out(plan: Plan, number: int, with_legal: bool = False) -> Match:
    """Game `number` of the plan, from deal to end."""
    match = plan.match(number)
    if with_legal:
        match.legal_lists()
    seats = plan.seats(number)
    dice = [np.array([bot_dice(np.uint64(plan.run), number, seat)], np.uint64) for seat in range(plan.players)]
    out = np.empty(plan.game.kernel.ACTIONS, np.int32)
    while not match.finished:
        if match.turns >= plan.limit * plan.players:
            match.stop("limit")
            break
        seat = match.turn
        match.act(int(act_from_python(match.states, seats[seat].kind, dice[seat], out)))
    return match


def record_of(plan: Plan, number: int, match: Match) -> dict[str, object]:
    return match.record([{"name": bot.name, "kind": "bot", "bot": bot.name} for bot in plan.seats(number)])
