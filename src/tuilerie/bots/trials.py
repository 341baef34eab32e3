"""Single actions played out in many worlds: how much better one is than another, and what a position is worth to a
seat.

The worlds are those of the search, but fresh ones: whoever chose the best of many by its luck in some worlds must
measure it in others.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum, sqrt

from tuilerie.bots import player, search
from tuilerie.bots.dice import Dice
from tuilerie.bots.kinds import UNIT
from tuilerie.bots.roster import BUILT_IN
from tuilerie.engine.game import Game
from tuilerie.kernel.records import Record

BATCHES = 16  # of worlds: their spread tells how sure a difference is
DEALS_FACTOR = 4  # a chance by itself depends more on the deals that are weighed than a difference in the same deals
PLAYOUTS_PER_WORLD = 2  # where the world is given
_ALL = 0xFFFFFFFFFFFFFFFF


@dataclass(frozen=True, slots=True)
class Difference:
    """The mover's chance with one action and with another, and the standard error of the difference."""

    one: float
    other: float
    error: float

    @property
    def gain(self) -> float:
        return self.one - self.other


def compare(game: Game, state: Record, actions: tuple[int, int], worlds: int, seed: int) -> Difference:
    """Two actions of the seat to move, each played out in the same worlds, as far as that seat knows them."""
    found = _batches(game, state, actions, worlds, seed=seed, deals_for=worlds)
    gains = [one - other for one, other in found]
    return Difference(_mean([one for one, _ in found]), _mean([other for _, other in found]), _error(gains))


def measure(game: Game, state: Record, action: int, worlds: int, *, seed: int) -> tuple[float, float]:
    """The mover's chance with one action, in worlds as far as the mover knows them, and its standard error."""
    batches = _batches(game, state, (action,), worlds, seed=seed, deals_for=DEALS_FACTOR * worlds)
    found = [chance for (chance,) in batches]
    return _mean(found), _error(found)


def _batches(
    game: Game, state: Record, actions: Sequence[int], worlds: int, *, seed: int, deals_for: int
) -> list[list[float]]:
    """The mover's chance with each action, batch by batch. Every batch weighs deals of its own, as many as a search of
    `deals_for` playouts: with one set of deals for all, the spread of the batches would say nothing of the luck of that
    set.
    """
    size = max(1, worlds // BATCHES)
    desk = search.Desk(game, search.deals_wanted(game, deals_for))
    found = []
    for dice in (Dice(seed + batch) for batch in range(BATCHES)):
        batch_seed = dice.toss()
        game.library.prepare(state.address, desk.records, batch_seed, desk.moves, desk.out, 0, 0)
        game.library.weigh_deals(desk.records, batch_seed, desk.deals, desk.count)
        for place, action in enumerate(actions):
            desk.moves[place] = action
        found.append(_played(game, desk, batch_seed, range(size), alive=len(actions), cheating=False))
    return found


def worth(
    game: Game, seat: int, worlds: int, seed: int, world: Callable[[int], Record], *, eyes: int | None = None
) -> float:
    """What positions are worth to `seat`, which may not be on turn: the mean over `world(0)`, `world(1)`, ..., in each
    of which all that the seat cannot know is dealt again and the rules of thumb go on. `eyes`: all that this seat
    cannot know, instead.
    """
    desk, dice = search.Desk(game), Dice(seed)
    known = seat if eyes is None else eyes
    return _mean([_once(game, world(number), (seat, known), desk, dice) for number in range(worlds)])


def _once(game: Game, state: Record, seats: tuple[int, int], desk: search.Desk, dice: Dice) -> float:
    """To the first of the seats, with the eyes of the second."""
    (seat, eyes), here = seats, state.copy()
    game.library.redeal(here.address, eyes, (ctypes.c_uint64 * 1)(dice.toss()))
    while True:
        n = game.library.list_legal(here.address, desk.out)
        if n == 0:
            shares, points = (ctypes.c_double * 4)(), (ctypes.c_double * 4)()
            game.library.result(here.address, shares, points)
            return shares[seat]
        if here["turn"] == seat:
            break
        game.apply(here, player.choose(game, here, BUILT_IN["greedy"], dice))
    favourite = game.library.prepare(here.address, desk.records, 1, desk.moves, desk.out, 1, 1)
    desk.moves[0] = favourite
    return _played(game, desk, dice.toss(), range(PLAYOUTS_PER_WORLD), alive=1, cheating=True)[0]


def _error(batches: Sequence[float]) -> float:
    """The standard error of the mean of all batches."""
    mean = _mean(batches)
    return sqrt(fsum((each - mean) ** 2 for each in batches) / (BATCHES - 1) / BATCHES)


def _mean(numbers: Sequence[float]) -> float:
    """By `fsum`: `sum` of floats rounds otherwise from Python 3.12 on, and a browser has a newer Python."""
    return fsum(numbers) / len(numbers)


def _played(game: Game, desk: search.Desk, seed: int, worlds: range, *, alive: int, cheating: bool) -> list[float]:
    """The mover's chance with each of the first `alive` actions on the desk."""
    for place in range(alive):
        desk.sums[place] = 0
    game.library.play_worlds(
        desk.records,
        desk.deals,
        desk.count,
        seed,
        worlds.start,
        worlds.stop,
        1,
        desk.moves,
        alive,
        desk.sums,
        desk.out,
        int(cheating),
    )
    return [min(1.0, desk.sums[place] / UNIT / len(worlds)) for place in range(alive)]
