"""A review as clients get it: whole points that add up, and everything said in every language."""

from __future__ import annotations

from math import erf, sqrt
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tuilerie.bots import account as accounting
from tuilerie.bots import review as reviewing
from tuilerie.bots.mistakes import Category
from tuilerie.words import LANGUAGES

INTERVAL = 1.96  # standard errors


class MistakeKind(Struct):
    """In what way a move was worse than another."""

    code: Annotated[str, Meta(description="Code of the category: `restart.buried`.")]
    title: Annotated[dict[str, str], Meta(description="Its name, by language.")]
    sentence: Annotated[dict[str, str], Meta(description="Why it was worse here, by language.")]


class Mistake(Struct):
    """A move that was clearly worse than another, for all that the mover knew."""

    place: Annotated[int, Meta(description="Its place among the turn's moves, from 0.")]
    played: str
    better: str
    chance: Annotated[int, Meta(description="The mover's chance with the better move, in percent.")]
    cost: Annotated[int, Meta(description="Points of chance that it lost.")]
    error: Annotated[int, Meta(description="Half the width of the cost's 95% interval, at least 1.")]
    sure: Annotated[int, Meta(description="How often of 100 the better move is better, in the worlds imagined.")]
    kinds: Annotated[list[MistakeKind], Meta(description="The most telling first; at least one.")]


class ReviewedTurn(Struct):
    """One turn of a finished game, judged with the mover's eyes at that time."""

    seat: int
    events: Annotated[list[int], Meta(description="Numbers of its moves' events in the record (from 0).")]
    moves: list[str]
    choice: Annotated[bool, Meta(description="Whether there was anything to choose.")]
    drawn: Annotated[list[int], Meta(description="What was dealt or drawn at its end was worth, by seat, in points.")]
    mistake: Annotated[Mistake | None, Meta(description="Its costliest clear mistake.")] = None


class Account(Struct):
    """Where a seat's result came from, in points of the chance of winning: `start` and the four terms are `end`."""

    start: Annotated[int, Meta(description="An even share.")]
    own: Annotated[int, Meta(description="The seat's own decisions: never above 0.")]
    others: Annotated[int, Meta(description="The others' mistakes: never below 0.")]
    drawn: Annotated[int, Meta(description="Deals and draws, as the seat saw them.")]
    hands: Annotated[int, Meta(description="The others' hands: all that the seat could not know.")]
    end: Annotated[int, Meta(description="The seat's share of the victory; in a game that was stopped, its chance.")]
    verdict: Annotated[str, Meta(description="`won-well`, `won-lucky`, `won-anyway`, `lost-well` or `lost-poorly`.")]


class Review(Struct):
    """A finished game looked at again. While it is computed, ask again every second or so: turns come as they are
    judged.
    """

    state: Literal["computing", "done"]
    done: Annotated[int, Meta(description="Turns judged so far.")]
    total: Annotated[int, Meta(description="Turns of the game.")]
    turns: Annotated[list[ReviewedTurn], Meta(description="The turns judged so far, in order.")] = []
    chances: Annotated[
        list[list[list[int]]],
        Meta(
            description="By the seat that looks, then by turn (before it; one more for the end): every seat's chance "
            "in percent. They add up to 100."
        ),
    ] = []
    accounts: Annotated[list[Account], Meta(description="One for each seat, when all is judged.")] = []


def told(found: reviewing.Review) -> Review:
    """A review, or the part of one that is there."""
    balances = accounting.accounts(found)
    points: dict[int, int] = {}
    for seat, balance in enumerate(balances):
        points |= accounting.mistake_points(found, seat, balance.own)
    turns = [_turn(turn, points.get(number, 0)) for number, turn in enumerate(found.turns)]
    seats = range(found.players)
    return Review(
        "done" if found.complete else "computing",
        len(turns),
        found.total,
        turns,
        [accounting.percents(found, seat) for seat in seats],
        [_account(balance) for balance in balances] if found.complete else [],
    )


def _turn(turn: reviewing.ReviewedTurn, points: int) -> ReviewedTurn:
    drawn = [round(100 * each) for each in turn.luck]
    mistake = None if turn.mistake is None else _mistake(turn.mistake, points)
    return ReviewedTurn(turn.seat, turn.events, turn.moves, turn.best is not None, drawn, mistake)


def _mistake(found: reviewing.Mistake, points: int) -> Mistake:
    return Mistake(
        place=found.place,
        played=found.played,
        better=found.better,
        chance=round(100 * found.chance),
        cost=points,
        error=max(1, round(100 * INTERVAL * found.error)),
        sure=min(99, int(100 * _below(found.cost / found.error))) if found.error > 0 else 99,
        kinds=[_kind(category) for category in found.categories],
    )


def _kind(category: Category) -> MistakeKind:
    titles = {lang: category.title(lang) for lang in LANGUAGES}
    return MistakeKind(category.code, titles, {lang: category.sentence(lang) for lang in LANGUAGES})


def _account(balance: accounting.Account) -> Account:
    return Account(
        balance.start, balance.own, balance.others, balance.drawn, balance.hands, balance.end, balance.verdict
    )


def _below(errors: float) -> float:
    """The normal distribution."""
    return (1 + erf(errors / sqrt(2))) / 2
