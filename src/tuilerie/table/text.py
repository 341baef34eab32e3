"""Text that clients send: which characters it may hold, and what a name must have. Everything that is stored or shown
to others passes here.

Refused are control characters (NUL too, which PostgreSQL cannot store), characters that change the direction of the
text around them, halves of surrogate pairs, and text in which nothing can be seen.
"""

from __future__ import annotations

import re
import unicodedata

from tuilerie.table.errors import NotAllowed
from tuilerie.table.shapes import PLAIN

LONGEST_NAME = 24
LONGEST_STORED_NAME = 40  # of the columns; case folding can make a name longer

_PLAIN = re.compile(PLAIN)
_QUOTED = repr(PLAIN)[1:-1]  # as an error of the decoder quotes it
_JOINERS = "\u200c\u200d"  # Persian and Indic words and many emoji need them
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")  # letters and signs by category, but nothing is drawn
# a pile of accents covers the lines around it; joiners in a row join nothing; the last two of every plane mean nothing
_ODD = re.compile(
    "[\u200c\u200d]{2}|[\ufdd0-\ufdef]|["
    + "".join(chr(0x10000 * plane + end) for plane in range(17) for end in (0xFFFE, 0xFFFF))
    + "]"
)
MOST_MARKS = 4  # on one letter: scripts of living languages need three
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zs", "Zl", "Zp", "Mn", "Me"})


def unreadable(error: Exception, most: int) -> NotAllowed:
    """What is said about a message that does not decode."""
    detail = str(error)
    return NotAllowed("bad-text") if _QUOTED in detail else NotAllowed("bad-message", detail=detail[:most])


def visible(text: str) -> bool:
    """Something can be seen of it."""
    return any(
        letter not in _BLANK and not _ignorable(letter) and unicodedata.category(letter) not in _UNSEEN
        for letter in text
    )


def _well_formed(text: str) -> bool:
    """No characters of no meaning, and no piles of marks."""
    marks = "".join("m" if unicodedata.category(letter) in ("Mn", "Me") else " " for letter in text)
    return _PLAIN.match(text) is not None and _ODD.search(text) is None and "m" * (MOST_MARKS + 1) not in marks


def clean_name(name: str) -> str:
    """A name as it is stored and shown: composed, single spaces, nothing that cannot be seen but the joiners; refused
    if nothing is left to see.
    """
    composed = " ".join(unicodedata.normalize("NFC", name).split())
    if not _well_formed(name) or any(_ignorable(letter) for letter in composed) or not visible(composed):
        raise NotAllowed("bad-name")
    if len(composed) > LONGEST_NAME or len(folded_name(composed)) > LONGEST_STORED_NAME:
        raise NotAllowed("long-name", most=LONGEST_NAME)
    return composed


def folded_name(name: str) -> str:
    """What makes two kept names the same: width, case, joiners and spaces do not count."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(letter for letter in folded if letter not in _JOINERS).split())


def checked_text(text: str) -> str:
    """A line that somebody says to the table."""
    if not _well_formed(text) or not visible(text):
        raise NotAllowed("bad-text")
    return text


def _ignorable(letter: str) -> bool:
    """Nothing is drawn for it, by Unicode's list; joiners and variation selectors, which shape their
    neighbours, aside.
    """
    if letter in _JOINERS or "\ufe00" <= letter <= "\ufe0f":
        return False
    return (
        unicodedata.category(letter) == "Cf"
        or letter in "\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f\u2065"
        or "\U000e0000" <= letter <= "\U000e0fff"
    )
