"""`make puzzles`: mine puzzles game after game, and ship those that were proved.

What is found goes to a work file, a line per game, so a run that was stopped goes on where it was. Shipping takes about
as many that a club player finds as others, numbers them, and writes the file that comes with the game.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tuilerie.bots import mistakes
from tuilerie.engine.puzzles import puzzle_of, shipped_path
from tuilerie.engine.records import writing
from tuilerie.engine.registry import game_named
from tuilerie.engine.studies import Study, check_study, match_at, to_document, to_line
from tuilerie.lab.puzzles import GAP, Mining
from tuilerie.lab.worker_pool import WorkerPool

CLUB = "club"
MOST_KINDS = 2
SPAN = 1  # games per piece of work


def mine(game: str, work: Path, wanted: int, gap: float = GAP, *, workers: int = 1, most: int = 100_000) -> int:
    """Go on until there are `wanted` puzzles, at least two in five of which a club player finds and two in five of
    which not; how many there are.
    """
    work.parent.mkdir(parents=True, exist_ok=True)
    lines = list(_lines(work))
    found = [study for _, study in lines if study is not None]
    first = max((number for number, _ in lines), default=-1) + 1
    with work.open("a", encoding="utf-8") as file:
        if _enough(found, wanted):
            return len(found)
        spans = ((number, SPAN) for number in range(first, most, SPAN))
        for results in WorkerPool(workers).do(Mining(game, gap), spans):
            for number, study in results:
                document = None if study is None else to_document(study)
                file.write(json.dumps({"number": number, "study": document}, ensure_ascii=False) + "\n")
                found += [study] if study is not None else []
            file.flush()
            if _enough(found, wanted):
                break
    return len(found)


def ship(game: str, work: Path, wanted: int) -> int:
    """Write the file that comes with the game; how many puzzles it holds."""
    found = [study for _, study in _lines(work) if study is not None]
    chosen = sorted(_balanced(found, wanted), key=_order)
    with writing(shipped_path(game)) as file:
        for study in chosen:
            file.write(to_line(_with_kinds(study)))
    return len(chosen)


def _order(study: Study) -> tuple[int, int, str]:
    """What weaker levels find comes first."""
    puzzle = puzzle_of(study)
    return -len(puzzle.found), len(study.record["events"]), puzzle.id


def _with_kinds(study: Study) -> Study:
    """The kinds of mistakes that the tempting move is one of."""
    puzzle = puzzle_of(study)
    found = mistakes.categories(match_at(study), puzzle.tempting, puzzle.answers[0])
    kinds = list(dict.fromkeys(kind.code for kind in found))[:MOST_KINDS]
    return replace(study, puzzle=replace(puzzle, categories=kinds))


def _lines(work: Path) -> Iterator[tuple[int, Study | None]]:
    if not work.exists():
        return
    for line in work.read_text(encoding="utf-8").splitlines():
        part = json.loads(line)
        yield part["number"], None if part["study"] is None else check_study(part["study"])


def _easy(study: Study) -> bool:
    return CLUB in puzzle_of(study).found


def _enough(found: list[Study], wanted: int) -> bool:
    easy = sum(map(_easy, found))
    return len(found) >= wanted and min(easy, len(found) - easy) >= wanted * 2 // 5


def _balanced(found: list[Study], wanted: int) -> list[Study]:
    """As near to half and half as there are."""
    easy, hard = [s for s in found if _easy(s)], [s for s in found if not _easy(s)]
    from_hard = min(len(hard), max(wanted // 2, wanted - len(easy)))
    return [*easy[: wanted - from_hard], *hard[:from_hard]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--work", type=Path, required=True, help="where what was found is kept")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--ship", action="store_true", help="mine nothing, ship what there is")
    given = parser.parse_args()
    for game in given.games:
        work, effort = given.work / f"{game}.jsonl", game_named(game).effort
        if not given.ship:
            print(game, "found", mine(game, work, effort.puzzles, effort.puzzle_gap, workers=given.workers))
        print(game, "shipped", ship(game, work, effort.puzzles))


if __name__ == "__main__":
    main()
