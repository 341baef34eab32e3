"""What a search needs of a game besides its verbs: how to play on from a position, where to stop, and what the position
is worth there.

A game's policy module may bring any of these; the defaults play to the end of the game with a little chance. All are
found by record type:
- `rollout(state, dice, out) -> action`: the policy of playouts (default: `greedy`, one action in eight at random)
- `settles(state, action) -> bool`: whether a playout stops just before this action, for instance because a round would
  end (default: never)
- `finish(state, seat, dice, out) -> bool`: play on to where playouts stop, for a search by `seat`; False if it takes
  too long (default: a loop of the above)
- `chances(state, out)`: each seat's chance of winning the game, asked only where a playout stopped (default: `returns`)
- `imagine(state, seat, dice)`: like `hide`, but likelier worlds more often, judging by what the others did before all
  eyes (default: `hide`)
- `suppose(state, seat, dice, deals)`: for games that weigh whole deals and would do so once per search: fill every line
  of `deals` (as many words as
  the module's DEAL says) with a likely deal; `imagine` is not asked then
- `lay(state, seat, deal)`: lay such a deal into the record
- `finish_with(state, seat, dice, out, deal)`: as `finish`, with what the deal supposes about the players (default:
  `finish`)
- `doubt(state) -> float`: by how much another action must be ahead before the choice of `greedy` is left, in chances of
  winning times the root of
  the number of worlds (default: not at all)
- `beginner(state, dice, out, n) -> action`: a person's first games (default: `greedy`, two actions in five at random)
"""

from __future__ import annotations

from typing import Any

from numba.extending import overload

from tuilerie.bots.kernels.policy import greedy, policies_of
from tuilerie.bots.kinds import UNIT
from tuilerie.kernel.chance import roll
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.verbs import apply, finished, hide, legal, returns

DEEPEST = 4000  # actions after which a playout is given up as even


@kernel
def playout(state, action, seat, dice, out, values, deal):
    """Do `action`, play on to where the game's playouts stop, and return the chance of `seat` in units, plus one if
    `action` itself ends the game won.

    Without that one, a win now and a certain win later would be equal, and a bot that can win might dawdle.
    """
    if not settles(state, action):
        apply(state, action)
        if finished(state):
            chances(state, values)
            return int(values[seat] * UNIT + 0.5) + (1 if values[seat] > 0.0 else 0)
        if not finish_with(state, seat, dice, out, deal):
            return UNIT // int(state.players)
    chances(state, values)
    return int(values[seat] * UNIT + 0.5)


# --- found by the type of the record ---------------------------------------------------------------


def rollout(state, dice, out):
    return _of(state, "rollout")(state, dice, out)


def settles(state, action):
    return _of(state, "settles")(state, action)


def finish(state, seat, dice, out):
    return _of(state, "finish")(state, seat, dice, out)


def chances(state, out):
    _of(state, "chances")(state, out)


def imagine(state, seat, dice):
    _of(state, "imagine")(state, seat, dice)


def suppose(state, seat, dice, deals):
    _of(state, "suppose")(state, seat, dice, deals)


def lay(state, seat, deal):
    _of(state, "lay")(state, seat, deal)


def finish_with(state, seat, dice, out, deal):
    return _of(state, "finish_with")(state, seat, dice, out, deal)


def doubt(state):
    return _of(state, "doubt")(state)


def beginner(state, dice, out, n):
    return _of(state, "beginner")(state, dice, out, n)


def _of(state: Any, name: str) -> Any:
    """The game's own function, or the default."""
    return getattr(policies_of(state), name, _DEFAULTS[name])


@overload(rollout)
def _rollout(state, dice, out):
    chosen = _of(state, "rollout")
    return lambda state, dice, out: chosen(state, dice, out)


@overload(settles)
def _settles(state, action):
    chosen = _of(state, "settles")
    return lambda state, action: chosen(state, action)


@overload(finish)
def _finish(state, seat, dice, out):
    chosen = _of(state, "finish")
    return lambda state, seat, dice, out: chosen(state, seat, dice, out)


@overload(chances)
def _chances(state, out):
    chosen = _of(state, "chances")
    return lambda state, out: chosen(state, out)


@overload(imagine)
def _imagine(state, seat, dice):
    chosen = _of(state, "imagine")
    return lambda state, seat, dice: chosen(state, seat, dice)


@overload(suppose)
def _suppose(state, seat, dice, deals):
    chosen = _of(state, "suppose")
    return lambda state, seat, dice, deals: chosen(state, seat, dice, deals)


@overload(lay)
def _lay(state, seat, deal):
    chosen = _of(state, "lay")
    return lambda state, seat, deal: chosen(state, seat, deal)


@overload(finish_with)
def _finish_with(state, seat, dice, out, deal):
    chosen = _of(state, "finish_with")
    return lambda state, seat, dice, out, deal: chosen(state, seat, dice, out, deal)


@overload(doubt)
def _doubt(state):
    chosen = _of(state, "doubt")
    return lambda state: chosen(state)


@overload(beginner)
def _beginner(state, dice, out, n):
    chosen = _of(state, "beginner")
    return lambda state, dice, out, n: chosen(state, dice, out, n)


@kernel
def _mostly_greedy(state, dice, out):
    n = legal(state, out)
    if n == 1:
        return out[0]
    return out[roll(dice, n)] if roll(dice, 8) == 0 else greedy(state, dice, out, n)


@kernel
def _never(state, action):
    return False


@kernel
def _step_by_step(state, seat, dice, out):
    for _ in range(DEEPEST):
        if finished(state):
            return True
        action = rollout(state, dice, out)
        if settles(state, action):
            return True
        apply(state, action)
    return False


@kernel
def _result(state, out):
    returns(state, out)


@kernel
def _evenly(state, seat, dice):
    hide(state, seat, dice)


@kernel
def _nothing(state, seat, dice, deals):
    pass


@kernel
def _as_it_is(state, seat, deal):
    pass


@kernel
def _whoever_they_are(state, seat, dice, out, deal):
    return finish(state, seat, dice, out)


@kernel
def _none(state):
    return 0.0


@kernel
def _clumsy(state, dice, out, n):
    return out[roll(dice, n)] if roll(dice, 5) < 2 else greedy(state, dice, out, n)


_DEFAULTS = {
    "rollout": _mostly_greedy,
    "settles": _never,
    "finish": _step_by_step,
    "chances": _result,
    "imagine": _evenly,
    "suppose": _nothing,
    "lay": _as_it_is,
    "finish_with": _whoever_they_are,
    "doubt": _none,
    "beginner": _clumsy,
}
