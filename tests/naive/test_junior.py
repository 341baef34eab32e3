"""The rulebook of Rummy junior: the examples of its rules page, and its corners."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from . import Wrong, junior
from .random_games import moves


def test_a_match_is_kept_and_its_slots_are_empty():
    book = junior.Rulebook(2, {"first": 1})
    with pytest.raises(Wrong, match="RJ-V3"):
        book.feed(["deal", {"first": 0}])
    book.feed(["deal", {"first": 1}])
    assert len(book.legal()) == 52
    moves(book, "flip 17")
    with pytest.raises(Wrong):
        book.feed(["reveal", 0, "r5"])
    book.feed(["reveal", 1, "r5"])
    assert "flip 17" not in book.legal() and len(book.legal()) == 51
    moves(book, "flip 3")
    with pytest.raises(Wrong, match="RJ-T1"):
        book.feed(["reveal", 1, "r5"])
    book.feed(["reveal", 1, "y5"])
    assert book.scores() == [0, 2] and book.seat() == 0
    assert len(book.legal()) == 50 and "flip 3" not in book.legal()


def test_a_mismatch_goes_back():
    book = junior.Rulebook(2, {})
    book.feed(["deal", {"first": 0}])
    moves(book, "flip 1")
    book.feed(["reveal", 0, "r5"])
    moves(book, "flip 2")
    book.feed(["reveal", 0, "y6"])
    assert book.scores() == [0, 0] and book.seat() == 1 and len(book.legal()) == 52
    moves(book, "flip 1")
    book.feed(["reveal", 1, "y6"])  # shuffled: it may lie anywhere now


def test_is_never_stuck():
    """Among five tiles two share a colour; four colours are all there are."""
    assert all(
        any(junior.matches(one, other) for one, other in combinations(tiles, 2))
        for tiles in product(*[[colour + "1", colour + "2"] for colour in "rbgyr"])
    )
