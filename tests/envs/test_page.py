"""docs/environments.md is true: its examples answer what they say, its tables are those of the code."""

from __future__ import annotations

import doctest

import pytest

import tuilerie.envs
import tuilerie.envs.aec
import tuilerie.envs.single
import tuilerie.envs.vector
from tests.envs.games import games
from tests.test_docs import ROOT

PAGE = ROOT / "docs" / "environments.md"


def test_the_examples_answer_what_they_say():
    outcome = doctest.testfile(str(PAGE), module_relative=False)
    assert outcome.attempted >= 15
    assert outcome.failed == 0


@pytest.mark.parametrize(
    "module", [tuilerie.envs.aec, tuilerie.envs.single, tuilerie.envs.vector], ids=lambda module: module.__name__
)
def test_docstring_examples(module):
    outcome = doctest.testmod(module)
    assert outcome.attempted >= 3
    assert outcome.failed == 0


@games
def test_every_field_of_an_observation_is_documented(game):
    section = PAGE.read_text(encoding="utf-8").split(f"### {game}\n")[1].split("\n### ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    assert rows == [
        f"| `{name}` | {first} | {length} | {meaning} |" for name, first, length, meaning in tuilerie.envs.layout(game)
    ]
