"""What a deal or a draw was worth to each seat: the position that came of it against those that might have come.

A seat's worth is what it could know, so a tile that another seat drew unseen changes nothing for it: it is told later,
with the others' hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum

from tuilerie.bots.dice import Dice
from tuilerie.bots.trials import worth
from tuilerie.engine.game import Event, Game
from tuilerie.kernel.records import Record

WORLDS = 150  # per seat and position
NO_CHANCE = ("move", "round", "end", "shuffle")
_KEY = 8  # words of a record's seed


def of_deal(game: Game, first: Record) -> list[float]:
    """What the first deal was worth to each seat: before it, everybody had an even share."""
    players = first["players"]
    return [worth(game, seat, WORLDS, seat + 1, lambda _: first) - 1 / players for seat in range(players)]


def of_move(game: Game, before: Record, move: str, after: Record) -> list[float] | None:
    """What the draws, refills and deals that followed a move were worth to each seat; None: nothing was drawn.

    Seats that are not asked share the opposite of what the others got.
    """
    seats = _concerned(game.tell(before, move, after), after)
    if not seats:
        return None
    actions = game.read(before, move)
    redrawn = [_drawn_again(game, before, actions, number) for number in range(WORLDS)]
    found = [0.0] * after["players"]
    for seat in seats:
        others = worth(game, seat, WORLDS, seat + 1, redrawn.__getitem__)
        found[seat] = worth(game, seat, WORLDS, seat + 1, lambda _: after) - others
    rest = [seat for seat in range(after["players"]) if seat not in seats]
    for seat in rest:
        found[seat] = -fsum(found[each] for each in seats) / len(rest)
    return found


def _concerned(events: Iterable[Event], after: Record) -> set[int]:
    """Whose chances a chance event changes first: a deal everybody's, a draw the drawer's, what lies open the next
    mover's.
    """
    seats: set[int] = set()
    for kind, *told in events:
        if kind == "deal":
            seats |= set(range(after["players"]))
        elif kind == "draw":
            seats.add(told[0])
        elif kind not in NO_CHANCE:
            seats.add(after["turn"])
    return seats


def _drawn_again(game: Game, before: Record, actions: Sequence[int], number: int) -> Record:
    """The position after the move, had what was still to come lain in another order."""
    here, dice = before.copy(), Dice(number)
    for name, first, last in game.to_come(here):
        pieces = list(here[name])
        for place in range(last - 1, first, -1):
            other = first + dice.toss() % (place - first + 1)
            pieces[place], pieces[other] = pieces[other], pieces[place]
        here[name] = pieces
    here["key"] = [dice.toss() >> 32 for _ in range(_KEY)]
    here["next_block"], here["next_pair"] = 0, 32
    for action in actions:
        game.apply(here, action)
    return here
