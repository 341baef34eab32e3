"""A game is one folder: no other source names it, and what is compiled of it is found by following imports."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import tuilerie
from tuilerie.engine.registry import BUILT_IN, game_named
from tuilerie.kernel import sources
from tuilerie.kernel.modules import PLAY

SOURCES = Path(tuilerie.__file__).parent
GAMES = SOURCES / "games"
REGISTRY = SOURCES / "engine" / "registry.py"
NAMES = re.compile(rf"(?<![a-z])({'|'.join(BUILT_IN)}|romi[ _-]rami)(?![a-z])", re.IGNORECASE)
DESCRIBED = ("description",)  # generated documents give examples


def texts_of(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Names, imports and texts of a module; its docstrings and the descriptions in generated documents may give
    examples.
    """
    examples: set[int] = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            and ast.get_docstring(node) is not None
        ):
            examples.add(id(node.body[0].value))
        if isinstance(node, ast.keyword) and node.arg in DESCRIBED:
            examples.update(id(part) for part in ast.walk(node.value))
        if isinstance(node, ast.Dict):
            examples.update(
                id(value)
                for key, value in zip(node.keys, node.values, strict=True)
                if isinstance(key, ast.Constant) and key.value in DESCRIBED
            )
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in examples:
            yield node.lineno, node.value
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, f"{node.module} {' '.join(alias.name for alias in node.names)}"
        elif isinstance(node, ast.Import):
            yield node.lineno, " ".join(alias.name for alias in node.names)


def test_no_game_is_named_outside_its_folder():
    named = []
    outside = [path for path in sorted(SOURCES.rglob("*.py")) if GAMES not in path.parents and path != REGISTRY]
    for path in outside:
        assert not NAMES.search(path.stem), path
        found = texts_of(ast.parse(path.read_text(encoding="utf-8")))
        named += [f"{path.relative_to(SOURCES)}:{line}: {text}" for line, text in found if NAMES.search(text)]
    assert not named, "\n".join(named)


def test_the_search_finds_a_name():
    source = 'import numpy\n\ndef draw(view):\n    """As in restart."""\n    return {"restart": 1}\n'
    assert [text for _, text in texts_of(ast.parse(source)) if NAMES.search(text)] == ["restart"]


def test_a_game_names_no_other_game():
    for game in BUILT_IN:
        others = re.compile(rf"tuilerie\.games\.({'|'.join(other for other in BUILT_IN if other != game)})\b")
        for path in (GAMES / game).rglob("*.py"):
            assert not others.search(path.read_text(encoding="utf-8")), path


def keys_of(table: dict[str, object], prefix: str = "") -> Iterator[str]:
    for key, value in table.items():
        yield prefix + key
        if isinstance(value, dict):
            yield from keys_of(value, f"{prefix}{key}.")


def test_the_platforms_words_have_no_key_of_a_game():
    for path in (SOURCES / "words").rglob("*.toml"):
        named = [key for key in keys_of(tomllib.loads(path.read_text(encoding="utf-8"))) if NAMES.search(key)]
        assert not named, path


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_game_names_its_parts_and_they_are_there(game):
    for part, wanted in (("advice", "reason"), ("marks", "named"), ("board", "BOARD"), ("plain", "LOG_PHRASES")):
        module = game_named(game).part(part)
        assert module is not None
        assert module.__name__.startswith(f"tuilerie.games.{game}.")
        assert hasattr(module, wanted)


# of a game's files, those that only Python reads
NEVER_COMPILED = ("adapter", "advice", "board", "mistakes", "notation", "plain")


@pytest.mark.parametrize("game", BUILT_IN)
def test_what_is_compiled_imports_nothing_that_only_python_reads(game):
    """A library is keyed by the text of what it is made of: an edited sentence must not make anybody compile."""
    names = set(sources.files(game_named(game).modules, PLAY))
    assert f"tuilerie.games.{game}.rules" in names
    assert not {name for name in names if name.rpartition(".")[2] in NEVER_COMPILED}
    for name in NEVER_COMPILED:
        path = GAMES / game / f"{name}.py"
        assert not path.exists() or "@kernel" not in path.read_text(encoding="utf-8"), path
