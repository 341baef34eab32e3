"""What a move of ReStart is worth by rules of thumb: shed much, jump little, bury the others' tiles rather than your
own, hurry only where somebody can follow.

All functions weigh masks of one colour: `mine`, what the mover holds, and `unseen`, what is in other hands or in the
box unseen (together: nobody knows more). So they serve for the position on the table and for any earlier one that the
record's history tells of.
"""

from __future__ import annotations

import numpy as np

from tuilerie.games.restart.rules import END, HIGHEST, RESTART, RUN_OFFSET
from tuilerie.kernel.bits import lowest
from tuilerie.kernel.compiled import kernel

# What each weight multiplies, all in points of the count. Found by `python bench/tune_restart.py`.
TILE = 0  # every tile placed: a turn saved
GAP = 1  # every value jumped over
BURIED = 2  # own points left behind while a Restart of that colour may still come
BURIED_FOR_GOOD = 3  # own points left behind when none can
BURIES = 4  # unseen points left behind
AHEAD = 5  # own points still ahead on that row
SAFE = 6  # share of a run's worth that remains when nobody can follow on that row
FOLLOWERS = 7  # unseen tiles at which half the danger is reached
ENDING = 8  # an End placed
ENDING_EARLY = 9  # ... times the share of the hand still held
RESTARTING = 10  # a Restart placed
RESTARTING_EARLY = 11
FREED = 12  # own points that become playable
FREED_OTHERS = 13  # unseen points that become playable
CUTTING = 14  # Scissors played
CUTTING_EARLY = 15
EMPTYING = 16  # Bin played
EMPTYING_EARLY = 17
PASSING = 18  # a pass while others may go on
CLOSING = 19  # a pass that ends the round
WEIGHTS = np.array(
    [
        10.41,
        0.04,
        -1.63,
        -0.89,
        0.219,
        0.179,
        0.898,
        3.33,
        7.95,
        -7.29,
        3.2,
        -8.26,
        0.347,
        -0.073,
        14.02,
        -20.8,
        11.23,
        -24.87,
        -2.65,
        -1.39,
    ],
    np.float64,
)
PLAIN = np.array(  # points and tiles, no thought of what others hold: where the tuning began
    [6.0, -1.5, -0.9, -0.9, 0.0, 0.0, 1.0, 3.0, 16.0, 0.0, 16.0, 0.0, 0.55, 0.0, 14.0, -20.0, 14.0, -20.0, 0.0, 0.0],
    np.float64,
)
# A person's first games: points above all, no thought of what is buried, Scissors and Bin kept for a great occasion
# that seldom comes.
FIRST_GAMES = np.array(
    [2.0, -1.0, -0.3, -0.3, 0.0, 0.0, 1.0, 3.0, 16.0, 0.0, 12.0, 0.0, 0.3, 0.0, -4.0, 0.0, -4.0, 0.0, 0.0, 0.0],
    np.float64,
)
FIRST_GAMES_NOISE = 20.0

NUMBERS = np.uint32(0xFFFC)  # bits 2..15
TILES_OF_COLOUR = np.uint32(0x3FFFC)  # bits 2..17: all but the 1
FULL_HAND = np.array([1.0, 1.0, 1 / 30.0, 1 / 29.0, 1 / 22.0])  # one over the tiles dealt, by players
NONE = -1e9  # the worth of what cannot be done


def _point_table(base: int) -> np.ndarray:
    """Points of nine bits of a colour's mask, the lowest standing for value `base`."""
    return np.array([sum(min(base + bit, END) for bit in range(9) if mask >> bit & 1) for mask in range(512)], np.int32)


LOW_POINTS, HIGH_POINTS = _point_table(0), _point_table(9)


@kernel
def best_run(weights, mine, unseen, top, early):
    """The run of highest worth on a row that counts `top`, by its place in RUN_OFFSET's order, and that worth; -1 if
    none can be placed.
    """
    over = above(top)
    danger, burying = _danger(weights, unseen & over), _burying(weights, mine | unseen)
    best, best_worth = -1, NONE
    rest = mine & over & NUMBERS
    while rest:
        first = lowest(rest)
        run = rest & ~(rest + (np.uint32(1) << np.uint32(first)))
        last = first + count_bits(run) - 1
        rest &= ~run
        worth = _numbers_worth(weights, mine, unseen, top, first, last, run, rest, danger, burying)
        if worth > best_worth:
            best, best_worth = RUN_OFFSET[first] + last - first, worth
        if last == HIGHEST:
            ending, extra = _best_ending(weights, mine & ~run, unseen, over, early)
            if ending >= 0 and worth + extra > best_worth:
                best, best_worth = RUN_OFFSET[first] + ending - first, worth + extra
    ending, worth = _best_ending(weights, mine, unseen, over, early)
    if ending >= 0 and worth > best_worth:
        best, best_worth = RUN_OFFSET[ending], worth
    return best, best_worth


@kernel
def run_worth(weights, mine, unseen, top, early, first, last):
    """What a certain run is worth, also one that stops short of what the hand holds."""
    over, worth, run = above(top), 0.0, np.uint32(0)
    if first <= HIGHEST:
        highest = min(last, HIGHEST)
        run = below(highest + 1) & ~below(first)
        danger, burying = _danger(weights, unseen & over), _burying(weights, mine | unseen)
        worth = _numbers_worth(
            weights, mine, unseen, top, first, highest, run, mine & NUMBERS & above(highest), danger, burying
        )
    if last == END:
        worth += _end_worth(weights, mine & ~run, unseen, over, early)
    elif last == RESTART:
        worth += _restart_worth(weights, mine & ~run, unseen, over, early)
    return worth


@kernel
def _danger(weights, followers):
    """The share of a run's worth that is at stake: the more can follow, the more."""
    count = count_bits(followers)
    return weights[SAFE] + (1.0 - weights[SAFE]) * count / (count + weights[FOLLOWERS])


@kernel
def _burying(weights, to_come):
    return weights[BURIED] if to_come >> np.uint32(RESTART) & np.uint32(1) else weights[BURIED_FOR_GOOD]


@kernel
def _numbers_worth(weights, mine, unseen, top, first, last, run, rest, danger, burying):
    """The numbers first..last (the mask `run`), `rest` being what the hand could still place after them."""
    skipped = below(first) & above(top)
    worth = points_of(run) + weights[TILE] * (last - first + 1)
    worth += weights[GAP] * (first - top - 1) + burying * points_of(mine & skipped)
    return worth * danger + weights[BURIES] * points_of(unseen & skipped) + weights[AHEAD] * points_of(rest)


@kernel
def _best_ending(weights, mine, unseen, over, early):
    """End or Restart on a row, and what it is worth; -1 if the hand has neither."""
    best, best_worth = -1, NONE
    if mine >> np.uint32(END) & np.uint32(1):
        best, best_worth = END, _end_worth(weights, mine, unseen, over, early)
    if mine >> np.uint32(RESTART) & np.uint32(1):
        worth = _restart_worth(weights, mine, unseen, over, early)
        if worth > best_worth:
            best, best_worth = RESTART, worth
    return best, best_worth


@kernel
def _end_worth(weights, mine, unseen, over, early):
    worth = weights[ENDING] + weights[ENDING_EARLY] * early + weights[TILE]
    return worth + (
        weights[BURIED] * points_of(mine & over & ~(np.uint32(1) << np.uint32(END)))
        + weights[BURIES] * points_of(unseen & over)
    )


@kernel
def _restart_worth(weights, mine, unseen, over, early):
    worth = weights[RESTARTING] + weights[RESTARTING_EARLY] * early + weights[TILE]
    return worth + (
        weights[FREED] * points_of(mine & ~over & NUMBERS) + weights[FREED_OTHERS] * points_of(unseen & ~over & NUMBERS)
    )


@kernel
def freed(weights, mine, unseen, top, value):
    """What it is worth that a row which counted `top` counts `value`."""
    if value >= top:
        return -20.0
    between = above(value) & ~above(top)
    if top >= END:
        between |= np.uint32(1) << np.uint32(END) | np.uint32(1) << np.uint32(RESTART)
    return weights[FREED] * points_of(mine & between) + weights[FREED_OTHERS] * points_of(unseen & between)


@kernel
def points_of(mask):
    """What a colour's tiles count: numbers their value, End and Restart 16."""
    return LOW_POINTS[mask & np.uint32(511)] + HIGH_POINTS[mask >> np.uint32(9)]


@kernel
def above(value):
    """Values above `value`, endings included."""
    return np.uint32(0x3FFFF) & ~((np.uint32(2) << np.uint32(value)) - np.uint32(1))


@kernel
def below(value):
    return (np.uint32(1) << np.uint32(value)) - np.uint32(1)


@kernel
def count_bits(mask):
    """The number of bits, in a way that compiles to one instruction or a few."""
    mask = mask - ((mask >> np.uint32(1)) & np.uint32(0x55555555))
    mask = (mask & np.uint32(0x33333333)) + ((mask >> np.uint32(2)) & np.uint32(0x33333333))
    mask = (mask + (mask >> np.uint32(4))) & np.uint32(0x0F0F0F0F)
    return int(np.uint32(mask * np.uint32(0x01010101)) >> np.uint32(24))
