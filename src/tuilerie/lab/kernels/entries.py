"""The entries of the laboratory: whole batches of games."""

from __future__ import annotations

from collections.abc import MutableMapping
from importlib import import_module
from typing import Any

from tuilerie.kernel.entries import entry
from tuilerie.kernel.modules import KernelModules
from tuilerie.lab.kernels import batch, study, watch
from tuilerie.lab.rows import ROW


def register(modules: KernelModules, records: MutableMapping[str, Any], constants: MutableMapping[str, int]) -> None:
    """Make a game's marks known."""
    records["row"] = ROW.dtype
    constants["MARKS"] = watch.register(import_module(modules.rules), modules.marks)


@entry(
    keys="u32[games, 8]",
    kinds="i64[games, players]",
    run="u64",
    out="i32[ACTIONS]",
    shares="f64[games, players]",
    points="f64[games, players]",
    moves="i64[games]",
    turns="i64[games]",
    reasons="i64[games]",
)
def play_batch(
    state, players, ruleset, games, keys, kinds, run, first, limit, out, shares, points, moves, turns, reasons
):
    batch.play_batch(
        state, players, ruleset, keys, kinds, run, first, limit, out, shares, points, moves, turns, reasons
    )
    return 0


@entry(key="u32[8]", dice="u64[1]", out="i32[ACTIONS]")
def random_games(state, players, ruleset, key, dice, games, out):
    return batch.random_games(state, players, ruleset, key, dice, games, out)


@entry(
    keys="u32[games, 8]",
    kinds="i64[games, players]",
    run="u64",
    given="i32[follows]",
    out="i32[ACTIONS]",
    leaders="i8[room]",
    shares="f64[games, players]",
    points="f64[games, players]",
    rows="row[games]",
    marks="i16[games, players, MARKS]",
    decided="u8[games, MARKS]",
    present="u8[games, MARKS]",
)
def study_batch(
    state,
    players,
    ruleset,
    games,
    keys,
    kinds,
    run,
    first,
    limit,
    lowest,
    follows,
    given,
    out,
    room,
    leaders,
    shares,
    points,
    rows,
    marks,
    decided,
    present,
):
    study.study_batch(
        state,
        players,
        ruleset,
        keys,
        kinds,
        run,
        first,
        limit,
        lowest != 0,
        given,
        out,
        leaders,
        shares,
        points,
        rows,
        marks,
        decided,
        present,
    )
    return 0


@entry(key="u32[8]", kinds="i64[players]", run="u64", given="i32[follows]", out="i32[ACTIONS]")
def walk(state, players, ruleset, key, kinds, run, number, limit, follows, given, out, wanted):
    return study.walk(state, players, ruleset, key, kinds, run, number, limit, given, out, wanted)


ENTRIES = (play_batch, random_games, study_batch, walk)
