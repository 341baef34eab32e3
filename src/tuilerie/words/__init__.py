"""Text for people, in French and English, keyed by codes. Nothing else in the package holds a sentence.

A game that joins through the entry point group `tuilerie.games` brings a folder `words` in its package, laid out like this one: `fr.toml` and `en.toml`
with its sentences, `rules/GAME.fr.toml` and `rules/GAME.en.toml` with its rules page. It is read without importing the game.
"""

from __future__ import annotations

import locale
import os
import string
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

LANGUAGES = ("fr", "en")
HERE = Path(__file__).parent
OURS = {page.name.partition(".")[0] for page in (HERE / "rules").glob("*.toml")}


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
    """The sentence for `key`; details fill its placeholders. `{count:tile|tiles}` is a number with its form of the word: 1 tile, 2 tiles."""
    sentence = catalogue(lang)[key]
    return _COUNTING[lang].format(sentence, **details) if "|" in sentence else sentence.format(**details)


class _Counting(string.Formatter):
    """French counts nothing and one in the singular, English one alone."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def format_field(self, value: Any, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if not bar:
            return str(format(value, format_spec))
        return f"{value} {one if self._is_one(value) else many}"

    def _is_one(self, value: Any) -> bool:
        try:
            number = float(str(value).replace(",", "."))
        except ValueError:  # a number with spaces between its thousands, a range
            return False
        return abs(number) < 2 if self.lang == "fr" else str(value) == "1"


_COUNTING = {lang: _Counting(lang) for lang in LANGUAGES}


@cache
def catalogue(lang: str) -> dict[str, str]:
    """All sentences of one language, by dotted key; those of plugins cannot replace ours."""
    sentences: dict[str, str] = {}
    for folder in reversed([HERE, *plugin_folders()]):
        if (folder / f"{lang}.toml").is_file():
            sentences |= dict(_flatten(_load(folder / f"{lang}.toml")))
    return sentences


@cache
def rules_page(game: str, lang: str) -> dict[str, Any]:
    """The rules of one game in our own words: title, goal, sections of clauses, examples. FileNotFoundError if a plugin brings none."""
    name = f"rules/{game}.{lang}.toml"
    return _load(next((folder / name for folder in plugin_folders() if (folder / name).is_file()), HERE / name) if game not in OURS else HERE / name)


def clause_text(game: str, clause: str, lang: str) -> str:
    for section in rules_page(game, lang)["sections"]:
        for entry in section["clauses"]:
            if entry["id"] == clause:
                return str(entry["text"])
    raise KeyError(clause)


@cache
def plugin_folders() -> list[Path]:
    """The `words` folders of the games that joined through the entry point, found without importing them."""
    found = []
    for plugin in entry_points(group="tuilerie.games"):
        package = find_spec(plugin.module.partition(".")[0])
        for place in (package.submodule_search_locations or []) if package is not None else []:
            if (Path(place) / "words").is_dir():
                found.append(Path(place) / "words")
    return found


def _load(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _flatten(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value
