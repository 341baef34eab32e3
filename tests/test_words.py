"""Text for people: every language complete, every code sayable, every clause explained."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest

import tuilerie
from tuilerie.engine.registry import BUILT_IN
from tuilerie.words import (
    FALLBACK,
    LANGUAGES,
    catalogue,
    early_language,
    form_of,
    grammar,
    negotiate,
    own_sentences,
    rules_page,
    say,
)

SOURCES = Path(tuilerie.__file__).parent
WORDS = SOURCES / "words"
every_language = pytest.mark.parametrize("lang", LANGUAGES)
OTHERS = [lang for lang in LANGUAGES if lang != FALLBACK]
ALWAYS = {"base", "code"}  # forms that every thing has


def fields(text: str) -> list[tuple[str, str]]:
    """The placeholders of a sentence, each with what it asks for."""
    return [(name, spec or "") for _, name, spec, _ in string.Formatter().parse(text) if name]


def sentences(lang: str) -> dict[str, str]:
    """What must be there in every language: all but the forms of its own grammar."""
    return {key: text for key, text in own_sentences(lang).items() if not form_of(key)}


# --- the list of languages -------------------------------------------------------------------------------


def test_languages_are_the_folders():
    assert set(LANGUAGES) == {
        folder.name for folder in WORDS.iterdir() if folder.is_dir() and folder.name != "__pycache__"
    }
    assert FALLBACK in LANGUAGES
    assert len({grammar(lang).name for lang in LANGUAGES}) == len(LANGUAGES)


def test_no_source_names_a_language():
    """A language more is files more: nothing else has to know."""
    named = re.compile(r"""["'](fr|de)["']""")
    found = [path for path in SOURCES.rglob("*.py") if named.search(path.read_text(encoding="utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        (None, "en"),
        ("", "en"),
        ("fr", "fr"),
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("en-GB,fr;q=0.9", "en"),
        ("ja,fr;q=0.4,en;q=0.6", "en"),
        ("fr;q=0, en", "en"),
        ("FR_ca", "fr"),
        ("xx;q=banana", "en"),
        ("*", "en"),
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("nl,de;q=0.2", "de"),
        (";;;,,,q=", "en"),
        ("fr" + "," * 100_000, "fr"),
    ],
)
def test_the_language_a_browser_wants(header, lang):
    assert negotiate(header) == lang


@pytest.mark.parametrize(
    ("argv", "lang"),
    [
        (["tuilerie", "games", "--lang", "fr"], "fr"),
        (["tuilerie", "--lang=en"], "en"),
        (["tuilerie", "--lang", "xx"], "fr"),
        (["tuilerie"], "fr"),
    ],
)
def test_the_language_is_that_asked_for_or_the_locales(argv, lang, monkeypatch):
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert early_language(argv) == lang


# --- every language complete -----------------------------------------------------------------------------


@pytest.mark.parametrize("lang", OTHERS)
def test_all_languages_have_the_same_keys_and_placeholders(lang):
    english, other = sentences(FALLBACK), sentences(lang)
    assert other.keys() == english.keys()
    for key, text in other.items():
        assert {name for name, _ in fields(text)} == {name for name, _ in fields(english[key])} or key.startswith(
            "term."
        ), key


@every_language
def test_forms_belong_to_things_and_are_asked_for_by_name(lang):
    """A form stands beside the thing it is of; what a sentence asks for is a form, a number's word or a number's
    digits.
    """
    own = own_sentences(lang)
    names = {key.rpartition(".")[2] for key in own if form_of(key)} | ALWAYS
    for key, text in own.items():
        assert not form_of(key) or form_of(key) in own, key
        for name, spec in fields(text):
            form = spec.partition("/")[0].lower()
            assert not form or form in names or "|" in spec or re.fullmatch(r"\.\d+f", spec), (
                f"{key}: {name} asks for {spec}"
            )


@every_language
def test_counts_have_as_many_forms_as_the_language(lang):
    """`{count} tiles` would say "1 tiles": it is written `{count:tile|tiles}`."""
    for key, text in own_sentences(lang).items():
        for _, spec in fields(text):
            words = spec.split("|")
            assert len(words) in (1, grammar(lang).forms), key
            assert len(words) == 1 or all(map(str.strip, words)), key


def test_what_is_counted_in_one_language_is_counted_in_all():
    counted = {
        lang: {(key, name) for key, text in sentences(lang).items() for name, spec in fields(text) if "|" in spec}
        for lang in LANGUAGES
    }
    for lang in OTHERS:
        assert {key for key, _ in counted[lang] ^ counted[FALLBACK]} <= MAY_DIFFER, lang


MAY_DIFFER = {"lab.says.changed"}  # "of 12 figures" in one language, "figures, of 12" in another


@every_language
def test_short_labels_stay_short(lang):
    """What stands on a key, a button or above a column has its room, and no translation is much longer
    than the others.
    """
    most = {
        "terminal.key.": 10,
        "terminal.button.": 24,
        "terminal.prompt.": 76,
        "colour.": 8,
        "suit.": 8,
        "terminal.animal.": 11,
        "cli.bar.": 12,
    }
    english = sentences(FALLBACK)
    for key, text in sentences(lang).items():
        for start, length in most.items():
            assert not key.startswith(start) or len(text) <= length, f"{key}: {text}"
        assert len(text) <= 1.6 * len(english[key]) + 18, f"{key}: {text}"


def test_numbers_take_their_form_of_the_word():
    assert say("cli.restore.fresh", "en", tables=1) == "1 table is back."
    assert say("cli.restore.fresh", "en", tables=0) == "0 tables are back."
    assert say("cli.restore.fresh", "fr", tables=0) == "0 table est revenue."
    assert say("cli.restore.fresh", "fr", tables=2) == "2 tables sont revenues."
    assert say("cli.restore.fresh", "fr", tables="20 000") == "20 000 tables sont revenues."
    assert say("cli.restore.fresh", "fr", tables="1,5") == "1,5 table est revenue."
    assert grammar("en").counted("1.0", ["turn", "turns"]) == "1.0 turns"
    assert say("cli.restore.fresh", "de", tables=1) == "1 Tisch ist wieder da."
    assert say("cli.restore.fresh", "de", tables="1.000") == "1.000 Tische sind wieder da."


def test_numbers_are_written_as_the_language_writes_them():
    assert grammar("fr").number(12345.678, 2) == "12\u202f345,68"
    assert grammar("en").number(12345.678, 2) == "12,345.68"
    assert grammar("de").number(12345.678, 2) == "12.345,68"
    assert grammar("de").share(0.125) == "12,5\u00a0%"
    assert grammar("en").number(-0.001) == "0.0"
    assert "1\u202f234 parties/s" in say("cli.bench.line", "fr", game="ReStart", players=2, games=1234.5, moves=9.0)


def test_french_typography():
    """No plain space before ; : ! ?, no straight apostrophe or quotation marks (code in backquotes and
    options aside).
    """
    for key, text in own_sentences("fr").items():
        words = re.sub(r"`[^`]*`|\{[^}]*\}|cmd:\S+", "", text)
        if key.endswith(".help"):
            words = words.split("Exemple")[0]
        assert not re.search(r" [;:!?»]|« |'", words), f"{key}: {text}"


def test_german_typography():
    """„“ for quotations, no straight quotation marks or apostrophes (code aside), no space before : ; ! ?."""
    for key, text in own_sentences("de").items():
        words = re.sub(r"`[^`]*`|cmd:\S+", "", re.sub(r"\{[^}]*\}", "…", text))
        if key.endswith(".help"):
            words = words.split("Beispiel")[0]
        assert not re.search(r"\s[;:!?]|['\"”«»]", words), f"{key}: {text}"
        assert words.count("„") == words.count("“"), f"{key}: {text}"


# --- every code sayable ----------------------------------------------------------------------------------


def raised_codes() -> set[str]:
    """Every code and every wording that the sources raise as a literal."""
    prefixes = {
        "Refused": "refusal.",
        "WrongRecord": "record.",
        "BadInput": "",
        "OutsideFailure": "",
        "Denied": "server.",
    }
    found = set()
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in prefixes
                and node.args
            ):
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
    refusals = [key for key in catalogue("en") if key.startswith("refusal.")]
    assert refusals
    for key in refusals:
        assert f'"{key.removeprefix("refusal.")}"' in texts, key


# --- rules pages -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("game", BUILT_IN)
def test_rules_pages_explain_the_same_clauses_in_every_language(game, lang):
    english, other = rules_page(game, FALLBACK), rules_page(game, lang)
    assert (SOURCES / "games" / game / "words" / f"rules.{lang}.toml").is_file()
    assert other.keys() == english.keys()
    assert [len(section["clauses"]) for section in other["sections"]] == [
        len(section["clauses"]) for section in english["sections"]
    ]
    for said, meant in zip(clauses(other), clauses(english), strict=True):
        assert said["id"] == meant["id"]
        assert codes_in(said["text"]) == codes_in(meant["text"]), said["id"]
    for said, meant in zip(other["examples"], english["examples"], strict=True):
        assert codes_in(said["text"]) == codes_in(meant["text"]), said
    assert len({clause["id"] for clause in clauses(other)}) == len(clauses(other))


def clauses(page):
    return [clause for section in page["sections"] for clause in section["clauses"]]


def codes_in(text: str) -> list[str]:
    """What must be the same in every language: notation and settings in backquotes, clause ids."""
    return sorted(re.findall(r"`[^`]*`|R[SRFJ]-[A-Z]\d+", text))
