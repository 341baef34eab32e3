"""Studies (`tuilerie-study/1`): a record, or the part of one up to an event, with a place in it, branches and comments.

A puzzle is a study that says which move is to be found. Reading trusts nothing.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tuilerie.engine.errors import Refused, WrongRecord
from tuilerie.engine.match import Match
from tuilerie.engine.record_check import check_part
from tuilerie.engine.replay import moves_of

FORMAT = "tuilerie-study/1"
KEYS = ("format", "title", "record", "at", "seat", "branches", "comments", "puzzle")
OPTIONAL = ("puzzle",)
LONGEST_TITLE = 120
LONGEST_COMMENT = 2000
LONGEST_CODE = 60
MOST_BRANCHES = 64
MOST_MOVES = 2000  # of a branch
MOST_COMMENTS = 500
PROOFS = ("search", "exact")


@dataclass(frozen=True, slots=True)
class Branch:
    """What could have been played after the first `at` events of the record.

    `level`: the bot that answered in the other seats; `chances`: every seat's chance after the last move, in 0..1.
    """

    name: str
    at: int
    moves: list[str]
    level: str | None = None
    chances: list[float] | None = None
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark on the position after the first `at` events."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Tried:
    """A move of a puzzle, the chance of winning with it, and half the width of its 95% interval (exact: 0)."""

    move: str
    chance: float
    error: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The move to find at the study's place.

    `answers`: the right moves, the best first (several only where they lead to the same); `tempting`: the wrong move
    that looks good; `found`: the levels of bots that find it; `proof`: "search" or "exact"; `worlds`: in how many deals
    each move was tried.
    """

    id: str
    answers: list[str]
    tempting: str
    categories: list[str]
    found: list[str]
    proof: str
    worlds: int
    tried: list[Tried]


@dataclass(frozen=True, slots=True)
class Study:
    """`at`: how many events of the record led to the position; `seat`: with whose eyes it is looked at."""

    record: dict[str, Any]
    at: int
    seat: int
    title: str = ""
    branches: list[Branch] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    puzzle: Puzzle | None = None


def to_document(study: Study) -> dict[str, Any]:
    """As JSON writes it, keys in their order."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "title": study.title,
        "record": study.record,
        "at": study.at,
        "seat": study.seat,
        "branches": [asdict(branch) for branch in study.branches],
        "comments": [asdict(comment) for comment in study.comments],
    }
    return document if study.puzzle is None else document | {"puzzle": asdict(study.puzzle)}


def to_line(study: Study) -> str:
    return json.dumps(to_document(study), ensure_ascii=False, separators=(",", ":")) + "\n"


def is_study(document: dict[str, Any]) -> bool:
    """Whether a document says that it is a study; everything else is taken for a record."""
    return document.get("format") == FORMAT


def part_of(record: dict[str, Any], at: int) -> dict[str, Any]:
    """The record up to its first `at` events."""
    return record | {"events": record["events"][:at]}


def check_study(document: dict[str, Any]) -> Study:
    """The study that a document holds, everything in it played once; WrongRecord says what is wrong."""
    study = read_study(document)
    places = positions(check_part(study.record))
    for at in [study.at, *(branch.at for branch in study.branches), *(comment.at for comment in study.comments)]:
        if at not in places:
            raise WrongRecord("study-place", at=at)
    if study.seat >= len(study.record["players"]):
        raise WrongRecord("bad-field", field="seat")
    for branch in study.branches:
        _check_branch(study, branch)
    if study.puzzle is not None:
        _check_puzzle(study, study.puzzle)
    return study


def match_at(study: Study) -> Match:
    """The match at the study's place. The study has been checked."""
    return match_after(study.record, study.at)


def match_after(record: dict[str, Any], at: int, moves: Sequence[str] = ()) -> Match:
    """The match after the first `at` events of a checked record, then these moves."""
    match = check_part(record | {"events": record["events"][:1]})
    for event in record["events"][1:at]:
        if event[0] == "move":
            match.play(event[2])
    for move in moves:
        match.play(move)
    return match


def positions(match: Match) -> set[int]:
    """After how many events there is a position to look at: where a move is due, and at the end."""
    return {1, *(number for number, _ in moves_of(match)), len(match.events)}


def _check_branch(study: Study, branch: Branch) -> None:
    match = match_after(study.record, branch.at)
    for number, move in enumerate(branch.moves):
        try:
            match.play(move)
        except Refused as refused:
            where: dict[str, Any] = {"branch": branch.name, "number": number + 1, "move": move[:120]}
            raise WrongRecord("study-illegal", clause=refused.clause, why=refused.without_clause(), **where) from None


def _check_puzzle(study: Study, puzzle: Puzzle) -> None:
    match = match_at(study)
    legal = match.legal()
    if match.finished or match.turn != study.seat:
        raise WrongRecord("study-puzzle-seat")
    unknown = [move for move in (*puzzle.answers, puzzle.tempting) if move not in legal]
    if unknown:
        raise WrongRecord("study-puzzle-move", move=unknown[0][:120])
    if puzzle.tempting in puzzle.answers:
        raise WrongRecord("bad-field", field="tempting")


# --- what a document must look like --------------------------------------------------------------------------------


def read_study(document: dict[str, Any]) -> Study:
    """The form of a document alone: nothing is played."""
    if list(document) != [key for key in KEYS if key in document or key not in OPTIONAL]:
        raise WrongRecord("study-keys", expected=", ".join(key for key in KEYS if key not in OPTIONAL))
    if document["format"] != FORMAT:
        raise WrongRecord("format", expected=FORMAT)
    if not isinstance(document["record"], dict):
        raise WrongRecord("bad-field", field="record")
    return Study(
        record=document["record"],
        at=_number(document["at"], "at"),
        seat=_number(document["seat"], "seat", most=3),
        title=_text(document["title"], "title", LONGEST_TITLE),
        branches=[_branch(part) for part in _list(document["branches"], "branches", MOST_BRANCHES)],
        comments=[_comment(part) for part in _list(document["comments"], "comments", MOST_COMMENTS)],
        puzzle=_puzzle(document["puzzle"]) if "puzzle" in document else None,
    )


def _branch(part: Any) -> Branch:
    _keys(part, ("name", "at", "moves", "level", "chances", "comment"), "branches")
    return Branch(
        name=_text(part["name"], "name", LONGEST_TITLE),
        at=_number(part["at"], "at"),
        moves=[_text(move, "moves", LONGEST_TITLE) for move in _list(part["moves"], "moves", MOST_MOVES)],
        level=None if part["level"] is None else _text(part["level"], "level", LONGEST_CODE),
        chances=None
        if part["chances"] is None
        else [_chance(c, "chances") for c in _list(part["chances"], "chances", 4)],
        comment=_text(part["comment"], "comment", LONGEST_COMMENT),
    )


def _comment(part: Any) -> Comment:
    _keys(part, ("at", "text"), "comments")
    return Comment(_number(part["at"], "at"), _text(part["text"], "text", LONGEST_COMMENT))


def _puzzle(part: Any) -> Puzzle:
    _keys(part, ("id", "answers", "tempting", "categories", "found", "proof", "worlds", "tried"), "puzzle")
    answers = [_text(move, "answers", LONGEST_TITLE) for move in _list(part["answers"], "answers", MOST_BRANCHES)]
    if not answers or part["proof"] not in PROOFS:
        raise WrongRecord("bad-field", field="puzzle")
    return Puzzle(
        id=_text(part["id"], "id", LONGEST_CODE),
        answers=answers,
        tempting=_text(part["tempting"], "tempting", LONGEST_TITLE),
        categories=[_text(code, "categories", LONGEST_CODE) for code in _list(part["categories"], "categories", 8)],
        found=[_text(level, "found", LONGEST_CODE) for level in _list(part["found"], "found", 8)],
        proof=part["proof"],
        worlds=_number(part["worlds"], "worlds"),
        tried=[_tried(move) for move in _list(part["tried"], "tried", MOST_MOVES)],
    )


def _tried(part: Any) -> Tried:
    _keys(part, ("move", "chance", "error"), "tried")
    chance, error = _chance(part["chance"], "chance"), _chance(part["error"], "error")
    return Tried(_text(part["move"], "move", LONGEST_TITLE), chance, error)


def _keys(part: Any, expected: tuple[str, ...], where: str) -> None:
    if not isinstance(part, dict) or set(part) != set(expected):
        raise WrongRecord("bad-field", field=where)


def _list(value: Any, where: str, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise WrongRecord("bad-field", field=where)
    return value


def _number(value: Any, where: str, most: int = 10**9) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise WrongRecord("bad-field", field=where)
    return value


def _chance(value: Any, where: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
        raise WrongRecord("bad-field", field=where)
    return float(value)


def _text(value: Any, where: str, longest: int) -> str:
    sound = isinstance(value, str) and len(value) <= longest
    if not sound or any((ord(c) < 32 and c != "\n") or 0xD800 <= ord(c) < 0xE000 for c in value):
        raise WrongRecord("bad-field", field=where)
    return str(value)
