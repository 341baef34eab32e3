"""Everyone: axe finds nothing on any page, in light and dark; and the first table is light to load."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Response

from tests.web.driving import LAPTOP, NAMES, PHONE, Player

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
MOST_SCRIPT = 120_000  # bytes, gzipped, for the first table
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

Sit = Callable[..., Player]


def violations(me: Player) -> list[str]:
    if not me.page.evaluate("'axe' in window"):
        me.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: Any = me.page.evaluate("tags => axe.run(document, { runOnly: { type: 'tag', values: tags } })", TAGS)
    return [
        f"{one['id']}: {node['target']} {node['failureSummary'][:300]}"
        for one in found["violations"]
        for node in one["nodes"][:3]
    ]


pytestmark = pytest.mark.skipif(not AXE.is_file(), reason="needs axe-core (make web)")


def everywhere(me: Player) -> list[str]:
    """In both themes, each on the device where it is used most."""
    found = []
    for theme, size in (("light", LAPTOP), ("dark", PHONE)):
        me.page.set_viewport_size({"width": size[0], "height": size[1]})
        me.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]  # one of the two words
        me.page.locator(f"html[data-theme={theme}]").wait_for()
        found += [f"{theme} {size}: {one}" for one in violations(me)]
    return found


def test_shelf_rules_and_lists(sit: Sit) -> None:
    me = sit()
    me.open_shelf()
    assert everywhere(me) == []
    me.page.click(".g-restart .acts .main")
    me.page.wait_for_selector("dialog[open]")
    assert everywhere(me) == []
    for path, sign in (
        ("/rules/romirami", ".cl"),
        ("/games", "#over"),
        ("/lobby", "h1"),
        ("/learn/restart", ".coach"),
        ("/learn/junior", ".coach"),
    ):
        me.page.goto(me.address + path)
        me.page.wait_for_selector(sign)
        assert everywhere(me) == [], path


@pytest.mark.parametrize("game", NAMES)
def test_table(sit: Sit, game: str) -> None:
    me = sit()
    me.open_shelf()
    me.take_box(game, players=3)
    for _ in range(3):
        if me.wait_for_turn():
            me.play_turn(game)
    me.wait_for_turn()
    me.choose(game)
    assert everywhere(me) == []


def _number(text: str) -> int:
    return int(text.replace("−", "-"))


def test_result_review_and_replay(sit: Sit) -> None:
    me = sit()
    me.open_shelf()
    me.take_box("famille")
    me.play_on("famille")
    assert everywhere(me) == []
    me.page.click("dialog a[href^='/review/']")
    me.page.get_by_role("heading", name="D’où vient le résultat").wait_for(timeout=300_000)  # all turns are judged
    assert everywhere(me) == []
    me.page.get_by_label("Aller à un tour").fill("1")
    shares = [int(text) for text in me.page.locator(".key li:not(.sum) b").all_inner_texts()]
    assert sum(shares) == 100
    terms = [_number(text) for text in me.page.locator(".account td.number").all_inner_texts()]
    gains = [_number(text) for text in me.page.locator(".account tr:not(.whole) .number").all_inner_texts()]
    assert len(gains) == 4
    assert terms[0] + sum(gains) == terms[-1]
    me.page.go_back()
    me.page.wait_for_selector("dialog .results")
    me.page.click("dialog a[href^='/replay/']")
    me.page.wait_for_selector(".scrubber")
    me.page.wait_for_selector("#rack")
    assert everywhere(me) == []


def test_first_table_is_light(sit: Sit) -> None:
    me = sit()
    answers: dict[str, Response] = {}
    me.page.on("response", lambda answer: answers.update({answer.url: answer}) if answer.url.endswith(".js") else None)
    me.open_shelf()
    me.take_box("restart")
    me.wait_for_turn()
    me.page.wait_for_load_state("networkidle")
    scripts = {url: len(gzip.compress(answer.body())) for url, answer in answers.items()}
    assert 0 < sum(scripts.values()) <= MOST_SCRIPT, scripts


def test_nothing_is_asked_of_others_and_nothing_inline(sit: Sit) -> None:
    me = sit()
    asked: list[str] = []
    me.page.on("request", lambda request: asked.append(request.url))
    me.open_shelf()
    me.take_box("junior")
    me.wait_for_turn()
    assert [url for url in asked if not url.startswith((me.address, "ws:", "data:"))] == []
    policy = me.page.request.get(me.address).headers["content-security-policy"]
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", ""), "WebAssembly may run; no text becomes a script"
