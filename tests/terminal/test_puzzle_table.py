"""Puzzles in a terminal: wrong, right, play on, and what is remembered."""

from __future__ import annotations

import pytest

from tuilerie.engine.puzzles import puzzle_of, shipped
from tuilerie.terminal.puzzle_table import Progress, PuzzleTable


@pytest.mark.parametrize("lang", ["fr", "en", "de"])
def test_a_puzzle_is_tried_and_found(tmp_path, capsys, lang):
    puzzle = puzzle_of(shipped("restart")[0])
    words = iter(["nonsense", puzzle.tempting, puzzle.answers[0], "quit"])
    PuzzleTable("restart", lang, Progress(tmp_path / "p.json"), lambda _: next(words)).play(1)
    told = capsys.readouterr().out
    assert puzzle.answers[0] in told
    assert f"{100 * puzzle.tried[1].chance:.0f}" in told
    assert Progress(tmp_path / "p.json").results == {puzzle.id: "seen"}


def test_the_next_one_has_no_result_yet(tmp_path, capsys):
    first, second = (puzzle_of(study) for study in shipped("restart")[:2])
    words = iter([first.answers[0], "", "answer", "quit"])
    PuzzleTable("restart", "fr", Progress(tmp_path / "p.json"), lambda _: next(words)).play(None)
    assert Progress(tmp_path / "p.json").results == {first.id: "found", second.id: "seen"}
    (tmp_path / "p.json").write_text("{", encoding="utf-8")
    assert Progress(tmp_path / "p.json").results == {}
