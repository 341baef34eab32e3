"""A review as text: how each player played, where the result came from, what was to be done better."""

from __future__ import annotations

from collections.abc import Sequence

from tuilerie.bots.account import Account, accounts, mistake_points
from tuilerie.bots.review import Mistake, Review
from tuilerie.engine.drawing.log_phrases import LogPhrases
from tuilerie.terminal.event_text import SIGN
from tuilerie.words import say


def review_text(review: Review, names: Sequence[str], phrases: LogPhrases, lang: str) -> str:
    found = accounts(review)
    parts = [_account(names[seat], account, lang) for seat, account in enumerate(found)]
    for seat, account in enumerate(found):
        for number, points in mistake_points(review, seat, account.own).items():
            mistake = review.turns[number].mistake
            if mistake is not None:
                parts.append(_mistake(names[seat], number, mistake, points, phrases=phrases, lang=lang))
    if len(parts) == len(found):
        parts.append(say("terminal.review.fine", lang))
    return "\n\n".join(parts)


def _account(name: str, account: Account, lang: str) -> str:
    terms = {term: _signed(getattr(account, term)) for term in ("own", "others", "drawn", "hands", "decisions", "luck")}
    verdict = say(f"review.{account.verdict}", lang)
    return say(
        "terminal.review.account", lang, name=name, verdict=verdict, start=account.start, end=account.end, **terms
    )


def _mistake(name: str, number: int, mistake: Mistake, points: int, *, phrases: LogPhrases, lang: str) -> str:
    kind = mistake.categories[0]
    return say(
        "terminal.review.mistake",
        lang,
        name=name,
        turn=number + 1,
        title=kind.title(lang),
        played=phrases.move(mistake.played, mistake.view).in_words(lang, SIGN),
        better=phrases.move(mistake.better, mistake.view).in_words(lang, SIGN),
        points=points,
        why=kind.sentence(lang),
    )


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"
