"""Where a result came from, in whole points of the chance of winning that add up: own decisions, the others' mistakes,
deals and draws, the others' hands. And everybody's chances over time, as one seat could know them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum

from tuilerie.bots.review import Review

WELL = 15  # points lost by one's own decisions up to which a game is called well played


@dataclass(frozen=True, slots=True)
class Account:
    """`start` plus the four terms is `end`, all in points: one point is a hundredth of a victory."""

    start: int
    own: int
    others: int
    drawn: int
    hands: int
    end: int

    @property
    def decisions(self) -> int:
        return self.own + self.others

    @property
    def luck(self) -> int:
        return self.drawn + self.hands

    @property
    def verdict(self) -> str:
        """A code of the catalogue under `review`."""
        well = self.own >= -WELL
        if self.end > self.start:
            return "won-well" if well else "won-lucky" if self.luck > 0 else "won-anyway"
        return "lost-well" if well else "lost-poorly"


def accounts(review: Review) -> list[Account]:
    """One for each seat. The hands of the others are what the other three terms do not explain."""
    even = 1 / review.players
    gains = [[0.0] * review.players for _ in range(3)]
    for seat in range(review.players):
        gains[2][seat] = review.deal[seat]
    line = lines_of(review)
    for number, turn in enumerate(review.turns):
        gains[0][turn.seat] -= turn.loss
        for seat, share in _shares(line, number, turn.seat).items():
            gains[1][seat] += share * turn.loss
        for seat in range(review.players):
            gains[2][seat] += turn.luck[seat]
    return [_account(even, [gain[seat] for gain in gains], line[seat][-1]) for seat in range(review.players)]


def _account(even: float, terms: list[float], end: float) -> Account:
    start, last = round(100 * even), round(100 * end)
    own, others, drawn, hands = rounded([*terms, end - even - fsum(terms)], last - start)
    return Account(start, own, others, drawn, hands, last)


def _shares(lines: list[list[float]], number: int, mover: int) -> dict[int, float]:
    """What each other seat gets of a loss: as their chances are at that time."""
    chances = {seat: line[number] for seat, line in enumerate(lines) if seat != mover}
    whole = fsum(chances.values())
    return {seat: chance / whole if whole > 0 else 1 / len(chances) for seat, chance in chances.items()}


# --- chances over time -----------------------------------------------------------------------------------------------


def lines_of(review: Review) -> list[list[float]]:
    """Each seat's own chance before every turn, as it knew it, and at the end: what it saw at its own turns, straight
    lines between.
    """
    return [_line(review, seat) for seat in range(review.players)]


def percents(review: Review, seat: int) -> list[list[int]]:
    """Everybody's chances before every turn and at the end, for the eyes of `seat`: at each point they add up to 100.

    The seat's own is what it knew; the others share the rest as they saw themselves.
    """
    lines = lines_of(review)
    return [_shared([line[point] for line in lines], seat) for point in range(len(review.turns) + 1)]


def _line(review: Review, seat: int) -> list[float]:
    known = {0: 1 / review.players}
    for number, turn in enumerate(review.turns):
        if turn.seat == seat and turn.best is not None and turn.taken is not None:
            known[number] = turn.best
            known[number + 1] = turn.taken
    last = len(review.turns)
    if review.complete and any(review.result):
        known[last] = review.result[seat]
    known.setdefault(last, known[max(known)])
    line = [0.0] * (last + 1)
    for left, right in pairwise(sorted(known)):
        for point in range(left, right + 1):
            line[point] = known[left] + (known[right] - known[left]) * (point - left) / (right - left)
    if last == 0:
        line[0] = known[0]
    return line


def _shared(chances: list[float], seat: int) -> list[int]:
    rest = fsum(chances) - chances[seat]
    left = 1 - chances[seat]
    exact = [
        chance if other == seat else left * (chance / rest if rest > 0 else 1 / (len(chances) - 1))
        for other, chance in enumerate(chances)
    ]
    return rounded(exact, 100)


def rounded(terms: Sequence[float], whole: int) -> list[int]:
    """Chances in whole points that add up to `whole`: the largest remainders are rounded up."""
    points = [int(100 * term // 1) for term in terms]
    by_remainder = sorted(range(len(terms)), key=lambda place: points[place] - 100 * terms[place])
    missing = whole - sum(points)
    for place in range(missing):
        points[by_remainder[place % len(points)]] += 1
    for place in range(-missing):
        points[by_remainder[-1 - place % len(points)]] -= 1
    return points


def mistake_points(review: Review, seat: int, own: int) -> dict[int, int]:
    """What each of a seat's mistakes cost, by the number of its turn. With the slips too small to be named, which are
    the rest, they add up to what its decisions cost.
    """
    costs = {
        number: turn.mistake.cost
        for number, turn in enumerate(review.turns)
        if turn.seat == seat and turn.mistake is not None
    }
    lost = fsum(turn.loss for turn in review.turns if turn.seat == seat)
    points = rounded([*costs.values(), lost - fsum(costs.values())], -own)
    return dict(zip(costs, points, strict=False))
