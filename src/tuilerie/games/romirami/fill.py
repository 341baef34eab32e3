"""Romi Rami: what a contract asks for, and whether a hand can give it. Suits are free (RR-T3), so all is decided on
counts per value.

A requirement is one small number: a set of n cards is n, with its value imposed n + 10 * value; a run of n is RUN + n;
0 is none. Counts per value are packed into one int64, four bits per value (a hand never has more than 13 cards): value
v at bit 4 * v.
"""

from __future__ import annotations

import numpy as np

from tuilerie.games.romirami.record import KINDS, REQUIREMENTS, RUN, VALUES, size_of
from tuilerie.kernel.compiled import kernel

WITHOUT_JOKER = 1 << 15  # beside a bit per place where the Joker may stand
IMPOSSIBLE = 99


@kernel
def value_counts(hand):
    """Cards per value in a hand (counts per kind), packed."""
    counts = np.int64(0)
    for kind in range(KINDS):
        if hand[kind]:
            counts += np.int64(hand[kind]) << np.int64(4 * (kind % VALUES + 1))
    return counts


@kernel
def held(counts, value):
    return (counts >> np.int64(4 * value)) & np.int64(15)


@kernel
def one(value):
    """One card of a value, packed."""
    return np.int64(1) << np.int64(4 * value)


@kernel
def lowest_value(code):
    """The least value a set may have, or with which a run may begin.

    No requirement has one value, that changes nothing.
    """
    return code // 10 if 10 < code < RUN else 1


@kernel
def highest_value(code):
    if code == 0:
        return 1
    if code > RUN:
        return VALUES - (code - RUN) + 1
    return code // 10 if code > 10 else VALUES


@kernel
def spend(state, code, value, counts):
    """Meet a requirement at `value` as far as the cards go: how many are missing, and what is left.

    The Joker stands for a card, so for a value between the deck's lowest and highest (RR-T5, T6).
    """
    if code == 0:
        return np.int64(0), counts
    if code < RUN:
        if not (int(state.in_deck) >> value) & 1:
            return np.int64(IMPOSSIBLE), counts
        used = min(held(counts, value), np.int64(code % 10))
        return np.int64(code % 10) - used, counts - used * one(value)
    size = code - RUN
    if ((int(state.in_deck) >> value) & ((1 << size) - 1)) != (1 << size) - 1:
        return np.int64(IMPOSSIBLE), counts
    missing = np.int64(0)
    for step in range(value, value + size):
        if held(counts, step):
            counts -= one(step)
        else:
            missing += 1
    return missing, counts


@kernel
def code_at(state, contract, at):
    """The code of a contract's requirement; 0 past the last one."""
    return int(state.requirement[contract, at]) if at < REQUIREMENTS else 0


@kernel
def can_meet(state, contract, at, counts, joker):
    """Whether the requirements from number `at` on can all be met, each by its own cards.

    The Joker is spent only on what is missing: a Joker kept can stand for whatever card it would have saved. One loop
    per requirement rather than a recursion, because Numba cannot load recursive functions from its cache (numba issue
    6061).
    """
    first, second = code_at(state, contract, at), code_at(state, contract, at + 1)
    third, fourth = code_at(state, contract, at + 2), code_at(state, contract, at + 3)
    for value in range(lowest_value(first), highest_value(first) + 1):
        missing, left = spend(state, first, value, counts)
        if missing > joker:
            continue
        if second == 0:
            return True
        for value_2 in range(lowest_value(second), highest_value(second) + 1):
            missing_2, left_2 = spend(state, second, value_2, left)
            if missing + missing_2 > joker:
                continue
            if third == 0:
                return True
            for value_3 in range(lowest_value(third), highest_value(third) + 1):
                missing_3, left_3 = spend(state, third, value_3, left_2)
                if missing + missing_2 + missing_3 > joker:
                    continue
                for value_4 in range(lowest_value(fourth), highest_value(fourth) + 1):
                    missing_4, _ = spend(state, fourth, value_4, left_3)
                    if missing + missing_2 + missing_3 + missing_4 <= joker:
                        return True
    return False


@kernel
def ways(state, contract, at, value, counts, joker):
    """How requirement `at` can be met at `value` so that the rest can be met too: WITHOUT_JOKER, and a bit per place
    where the Joker may stand.
    """
    code = int(state.requirement[contract, at])
    size = size_of(code)
    missing, left = spend(state, code, value, counts)
    found = 0
    if missing == 0 and can_meet(state, contract, at + 1, left, joker):
        found |= WITHOUT_JOKER
    if joker == 0 or missing > 1:
        return found
    if code < RUN:  # the Joker stands last in a set
        saved = np.int64(0) if missing else one(value)
        return found | (1 << (size - 1)) if can_meet(state, contract, at + 1, left + saved, np.int64(0)) else found
    for place in range(size):
        if missing and held(counts, value + place):
            continue
        saved = np.int64(0) if missing else one(value + place)
        if can_meet(state, contract, at + 1, left + saved, np.int64(0)):
            found |= 1 << place
    return found
