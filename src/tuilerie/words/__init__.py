"""Text for people, keyed by codes. Nothing else in the package holds a sentence.

Every language is a folder here: `grammar.py` (how it counts and joins) and files of the platform's sentences. A game's
sentences stand in the folder `words` beside its adapter: `LANG.toml` with its sentences, `rules.LANG.toml` with its
rules page. A game that joins through the entry point group `tuilerie.games` brings the same; what it does not bring in
a language is said in English. No game is imported to read them.
"""

from __future__ import annotations

import locale
import os
import string
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tuilerie.words.languages import FALLBACK, HERE, LANGUAGES, Grammar, grammar, negotiate
from tuilerie.words.terms import Sayable

__all__ = [
    "FALLBACK",
    "LANGUAGES",
    "Grammar",
    "catalogue",
    "clause_text",
    "default_language",
    "early_language",
    "fill",
    "form_of",
    "game_title",
    "grammar",
    "negotiate",
    "own_sentences",
    "rules_page",
    "say",
]
GAMES = HERE.parent / "games"


# --- which language ----------------------------------------------------------------------------------


def default_language() -> str:
    """The locale's language if we speak it, else English."""
    names = [os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)]
    return negotiate((names or [locale.getlocale()[0] or ""])[0])


def early_language(argv: list[str]) -> str:
    """The language asked for on the command line, known before the commands are described; else the locale's."""
    for here, after in zip(argv, [*argv[1:], ""], strict=True):
        wanted = after if here == "--lang" else here.removeprefix("--lang=") if here.startswith("--lang=") else ""
        if wanted in LANGUAGES:
            return wanted
    return default_language()


# --- sentences ---------------------------------------------------------------------------------------


def say(key: str, lang: str, /, **details: Any) -> str:
    """The sentence for `key`; details fill its placeholders.

    `{count:tile|tiles}` is a number with its form of the word: 1 tile, 2 tiles. `{row:the}` is a thing in a form of the
    language (see `terms`).
    """
    return fill(catalogue(lang)[key], lang, details)


def fill(sentence: str, lang: str, details: Mapping[str, Any]) -> str:
    return _FILLING[lang].vformat(sentence, (), details) if "{" in sentence else sentence


class _Filling(string.Formatter):
    """Placeholders by the rules of one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Sayable):
            return value.in_words(self.lang, format_spec)
        if "|" in format_spec:
            return grammar(self.lang).counted(value, format_spec.split("|"))
        if isinstance(value, int | float) and format_spec.endswith("f"):
            return grammar(self.lang).number(value, int(format_spec[1:-1]))
        return str(format(value, format_spec))


_FILLING = {lang: _Filling(lang) for lang in LANGUAGES}


@cache
def catalogue(lang: str) -> dict[str, str]:
    """All sentences of one language, by dotted key; English where it lacks one.

    Those of plugins cannot replace ours.
    """
    own = own_sentences(lang)
    if lang == FALLBACK:
        return own
    return {key: text for key, text in catalogue(FALLBACK).items() if form_of(key) not in own} | own


def form_of(key: str) -> str:
    """The entry whose form this is (`form.KEY.NAME`), or nothing. Forms belong to the language that names the thing."""
    return key.removeprefix("form.").rpartition(".")[0] if key.startswith("form.") else ""


def own_sentences(lang: str) -> dict[str, str]:
    """What is written in this language, without any other."""
    sentences: dict[str, str] = {}
    games = [folder / f"{lang}.toml" for folder in reversed(game_folders().values())]
    for file in [*games, *sorted((HERE / lang).glob("*.toml"))]:
        if file.is_file():
            sentences |= dict(_flatten(_load(file)))
    return sentences


# --- rules pages -------------------------------------------------------------------------------------


@cache
def rules_page(game: str, lang: str) -> dict[str, Any]:
    """The rules of one game in our own words: title, goal, sections of clauses, examples.

    FileNotFoundError if a plugin brings none.
    """
    folder = game_folders().get(game)
    if folder is None:
        raise FileNotFoundError(f"{game} has no words")
    page = folder / f"rules.{lang}.toml"
    return _load(page if page.is_file() else folder / f"rules.{FALLBACK}.toml")


def game_title(game: str, lang: str) -> str:
    """A game's name as people call it; its id if it brings no rules page."""
    try:
        return str(rules_page(game, lang)["title"])
    except (KeyError, FileNotFoundError):
        return game


def clause_text(game: str, clause: str, lang: str) -> str:
    for section in rules_page(game, lang)["sections"]:
        for entry in section["clauses"]:
            if entry["id"] == clause:
                return str(entry["text"])
    raise KeyError(clause)


@cache
def game_folders() -> dict[str, Path]:
    """The `words` folder of every game by its name, our own first; found without importing a game."""
    ours = {folder.parent.name: folder for folder in sorted(GAMES.glob("*/words"))}
    from importlib.metadata import entry_points  # takes longer than everything else that a game loads

    plugins = {
        plugin.name: folder for plugin in entry_points(group="tuilerie.games") for folder in _beside(plugin.module)
    }
    return ours | {name: folder for name, folder in plugins.items() if name not in ours}


def _beside(module: str) -> Iterator[Path]:
    """The folder `words` in the package of this module, or in the module if that is a package: read, but
    not imported.
    """
    top, *inner = module.split(".")
    package = find_spec(top)
    for place in (package.submodule_search_locations or []) if package is not None else []:
        found = (Path(place).joinpath(*parts, "words") for parts in (inner, inner[:-1]))
        yield from (folder for folder in found if folder.is_dir())


def _load(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _flatten(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value
