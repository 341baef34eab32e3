"""`check` and `replay`: records from disk."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tuilerie.commands.asking import progress_bar
from tuilerie.commands.outcome import Failed, complain, known_language
from tuilerie.engine.checking import check_record
from tuilerie.engine.errors import BadInput, WrongRecord
from tuilerie.engine.records import from_line, read_lines
from tuilerie.words import say


def check(files: list[Path], lang: str) -> None:
    """Every file is looked at; the first wrong event of each is named."""
    known_language(lang)
    wrong = [file for file in files if not _check_file(file, lang)]
    if wrong:
        raise Failed


def _check_file(file: Path, lang: str) -> bool:
    games = humans = number = 0
    try:
        with progress_bar(say("cli.bar.games", lang), 0) as advance:
            for number, line in read_lines(file):  # noqa: B007 (the number is for the error below)
                record = from_line(line)
                check_record(record)
                games += 1
                humans += any(player["kind"] == "human" for player in record["players"])
                advance(1)
    except WrongRecord as wrong:
        complain(say("record.at-line", lang, file=file, line=number, text=wrong.sentence(lang)))
        return False
    if games == 0:
        complain(say("record.empty", lang, file=file))
        return False
    print(say("check.right", lang, file=file, games=games))
    if not humans:
        print(say("check.bots-only", lang))
    return True


def replay(file: Path, number: int, plain: bool, lang: str) -> None:
    """Step through one record: on a terminal with arrows (plain: Enter for the next event), all at once elsewhere."""
    known_language(lang)
    record = _nth_record(file, number, lang)
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if terminal and not plain:
        from tuilerie.terminal.replaying import ReplayApp

        ReplayApp(record, lang).run()
        return
    from tuilerie.terminal.plain import replay_lines

    for piece in replay_lines(record, lang):
        print(piece)
        if terminal:
            try:
                input()
            except EOFError:
                return


def _nth_record(file: Path, number: int, lang: str) -> dict[str, Any]:
    games = 0
    for line_number, line in read_lines(file):
        games += 1
        if games == number:
            try:
                record = from_line(line)
                check_record(record)
                return record
            except WrongRecord as wrong:
                complain(say("record.at-line", lang, file=file, line=line_number, text=wrong.sentence(lang)))
                raise Failed from None
    raise BadInput("replay.number", file=str(file), games=games, number=number)
