"""Events in words for the log: who did what. A game's own moves are told as its `LogPhrases` tells them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tuilerie.engine.drawing.log_phrases import LogPhrases, View
from tuilerie.engine.game import Event
from tuilerie.engine.registry import part_of
from tuilerie.words import catalogue, say

AS_WRITTEN = LogPhrases()
SIGN = "sign"  # pieces by their signs, as a table in a terminal shows them
WORDS = ""  # pieces in words, for whoever listens


def phrases_of(game: str) -> LogPhrases:
    plain = part_of(game, "plain")
    phrases: LogPhrases = getattr(plain, "LOG_PHRASES", AS_WRITTEN)
    return phrases


def tell(
    event: Event, phrases: LogPhrases, view: View | None, names: Sequence[str], *, lang: str, form: str = SIGN
) -> str:
    """One event as a line; `view` is the table as it is seen now."""
    kind, rest = event[0], event[1:]
    if kind == "move":
        return say(
            "terminal.log.line", lang, name=names[rest[0]], text=phrases.move(rest[1], view).in_words(lang, form)
        )
    if kind in ("draw", "reveal"):
        return say(
            "terminal.log.line", lang, name=names[rest[0]], text=phrases.drawn(kind, rest[1]).in_words(lang, form)
        )
    if kind == "deal":
        return say("terminal.log.deal", lang, name=names[rest[0]["first"]])
    if kind == "round":
        return _count(rest[0], phrases, view, names, lang=lang, form=form)
    if kind == "end":
        return ending(rest[0], phrases, names, lang)
    own = phrases.event(kind, rest[0] if rest else {}, view or {})
    if own is not None:
        return own.in_words(lang, form)
    return say(f"terminal.log.{kind}", lang) if f"terminal.log.{kind}" in catalogue(lang) else f"{kind} {rest}"


def _count(
    count: dict[str, Any], phrases: LogPhrases, view: View | None, names: Sequence[str], *, lang: str, form: str
) -> str:
    """The hands that were laid open, what they count, and the totals."""
    hands = phrases.hands_counted(count, view or {})
    told = [
        say("terminal.log.line", lang, name=name, text=hand.in_words(lang, form) or say("terminal.log.nothing", lang))
        for name, hand in zip(names, hands, strict=False)
    ]
    round_over = say(
        "terminal.log.round", lang, points=_each(names, count["points"]), totals=_each(names, count["totals"])
    )
    return " · ".join([*told, round_over])


def ending(end: dict[str, Any], phrases: LogPhrases, names: Sequence[str], lang: str) -> str:
    """How the game ended, who won, and the scores."""
    code = f"terminal.reason.{end['reason']}"
    reason = say(code, lang) if code in catalogue(lang) else str(end["reason"])
    winners = ", ".join(names[seat] for seat in end["winners"])
    who = (
        say("terminal.log.won" if len(end["winners"]) == 1 else "terminal.log.shared", lang, names=winners)
        if winners
        else ""
    )
    return " ".join(
        part for part in (reason, who, say(phrases.scores, lang, scores=_each(names, end["scores"]))) if part
    )


def _each(names: Sequence[str], numbers: Sequence[int]) -> str:
    return ", ".join(f"{name} ({number})" for name, number in zip(names, numbers, strict=True))


def numbered_names(names: Sequence[str]) -> list[str]:
    """Two of a name get the numbers of their seats."""
    return [f"{name} {seat + 1}" if names.count(name) > 1 else name for seat, name in enumerate(names)]
