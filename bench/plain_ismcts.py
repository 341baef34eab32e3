"""ISMCTS for ReStart at two players in plain Python, with the playout policy of the bots: the yardstick of
bench/search.py. No NumPy, no Numba in the loop.

A position is hands, aside (six masks each), rows (lists of values), turn and passes. Rules as far as playouts need
them.
"""

from __future__ import annotations

import math
import random
from typing import Any

from tuilerie.games.restart import greedy as policies
from tuilerie.games.restart import worth as policy

END, RESTART, HIGHEST, SPECIAL = 16, 17, 15, 5
ALL = (1 << 18) - 1
NUMBERS = 0xFFFC
W = policy.WEIGHTS.tolist()
NOISE = policies.PLAYOUT_NOISE
POINTS = [sum(min(value, END) for value in range(2, 18) if mask >> value & 1) for mask in range(1 << 18)]
Move = tuple[Any, ...]  # ("run", colour, first, last), ("cut", colour), ("empty", colour), ("stop",), ("pass",)


class Position:
    __slots__ = ("aside", "cut_row", "hands", "passes", "rows", "turn", "winner")

    def __init__(self, hands: list[list[int]], aside: list[int], rows: list[list[int]], turn: int) -> None:
        self.hands, self.aside, self.rows, self.turn = hands, aside, rows, turn
        self.passes, self.cut_row, self.winner = 0, -1, -1

    def copy(self) -> Position:
        twin = Position([hand[:] for hand in self.hands], self.aside[:], [row[:] for row in self.rows], self.turn)
        twin.passes, twin.cut_row, twin.winner = self.passes, self.cut_row, self.winner
        return twin

    def top(self, colour: int) -> int:
        last = self.rows[colour][-1]
        return 0 if last == RESTART else last

    def redeal(self, chance: random.Random) -> None:
        other = self.hands[1 - self.turn]
        size = sum(mask.bit_count() for mask in other)
        pool = [(c, bit) for c in range(6) for bit in range(18) if (other[c] | self.aside[c]) >> bit & 1]
        chance.shuffle(pool)
        other[:], self.aside[:] = [0] * 6, [0] * 6
        for i, (colour, bit) in enumerate(pool):
            (other if i < size else self.aside)[colour] |= 1 << bit

    def legal(self) -> list[Move]:
        hand = self.hands[self.turn]
        if self.cut_row >= 0:
            return [("stop",), *self.runs(self.cut_row)]
        moves: list[Move] = [("pass",)]
        for colour in range(5):
            moves += self.runs(colour)
            if len(self.rows[colour]) > 1:
                moves += [("cut", colour)] * bool(hand[SPECIAL] & 3) + [("empty", colour)] * bool(hand[SPECIAL] & 4)
        return moves

    def runs(self, colour: int) -> list[Move]:
        top, found = self.top(colour), []
        if top >= END:
            return []
        mask = self.hands[self.turn][colour] & ALL & ~((2 << top) - 1)
        for first in range(2, HIGHEST + 1):
            last = first
            while last <= HIGHEST and mask >> last & 1:
                found.append(("run", colour, first, last))
                last += 1
            if last == END and first < END:
                found += [("run", colour, first, ending) for ending in (END, RESTART) if mask >> ending & 1]
        return found + [("run", colour, ending, ending) for ending in (END, RESTART) if mask >> ending & 1]

    def apply(self, move: Move) -> None:
        hand, kind = self.hands[self.turn], move[0]
        if kind == "run":
            _, colour, first, last = move
            values = [*range(first, min(last, HIGHEST) + 1)] + [last] * (last >= END)
            for value in values:
                hand[colour] &= ~(1 << value)
            self.rows[colour] += values
        elif kind in ("cut", "empty"):
            special = hand[SPECIAL] & (3 if kind == "cut" else 4)
            hand[SPECIAL] ^= special & -special
            del self.rows[move[1]][-1 if kind == "cut" else 1 :]
            self.cut_row = move[1]
        if not any(hand):
            self.winner = self.turn
        elif kind not in ("cut", "empty"):
            self.cut_row = -1
            self.turn = 1 - self.turn
            self.passes = self.passes + 1 if kind == "pass" else 0

    @property
    def over(self) -> bool:
        return self.winner >= 0 or self.passes == 2

    def chance_of_first(self) -> float:
        if self.winner >= 0:
            return 1.0 - self.winner
        mine, theirs = (sum(POINTS[mask] for mask in hand[:5]) + 20 * hand[SPECIAL].bit_count() for hand in self.hands)
        if max(mine, theirs) >= 100:
            return 1.0 if mine < theirs else 0.0 if mine > theirs else 0.5
        scale = policies.CALM[2] + policies.SLACK[2] * (100 - max(mine, theirs))
        return 1.0 / (1.0 + math.exp((mine - theirs) / scale))


def thoughtful(position: Position, chance: random.Random) -> Move:
    """The policy of playouts, as in games/restart/greedy.py and restart_worth.py."""
    hand = position.hands[position.turn]
    early = sum(mask.bit_count() for mask in hand) / 30
    if position.cut_row >= 0:
        move, worth = best_run(position, position.cut_row, early)
        return move if move and worth > 0 else ("stop",)
    best: Move = ("pass",)
    best_worth = W[policy.CLOSING] if position.passes == 1 else W[policy.PASSING]
    for colour in range(5):
        move, worth = best_run(position, colour, early)
        worth += chance.random() * NOISE
        if move and worth > best_worth:
            best, best_worth = move, worth
    for colour in range(5 if hand[SPECIAL] else 0):
        row = position.rows[colour]
        if len(row) > 1:
            if hand[SPECIAL] & 3:
                below = 0 if row[-2] == RESTART else row[-2]
                worth = W[policy.CUTTING] + W[policy.CUTTING_EARLY] * early + freed(position, colour, below)
                if worth > best_worth:
                    best, best_worth = ("cut", colour), worth
            if hand[SPECIAL] & 4:
                worth = W[policy.EMPTYING] + W[policy.EMPTYING_EARLY] * early + freed(position, colour, 1)
                if worth > best_worth:
                    best, best_worth = ("empty", colour), worth
    return best


def best_run(position: Position, colour: int, early: float) -> tuple[Move, float]:
    top = position.top(colour)
    mine = position.hands[position.turn][colour]
    over = ALL & ~((2 << top) - 1)
    if top >= END or not mine & over:
        return (), -1e9
    unseen = position.hands[1 - position.turn][colour] | position.aside[colour]
    count = (unseen & over).bit_count()
    danger = W[policy.SAFE] + (1 - W[policy.SAFE]) * count / (count + W[policy.FOLLOWERS])
    burying = W[policy.BURIED] if (mine | unseen) >> RESTART & 1 else W[policy.BURIED_FOR_GOOD]
    best, best_worth, rest = (), -1e9, mine & over & NUMBERS
    while rest:
        low = rest & -rest
        first, run = low.bit_length() - 1, rest & ~(rest + low)
        last = first + run.bit_count() - 1
        rest &= ~run
        skipped = (low - 1) & over
        worth = (
            POINTS[run]
            + W[policy.TILE] * (last - first + 1)
            + W[policy.GAP] * (first - top - 1)
            + burying * POINTS[mine & skipped]
        )
        worth = worth * danger + W[policy.BURIES] * POINTS[unseen & skipped] + W[policy.AHEAD] * POINTS[rest]
        if worth > best_worth:
            best, best_worth = ("run", colour, first, last), worth
        if last == HIGHEST:
            ending, extra = best_ending(mine & ~run, unseen, over, early)
            if ending and worth + extra > best_worth:
                best, best_worth = ("run", colour, first, ending), worth + extra
    ending, worth = best_ending(mine, unseen, over, early)
    if ending and worth > best_worth:
        best, best_worth = ("run", colour, ending, ending), worth
    return best, best_worth


def best_ending(mine: int, unseen: int, over: int, early: float) -> tuple[int, float]:
    best, best_worth = 0, -1e9
    if mine >> END & 1:
        best = END
        best_worth = W[policy.ENDING] + W[policy.ENDING_EARLY] * early + W[policy.TILE]
        best_worth += W[policy.BURIED] * POINTS[mine & over & ~(1 << END)] + W[policy.BURIES] * POINTS[unseen & over]
    if mine >> RESTART & 1:
        under = ~over & NUMBERS
        worth = W[policy.RESTARTING] + W[policy.RESTARTING_EARLY] * early + W[policy.TILE]
        worth += W[policy.FREED] * POINTS[mine & under] + W[policy.FREED_OTHERS] * POINTS[unseen & under]
        if worth > best_worth:
            best, best_worth = RESTART, worth
    return best, best_worth


def freed(position: Position, colour: int, value: int) -> float:
    top = position.top(colour)
    if value >= top:
        return -20.0
    between = ((2 << top) - 1) & ~((2 << value) - 1) & ALL
    if top >= END:
        between |= 1 << END | 1 << RESTART
    unseen = position.hands[1 - position.turn][colour] | position.aside[colour]
    return (
        W[policy.FREED] * POINTS[position.hands[position.turn][colour] & between]
        + W[policy.FREED_OTHERS] * POINTS[unseen & between]
    )


class Node:
    __slots__ = ("available", "children", "mover", "total", "visits")

    def __init__(self, mover: int) -> None:
        self.mover, self.children, self.visits, self.available, self.total = mover, {}, 0, 1, 0.0


def search(root: Position, iterations: int, seed: int) -> Move:
    chance, tree = random.Random(seed), Node(-1)
    for _ in range(iterations):
        position, node, path = root.copy(), tree, []
        position.redeal(chance)
        while not position.over:
            moves = position.legal()
            untried = [move for move in moves if move not in node.children]
            for move in moves:
                if move in node.children:
                    node.children[move].available += 1
            if untried:
                move = chance.choice(untried)
                node.children[move] = Node(position.turn)
            else:
                kids = node.children
                move = max(
                    moves,
                    key=lambda m: (
                        kids[m].total / kids[m].visits + 0.4 * math.sqrt(math.log(kids[m].available) / kids[m].visits)
                    ),
                )
            node = node.children[move]
            path.append(node)
            position.apply(move)
            if untried:
                break
        while not position.over:
            position.apply(thoughtful(position, chance))
        first = position.chance_of_first()
        for node in path:
            node.visits += 1
            node.total += first if node.mover == 0 else 1.0 - first
    return max(tree.children.items(), key=lambda item: item[1].visits)[0]
