"""One game whose every seat is played from Python: a step crosses into compiled code once."""

from __future__ import annotations

from tuilerie.envs.kernels.lanes import pay
from tuilerie.rules.compiled import kernel
from tuilerie.rules.verbs import apply, legal, observe, start


@kernel
def deal(states, players, rulesets, key, listed, mask):
    """Begin a game: the number of legal actions, and the seat that acts."""
    start(states[0], players, rulesets[0], key)
    n = _list(states[0], listed, mask)
    return n, int(states[0].turn)


@kernel
def move(states, action, listed, n, mask):
    """Do an action if it is among the n listed: the next number of legal actions, the seat that acts, the turns so far; -1 if it is not."""
    for i in range(n):
        if listed[i] == action:
            apply(states[0], action)
            m = _list(states[0], listed, mask)
            return m, int(states[0].turn), int(states[0].turns)
    return -1, int(states[0].turn), int(states[0].turns)


@kernel
def look(states, seat, out):
    observe(states[0], seat, out)


@kernel
def settle(states, settings, out):
    """What every seat is paid at the end."""
    pay(states[0], settings[0], out)


@kernel
def _list(state, listed, mask):
    mask[:] = 0
    n = legal(state, listed)
    for i in range(n):
        mask[listed[i]] = 1
    return n
