"""The levels inside compiled code: a kind beyond greedy is the beginner, or a search with that kind's number of playouts."""

from __future__ import annotations

from tuilerie.bots.kernels.playout import beginner
from tuilerie.bots.kernels.policy import GREEDY, act
from tuilerie.bots.kernels.search import best_action, prepare
from tuilerie.rules.compiled import kernel
from tuilerie.rules.verbs import legal

BEGINNER, CLUB, EXPERT, MASTER = 2, 3, 4, 5


@kernel
def act_at_level(state, kind, dice, out, desk, budgets):
    """The action that a bot of this kind takes for the seat whose turn it is; budgets[kind] is its number of playouts."""
    if kind <= GREEDY:
        return act(state, kind, dice, out)
    if kind == BEGINNER:
        n = legal(state, out)
        return out[0] if n == 1 else beginner(state, dice, out, n)
    return best_action(state, desk, budgets[kind], dice, out)


@kernel
def act_at_level_from_python(states, kind, dice, out, desk, budgets):
    return act_at_level(states[0], kind, dice, out, desk, budgets)


@kernel
def prepare_from_python(states, desk, seed, moves):
    return prepare(states[0], desk, seed, moves)
