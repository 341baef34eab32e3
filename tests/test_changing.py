"""The table of docs/changing.md is true: its paths exist, and what it claims about a change holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tuilerie.bots.roster import BUILT_IN as LEVELS
from tuilerie.engine.registry import BUILT_IN as GAMES
from tuilerie.words import LANGUAGES

ROOT = Path(__file__).parent.parent
TABLE = (ROOT / "docs" / "changing.md").read_text(encoding="utf-8")
ROWS = [line.strip("| \n").split(" | ") for line in TABLE.splitlines() if line.startswith("| ")][2:]
PATHS = sorted({path for row in ROWS for path in re.findall(r"`([\w./]+/[\w./]+)`", " ".join(row[1:]))})


def places(path: str) -> list[str]:
    """The path for every game and every language."""
    games = [path.replace("GAME", game) for game in GAMES] if "GAME" in path else [path]
    return [one.replace("LANG", lang) for one in games for lang in (LANGUAGES if "LANG" in one else [""])]


@pytest.mark.parametrize("path", PATHS)
def test_every_path_of_the_table_exists(path):
    missing = [place for place in places(path) if not (ROOT / place).exists()]
    assert not missing


def test_the_table_has_rows_with_three_cells_each():
    assert len(ROWS) > 20
    assert all(len(row) == 3 for row in ROWS)
    assert len(PATHS) > 30


def test_a_game_is_one_line_of_the_registry():
    registry = (ROOT / "src/tuilerie/engine/registry.py").read_text(encoding="utf-8")
    shelf = (ROOT / "web/src/games/index.ts").read_text(encoding="utf-8")
    for game in GAMES:
        assert registry.count(f'"{game}"') == 1
        assert shelf.count(f'"./{game}/index.ts"') == 1


def test_a_language_is_a_folder_and_a_file_beside_each_games_others():
    """Whatever there is in one language is there in all, under the same name."""
    for folder in [ROOT / "src/tuilerie/words", *(ROOT / f"src/tuilerie/games/{game}/words" for game in GAMES)]:
        names = {
            lang: sorted(
                str(path.relative_to(folder)).replace(lang, "LANG", 1)
                for path in folder.rglob("*")
                if re.search(rf"\b{lang}\b", str(path.relative_to(folder))) and "__pycache__" not in path.parts
            )
            for lang in LANGUAGES
        }
        assert names["fr"]
        assert all(found == names["fr"] for found in names.values()), folder


def test_a_level_is_one_line_of_the_roster():
    """Only a game's `effort` says more about a level; no other source makes a bot."""
    made = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "src").rglob("*.py")
        if re.search(r"(?<!\w)Bot\(", path.read_text(encoding="utf-8"))
    ]
    assert made == ["src/tuilerie/bots/roster.py"]
    assert len(LEVELS) >= 5
