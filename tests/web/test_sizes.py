"""Full tables at every size: whatever can be pressed is there, in sight or a scroll away, and under nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.driving import NAMES, Player
from tests.web.full_tables import sit_at_full_table
from tests.web.test_games import sideways

Sit = Callable[..., Player]

SIZES = [(320, 568), (390, 844), (844, 390), (820, 1180), (1366, 768), (1440, 900), (3840, 2160)]
# Where a full hand finds no room: there it may lie below the fold, a scroll away.
NARROW = (320, 568)

# Every control is scrolled to; then its middle and both its edges must answer to a finger there.
COVERED = """() => {
    const found = [];
    for (const control of document.querySelectorAll('.at-table :is(button, a, select, input)')) {
        if (control.matches('.skip') || !control.checkVisibility()) continue;
        control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const { left, top, width, height } = control.getBoundingClientRect();
        const covering = [0.15, 0.5, 0.85]
            .map((part) => document.elementFromPoint(left + width / 2, top + height * part))
            .find((there) => !there || !control.contains(there));
        if (covering !== undefined)
            found.push(`${control.ariaLabel ?? control.textContent}: ${covering?.outerHTML.slice(0, 80)}`);
    }
    scrollTo(0, 0);
    return found;
}"""

# Pieces of the own hand that cannot be seen whole without scrolling: below the fold, or under the bar.
UNSEEN = """() => [...document.querySelectorAll('[data-rack] [data-key]')].filter((piece) => {
    const { left, top, width, height } = piece.getBoundingClientRect();
    return [0.1, 0.9].some((part) => !piece.contains(document.elementFromPoint(left + width / 2, top + height * part)));
}).map((piece) => piece.ariaLabel)"""

DRAWN = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


@pytest.mark.parametrize("game", NAMES)
def test_a_full_table_fits_every_size(sit: Sit, game: str) -> None:
    me = sit()
    sit_at_full_table(me, game)
    me.page.locator("[data-undrawn]").first.wait_for(state="detached")
    for width, height in SIZES:
        me.page.set_viewport_size({"width": width, "height": height})
        me.page.evaluate(f"scrollTo(0, 0); document.activeElement.blur(); {DRAWN}")
        assert sideways(me) == 0, (width, height)
        assert (width, height) == NARROW or me.page.evaluate(UNSEEN) == [], (width, height)
        assert me.page.evaluate(COVERED) == [], (width, height)


# Words that something else lies over: of the lines that can be seen, one cannot be read.
UNREADABLE = """() => [...document.querySelectorAll('.at-table p')].filter((words) => {
    if (words.closest('.sr, .calm') || !words.textContent.trim()) return false;
    if (!words.checkVisibility({ visibilityProperty: true })) return false;
    words.scrollIntoView({ block: 'nearest' });
    const range = document.createRange();
    range.selectNodeContents(words);
    return [...range.getClientRects()].some(({ left, right, top, bottom }) => {
        if (right - left < 2) return false;
        return [0.1, 0.5, 0.9].some((part) => {
            const there = document.elementFromPoint(left + (right - left) * part, (top + bottom) / 2);
            return !there || (!words.contains(there) && !there.contains(words));
        });
    });
}).map((words) => words.textContent)"""


@pytest.mark.parametrize("game", NAMES)
def test_text_of_double_size_is_neither_cut_nor_covered(sit: Sit, game: str) -> None:
    me = sit()
    sit_at_full_table(me, game)
    me.page.locator("[data-undrawn]").first.wait_for(state="detached")
    me.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for size in ((390, 844), (820, 1180), (1440, 900)):
        me.page.set_viewport_size({"width": size[0], "height": size[1]})
        me.page.evaluate(f"scrollTo(0, 0); document.activeElement.blur(); {DRAWN}")
        assert sideways(me) == 0, size
        assert me.page.evaluate(COVERED) == [], size
        assert me.page.evaluate(UNREADABLE) == [], size
