"""Golden playthroughs: games recorded once must be played again, byte for byte, by every later version."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

import tuilerie
from tests.positions import settings_of, walk
from tuilerie.engine.record_check import check_record
from tuilerie.engine.records import from_line, read_lines, to_line
from tuilerie.engine.registry import BUILT_IN

FOLDER = Path(__file__).parent.parent / "golden"
FILES = [(game, FOLDER / f"{game}-{players}.jsonl") for game in BUILT_IN for players in (2, 3, 4)]


def golden_lines(game: str, players: int) -> list[str]:
    """One game per setting, random moves from a generator that no bot's change can touch; legal moves included."""
    lines = []
    for seed, variant in enumerate(settings_of(game)):
        match = tuilerie.new(game, players, 1000 + seed, variant)
        match.legal_lists()
        walk(match, random.Random(f"golden/{game}/{players}/{seed}"))
        lines.append(
            to_line(match.record([{"name": f"p{seat}", "kind": "bot", "bot": "random"} for seat in range(players)]))
        )
    return lines


@pytest.mark.parametrize(("game", "path"), FILES, ids=lambda value: value.stem if isinstance(value, Path) else "")
def test_golden_games_are_played_again_alike(game, path):
    lines = [line for _, line in read_lines(path)]
    assert lines
    for line in lines:
        record = from_line(line)
        assert record["game"] == game
        match = check_record(record)
        assert match.events == [event[:3] if event[0] == "move" else event for event in record["events"]]


def write_missing() -> None:
    for game, path in FILES:
        if not path.exists():
            path.write_text("".join(golden_lines(game, int(path.stem[-1]))), encoding="utf-8")
            sys.stderr.write(f"written: {path.name}\n")


if __name__ == "__main__":
    write_missing()
