"""Text for people: both languages complete, every code sayable, every clause explained."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest

import tuilerie
from tuilerie.engine.registry import BUILT_IN
from tuilerie.words import LANGUAGES, catalogue, early_language, rules_page, say

SOURCES = Path(tuilerie.__file__).parent


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_have_the_same_keys_and_placeholders():
    french, english = catalogue("fr"), catalogue("en")
    assert french.keys() == english.keys()
    for key in french:
        assert placeholders(french[key]) == placeholders(english[key]), key


def counted(text: str) -> list[tuple[str, str]]:
    """The placeholders that are numbers with a word, and the two forms of the word."""
    return [(name, spec) for _, name, spec, _ in string.Formatter().parse(text) if name and spec and "|" in spec]


def test_numbers_take_their_form_of_the_word():
    assert say("cli.restore.fresh", "en", tables=1) == "1 table is back."
    assert say("cli.restore.fresh", "en", tables=0) == "0 tables are back."
    assert say("cli.restore.fresh", "fr", tables=0) == "0 table est revenue."
    assert say("cli.restore.fresh", "fr", tables=2) == "2 tables sont revenues."
    assert say("cli.restore.fresh", "fr", tables="20 000") == "20 000 tables sont revenues."
    assert say("cli.restore.fresh", "fr", tables="1,5") == "1,5 table est revenue."


def test_counts_are_written_with_both_forms_of_the_word():
    """`{count} tiles` would say "1 tiles": it is written `{count:tile|tiles}`, in both languages."""
    bare = re.compile(
        r"\{(tiles|count|points|target|cards|bonus|tables|entries|deals)\} (tiles?|tuiles?|cards?|cartes?|points?|tables?|entries|entrées|deals|donnes)\b"
    )
    never_one = re.compile(r"combos (de|of) \{cards\}|(Le paquet a|The deck has) \{cards\}")
    for lang in LANGUAGES:
        for key, text in catalogue(lang).items():
            assert all(len(spec.split("|")) == 2 and all(map(str.strip, spec.split("|"))) for _, spec in counted(text)), key
            assert never_one.search(text) or not bare.search(text), f"{key}: {text}"


def test_french_typography():
    """No plain space before ; : ! ?, no straight apostrophe or quotation marks (code in backquotes and options aside)."""
    for key, text in catalogue("fr").items():
        words = re.sub(r"`[^`]*`|\{[^}]*\}|cmd:\S+", "", text)
        if key.endswith(".help"):
            words = words.split("Exemple")[0]
        assert not re.search(r" [;:!?»]|« |'", words), f"{key}: {text}"


def raised_codes() -> set[str]:
    """Every code that the sources raise as a literal."""
    prefixes = {"Refused": "refusal.", "WrongRecord": "record.", "BadInput": "", "OutsideFailure": "", "Denied": "server."}
    found = set()
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in prefixes and node.args:
                code = node.args[0]
                if isinstance(code, ast.Constant) and isinstance(code.value, str):
                    found.add(prefixes[node.func.id] + code.value)
    return found


def test_every_code_that_can_be_raised_has_a_sentence():
    codes = raised_codes()
    assert len(codes) > 30
    assert codes <= catalogue("en").keys(), codes - catalogue("en").keys()


def test_every_refusal_in_the_catalogue_can_be_raised():
    texts = "".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    for key in catalogue("en"):
        if key.startswith("refusal."):
            assert f'"{key.removeprefix("refusal.")}"' in texts, key


@pytest.mark.parametrize("game", BUILT_IN)
def test_rules_pages_explain_the_same_clauses_in_both_languages(game):
    pages = {lang: rules_page(game, lang) for lang in LANGUAGES}
    ids = {lang: [clause["id"] for section in page["sections"] for clause in section["clauses"]] for lang, page in pages.items()}
    assert ids["fr"] == ids["en"]
    assert len(set(ids["fr"])) == len(ids["fr"])
    for page in pages.values():
        assert page["credit"]
        assert page["examples"]


@pytest.mark.parametrize(
    ("argv", "lang"),
    [(["tuilerie", "games", "--lang", "fr"], "fr"), (["tuilerie", "--lang=en"], "en"), (["tuilerie", "--lang", "xx"], "fr"), (["tuilerie"], "fr")],
)
def test_the_language_is_that_asked_for_or_the_locales(argv, lang, monkeypatch):
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert early_language(argv) == lang
