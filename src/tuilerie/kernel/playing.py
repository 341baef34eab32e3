"""The entries of every game's rules: what a table, a checker and an environment call."""

from __future__ import annotations

from collections.abc import MutableMapping
from importlib import import_module
from typing import Any

from tuilerie.kernel import verbs
from tuilerie.kernel.entries import entry, quick_entry
from tuilerie.kernel.modules import KernelModules
from tuilerie.kernel.paths import follow_paths as _follow_paths
from tuilerie.kernel.verbs import apply, finished, hide, legal, observe, returns, scores, start
from tuilerie.kernel.verbs import standings as _standings


def register(modules: KernelModules, records: MutableMapping[str, Any], constants: MutableMapping[str, int]) -> None:
    """Make a game's verbs known, and say what its records and sizes are."""
    rules = import_module(modules.rules)
    verbs.register(rules)
    records.update({"state": rules.STATE.dtype, "ruleset": rules.RULESET.dtype})
    constants.update(
        {name: int(getattr(rules, name)) for name in ("ACTIONS", "FEATURES", "STANDINGS") if hasattr(rules, name)}
    )


@quick_entry(key="u32[8]", out="i32[ACTIONS]")
def begin(state, players, ruleset, key, out):
    """Start a game; the legal actions go to `out`, their number is returned."""
    start(state, players, ruleset, key)
    return legal(state, out)


@quick_entry(out="i32[ACTIONS]")
def step(state, action, out):
    """Do a legal action and list the next ones."""
    apply(state, action)
    return legal(state, out)


@quick_entry(out="i32[ACTIONS]")
def checked_step(state, action, out, n):
    """Like `step`, but -1 and nothing changed if `action` is not among the n ids in `out`."""
    for i in range(n):
        if out[i] == action:
            apply(state, action)
            return legal(state, out)
    return -1


@quick_entry(out="i32[ACTIONS]")
def list_legal(state, out):
    return legal(state, out)


@quick_entry()
def is_over(state):
    return 1 if finished(state) else 0


@quick_entry(shares="f64[4]", points="f64[4]")
def result(state, shares, points):
    """Each seat's share of the victory, and its score."""
    returns(state, shares)
    scores(state, points)
    return 0


@quick_entry(dice="u64[1]")
def redeal(state, seat, dice):
    """Deal again all that `seat` cannot know."""
    hide(state, seat, dice)
    return 0


@quick_entry(out="f32[FEATURES]")
def features(state, seat, out):
    """What `seat` knows, as numbers for learners."""
    observe(state, seat, out)
    return 0


@quick_entry(out="i64[STANDINGS]")
def standings(state, out):
    """What views show and only the rules can count, of games that have such."""
    _standings(state, out)
    return 0


@entry(records="state[levels]", actions="i32[longest, ACTIONS]", paths="i32[room, longest]", lengths="i64[room]")
def follow_paths(records, levels, actions, longest, paths, room, lengths):
    """Every complete move of records[0]; `levels` is `longest` + 1. See `paths`."""
    return _follow_paths(records, actions, paths, lengths)


ENTRIES = (begin, step, checked_step, list_legal, is_over, result, redeal, features, standings, follow_paths)
