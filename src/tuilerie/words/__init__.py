"""Text for people, in French and English, keyed by codes. Nothing else in the package holds a sentence."""

from __future__ import annotations

import locale
import os
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("fr", "en")


def default_language() -> str:
    """The locale's language if we speak it, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "fr" if os.environ[name].lower().startswith("fr") else "en"
    return "fr" if (locale.getlocale()[0] or "").lower().startswith(("fr", "french")) else "en"


def early_language(argv: list[str]) -> str:
    """The language asked for on the command line, known before the commands are described; else the locale's."""
    for here, after in zip(argv, [*argv[1:], ""], strict=True):
        wanted = after if here == "--lang" else here.removeprefix("--lang=") if here.startswith("--lang=") else ""
        if wanted in LANGUAGES:
            return wanted
    return default_language()


def say(key: str, lang: str, /, **details: Any) -> str:
    """The sentence for `key`; details fill its placeholders."""
    return catalogue(lang)[key].format(**details)


@cache
def catalogue(lang: str) -> dict[str, str]:
    """All sentences of one language, by dotted key."""
    return dict(_flatten(_load(f"{lang}.toml")))


@cache
def rules_page(game: str, lang: str) -> dict[str, Any]:
    """The rules of one game in our own words: title, goal, sections of clauses, examples."""
    return _load(f"rules/{game}.{lang}.toml")


def clause_text(game: str, clause: str, lang: str) -> str:
    for section in rules_page(game, lang)["sections"]:
        for entry in section["clauses"]:
            if entry["id"] == clause:
                return str(entry["text"])
    raise KeyError(clause)


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads((files(__package__) / name).read_text(encoding="utf-8"))


def _flatten(table: dict[str, Any], prefix: str = "") -> Any:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value
