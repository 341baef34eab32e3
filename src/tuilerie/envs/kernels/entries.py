"""The entries of the environments: batches of lanes, and single games whose every seat is played from Python."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from tuilerie.envs.kernels import lanes as stepping
from tuilerie.envs.records import LANE, SETTINGS
from tuilerie.kernel.entries import entry, quick_entry
from tuilerie.kernel.modules import KernelModules
from tuilerie.kernel.verbs import apply, start


def register(modules: KernelModules, records: MutableMapping[str, Any], constants: MutableMapping[str, int]) -> None:
    records.update({"settings": SETTINGS.dtype, "lane": LANE.dtype})


@entry(
    states="state[count]",
    settings="settings",
    lanes="lane[count]",
    listed="i32[count, ACTIONS]",
    observations="f32[count, FEATURES]",
    masks="bool[count, ACTIONS]",
)
def reset_lanes(states, ruleset, settings, count, lanes, listed, observations, masks):
    stepping.reset_lanes(states, ruleset, settings, lanes, listed, observations, masks)
    return 0


@entry(
    states="state[count]",
    settings="settings",
    lanes="lane[count]",
    listed="i32[count, ACTIONS]",
    actions="i64[count]",
    observations="f32[count, FEATURES]",
    masks="bool[count, ACTIONS]",
    rewards="f32[count]",
    terminated="bool[count]",
    truncated="bool[count]",
    finals="f32[count, FEATURES]",
    results="f32[count, 4]",
)
def step_lanes(
    states,
    ruleset,
    settings,
    count,
    lanes,
    listed,
    actions,
    observations,
    masks,
    rewards,
    terminated,
    truncated,
    finals,
    results,
):
    stepping.step_lanes(
        states,
        ruleset,
        settings,
        lanes,
        listed,
        actions,
        observations,
        masks,
        rewards,
        terminated,
        truncated,
        finals,
        results,
    )
    return 0


@entry(lanes="lane[count]", listed="i32[count, ACTIONS]", dice="u64[1]", actions="i64[count]")
def random_actions(count, lanes, listed, dice, actions):
    stepping.random_actions(lanes, listed, dice, actions)
    return 0


@quick_entry(key="u32[8]", listed="i32[ACTIONS]", mask="i8[ACTIONS]")
def deal(state, players, ruleset, key, listed, mask):
    """Begin a game: the number of legal actions."""
    start(state, players, ruleset, key)
    return stepping.list_choices(state, listed, mask)


@quick_entry(listed="i32[ACTIONS]", mask="i8[ACTIONS]")
def move(state, action, listed, n, mask):
    """Do an action if it is among the n listed: the next number of legal actions; -1 if it is not."""
    for i in range(n):
        if listed[i] == action:
            apply(state, action)
            return stepping.list_choices(state, listed, mask)
    return -1


@quick_entry(settings="settings", out="f32[4]")
def settle(state, settings, out):
    """What every seat is paid at the end."""
    stepping.pay(state, settings, out)
    return 0


ENTRIES = (reset_lanes, step_lanes, random_actions, deal, move, settle)
