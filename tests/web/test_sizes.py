"""Full tables at every size: whatever can be pressed is there, in sight or a scroll away, and under nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.driving import NAMES, Player
from tests.web.full_tables import sit_at_full_table
from tests.web.test_games import sideways

Sit = Callable[..., Player]

SIZES = [(320, 568), (390, 844), (844, 390), (820, 1180), (1366, 768), (1440, 900), (3840, 2160)]
# Where four players and a full hand find no room: there the hand may lie below the fold, a scroll away.
NARROW = {"romirami": SIZES[:2]}

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
        assert (width, height) in NARROW.get(game, SIZES[:1]) or me.page.evaluate(UNSEEN) == [], (width, height)
        assert me.page.evaluate(COVERED) == [], (width, height)
