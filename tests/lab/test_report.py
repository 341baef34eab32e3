"""Reports: one file that needs no network, readable on a phone, in light and dark, by ear; and it says what the numbers
say.
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.commands.running import tuilerie
from tests.web.driving import CHROMIUM, chromium
from tuilerie.words import LANGUAGES

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

pytest.importorskip("altair", reason="needs Altair (pip install 'tuilerie[lab]')")


def balance_report(lang, folder):
    """A report in one language, and the numbers behind it."""
    file = folder / f"restart.{lang}.html"
    asked = (
        "balance",
        "restart",
        "--players",
        3,
        "--games",
        600,
        "--deals",
        6,
        "--positions",
        4,
        "--seed",
        5,
        "--compare",
        "target=50",
    )
    done = tuilerie(*asked, "--report", file, "--lang", lang, "--json")
    assert done.returncode == 0, done.stderr
    return file, json.loads(done.stdout)


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    return {lang: balance_report(lang, folder) for lang in LANGUAGES}


@pytest.fixture(scope="module")
def ladder(tmp_path_factory):
    file = tmp_path_factory.mktemp("report") / "ladder.html"
    done = tuilerie(
        "ladder",
        "famille",
        "--bots",
        "random,beginner,greedy",
        "--deals",
        20,
        "--report",
        file,
        "--lang",
        "en",
        "--json",
    )
    assert done.returncode == 0, done.stderr
    return file, json.loads(done.stdout)


def test_nothing_is_loaded_from_anywhere(reports, ladder):
    for file, _ in (*reports.values(), ladder):
        text = file.read_text(encoding="utf-8")
        assert "<script" not in text
        assert not re.findall(r'(?:src|href)="(?!data:)', text)
        assert not re.findall(r"url\((?!#)", text)
        assert not set(re.findall(r"https?://[^\"' ]+", text)) - {
            "http://www.w3.org/2000/svg",
            "http://www.w3.org/1999/xlink",
        }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_report_says_what_the_numbers_say(reports, lang):
    file, found = reports[lang]
    text = file.read_text(encoding="utf-8")
    assert f'<html lang="{lang}">' in text
    share = f"{100 * found['order'][0]['value']:.1f}"
    assert {"de": share.replace(".", ",") + "\u00a0%", "en": share + "%", "fr": share.replace(".", ",") + "\u00a0%"}[
        lang
    ] in text
    assert text.count("<figure>") == text.count("<svg") >= 8
    assert text.count('role="img" aria-label="') == text.count("<figure>")
    assert text.count("<table>") >= 9


def test_its_command_gives_the_same_numbers(reports):
    """One command, whatever the language of the report; and the numbers of all of them."""
    (command,) = {
        re.search(r"<pre>tuilerie (.*)</pre>", file.read_text(encoding="utf-8"))[1] for file, _ in reports.values()
    }
    again = json.loads(tuilerie(*shlex.split(command), "--json").stdout)
    for _, found in reports.values():
        assert again | {"seconds": 0} == found | {"seconds": 0}


def test_a_ladder_has_its_crosstable(ladder):
    file, outcome = ladder
    text = file.read_text(encoding="utf-8")
    assert outcome["bots"][0]["name"] == "greedy"
    assert len(outcome["pairs"]) == 3
    for row in outcome["bots"]:
        for share in row["against"].values():
            assert f"{100 * share:.1f}%" in text


@pytest.mark.skipif(not (AXE.is_file() and Path(CHROMIUM).is_file()), reason="needs axe-core (make web) and Chromium")
def test_it_can_be_read_on_a_phone_offline_and_by_ear(reports, ladder):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = chromium(playwright)
        for file, _ in (*reports.values(), ladder):
            for width, theme in ((360, "light"), (360, "dark"), (1440, "light")):
                page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=theme)
                page.context.set_offline(True)
                page.goto(file.as_uri())
                assert page.evaluate("document.documentElement.scrollWidth") <= width
                page.evaluate(AXE.read_text(encoding="utf-8"))
                found = page.evaluate("tags => axe.run(document, { runOnly: { type: 'tag', values: tags } })", TAGS)
                assert [(one["id"], one["nodes"][0]["failureSummary"]) for one in found["violations"]] == []
                page.close()
        browser.close()
