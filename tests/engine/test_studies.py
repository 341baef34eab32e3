"""Studies: what is written is read again, everything in it is played, and damage is told in a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from tests.positions import random_match
from tuilerie.commands import records
from tuilerie.commands.exit_codes import Failed
from tuilerie.engine.errors import WrongRecord
from tuilerie.engine.registry import known_games
from tuilerie.engine.studies import (
    Branch,
    Comment,
    Puzzle,
    Study,
    Tried,
    check_study,
    match_at,
    part_of,
    to_document,
    to_line,
)
from tuilerie.engine.study_schema import schema

ROOT = Path(__file__).parent.parent.parent
VALIDATOR = jsonschema.Draft202012Validator(schema())


def fresh(game: str = "restart") -> Study:
    """A puzzle cut out of a random game, before a move that was a choice."""
    match = random_match(game, 3, 5)
    record = json.loads(json.dumps(match.record()))
    again = match.anew()
    for number, event in enumerate(record["events"]):
        if event[0] != "move":
            continue
        legal = again.legal()
        if number > 6 and len(legal) > 1:
            tried = [Tried(legal[0], 0.6, 0.01), Tried(legal[1], 0.4, 0.01)]
            puzzle = Puzzle("p1", [legal[0]], legal[1], ["plain"], ["expert"], "search", 1000, tried)
            branch = Branch("autrement", number, [legal[1]], "club", [0.2, 0.3, 0.5], "pourquoi pas")
            return Study(
                part_of(record, number), number, again.turn, "Ici", [branch], [Comment(number, "à vous")], puzzle
            )
        again.play(event[2])
    raise AssertionError("no choice in this game")


def document(game: str = "restart"):
    return json.loads(to_line(fresh(game)))


@pytest.mark.parametrize("game", known_games())
def test_what_is_written_is_read_again(game):
    study = fresh(game)
    assert check_study(document(game)) == study
    assert to_document(check_study(document(game))) == document(game)
    VALIDATOR.validate(document(game))
    assert match_at(study).turn == study.seat


def test_a_whole_record_is_a_study_too_and_stays_as_it_is():
    record = json.loads(json.dumps(random_match("famille", 2, 3).record()))
    study = check_study(to_document(Study(record, len(record["events"]), 0)))
    assert study.record == record
    assert match_at(study).finished


def test_the_published_schema_is_the_codes():
    published = json.loads((ROOT / "docs" / "api" / "study.schema.json").read_text(encoding="utf-8"))
    assert published == schema(), "run: make record-schema"


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda d: d.pop("title"), "study-keys"),
        (lambda d: d.update(format="tuilerie-study/2"), "format"),
        (lambda d: d.update(record=[]), "bad-field"),
        (lambda d: d["record"].update(commitment="0" * 64), "commitment"),
        (lambda d: d["record"]["events"][-1].append("x"), "bad-field"),
        (lambda d: d.update(at=0), "study-place"),
        (lambda d: d.update(at=True), "bad-field"),
        (lambda d: d.update(seat=3), "bad-field"),
        (lambda d: d.update(title="x" * 121), "bad-field"),
        (lambda d: d.update(title="a\u0007"), "bad-field"),
        (lambda d: d["branches"].extend(d["branches"] * 64), "bad-field"),
        (lambda d: d["branches"][0].update(at=10**6), "study-place"),
        (lambda d: d["branches"][0].update(moves=["no such move"]), "study-illegal"),
        (lambda d: d["branches"][0].update(chances=[2]), "bad-field"),
        (lambda d: d["comments"][0].update(text=1), "bad-field"),
        (lambda d: d["puzzle"].update(answers=[]), "bad-field"),
        (lambda d: d["puzzle"].update(tempting="no such move"), "study-puzzle-move"),
        (lambda d: d["puzzle"].update(tempting=d["puzzle"]["answers"][0]), "bad-field"),
        (lambda d: d.update(seat=(d["seat"] + 1) % 3), "study-puzzle-seat"),
    ],
)
def test_damage_is_told_in_a_sentence(damage, code):
    damaged = document()
    damage(damaged)
    with pytest.raises(WrongRecord) as caught:
        check_study(damaged)
    assert caught.value.code == f"record.{code}"
    for lang in ("fr", "en", "de"):
        assert caught.value.sentence(lang)


def test_check_reads_studies_and_records_in_one_file(tmp_path, capsys):
    path = tmp_path / "mixed.jsonl"
    record = json.dumps(random_match("famille", 2, 3).record())
    path.write_text(to_line(fresh()) + record + "\n", encoding="utf-8")
    records.check([path], None, [], None, lang="fr")
    assert "2 parties et études" in capsys.readouterr().out
    damaged = document()
    damaged["puzzle"]["answers"] = ["gagner"]
    path.write_text(json.dumps(damaged) + "\n", encoding="utf-8")
    with pytest.raises(Failed):
        records.check([path], None, [], None, lang="fr")
    assert "gagner n’est pas un coup permis" in capsys.readouterr().err
