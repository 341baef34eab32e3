"""Romi Rami: which cards a hand lacks for what a contract asks for. Suits are free (RR-T3), so values are enough."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tuilerie.games.romirami.deck import read_requirement

EVERY_VALUE = range(1, 10)


class Lack(NamedTuple):
    """Of the nearest way to meet all requirements, without the Joker."""

    cards: int
    # one card: the values of which any would do; more: their values if there is only one nearest way, else none
    values: tuple[int, ...]


@lru_cache(maxsize=4096)  # a hand is looked at again in every view until it changes
def lacking(requirements: tuple[str, ...], held: tuple[int, ...], values: range = EVERY_VALUE) -> Lack:
    """`held`: the values of a hand, sorted; `values`: those of the deck."""
    search = _Search(values)
    search.meet(sorted(requirements), [held.count(value) for value in range(EVERY_VALUE.stop)], ())
    if search.fewest == 1:
        return Lack(1, tuple(sorted(value for way in search.ways for value in way)))
    return Lack(search.fewest, search.ways.pop() if len(search.ways) == 1 else ())


class _Search:
    """Every choice of values for the requirements, and the missing cards of those that miss fewest."""

    def __init__(self, values: range) -> None:
        self.values = values
        self.fewest = 99
        self.ways: set[tuple[int, ...]] = set()

    def meet(self, words: Sequence[str], counts: list[int], missing: tuple[int, ...], first: int = 0) -> None:
        """Of equal requirements, only values that do not fall: their order means nothing."""
        if len(missing) > self.fewest:
            return
        if not words:
            if len(missing) < self.fewest:
                self.fewest, self.ways = len(missing), set()
            self.ways.add(tuple(sorted(missing)))
            return
        again = len(words) > 1 and words[1] == words[0]
        for at, place in enumerate(_places(words[0], self.values)[first:], first):
            left, lacked = counts.copy(), list(missing)
            for value in place:
                if left[value]:
                    left[value] -= 1
                else:
                    lacked.append(value)
            self.meet(words[1:], left, tuple(lacked), at if again else 0)


@lru_cache(maxsize=256)
def _places(word: str, values: range) -> list[tuple[int, ...]]:
    """The values of the cards that meet a requirement, one way after the other."""
    is_run, size, imposed = read_requirement(word)
    if is_run:
        return [tuple(range(low, low + size)) for low in values if low + size <= values.stop]
    return [(value,) * size for value in ([imposed] if imposed else values)]
