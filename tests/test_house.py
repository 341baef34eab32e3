"""Rules of the house that a program can check: sizes, columns, names of games, assertions that always run."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

from tests.scheduler import scope_of
from tuilerie.engine.registry import BUILT_IN

ROOT = Path(__file__).parent.parent
LINES, COLUMNS = 400, 120
MOST_BY_PLACE = 5
MYPY = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
GENERATED = {"web/src/messages.ts"}
GENERATED_PAGES = ("docs/rules/", "docs/api/", "docs/study.md", "CHANGELOG.md")  # a line of the changelog is an entry
# Written before these rules, and not yet rewritten. Lists only get shorter.
LONG: set[str] = set()
WEB_GAMES = "web/src/games/"
SHELF = "web/src/games/index.ts"  # the list of games: one line each
NAMES = re.compile(rf"(?<![a-z])({'|'.join(BUILT_IN)}|romi[ _-]rami)(?![a-z])", re.IGNORECASE)


def tracked(*endings: str) -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.split("\0") if name.endswith(endings) and (ROOT / name).exists()]


def lines_of(name: str) -> list[str]:
    return (ROOT / name).read_text(encoding="utf-8").splitlines()


SOURCES = [name for name in tracked(".py", ".ts", ".svelte", ".css", ".mjs") if name not in GENERATED]


PAGES = [name for name in tracked(".md") if not name.startswith(GENERATED_PAGES)]


def test_no_source_has_more_than_400_lines():
    long = {name: size for name in SOURCES if name not in LONG and (size := len(lines_of(name))) > LINES}
    assert not long


def test_no_line_has_more_than_120_columns():
    long = [
        f"{name}:{number}"
        for name in SOURCES
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
        if not name.endswith(".test.ts")
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


def test_no_function_takes_more_than_five_arguments_by_place():
    """Kernels aside, whose calls are compiled, and commands, whose arguments are options by name."""
    many = [
        f"{name}:{function.lineno} {function.name}"
        for name in tracked(".py")
        if name.startswith("src/") and not is_kernel(name)
        for function in functions(ast.parse((ROOT / name).read_text(encoding="utf-8")))
        if len(by_place(function)) > MOST_BY_PLACE
    ]
    assert not many


def is_kernel(name: str) -> bool:
    """Typed by Numba, as pyproject.toml says to mypy."""
    module = name.removeprefix("src/").removesuffix(".py").replace("/", ".")
    return any(fnmatch(module, pattern) for pattern in MYPY["overrides"][0]["module"])


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def by_place(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    if any("app.command" in ast.unparse(decorator) for decorator in function.decorator_list):
        return []
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def test_tests_that_share_something_run_in_one_process():
    assert scope_of("tests/test_packaging.py::test_a") == scope_of("tests/test_packaging.py::test_b[x]")
    assert scope_of("tests/test_house.py::test_a") != scope_of("tests/test_house.py::test_b")
    assert scope_of("tests/browsers/test_x.py::test_a[webkit-1]") == scope_of(
        "tests/browsers/test_y.py::test_b[webkit]"
    )
