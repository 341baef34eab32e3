"""Rules of the house that a program can check: sizes, columns, names of games, assertions that always run."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tuilerie.engine.registry import BUILT_IN

ROOT = Path(__file__).parent.parent
LINES, COLUMNS = 400, 120
GENERATED = {"web/src/messages.ts"}
GENERATED_PAGES = ("docs/rules/", "docs/api/", "docs/study.md", "CHANGELOG.md")  # a line of the changelog is an entry
# Written before these rules, and not yet rewritten. A list only gets shorter.
LONG: set[str] = {
    "web/src/games/restart/Board.svelte",
    "web/src/games/romirami/Board.svelte",
    "web/src/style/base.css",
    "web/src/style/common.css",
    "web/src/style/famille-more.css",
    "web/src/style/famille.css",
    "web/src/style/restart.css",
    "web/src/style/review.css",
    "web/src/style/romirami-more.css",
    "web/src/style/romirami.css",
    "web/src/style/shelf.css",
}
WIDE: set[str] = {
    "tests/kernel/replay.mjs",
    "tests/offline/replay.mjs",
    "web/src/account/words/en.ts",
    "web/src/account/words/fr.ts",
    "web/src/after/verdict.test.ts",
    "web/src/games/famille/words/en.ts",
    "web/src/games/famille/words/fr.ts",
    "web/src/games/junior/Board.svelte",
    "web/src/games/restart/Board.svelte",
    "web/src/games/restart/words/en.ts",
    "web/src/games/restart/words/fr.ts",
    "web/src/games/romirami/Board.svelte",
    "web/src/games/romirami/Requirement.svelte",
    "web/src/games/romirami/Standing.svelte",
    "web/src/games/romirami/words/en.ts",
    "web/src/games/romirami/words/fr.ts",
    "web/src/pieces/Sheet.svelte",
    "web/src/pieces/painting.ts",
    "web/src/session/session.test.ts",
    "web/src/shelf/words/fr.ts",
    "web/src/style/romirami-more.css",
    "web/src/table/PlainBoard.svelte",
    "web/src/table/PlainValue.svelte",
    "web/src/table/TableRoom.svelte",
    "web/src/table/moving.ts",
    "web/src/words/en.ts",
    "web/src/words/fr.ts",
    "web/src/words/words.test.ts",
    "web/types.mjs",
}
WIDE_PAGES: set[str] = {"docs/add-a-game.md", "docs/server.md"}
NAMING: set[str] = {
    "web/src/App.svelte",
    "web/src/pieces/notation.ts",
    "web/src/shelf/Shelf.svelte",
    "web/src/sounds.ts",
    "web/src/style/common.css",
    "web/src/style/famille-more.css",
    "web/src/style/famille.css",
    "web/src/style/junior-more.css",
    "web/src/style/junior.css",
    "web/src/style/restart.css",
    "web/src/style/romirami-more.css",
    "web/src/style/romirami.css",
    "web/src/table/Again.svelte",
}
WEB_GAMES = "web/src/games/"
SHELF = "web/src/games/index.ts"  # the list of games: one line each
NAMES = re.compile(rf"(?<![a-z])({'|'.join(BUILT_IN)}|romi[ _-]rami)(?![a-z])", re.IGNORECASE)


def tracked(*endings: str) -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.split("\0") if name.endswith(endings) and (ROOT / name).exists()]


def lines_of(name: str) -> list[str]:
    return (ROOT / name).read_text(encoding="utf-8").splitlines()


SOURCES = [name for name in tracked(".py", ".ts", ".svelte", ".css", ".mjs") if name not in GENERATED]


PAGES = [name for name in tracked(".md") if not name.startswith(GENERATED_PAGES) and name not in WIDE_PAGES]


def test_no_source_has_more_than_400_lines():
    long = {name: size for name in SOURCES if name not in LONG and (size := len(lines_of(name))) > LINES}
    assert not long


def test_no_line_has_more_than_120_columns():
    long = [
        f"{name}:{number}"
        for name in SOURCES
        if name not in WIDE
        for number, line in enumerate(lines_of(name), 1)
        if len(line) > COLUMNS and not re.search(r"https?://\S+$", line)
    ]
    assert not long


def test_prose_of_documents_has_no_more_than_120_columns():
    long = [f"{name}:{number}" for name in PAGES for number in long_prose(lines_of(name))]
    assert not long


def long_prose(lines: list[str]) -> Iterator[int]:
    """Tables, code, pictures and headings aside."""
    code = False
    for number, line in enumerate(lines, 1):
        code ^= line.lstrip().startswith("```")
        aside = code or line.lstrip().startswith(("|", "!", "#", "```"))
        if len(line) > COLUMNS and not aside and " " in line.strip()[:COLUMNS]:
            yield number


def test_the_browser_names_no_game_outside_its_folder():
    """Comments may give examples, tests may play; `index.ts` is the list of games."""
    named = [
        f"{name}:{number}: {line.strip()}"
        for name in tracked(".ts", ".svelte", ".css")
        if name.startswith("web/src/") and not name.startswith(WEB_GAMES) and name not in GENERATED
        if not name.endswith(".test.ts") and name not in NAMING
        for number, line in enumerate(without_comments(lines_of(name)), 1)
        if NAMES.search(line)
    ]
    assert not named, "\n".join(named)


def without_comments(lines: list[str]) -> list[str]:
    """The lines with their comments blanked."""
    text = "\n".join(lines)
    blank = re.sub(r"/\*.*?\*/|<!--.*?-->", lambda found: re.sub(r"[^\n]", "", found[0]), text, flags=re.DOTALL)
    return [re.sub(r"(?<![:\w])//.*", "", line) for line in blank.split("\n")]


def hidden_assertions(tree: ast.AST, inside: bool = False) -> Iterator[int]:
    """Assertions in a branch of an `if`: they may never run, and the test passes all the same."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Assert) and inside:
            yield node.lineno
        function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        yield from hidden_assertions(node, not function and (inside or isinstance(node, ast.If | ast.IfExp)))


def test_no_assertion_hides_in_an_if():
    hidden = [
        f"{name}:{line}"
        for name in tracked(".py")
        if name.startswith("tests/")
        for line in hidden_assertions(ast.parse((ROOT / name).read_text(encoding="utf-8")))
    ]
    assert not hidden


def test_the_search_finds_a_hidden_assertion():
    source = "def test():\n    assert 1\n    for x in y:\n        if x:\n            assert x\n"
    assert list(hidden_assertions(ast.parse(source))) == [5]
    assert without_comments(["a // restart", "b /* romi", "rami */ c"]) == ["a ", "b ", " c"]
    assert list(long_prose(["a b" * 50, "| " + "a b" * 50])) == [1]
