"""The languages there are: every folder beside this file that has a `grammar.py`. Nothing else lists them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
# where only bytecode is there (in a browser), a grammar is a .pyc
LANGUAGES = tuple(sorted({grammar.parent.name for grammar in HERE.glob("*/grammar.py*")}))
FALLBACK = "en"  # for whoever asks for a language that is not here, and for games that do not bring theirs


@dataclass(frozen=True)
class Grammar:
    """How a language counts and joins. Sentences are in the catalogue, not here."""

    name: str  # of the language, in the language
    plural: Callable[[float, bool], int]  # which form of `{count:tile|tiles}` goes with a number, written whole or not
    forms: int = 2  # how many forms there are
    decimal: str = "."
    thousands: str = ","
    percent: str = "{}%"
    separator: str = ", "  # between the parts of a list
    last: str = " and "  # before the last of them
    semicolon: str = "; "

    def number(self, value: float, digits: int = 1) -> str:
        """Grouped by thousands; minus nothing is nothing."""
        text = f"{value:,.{digits}f}"
        if text.startswith("-") and not text.strip("-0.,"):
            text = text[1:]
        return text.replace(",", "\0").replace(".", self.decimal).replace("\0", self.thousands)

    def share(self, value: float, digits: int = 1) -> str:
        """A part of one as percent."""
        return self.percent.format(self.number(100 * value, digits))

    def listed(self, parts: list[str]) -> str:
        """`red`, `red and green`, `red, green and blue`."""
        return self.last.join([self.separator.join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)

    def counted(self, value: object, words: list[str]) -> str:
        """A number, or a number already written, with its form of the word."""
        return f"{value} {words[self.plural(self.magnitude(value), self.decimal not in str(value))]}"

    def magnitude(self, value: object) -> float:
        """A written number as a number; a range, or anything else, counts as many."""
        if isinstance(value, int | float):
            return abs(value)
        try:
            return abs(float(str(value).replace(self.thousands, "").replace(self.decimal, ".")))
        except ValueError:
            return float("inf")


@cache
def grammar(lang: str) -> Grammar:
    found = import_module(f"tuilerie.words.{lang}.grammar").GRAMMAR
    assert isinstance(found, Grammar)
    return found


def negotiate(header: str | None) -> str:
    """The language of ours that an Accept-Language header wants most (`de-AT,de;q=0.9,en;q=0.5`), or the fallback."""
    wanted: list[tuple[float, int, str]] = []
    for at, part in enumerate((header or "")[:400].split(",")):
        tag, _, quality = part.partition(";")
        lang = tag.strip().lower().replace("_", "-").partition("-")[0]
        weight = _quality(quality)
        if weight > 0 and lang in LANGUAGES:
            wanted.append((-weight, at, lang))
    return min(wanted)[2] if wanted else FALLBACK


def _quality(text: str) -> float:
    name, _, value = text.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return min(max(float(value), 0.0), 1.0)
    except ValueError:
        return 0.0
