"""`puzzle`: find the best move, one position after another."""

from __future__ import annotations

from tuilerie.commands.exit_codes import known_language
from tuilerie.engine.errors import BadInput
from tuilerie.engine.puzzles import shipped
from tuilerie.engine.registry import game_named, known_games
from tuilerie.terminal.puzzle_table import Progress, PuzzleTable, progress_path
from tuilerie.words.terms import GameName


def puzzle(game: str | None, number: int | None, lang: str) -> None:
    known_language(lang)
    if game is None:
        game = next((name for name in known_games() if shipped(name)), "")
    found = shipped(game_named(game).id)
    if not found:
        raise BadInput("puzzle.none", game=GameName(game))
    if number is not None and not 1 <= number <= len(found):
        raise BadInput("puzzle.number", game=GameName(game), total=len(found), number=number)
    PuzzleTable(game, lang, Progress(progress_path())).play(number)
