"""A bot's dice: one number of 64 bits, advanced by SplitMix64, in Python and inside compiled code alike.

Never the game's own stream.
"""

from __future__ import annotations

import ctypes

_ALL = 0xFFFFFFFFFFFFFFFF


class Dice:
    """`address` is what entries take; they move the dice on."""

    __slots__ = ("_memory", "address")

    def __init__(self, seed: int) -> None:
        self._memory = ctypes.c_uint64(seed & _ALL)
        self.address = ctypes.addressof(self._memory)

    @property
    def value(self) -> int:
        return self._memory.value

    def toss(self) -> int:
        """64 random bits, as `chance.toss`."""
        z = self._memory.value = (self._memory.value + 0x9E3779B97F4A7C15) & _ALL
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _ALL
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _ALL
        return z ^ (z >> 31)


def bot_dice(run: int, number: int, seat: int) -> Dice:
    """The dice of one seat in one game of a run, as `policy.bot_dice`."""
    z = (run + number * 0xD1342543DE82EF95 + (seat + 1) * 0x9E3779B97F4A7C15) & _ALL
    for _ in range(2):
        z = (z ^ (z >> 32)) * 0xD6E8FEB86659FD93 & _ALL
    return Dice(z ^ (z >> 32))
