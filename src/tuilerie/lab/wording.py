"""Numbers and figures as people read them."""

from __future__ import annotations

from tuilerie.lab.figures import is_share
from tuilerie.words import game_title, grammar, say

__all__ = [
    "change_of",
    "figure_name",
    "game_title",
    "number",
    "order_name",
    "percent",
    "points",
    "reason_name",
    "signed",
    "value_of",
]

ORDER = ("order.", "seat.", "score.", "reason.")


def number(value: float, lang: str, digits: int = 1) -> str:
    return grammar(lang).number(value, digits)


def percent(share: float, lang: str, digits: int = 1) -> str:
    return grammar(lang).share(share, digits)


def points(share: float, lang: str) -> str:
    """A difference of shares, in points of percent, without a sign."""
    return number(abs(100 * share), lang, 1)


def signed(value: float, lang: str, digits: int = 1) -> str:
    return ("+" if value > 0 else "") + number(value, lang, digits)


def value_of(column: str, value: float, lang: str) -> str:
    """A figure's value: percent for shares, else with as many decimals as it deserves."""
    if is_share(column):
        return percent(value, lang)
    return number(value, lang, 2 if abs(value) < 10 else 1)


def change_of(column: str, value: float, lang: str) -> str:
    return signed(100 * value if is_share(column) else value, lang, 2)


def reason_name(reason: str, lang: str) -> str:
    try:
        return say(f"lab.reason.{reason}", lang)
    except KeyError:  # a game of somebody else's
        return reason


def order_name(place: int, lang: str) -> str:
    return say("lab.figure.order_first", lang) if place == 0 else say("lab.figure.order_next", lang, place=place + 1)


def figure_name(column: str, lang: str, **details: object) -> str:
    """The name of a column of `figures.columns`."""
    head, _, tail = column.partition(".")
    if head == "seat" and tail:
        return say("lab.figure.seat", lang, seat=tail)
    if head == "order":
        return say("lab.figure.order", lang, place=order_name(int(tail), lang))
    if head == "score" and tail:
        return say("lab.figure.score_of", lang, seat=tail)
    if head == "reason":
        return say("lab.figure.reason", lang, reason=reason_name(tail, lang))
    return say(f"lab.figure.{column}", lang, **details)
