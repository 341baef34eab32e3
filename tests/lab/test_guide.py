"""The designers' guide runs as it stands, and the study says what its commands answer."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from docs.study import run, write

from tests.commands.running import tuilerie

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "lab.md").read_text(encoding="utf-8")
STUDY = json.loads(run.NUMBERS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("command", re.findall(r"^\$ \.venv/bin/tuilerie (.*)$", GUIDE, re.MULTILINE))
def test_the_commands_of_the_guide_run(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = tuilerie(*shlex.split(command))
    assert done.returncode == 0, done.stderr
    for file in re.findall(r"--(?:report|parquet) (\S+)", command):
        assert (tmp_path / file).stat().st_size > 1000


def test_the_guide_names_every_key_of_the_json():
    section = GUIDE.split("## For scripts")[1]
    assert {f"`{key}`" for key in next(iter(STUDY.values()))} <= set(re.findall(r"`\w+`", section))


def test_the_study_is_written_from_its_numbers():
    assert list(STUDY) == run.COMMANDS
    assert write.text(STUDY) == write.PAGE.read_text(encoding="utf-8"), "run `make study`"


def test_a_command_of_the_study_gives_its_numbers_again():
    """The cheapest one; all of them with `make study FRESH=--fresh`."""
    command = next(command for command in run.FIRST if command.startswith("balance famille --players 2 --bots random"))
    assert json.loads(json.dumps(run.measure(command))) == STUDY[command]


def test_the_plots_of_the_study_are_files_that_fetch_nothing():
    for name in re.findall(r"\(study/([\w-]+\.svg)\)", write.PAGE.read_text(encoding="utf-8")):
        svg = (run.HERE / name).read_text(encoding="utf-8")
        assert svg.startswith("<svg")
        assert "href=" not in svg
