"""Mining puzzles: the same from the same number, taken up where it was stopped, shipped half and half."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tuilerie.engine.puzzles import puzzle_of, shipped
from tuilerie.lab import mining
from tuilerie.lab import puzzles as lab_puzzles


@pytest.fixture
def small(monkeypatch):
    """A proof of expert's own size: minutes are for `make puzzles`."""
    monkeypatch.setattr(lab_puzzles, "PROOF_FACTOR", 1)


def test_the_same_number_gives_the_same_puzzle(small):
    one, other = lab_puzzles.puzzle_in("restart", 1), lab_puzzles.puzzle_in("restart", 1)
    assert one is not None
    assert one == other
    puzzle = puzzle_of(one)
    assert puzzle.tried[0].chance - puzzle.tried[1].chance >= lab_puzzles.GAP


def test_a_run_is_taken_up_where_it_was_stopped(small, tmp_path):
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    mining.mine("restart", whole, 10**6, most=3)
    mining.mine("restart", parts, 10**6, most=2)
    mining.mine("restart", parts, 10**6, most=3)
    assert parts.read_text() == whole.read_text()
    assert len(whole.read_text().splitlines()) == 3


def test_what_is_shipped_is_half_easy_half_hard():
    study = shipped("restart")[0]
    easy = [replace(study, title=str(n), puzzle=replace(puzzle_of(study), found=["club", "master"])) for n in range(9)]
    hard = [replace(study, puzzle=replace(puzzle_of(study), found=["master"])) for _ in range(3)]
    assert len(mining._balanced(easy + hard, 4)) == 4
    assert sum("club" in puzzle_of(one).found for one in mining._balanced(easy + hard, 4)) == 2
    assert sum("club" in puzzle_of(one).found for one in mining._balanced(easy + hard, 10)) == 7
