"""The puzzles that come with the games: whole, provable, and shown as their player could see them."""

from __future__ import annotations

import json

import jsonschema
import pytest
from msgspec.json import encode

from tuilerie.engine.puzzles import puzzle_of, shipped
from tuilerie.engine.registry import known_games
from tuilerie.engine.studies import check_study, match_at, to_document
from tuilerie.engine.study_schema import schema
from tuilerie.table import puzzles
from tuilerie.table.errors import NotAllowed

GAMES = [game for game in known_games() if shipped(game)]
VALIDATOR = jsonschema.Draft202012Validator(schema())


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_holds(game):
    ids = set()
    for study in shipped(game):
        document = json.loads(json.dumps(to_document(study)))
        assert check_study(document) == study
        puzzle = puzzle_of(study)
        best, tempting = puzzle.tried[:2]
        assert best.move == puzzle.answers[0]
        assert tempting.move == puzzle.tempting
        assert best.chance - tempting.chance > best.error + tempting.error
        assert puzzle.categories
        ids.add(puzzle.id)
    assert len(ids) == len(shipped(game))
    VALIDATOR.validate(document)


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_shows_what_its_player_could_see(game):
    study = shipped(game)[0]
    sheet = puzzles.sheet(game, 1, "fr")
    assert sheet.view == match_at(study).view(study.seat)
    assert study.record["seed"].encode() not in encode(sheet)
    told = [event for event in sheet.events if event[0] == "deal"]
    assert told == [
        match_at(study).game.seen(event, study.seat) for event in study.record["events"] if event[0] == "deal"
    ]


@pytest.mark.parametrize("lang", ["fr", "en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_tries_are_judged_in_words(game, lang):
    puzzle = puzzle_of(shipped(game)[0])
    right = puzzles.judge(game, 1, puzzle.answers[0], lang)
    wrong = puzzles.judge(game, 1, puzzle.tempting, lang)
    assert right.right
    assert right.best == puzzles.answer(game, 1, lang).best
    assert right.why
    assert right.worse
    assert not wrong.right
    assert wrong.best is None
    assert wrong.why == right.worse


@pytest.mark.parametrize(("game", "number"), [("restart", 0), ("restart", 10**6), ("no-game", 1)])
def test_there_is_no_such_puzzle(game, number):
    with pytest.raises(NotAllowed):
        puzzles.sheet(game, number, "fr")
