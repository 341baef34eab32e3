"""Every way to complete a contract of Romi Rami, by brute force.

A fill is spelt as one group per requirement, in the contract's order, for example "d2+h2 c3+c3+*".
"""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

SUITS = "cdhl"  # cherry, diamond, heart, clover
JOKER = "*"
REAL_VALUES = (1, 2, 3, 4, 5)


class Requirement(NamedTuple):
    kind: str  # "set" or "run"
    size: int  # how many cards
    value: int | None  # a set of just this value, or None for any


@cache
def read_requirement(text: str) -> Requirement:
    """ "set4", "set2of5" or "run3"; ValueError for anything else."""
    match = re.fullmatch(r"(?:(set)([1-9][0-9]*)(?:of([1-9][0-9]*))?|(run)([1-9][0-9]*))", text)
    if match is None:
        raise ValueError(f"not a requirement: {text!r}")
    if match[4]:
        return Requirement("run", int(match[5]), None)
    return Requirement("set", int(match[2]), int(match[3]) if match[3] else None)


def card_order(card: str) -> tuple[int, int]:
    """By suit, then by value."""
    return SUITS.index(card[0]), int(card[1:])


def fills(
    hand: list[str],
    has_joker: bool,
    requirements: list[str],
    values: tuple[int, ...] = REAL_VALUES,
) -> set[str]:
    """Every distinct spelling; `values` are those a card of the deck can have, rising without a gap."""
    found = set()

    def choose_next(groups: list[str], left: list[str], joker: bool) -> None:
        if len(groups) == len(requirements):
            found.add(" ".join(groups))
            return
        requirement = requirements[len(groups)]
        for group in groups_for(requirement, left, joker, values):
            if in_text_order(groups, group, requirements):
                cards = group.split("+")
                rest = list(left)
                for card in cards:
                    if card != JOKER:
                        rest.remove(card)  # RR-T3: each requirement has its own cards
                choose_next(groups + [group], rest, joker and JOKER not in cards)

    needed = sum(read_requirement(text).size for text in requirements)
    if len(hand) + has_joker >= needed:  # otherwise it is not worth the search
        choose_next([], sorted(hand, key=card_order), has_joker)
    return found


def in_text_order(groups: list[str], group: str, requirements: list[str]) -> bool:
    """Groups of equal requirements stand in text order; this one comes after those already chosen."""
    requirement = requirements[len(groups)]
    earlier = [other for other, same in zip(groups, requirements) if same == requirement]
    return all(other <= group for other in earlier)


def groups_for(requirement: str, cards: list[str], joker: bool, values: tuple[int, ...]) -> set[str]:
    """Every group of these cards, in suit order, and perhaps the Joker, that meets one requirement."""
    kind, size, fixed = read_requirement(requirement)
    of_value = {value: [card for card in cards if int(card[1:]) == value] for value in values}
    if kind == "run":
        return runs(size, of_value, joker)
    return sets(size, {value: of_value[value] for value in values if fixed in (None, value)}, joker)


def sets(size: int, of_value: dict[int, list[str]], joker: bool) -> set[str]:
    """Equal values in suit order, the Joker last."""
    found = set()
    for cards in of_value.values():
        found |= {"+".join(chosen) for chosen in combinations(cards, size)}
        if joker:
            found |= {"+".join(chosen + (JOKER,)) for chosen in combinations(cards, size - 1)}
    return found


def runs(size: int, of_value: dict[int, list[str]], joker: bool) -> set[str]:
    """Consecutive values rising (RR-T5), the Joker where its card would stand."""
    found = set()
    values = list(of_value)
    for start in range(len(values) - size + 1):
        columns = [of_value[value] for value in values[start : start + size]]
        found |= {"+".join(chosen) for chosen in product(*columns)}
        if joker:
            for place in range(size):
                with_joker = columns[:place] + [[JOKER]] + columns[place + 1 :]
                found |= {"+".join(chosen) for chosen in product(*with_joker)}
    return found
