"""The report of a study: what it found in plain words first, then every section with its plot and the numbers beside
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tuilerie.lab.charts import bars, forest, histogram
from tuilerie.lab.conclusions import conclusions, strength
from tuilerie.lab.decisions import MATTERS, PARTS
from tuilerie.lab.marks import Mark, label
from tuilerie.lab.page import page, pair, paragraph, plot, section, sentences, table
from tuilerie.lab.wording import (
    change_of,
    figure_name,
    game_title,
    number,
    order_name,
    percent,
    reason_name,
    signed,
    value_of,
)
from tuilerie.words import say

Found = dict[str, Any]
SHOWN = 24  # marks in the plot; the table has them all


def balance_page(found: Found, marks: dict[str, Mark], command: str, precision: float | None, lang: str) -> str:
    game = game_title(found["game"], lang)
    bots = ", ".join(dict.fromkeys(found["bots"]) if len(set(found["bots"])) == 1 else found["bots"])
    subtitle = say(
        "report.subtitle",
        lang,
        players=found["players"],
        games=number(found["games"], lang, 0),
        bots=bots,
        seed=found["seed"],
    )
    said = conclusions(found, marks, lang)
    first = [sentences(said), paragraph(say("report.interval", lang), dim=True)]
    if found["variant"]:
        first.insert(
            0,
            paragraph(
                say(
                    "report.variant",
                    lang,
                    variant=", ".join(f"{key}={value}" for key, value in found["variant"].items()),
                )
            ),
        )
    if precision is not None:
        first.append(paragraph(say("report.note-precision", lang, precision=number(precision, lang, 2)), dim=True))
    body = [
        section(say("lab.section.conclusions", lang), *first),
        _seats(found, said[0], lang),
        _lengths(found, lang),
        _scores(found, lang),
    ]
    body += [_reasons(found, lang), _closeness(found, lang)]
    body += [part for part in (_marks(found, marks, lang), _luck(found, lang), _choices(found, lang)) if part]
    body += [_compared(one, found, lang) for one in found["compare"]]
    return page(say("report.title", lang, game=game), subtitle, body, command, lang)


# --- the sections -----------------------------------------------------------------------------------


def _seats(found: Found, text: str, lang: str) -> str:
    fair = 1 / found["players"]
    rows = [{"name": order_name(place, lang)} | figure for place, figure in enumerate(found["order"])]
    picture = plot(bars(rows, say("report.share", lang), fair), say("report.plot-seats", lang, text=text))
    heads = _heads(lang, "order", "share", "low", "high", "games")
    order = [[row["name"], *_percents(row, lang), _games(row, lang)] for row in rows]
    seats = [
        [
            f"{seat} ({found['bots'][seat]})",
            *_percents(figure, lang),
            number(figure["mean_score"]["value"], lang),
            _games(figure, lang),
        ]
        for seat, figure in enumerate(found["seats"])
    ]
    tables = table(say("report.order", lang), heads, order) + table(
        say("report.seat", lang), _heads(lang, "seat", "share", "low", "high", "score", "games"), seats
    )
    return section(say("lab.section.seats", lang), pair(picture, f"<div>{tables}</div>"))


def _lengths(found: Found, lang: str) -> str:
    picture = _distribution(found, "turns", lang)
    rows = [_row(name, figure, lang) for name, figure in found["length"].items()]
    title = say("lab.section.length", lang)
    return section(title, pair(picture, _figures(title, rows, lang)), _quantiles(found, "turns", lang))


def _scores(found: Found, lang: str) -> str:
    rows = [
        _row({"mean": "score", "winner": "winner-score"}[name], figure, lang)
        for name, figure in found["scores"].items()
    ]
    title = say("lab.section.scores", lang)
    return section(
        title, pair(_distribution(found, "score", lang), _figures(title, rows, lang)), _quantiles(found, "score", lang)
    )


def _reasons(found: Found, lang: str) -> str:
    rows = [{"name": reason_name(name, lang)} | figure for name, figure in found["reasons"].items()]
    text = ", ".join(f"{row['name']} {percent(row['value'], lang)}" for row in rows)
    picture = plot(bars(rows, say("report.how-often", lang)), say("report.plot-reasons", lang, text=text + "."))
    title = say("lab.section.reasons", lang)
    numbers = [[row["name"], *_percents(row, lang), _games(row, lang)] for row in rows]
    return section(title, pair(picture, table(title, _heads(lang, "reason", "value", "low", "high", "games"), numbers)))


def _closeness(found: Found, lang: str) -> str:
    closeness = found["closeness"]
    rows = [
        _row(name, figure, lang, close_at=closeness["close_at"])
        for name, figure in closeness.items()
        if isinstance(figure, dict) and figure["games"]
    ]
    title = say("lab.section.closeness", lang)
    notes = [paragraph(say("report.note-margin", lang), dim=True)] if "empty-hand" in found["reasons"] else []
    return section(title, pair(_distribution(found, "margin", lang), _figures(title, rows, lang)), *notes)


def _marks(found: Found, marks: dict[str, Mark], lang: str) -> str:
    rows = [row for row in found["marks"] if row["victory"]]
    if not rows:
        return ""
    shown = sorted(rows, key=lambda row: -abs(row["victory"]["value"]))[:SHOWN]
    points = [
        {"name": label(marks[row["mark"]], lang), "real": row["real"]}
        | {key: 100 * row["victory"][key] for key in ("value", "low", "high")}
        for row in shown
    ]
    picture = plot(forest(points, say("report.difference", lang)), say("report.plot-marks", lang))
    heads = _heads(
        lang,
        "mark",
        "kind",
        "seats",
        "with",
        "without",
        "difference",
        "low",
        "high",
        "real",
        "score-difference",
        "decides",
        "games",
    )
    numbers = [
        [
            label(marks[row["mark"]], lang),
            say(f"lab.kind.{row['kind']}", lang),
            percent(row["share"]["value"], lang),
            percent(row["with"]["value"], lang),
            percent(row["without"]["value"], lang),
            *(signed(100 * row["victory"][key], lang) for key in ("value", "low", "high")),
            say("report.yes" if row["real"] else "report.no", lang),
            f"{signed(row['score']['value'], lang)} ({signed(row['score']['low'], lang)} … "
            f"{signed(row['score']['high'], lang)})",
            percent(row["decides"]["value"], lang),
            number(row["games"], lang, 0),
        ]
        for row in rows
    ]
    title = say("lab.section.marks", lang)
    return section(title, picture, paragraph(say("report.note-marks", lang), dim=True), table(title, heads, numbers))


def _luck(found: Found, lang: str) -> str:
    luck = found.get("luck")
    if not luck or not luck["parts"]:
        return ""
    rows = [{"name": say(f"lab.figure.{name}", lang)} | figure for name, figure in luck["parts"].items()]
    text = ", ".join(f"{row['name']} {percent(row['value'], lang)}" for row in rows)
    picture = plot(bars(rows, say("report.part", lang)), say("report.plot-luck", lang, text=text + "."))
    numbers = [[row["name"], *_percents(row, lang)] for row in rows]
    edge = luck["edge"]
    numbers.append(
        [
            say("lab.figure.edge", lang, player=luck["player"]),
            *(signed(100 * edge[key], lang) for key in ("value", "low", "high")),
        ]
    )
    title = say("lab.section.luck", lang)
    note = say("report.note-luck", lang, deals=number(luck["deals"], lang, 0), games=number(luck["games"], lang, 0))
    return section(
        title,
        pair(picture, table(title, _heads(lang, "part", "value", "low", "high"), numbers)),
        paragraph(note, dim=True),
    )


def _choices(found: Found, lang: str) -> str:
    rows = [_row(name, figure, lang) for name, figure in found["choices"].items()]
    decisions = found.get("decisions")
    notes = []
    if decisions:
        for name in ("matters", "gain"):
            rows.append(
                [
                    say(f"lab.figure.{name}", lang),
                    *_percents(decisions[name], lang),
                    number(decisions["positions"], lang, 0),
                ]
            )
        note = say(
            "report.note-decisions",
            lang,
            positions=number(decisions["positions"], lang, 0),
            parts=PARTS,
            matters=number(100 * MATTERS, lang, 0),
        )
        notes.append(paragraph(note, dim=True))
    title = say("lab.section.decisions", lang)
    return section(title, _figures(title, rows, lang), *notes)


def _compared(one: Found, found: Found, lang: str) -> str:
    title = say("lab.section.compare", lang, variant=one["variant"])
    rows = one["figures"]
    names = [figure_name(row["figure"], lang, close_at=found["closeness"]["close_at"]) for row in rows]
    points = []
    for name, row in zip(names, rows, strict=True):
        half, size = (row["high"] - row["low"]) / 2, strength(row)
        if half > 0:
            towards = min(size, 12.0) * (1 if row["change"] > 0 else -1)
            points.append(
                {"name": name, "value": towards, "low": towards - 1, "high": towards + 1, "real": row["real"]}
            )
    picture = (
        plot(forest(points, say("report.change", lang), 0.0, 1.0), say("report.plot-compare", lang)) if points else ""
    )
    heads = [
        *_heads(lang, "figure", "base"),
        say("report.other", lang, variant=one["variant"]),
        *_heads(lang, "change", "low", "high", "real", "p", "games"),
    ]
    numbers = [
        [
            name,
            value_of(row["figure"], row["base"], lang),
            value_of(row["figure"], row["other"], lang),
            *(change_of(row["figure"], row[key], lang) for key in ("change", "low", "high")),
            say("report.yes" if row["real"] else "report.no", lang),
            number(row["p"], lang, 3),
            number(row["games"], lang, 0),
        ]
        for name, row in zip(names, rows, strict=True)
    ]
    return section(title, picture, paragraph(say("report.note-compare", lang), dim=True), table(title, heads, numbers))


# --- a ladder ---------------------------------------------------------------------------------------


def ladder_page(outcome: Found, seed: int, command: str, lang: str) -> str:
    rows = outcome["bots"]
    subtitle = say("report.ladder-subtitle", lang, deals=number(outcome["deals"], lang, 0), seed=seed)
    apart = rows[0]["low"] > rows[1]["high"]
    said = [_ladder_says(rows, lang) if apart else say("report.ladder-even", lang)]
    points = [
        {"name": row["name"], "value": row["rating"], "low": row["low"], "high": row["high"], "real": True}
        for row in rows
    ]
    picture = plot(forest(points, say("report.rating", lang), None), say("report.ladder-plot", lang))
    ratings = [[row["name"], *(number(row[key], lang, 0) for key in ("rating", "low", "high"))] for row in rows]
    title = say("report.ladder-ratings", lang)
    names = [row["name"] for row in rows]
    cross = [
        [row["name"], *(percent(row["against"][name], lang) if name in row["against"] else "–" for name in names)]
        for row in rows
    ]
    body = [
        section(
            say("lab.section.conclusions", lang), sentences(said), paragraph(say("report.ladder-note", lang), dim=True)
        ),
        section(title, pair(picture, table(title, _heads(lang, "bot", "rating", "low", "high"), ratings))),
        section(
            say("report.ladder-table", lang),
            paragraph(say("report.ladder-cross", lang)),
            table(say("report.ladder-table", lang), [say("report.bot", lang), *names], cross),
        ),
    ]
    return page(say("report.ladder-title", lang, game=game_title(outcome["game"], lang)), subtitle, body, command, lang)


def _ladder_says(rows: Sequence[Found], lang: str) -> str:
    best, second = rows[0], rows[1]
    said = {"best": best["name"], "second": second["name"], "gap": number(best["rating"] - second["rating"], lang, 0)}
    return say(
        "report.ladder-says", lang, **said, **{key: number(best[key], lang, 0) for key in ("rating", "low", "high")}
    )


# --- small things -------------------------------------------------------------------------------------


def _heads(lang: str, *keys: str) -> list[str]:
    return [say(f"report.{key}", lang) for key in keys]


def _percents(figure: Found, lang: str) -> list[str]:
    return [percent(figure[key], lang) for key in ("value", "low", "high")]


def _games(figure: Found, lang: str) -> str:
    return number(figure["games"], lang, 0)


def _row(column: str, figure: Found, lang: str, **details: Any) -> list[str]:
    return [
        figure_name(column, lang, **details),
        *(value_of(column, figure[key], lang) for key in ("value", "low", "high")),
        _games(figure, lang),
    ]


def _figures(caption: str, rows: Sequence[Sequence[str]], lang: str) -> str:
    return table(caption, _heads(lang, "figure", "value", "low", "high", "games"), rows)


def _distribution(found: Found, name: str, lang: str) -> str:
    one = found["distributions"][name]
    if not one["count"]:
        return ""
    quantiles = one["quantiles"]
    seen = say(f"report.plot-{name}", lang, low=quantiles["25"]["value"], high=quantiles["75"]["value"])
    return plot(histogram(one["counts"], say(f"report.{name}", lang), say("report.how-often", lang)), seen)


def _quantiles(found: Found, name: str, lang: str) -> str:
    one = found["distributions"][name]
    rows = [
        [say("report.quantile", lang, q=q), *(number(figure[key], lang, 0) for key in ("value", "low", "high"))]
        for q, figure in one["quantiles"].items()
    ]
    return table(say(f"report.{name}", lang), _heads(lang, "how-often", "value", "low", "high"), rows)
