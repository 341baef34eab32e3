"""The marks of a plan's game by name, and in words.

What they are is watched inside compiled code (a game's `marks` module).
"""

from __future__ import annotations

from typing import Any

from tuilerie.kernel.marks import Mark, Word
from tuilerie.lab.plan import Plan
from tuilerie.words import say
from tuilerie.words.terms import Phrase, several

__all__ = ["Mark", "label", "mark_count", "marks_of"]


def mark_count(plan: Plan) -> int:
    """The number of marks that compiled code counts in this game."""
    return plan.game.study_library.constants["MARKS"]


def marks_of(plan: Plan) -> list[Mark]:
    module = plan.game.part("marks")
    marks: list[Mark] = module.named(plan.game.whole_deck(plan.deck)) if module else []
    return marks


def label(mark: Mark, lang: str) -> str:
    """The mark in words."""
    details = {name: _sayable(value) for name, value in mark.details.items() if name != "key"}
    return say(f"mark.{mark.details.get('key', mark.name)}", lang, **details)


def _sayable(value: Any) -> Any:
    if isinstance(value, tuple):
        return several(map(_sayable, value))
    return Phrase(value.key, value.parts) if isinstance(value, Word) else value
