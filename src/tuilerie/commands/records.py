"""`check`, `replay` and `review`: records from disk."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tuilerie.commands.exit_codes import Failed, complain, known_language
from tuilerie.commands.progress import progress_bar
from tuilerie.engine.daily import day_of
from tuilerie.engine.errors import BadInput, WrongRecord
from tuilerie.engine.fair import Kept, compare_kept
from tuilerie.engine.record_check import check_record
from tuilerie.engine.records import from_line, read_lines
from tuilerie.engine.studies import check_study, is_study
from tuilerie.words import say

REVIEW_THREADS = 2


@dataclass(frozen=True)
class Compared:
    """What a player kept, and the game of the file (from 1) that it is about."""

    kept: Kept
    game: int


def check(
    files: list[Path],
    commitment: str | None,
    nonces: list[str],
    game: int | None,
    *,
    chain: Path | None = None,
    lang: str,
) -> None:
    """Every file is looked at; the first wrong event of each is named.

    What a player kept is compared with one game of one file; with a chain, every game must be the deal of a day of it.
    """
    known_language(lang)
    compared = _compared(files, commitment, nonces, game)
    published = None if chain is None else _read_chain(chain)
    wrong = [file for file in files if not _check_file(file, compared, published, lang)]
    if wrong:
        raise Failed


def _read_chain(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise BadInput("check.chain", file=str(file)) from None


def _compared(files: list[Path], commitment: str | None, nonces: list[str], game: int | None) -> Compared | None:
    if commitment is None and not nonces:
        if game is not None:
            raise BadInput("check.game-alone")
        return None
    kept = Kept(None if commitment is None else _hex(commitment), _by_seat(nonces))
    if len(files) != 1:
        raise BadInput("check.one-file", files=len(files))
    games = sum(1 for _ in read_lines(files[0]))
    if game is None and games > 1:
        raise BadInput("check.which-game", file=str(files[0]), games=games)
    if game is not None and game > games:
        raise BadInput("replay.number", file=str(files[0]), games=games, number=game)
    return Compared(kept, game or 1)


def _by_seat(nonces: list[str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for text in nonces:
        seat, _, nonce = text.partition("=")
        if seat not in ("0", "1", "2", "3") or int(seat) in found:
            raise BadInput("check.nonce", text=text[:80])
        found[int(seat)] = _hex(nonce)
    return found


def _hex(text: str) -> str:
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise BadInput("check.hex", text=text[:80])
    return text.lower()


def _compare(record: dict[str, Any], compared: Compared) -> None:
    missing = [seat for seat in compared.kept.nonces if seat >= len(record["players"])]
    if missing:
        raise BadInput("check.seat", seat=missing[0], players=len(record["players"]))
    compare_kept(record, compared.kept)


def _check_file(file: Path, compared: Compared | None, chain: Any, lang: str) -> bool:
    games = humans = studies = number = 0
    days = []
    try:
        with progress_bar(say("cli.bar.games", lang), 0) as advance:
            for number, line in read_lines(file):  # noqa: B007 (the number is for the error below)
                record = from_line(line)
                games += 1
                if is_study(record):
                    check_study(record)
                    studies += 1
                    continue
                check_record(record)
                if compared is not None and games == compared.game:
                    _compare(record, compared)
                if chain is not None:
                    days.append(day_of(record, chain))
                humans += any(player["kind"] == "human" for player in record["players"])
                advance(1)
    except WrongRecord as wrong:
        complain(say("record.at-line", lang, file=file, line=number, text=wrong.sentence(lang)))
        return False
    if games == 0:
        complain(say("record.empty", lang, file=file))
        return False
    if studies:
        print(say("check.studies", lang, file=file, games=games))
        return True
    print(say("check.right", lang, file=file, games=games))
    for at, day in enumerate(days, 1):
        print(say("check.day", lang, game=at, day=day.isoformat()))
    if compared is not None:
        _say_what_was_compared(compared, lang)
    if chain is not None:
        return True
    if not humans:
        print(say("check.bots-only", lang))
    elif compared is None:
        print(say("check.nothing-kept", lang))
    return True


def _say_what_was_compared(compared: Compared, lang: str) -> None:
    if compared.kept.commitment is not None:
        print(say("check.kept-commitment", lang, game=compared.game))
    for seat in sorted(compared.kept.nonces):
        print(say("check.kept-nonce", lang, game=compared.game, seat=seat))


def replay(file: Path, number: int, plain: bool, lang: str) -> None:
    """Step through one record: on a terminal with arrows (plain: Enter for the next event), all at once elsewhere."""
    known_language(lang)
    record = _nth_record(file, number, lang)
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if terminal and not plain:
        from tuilerie.terminal.replay_app import ReplayApp

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


def review(file: Path, number: int, lang: str) -> None:
    """A finished game looked at again, as text; on a terminal with its progress."""
    known_language(lang)
    record = _nth_record(file, number, lang)
    from tuilerie.bots.review import reviewed, turns_in
    from tuilerie.terminal.event_text import numbered_names, phrases_of
    from tuilerie.terminal.review_text import review_text

    match = check_record(record)
    if not match.game.effort.reviewed:
        print(say("terminal.review.nothing", lang))
        return
    with progress_bar(say("cli.bar.turns", lang), turns_in(match)) as advance:
        found = reviewed(match, lambda _: advance(1), REVIEW_THREADS)
    names = numbered_names([player["name"] for player in record["players"]])
    print(review_text(found, names, phrases_of(record["game"]), lang))


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
