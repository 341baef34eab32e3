"""Puzzles as a page or a terminal shows them: the position as its player could see it, and what a try was worth."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tuilerie.bots import advice, mistakes
from tuilerie.engine.match import Match
from tuilerie.engine.puzzles import puzzle_of, shipped
from tuilerie.engine.registry import known_games
from tuilerie.engine.studies import Puzzle, Study, match_at
from tuilerie.table.errors import NotAllowed
from tuilerie.table.server_messages import Choice
from tuilerie.table.shapes import Event, Seat, View
from tuilerie.table.visibility import choice
from tuilerie.words import say

Level = Annotated[str, Meta(description="The weakest level of bots that finds the move.")]
Number = Annotated[int, Meta(description="From 1, in the order of the file that comes with the game.")]


class Kind(Struct):
    """A kind of mistake that a puzzle is about."""

    code: str
    title: str


class ListedPuzzle(Struct):
    number: Number
    id: str
    level: Level
    kinds: Annotated[list[str], Meta(description="Codes of `kinds`, the most telling first.")]


class GamePuzzles(Struct):
    """The puzzles of a game, and the kinds that they are about in words."""

    game: str
    puzzles: list[ListedPuzzle]
    kinds: list[Kind]


class PuzzleShelf(Struct):
    games: list[GamePuzzles]


class PuzzleSheet(Struct):
    """A position in which one move is clearly best, as the seat to move could see it."""

    game: str
    number: Number
    total: int
    id: str
    level: Level
    kinds: list[Kind]
    seats: list[Seat]
    seat: int
    view: View
    choice: Choice
    events: Annotated[list[Event], Meta(description="What had happened, as that seat saw it.")]


class TriedMove(Struct):
    """A move with its chance of winning, 0..1, and half the width of the 95% interval; null where it was not tried."""

    move: str
    chance: float | None
    error: float | None


class PuzzleVerdict(Struct):
    """What a try was worth. What is best is told with a right move, or when asked for."""

    right: bool
    tried: TriedMove
    why: Annotated[str, Meta(description="A sentence: why the move is good (it goes on from the move), or worse.")]
    view: Annotated[View, Meta(description="The position after it, with the same eyes.")]
    best: Annotated[TriedMove | None, Meta(description="The best move; only with a right one.")] = None
    tempting: Annotated[TriedMove | None, Meta(description="The move that looks good; only with a right one.")] = None
    worse: Annotated[str | None, Meta(description="Why that one is worse.")] = None
    proof: Literal["search", "exact"] | None = None
    worlds: Annotated[int, Meta(description="Deals in which each was tried.")] = 0


def shelf(lang: str) -> PuzzleShelf:
    """All puzzles of all games that have some."""
    return PuzzleShelf([_listed(game, lang) for game in known_games() if shipped(game)])


def _listed(game: str, lang: str) -> GamePuzzles:
    puzzles = [puzzle_of(study) for study in shipped(game)]
    codes = dict.fromkeys(code for puzzle in puzzles for code in puzzle.categories)
    lines = [ListedPuzzle(number, one.id, one.found[0], one.categories) for number, one in enumerate(puzzles, 1)]
    return GamePuzzles(game, lines, [_kind(code, lang) for code in codes])


def study_of(game: str, number: int) -> Study:
    """One of the puzzles that come with a game."""
    found = shipped(game) if game in known_games() else ()
    if not 1 <= number <= len(found):
        raise NotAllowed("no-page")
    return found[number - 1]


def sheet(game: str, number: int, lang: str) -> PuzzleSheet:
    study = study_of(game, number)
    puzzle, match = puzzle_of(study), match_at(study)
    possible = choice(match, study.seat)
    assert possible is not None  # it is this seat's turn, or the file would not have been shipped
    return PuzzleSheet(
        game=game,
        number=number,
        total=len(shipped(game)),
        id=puzzle.id,
        level=puzzle.found[0],
        kinds=[_kind(code, lang) for code in puzzle.categories],
        seats=_seats(study),
        seat=study.seat,
        view=match.view(study.seat),
        choice=possible,
        events=match.seen_events(study.seat),
    )


def judge(game: str, number: int, move: str, lang: str) -> PuzzleVerdict:
    """What a move is worth; Refused if it is not legal."""
    study = study_of(game, number)
    puzzle, match = puzzle_of(study), match_at(study)
    after = match.copy()
    after.play(move)
    spelt = next(event[2] for event in reversed(after.events) if event[0] == "move")
    view = after.view(study.seat)
    if spelt not in puzzle.answers:
        return PuzzleVerdict(False, _tried(puzzle, spelt), _why_worse(match, puzzle, spelt, lang), view)
    return PuzzleVerdict(
        right=True,
        tried=_tried(puzzle, puzzle.answers[0]),
        why=_why_good(match, spelt, lang),
        view=view,
        best=_tried(puzzle, puzzle.answers[0]),
        tempting=_tried(puzzle, puzzle.tempting),
        worse=_why_worse(match, puzzle, puzzle.tempting, lang),
        proof="exact" if puzzle.proof == "exact" else "search",
        worlds=puzzle.worlds,
    )


def answer(game: str, number: int, lang: str) -> PuzzleVerdict:
    """The best move, for whoever gives up."""
    return judge(game, number, puzzle_of(study_of(game, number)).answers[0], lang)


def _why_good(match: Match, move: str, lang: str) -> str:
    reason, details = advice.reason_for(match, move)
    return say(f"reason.{reason}", lang, **details)


def _why_worse(match: Match, puzzle: Puzzle, move: str, lang: str) -> str:
    return mistakes.categories(match, move, puzzle.answers[0])[0].sentence(lang)


def _tried(puzzle: Puzzle, move: str) -> TriedMove:
    found = next((one for one in puzzle.tried if one.move == move), None)
    return TriedMove(move, found.chance if found else None, found.error if found else None)


def _kind(code: str, lang: str) -> Kind:
    return Kind(code, mistakes.Category(code, {}).title(lang))


def _seats(study: Study) -> list[Seat]:
    seats = [Seat(seat, "bot", who["name"], bot=who["bot"]) for seat, who in enumerate(study.record["players"])]
    seats[study.seat] = Seat(study.seat, "human")
    return seats
