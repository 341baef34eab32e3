"""The documents are true: their commands run, their examples answer what they say, their links lead somewhere."""

from __future__ import annotations

import ast
import doctest
import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import tuilerie
import tuilerie.engine.match
from tests.commands.running import tuilerie as program
from tests.positions import random_match
from tuilerie.engine.registry import BUILT_IN

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
COMMANDS = re.findall(r"^\$ \.venv/bin/tuilerie (.*)$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)


def test_readme_examples_answer_what_they_say():
    outcome = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert outcome.attempted >= 5
    assert outcome.failed == 0


def test_the_readmes_first_episode_runs_when_it_is_copied(capsys):
    blocks = re.findall(
        r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    (episode,) = [block for block in blocks if not block.startswith(">>>")]
    exec(compile(episode, "README.md", "exec"), {})
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()] == [
        ["player_0", "gets"],
        ["player_1", "gets"],
    ]


@pytest.mark.parametrize(
    ("program", "wanted"),
    [
        ("import sys; sys.modules['pettingzoo'] = None; import tuilerie.envs", "make envs"),
        (
            "import sys; sys.modules['altair'] = None; from tuilerie.lab.charts import "
            "require_altair; require_altair()",
            "make lab",
        ),
    ],
)
def test_what_an_extra_brings_is_said_with_the_command_for_a_checkout(program, wanted):
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert wanted in done.stderr
    assert "pip install 'tuilerie[" in done.stderr


@pytest.mark.parametrize("module", [tuilerie, tuilerie.engine.match], ids=lambda module: module.__name__)
def test_docstring_examples(module):
    outcome = doctest.testmod(module)
    assert outcome.attempted >= 3
    assert outcome.failed == 0


def test_readme_commands_run_in_their_order(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert len(COMMANDS) >= 6
    for command in COMMANDS:
        done = program(*shlex.split(command), stdin="")
        assert done.returncode == 0, f"{command}: {done.stderr}"


def test_the_two_commands_stand_first():
    first_block = (ROOT / "README.md").read_text(encoding="utf-8").split("```")[1]
    assert "make play" in first_block
    assert "make test" in first_block


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    """In a clone as in the site: every target is a file of the repository."""
    known = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        wanted = os.path.relpath((page.parent / target).resolve(), ROOT)
        assert target.startswith("http") or wanted in known, target


def test_the_rules_pages_are_those_of_the_words():
    spec = importlib.util.spec_from_file_location("pages", ROOT / "docs" / "hooks" / "pages.py")
    pages = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pages)
    made = pages.rules_pages()
    assert {page.name for page in (ROOT / "docs" / "rules").iterdir()} == set(made)
    for name, text in made.items():
        assert (ROOT / "docs" / "rules" / name).read_text(encoding="utf-8") == text, "make rules-pages"


def test_every_make_target_in_the_documents_exists():
    rules = re.findall(r"^([a-z][a-z -]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    targets = {target for rule in rules for target in rule.split()}
    for page in PAGES:
        assert set(re.findall(r"`make ([a-z-]+)", page.read_text(encoding="utf-8"))) <= targets, page


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_field_of_a_view_is_documented(game):
    text = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    section = text.split(f"### {game}\n")[1].split("\n### ")[0]
    for actions in (0, 1, 7, 40, None):
        match = random_match(game, 2, 1, moves=actions)
        assert {f"`{key}`" for key in match.view(0)} <= set(re.findall(r"`\w+`", section))


def test_the_example_bot_fits_in_40_lines_and_conforms():
    source = ROOT / "examples" / "first_bot.py"
    assert len(source.read_text().splitlines()) <= 40
    ast.parse(source.read_text())
    done = program("bots", "--test", f"cmd:python3 {source}")
    assert done.returncode == 0, done.stderr
    assert "ReStart: 27 games" in done.stdout


def test_the_deck_of_the_documentation_can_be_played(tmp_path):
    text = (ROOT / "docs" / "decks.md").read_text(encoding="utf-8")
    file = tmp_path / "deck.json"
    file.write_text(text.split("```json")[1].split("```")[0], encoding="utf-8")
    done = program("simulate", "romirami", "--deck", file, "--games", 3, "--record", tmp_path / "games.jsonl")
    assert done.returncode == 0, done.stderr
    assert program("check", tmp_path / "games.jsonl").returncode == 0


def test_the_site_is_built_without_a_warning_and_fetches_nothing(tmp_path):
    """Every link of every page leads somewhere; no page asks another host for fonts, scripts or pictures."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", tmp_path]
    done = subprocess.run(
        [*map(str, command)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
    )
    assert done.returncode == 0, done.stderr
    pages = sorted(tmp_path.rglob("*.html"))
    assert len(pages) > 20
    for page in pages:
        fetched = re.findall(
            r'<(?:script|img|iframe)[^>]+src="(http[^"]+|//[^"]+)"'
            r'|<link[^>]+rel="(?:stylesheet|preconnect)"[^>]+href="(http[^"]+|//[^"]+)"',
            page.read_text(),
        )
        assert not fetched, page
    assert "RS-T3" in (tmp_path / "rules" / "restart.fr" / "index.html").read_text(encoding="utf-8")
