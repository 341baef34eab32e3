"""Plots as SVG that follows the page's light or dark colours.

Drawn by Vega-Altair, narrow enough for a phone; nothing is loaded from anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from textwrap import wrap
from typing import Any

from tuilerie.engine.errors import BadInput

# Colours that the page replaces by its own (`report.STYLE`): Altair needs real ones.
INK, ACCENT, SOFT, FAINT = "#0a0b0c", "#0a5b9c", "#9ab8cd", "#c0c1c2"
VARIABLES = {INK: "var(--ink)", ACCENT: "var(--accent)", SOFT: "var(--soft)", FAINT: "var(--faint)"}
LABELS = 150  # pixels for the names beside a plot
PLOT = 190  # pixels for the plot itself
LETTERS = 25  # of a name on one line
BINS = 30


@dataclass(frozen=True)
class PlotRow:
    """A named value with its interval."""

    name: str
    value: float
    low: float
    high: float
    real: bool = True


def require_altair() -> tuple[Any, Any]:
    try:
        import altair
        import vl_convert
    except ImportError:
        raise BadInput("altair.missing") from None
    return altair, vl_convert


def histogram(counts: Sequence[int], title: str, how_often: str, whole: bool = True) -> str:
    """How often each number, in at most BINS equal intervals."""
    altair, _ = require_altair()
    used = [at for at, count in enumerate(counts) if count]
    low, high = (used[0], used[-1]) if used else (0, 0)
    step = max(1, -(-(high - low + 1) // BINS))
    total = sum(counts) or 1
    rows = [
        {"from": at, "to": at + step, "share": sum(counts[at : at + step]) / total} for at in range(low, high + 1, step)
    ]
    chart = (
        altair.Chart(altair.Data(values=rows), width=PLOT + LABELS - 40, height=150)
        .mark_bar(color=ACCENT, stroke=None, binSpacing=1)
        .encode(
            x=altair.X(
                "from:Q", bin="binned", title=title, axis=altair.Axis(tickMinStep=1 if whole else 0, tickCount=6)
            ),
            x2="to:Q",
            y=altair.Y("share:Q", title=how_often, axis=altair.Axis(format=".0%", tickCount=4)),
        )
    )
    return _svg(chart)


def bars(rows: Sequence[PlotRow], title: str, fair: float | None = None) -> str:
    """Horizontal bars with 95% intervals; the values are shares."""
    altair, _ = require_altair()
    data, names, step = _named(altair, rows)
    layers = [
        altair.Chart(data)
        .mark_bar(color=SOFT, height=14)
        .encode(y=names, x=altair.X("value:Q", title=title, axis=altair.Axis(format=".0%", tickCount=5))),
        altair.Chart(data).mark_rule(color=INK, strokeWidth=2).encode(y=names, x="low:Q", x2="high:Q"),
    ]
    if fair is not None:
        layers.append(
            altair.Chart(altair.Data(values=[{"fair": fair}]))
            .mark_rule(color=ACCENT, strokeDash=[4, 3])
            .encode(x="fair:Q")
        )
    return _svg(altair.layer(*layers).properties(width=PLOT, height=step))


def forest(rows: Sequence[PlotRow], title: str, middle: float | None = 0.0, band: float | None = None) -> str:
    """Points with 95% intervals around a line; a real difference fills its point."""
    altair, _ = require_altair()
    data, names, step = _named(altair, rows)
    across = altair.X(
        "value:Q", title=title, scale=altair.Scale(zero=middle == 0.0), axis=altair.Axis(tickCount=5, format=".2~f")
    )
    layers = []
    if band is not None:
        layers.append(
            altair.Chart(altair.Data(values=[{"a": -band, "b": band}]))
            .mark_rect(color=FAINT, opacity=0.35)
            .encode(x=altair.X("a:Q", title=title), x2="b:Q")
        )
    if middle is not None:
        layers.append(
            altair.Chart(altair.Data(values=[{"m": middle}]))
            .mark_rule(color=FAINT)
            .encode(x=altair.X("m:Q", title=title))
        )
    layers.append(
        altair.Chart(data)
        .mark_rule(color=INK)
        .encode(
            y=names,
            x=altair.X(
                "low:Q",
                title=title,
                scale=altair.Scale(zero=middle == 0.0),
                axis=altair.Axis(tickCount=5, format=".2~f"),
            ),
            x2="high:Q",
        )
    )
    for real, fill in ((True, ACCENT), (False, SOFT)):
        layers.append(
            altair.Chart(data)
            .transform_filter(altair.datum.real == real)
            .mark_circle(color=fill, size=60, opacity=1)
            .encode(y=names, x=across)
        )
    return _svg(altair.layer(*layers).properties(width=PLOT, height=step))


def _named(altair: Any, rows: Sequence[PlotRow]) -> tuple[Any, Any, Any]:
    """The rows, their axis with long names on several lines, and the height of a row."""
    wrapped = [asdict(row) | {"name": "\n".join(wrap(row.name, LETTERS)) or " "} for row in rows]
    lines = max((row["name"].count("\n") + 1 for row in wrapped), default=1)
    axis = altair.Axis(labelExpr="split(datum.label, '\\n')", labelLineHeight=13)
    return (
        altair.Data(values=wrapped),
        altair.Y("name:N", sort=None, title=None, axis=axis),
        altair.Step(11 + 13 * lines),
    )


def _svg(chart: Any) -> str:
    _, convert = require_altair()
    axis = {
        "labelColor": INK,
        "titleColor": INK,
        "domainColor": FAINT,
        "tickColor": FAINT,
        "gridColor": FAINT,
        "gridOpacity": 0.4,
    }
    axis |= {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal", "labelLimit": LABELS}
    chart = (
        chart.configure(font="sans-serif", background="transparent").configure_view(stroke=None).configure_axis(**axis)
    )
    return themed(convert.vegalite_to_svg(chart.to_json()))


def themed(svg: str) -> str:
    """Our colours as variables of the page, no roles inside (the figure around it says what is to be
    seen), scalable.
    """
    svg = svg[svg.index("<svg") :]
    for colour, variable in VARIABLES.items():
        svg = svg.replace(colour, variable)
    svg = re.sub(r' (?:role|aria-[a-z]+)="[^"]*"', "", svg)
    return svg.replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1)


STANDALONE = (
    "<style>svg{--ink:#23211d;--accent:#0a5b9c;--soft:#8fb3cc;--faint:#b9b3a6;background:#fdfcf8}"
    "@media (prefers-color-scheme:dark){svg{--ink:#ece8de;--accent:#7cc0f5;--soft:#44708c;"
    "--faint:#6d675b;background:#191815}}</style>"
)


def standalone(svg: str) -> str:
    """The same picture as a file of its own, with its own light and dark colours."""
    head, _, rest = svg.replace(' aria-hidden="true" focusable="false"', "", 1).partition(">")
    return f"{head}>{STANDALONE}{rest}\n"
