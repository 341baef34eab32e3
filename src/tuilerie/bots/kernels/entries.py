"""The entries of the bots: every level's choice, and a search as a whole or, where several threads or a clock have a
say, stage by stage.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from importlib import import_module
from typing import Any

from tuilerie.bots.kernels import policy
from tuilerie.bots.kernels import search as searching
from tuilerie.bots.kernels.choosing import choose as _choose
from tuilerie.kernel.entries import entry, quick_entry
from tuilerie.kernel.modules import KernelModules


def register(modules: KernelModules, records: MutableMapping[str, Any], constants: MutableMapping[str, int]) -> None:
    """Make a game's rules of thumb known."""
    policy.register(import_module(modules.rules), modules.policies)
    constants["DEAL"] = int(getattr(policy.policies_for(import_module(modules.rules)), "DEAL", 0))


@entry(
    dice="u64[1]",
    desk="state[3]",
    deals="u32[count, DEAL]",
    moves="i32[ACTIONS]",
    sums="i64[ACTIONS]",
    visits="i64[ACTIONS]",
    out="i32[ACTIONS]",
)
def choose(state, kind, playouts, cheating, dice, desk, deals, count, moves, sums, visits, out):
    """The action of a bot of this kind for the seat to move; one that searches has `playouts` playouts."""
    return _choose(state, kind, playouts, cheating != 0, dice, desk, deals, moves, sums, visits, out)


@entry(
    seed="u64",
    desk="state[3]",
    deals="u32[count, DEAL]",
    moves="i32[ACTIONS]",
    sums="i64[ACTIONS]",
    visits="i64[ACTIONS]",
    out="i32[ACTIONS]",
)
def search(state, budget, seed, cheating, desk, deals, count, moves, sums, visits, out):
    """A whole search: the actions, best first, what they were worth in all, and the worlds each was tried in; their
    number.
    """
    return searching.search(state, budget, seed, cheating != 0, desk, deals, moves, sums, visits, out)


@quick_entry()
def deals_wanted(playouts):
    """How many deals a search of so many playouts weighs beforehand, if its game weighs deals."""
    return searching.deals_wanted(playouts)


@entry(seed="u64", desk="state[3]", moves="i32[ACTIONS]", out="i32[ACTIONS]")
def prepare(state, desk, seed, moves, out, cheating, favourite):
    """Begin a search: the number of candidates; with `favourite`, what the game's rules of thumb would do instead."""
    n = searching.prepare(state, desk, seed, moves, cheating != 0)
    return searching.favourite_of(desk, seed, out) if favourite else n


@entry(seed="u64", desk="state[3]", deals="u32[count, DEAL]")
def weigh_deals(desk, seed, deals, count):
    searching.weigh_deals(desk, seed, deals)
    return 0


@entry(
    seed="u64", desk="state[3]", deals="u32[count, DEAL]", moves="i32[ACTIONS]", sums="i64[ACTIONS]", out="i32[ACTIONS]"
)
def play_worlds(desk, deals, count, seed, first, last, stride, moves, alive, sums, out, cheating):
    searching.play_worlds(desk, deals, seed, first, last, stride, moves, alive, sums, out, cheating != 0)
    return 0


@quick_entry(moves="i32[ACTIONS]", sums="i64[ACTIONS]")
def halve(moves, sums, alive, favourite):
    """End a stage: the number of candidates that stay."""
    return searching.halve(moves, sums, alive, favourite)


@quick_entry(desk="state[3]", moves="i32[ACTIONS]", sums="i64[ACTIONS]")
def prefer(desk, moves, sums, worlds, favourite):
    """End the last stage."""
    searching.prefer(desk, moves, sums, worlds, favourite)
    return 0


ENTRIES = (choose, search, deals_wanted, prepare, weigh_deals, play_worlds, halve, prefer)
