"""Records as data: the description, the reader over bytes and NumPy's view are one and the same."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.positions import random_match
from tuilerie.engine.registry import known_games
from tuilerie.envs.records import LANE, SETTINGS
from tuilerie.kernel.records import COMMON, Fields, Layout
from tuilerie.lab.rows import ROW

MIXED = Layout(
    [
        ("a", "u8", (), ""),
        ("b", "u32", (2, 3), ""),
        ("c", "i64", (), ""),
        ("d", "u16", (3,), ""),
        ("e", "f64", (), ""),
        ("f", "u8", (), ""),
    ]
)


def nested(value):
    return tuple(map(nested, value)) if isinstance(value, list) else value


@pytest.mark.parametrize(
    "layout", [MIXED, LANE, SETTINGS, ROW, Layout(COMMON)], ids=["mixed", "lane", "settings", "row", "common"]
)
def test_numpy_reads_the_same_from_the_same_bytes(layout):
    record = layout.new(random.Random(1).randbytes(layout.size))
    for name in layout.fields:
        assert np.array(record[name]).tobytes() == np.array(record.array[name][0].tolist()).tobytes()


@pytest.mark.parametrize("game", known_games())
def test_games_are_read_alike(game):
    match = random_match(game, 3, 2, moves=9)
    state, array = match.state, match.state.array
    for name in state.layout.fields:
        assert state[name] == nested(array[name][0].tolist()), name


def test_what_is_written_is_read_and_nothing_else_changes():
    record = MIXED.new()
    record["b"] = [[1, 2, 3], [4, 5, 6]]
    record["c"] = -7
    record["e"] = 0.5
    assert record["b"] == ((1, 2, 3), (4, 5, 6))
    assert (record["a"], record["c"], record["d"], record["e"], record["f"]) == (0, -7, (0, 0, 0), 0.5, 0)
    twin = record.copy()
    twin["a"] = 1
    assert (record["a"], twin["a"]) == (0, 1)
    assert twin != record
    assert MIXED.new(bytes(record)) == record


def test_chosen_fields_come_in_the_order_of_the_record():
    record = MIXED.new()
    record["b"], record["c"], record["f"] = [1, 2, 3, 4, 5, 6], 9, 8
    chosen = Fields(MIXED, ("f", "c", "b"))
    numbers = chosen.read(record)
    assert (numbers[chosen.part("b")], numbers[chosen.at("c")], numbers[chosen.at("f")]) == ((1, 2, 3, 4, 5, 6), 9, 8)


def test_two_fields_cannot_share_a_name():
    with pytest.raises(ValueError, match="twice"):
        Layout([("twice", "u8", (), ""), ("twice", "u8", (), "")])


def test_the_layout_for_javascript_says_where_everything_is():
    described = MIXED.described()
    assert described["size"] == MIXED.dtype.itemsize
    assert described["fields"]["b"] == {"type": "u32", "offset": 4, "shape": [2, 3]}
