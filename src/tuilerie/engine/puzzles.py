"""The puzzles that come with a game: studies, one per line, in its folder."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from tuilerie.engine.records import from_line, read_lines
from tuilerie.engine.registry import game_named
from tuilerie.engine.studies import Puzzle, Study, read_study

FILE = "puzzles.jsonl"


def shipped_path(game: str) -> Path:
    module = import_module(type(game_named(game)).__module__)
    return Path(str(module.__file__)).parent / FILE


@cache
def shipped(game: str) -> tuple[Study, ...]:
    """All puzzles of a game, the shortest histories first; none for a game that has no file."""
    path = shipped_path(game)
    if not path.exists():
        return ()
    return tuple(read_study(from_line(line)) for _, line in read_lines(path))


def puzzle_of(study: Study) -> Puzzle:
    """What is to be found in a study that is a puzzle."""
    if study.puzzle is None:
        raise ValueError("no puzzle")
    return study.puzzle
