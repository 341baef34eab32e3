"""The report of a study: what it found in plain words first, then every section with its plot and the numbers beside
it.
"""

from __future__ import annotations

from collections.abc import Sequence

from tuilerie.lab.charts import PlotRow, bars, forest, histogram
from tuilerie.lab.conclusions import conclusions
from tuilerie.lab.decisions import MATTERS, PARTS
from tuilerie.lab.marks import Mark, label
from tuilerie.lab.page import page, pair, paragraph, plot, section, sentences, table
from tuilerie.lab.results import (
    BotRating,
    Change,
    Comparison,
    Figure,
    Interval,
    LadderResult,
    MarkContrast,
    StudyResult,
    figures_of,
)
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

SHOWN = 24  # marks in the plot; the table has them all


def balance_page(result: StudyResult, marks: dict[str, Mark], command: str, precision: float | None, lang: str) -> str:
    bots = ", ".join(dict.fromkeys(result.bots) if len(set(result.bots)) == 1 else result.bots)
    subtitle = say(
        "report.subtitle",
        lang,
        players=result.players,
        games=number(result.games, lang, 0),
        bots=bots,
        seed=result.seed,
    )
    said = conclusions(result, marks, lang)
    first = [sentences(said), paragraph(say("report.interval", lang), dim=True)]
    if result.variant:
        variant = ", ".join(f"{key}={value}" for key, value in result.variant.items())
        first.insert(0, paragraph(say("report.variant", lang, variant=variant)))
    if precision is not None:
        first.append(paragraph(say("report.note-precision", lang, precision=number(precision, lang, 2)), dim=True))
    body = [
        section(say("lab.section.conclusions", lang), *first),
        _seats(result, said[0], lang),
        _lengths(result, lang),
        _scores(result, lang),
        _reasons(result, lang),
        _closeness(result, lang),
    ]
    body += [part for part in (_marks(result, marks, lang), _luck(result, lang), _choices(result, lang)) if part]
    body += [_compared(one, result, lang) for one in result.compare]
    title = say("report.title", lang, game=game_title(result.game, lang))
    return page(title, subtitle, body, command, lang)


# --- the sections -----------------------------------------------------------------------------------


def _seats(result: StudyResult, text: str, lang: str) -> str:
    rows = [PlotRow(order_name(place, lang), *figure.triple) for place, figure in enumerate(result.order)]
    picture = plot(bars(rows, say("report.share", lang), 1 / result.players), say("report.plot-seats", lang, text=text))
    order = [
        [order_name(place, lang), *_percents(figure, lang), _games(figure, lang)]
        for place, figure in enumerate(result.order)
    ]
    seats = [
        [
            f"{seat} ({result.bots[seat]})",
            *_percents(figure, lang),
            number(figure.mean_score.value, lang),
            _games(figure, lang),
        ]
        for seat, figure in enumerate(result.seats)
    ]
    tables = table(say("report.order", lang), _heads(lang, "order", "share", "low", "high", "games"), order) + table(
        say("report.seat", lang), _heads(lang, "seat", "share", "low", "high", "score", "games"), seats
    )
    return section(say("lab.section.seats", lang), pair(picture, f"<div>{tables}</div>"))


def _lengths(result: StudyResult, lang: str) -> str:
    rows = [_row(column, figure, lang) for column, figure in figures_of(result.length)]
    title = say("lab.section.length", lang)
    picture = _distribution(result, "turns", lang)
    return section(title, pair(picture, _figures(title, rows, lang)), _quantiles(result, "turns", lang))


def _scores(result: StudyResult, lang: str) -> str:
    rows = [_row(column, figure, lang) for column, figure in figures_of(result.scores)]
    title = say("lab.section.scores", lang)
    picture = _distribution(result, "score", lang)
    return section(title, pair(picture, _figures(title, rows, lang)), _quantiles(result, "score", lang))


def _reasons(result: StudyResult, lang: str) -> str:
    named = [(reason_name(name, lang), figure) for name, figure in result.reasons.items()]
    text = ", ".join(f"{name} {percent(figure.value, lang)}" for name, figure in named)
    rows = [PlotRow(name, *figure.triple) for name, figure in named]
    picture = plot(bars(rows, say("report.how-often", lang)), say("report.plot-reasons", lang, text=text + "."))
    title = say("lab.section.reasons", lang)
    numbers = [[name, *_percents(figure, lang), _games(figure, lang)] for name, figure in named]
    return section(title, pair(picture, table(title, _heads(lang, "reason", "value", "low", "high", "games"), numbers)))


def _closeness(result: StudyResult, lang: str) -> str:
    closeness = result.closeness
    rows = [
        _row(column, figure, lang, close_at=closeness.close_at)
        for column, figure in figures_of(closeness)
        if figure.games
    ]
    title = say("lab.section.closeness", lang)
    notes = [paragraph(say("report.note-margin", lang), dim=True)] if "empty-hand" in result.reasons else []
    return section(title, pair(_distribution(result, "margin", lang), _figures(title, rows, lang)), *notes)


def _marks(result: StudyResult, marks: dict[str, Mark], lang: str) -> str:
    told = [(one, one.victory) for one in result.marks if one.victory]
    if not told:
        return ""
    shown = sorted(told, key=lambda found: -abs(found[1].value))[:SHOWN]
    points = [
        PlotRow(label(marks[one.mark], lang), 100 * victory.value, 100 * victory.low, 100 * victory.high, one.real)
        for one, victory in shown
    ]
    picture = plot(forest(points, say("report.difference", lang)), say("report.plot-marks", lang))
    heads = _heads(lang, "mark", "kind", "seats", "with", "without", "difference", "low", "high", "real")
    heads += _heads(lang, "score-difference", "decides", "games")
    numbers = [_mark_cells(one, marks, lang) for one, _ in told]
    title = say("lab.section.marks", lang)
    return section(title, picture, paragraph(say("report.note-marks", lang), dim=True), table(title, heads, numbers))


def _mark_cells(one: MarkContrast, marks: dict[str, Mark], lang: str) -> list[str]:
    """Of a mark with enough games to tell."""
    assert one.with_
    assert one.without
    assert one.victory
    assert one.score
    value, low, high = (signed(value, lang) for value in one.score.triple)
    return [
        label(marks[one.mark], lang),
        say(f"lab.kind.{one.kind}", lang),
        percent(one.share.value, lang),
        percent(one.with_.value, lang),
        percent(one.without.value, lang),
        *(signed(100 * value, lang) for value in one.victory.triple),
        say("report.yes" if one.real else "report.no", lang),
        f"{value} ({low} … {high})",
        percent(one.decides.value, lang),
        number(one.games, lang, 0),
    ]


def _luck(result: StudyResult, lang: str) -> str:
    luck = result.luck
    if luck is None or not luck.parts:
        return ""
    named = [(say(f"lab.figure.{name}", lang), part) for name, part in luck.parts.items()]
    text = ", ".join(f"{name} {percent(part.value, lang)}" for name, part in named)
    rows = [PlotRow(name, *part.triple) for name, part in named]
    picture = plot(bars(rows, say("report.part", lang)), say("report.plot-luck", lang, text=text + "."))
    numbers = [[name, *_percents(part, lang)] for name, part in named]
    edge = [signed(100 * value, lang) for value in luck.edge.triple]
    numbers.append([say("lab.figure.edge", lang, player=luck.player), *edge])
    title = say("lab.section.luck", lang)
    note = say("report.note-luck", lang, deals=number(luck.deals, lang, 0), games=number(luck.games or 0, lang, 0))
    return section(
        title,
        pair(picture, table(title, _heads(lang, "part", "value", "low", "high"), numbers)),
        paragraph(note, dim=True),
    )


def _choices(result: StudyResult, lang: str) -> str:
    rows = [_row(column, figure, lang) for column, figure in figures_of(result.choices)]
    decisions = result.decisions
    notes = []
    if decisions is not None:
        positions = number(decisions.positions, lang, 0)
        for name, figure in (("matters", decisions.matters), ("gain", decisions.gain)):
            rows.append([say(f"lab.figure.{name}", lang), *_percents(figure, lang), positions])
        matters = number(100 * MATTERS, lang, 0)
        note = say("report.note-decisions", lang, positions=positions, parts=PARTS, matters=matters)
        notes.append(paragraph(note, dim=True))
    title = say("lab.section.decisions", lang)
    return section(title, _figures(title, rows, lang), *notes)


def _compared(comparison: Comparison, result: StudyResult, lang: str) -> str:
    title = say("lab.section.compare", lang, variant=comparison.variant)
    named = [
        (figure_name(change.figure, lang, close_at=result.closeness.close_at), change) for change in comparison.figures
    ]
    points = [_change_row(name, change) for name, change in named if change.high > change.low]
    picture = (
        plot(forest(points, say("report.change", lang), 0.0, 1.0), say("report.plot-compare", lang)) if points else ""
    )
    heads = [
        *_heads(lang, "figure", "base"),
        say("report.other", lang, variant=comparison.variant),
        *_heads(lang, "change", "low", "high", "real", "p", "games"),
    ]
    numbers = [
        [
            name,
            *(value_of(change.figure, value, lang) for value in (change.base, change.other)),
            *(change_of(change.figure, value, lang) for value in (change.change, change.low, change.high)),
            say("report.yes" if change.real else "report.no", lang),
            number(change.p, lang, 3),
            number(change.games, lang, 0),
        ]
        for name, change in named
    ]
    return section(title, picture, paragraph(say("report.note-compare", lang), dim=True), table(title, heads, numbers))


def _change_row(name: str, change: Change) -> PlotRow:
    """In half-widths of its interval, so that all figures share one axis."""
    towards = min(change.strength, 12.0) * (1 if change.change > 0 else -1)
    return PlotRow(name, towards, towards - 1, towards + 1, change.real)


# --- a ladder ---------------------------------------------------------------------------------------


def ladder_page(result: LadderResult, seed: int, command: str, lang: str) -> str:
    bots = result.bots
    subtitle = say("report.ladder-subtitle", lang, deals=number(result.deals, lang, 0), seed=seed)
    apart = bots[0].low > bots[1].high
    said = [_ladder_says(bots[0], bots[1], lang) if apart else say("report.ladder-even", lang)]
    points = [PlotRow(bot.name, bot.rating, bot.low, bot.high) for bot in bots]
    picture = plot(forest(points, say("report.rating", lang), None), say("report.ladder-plot", lang))
    ratings = [[bot.name, *(number(value, lang, 0) for value in (bot.rating, bot.low, bot.high))] for bot in bots]
    title = say("report.ladder-ratings", lang)
    names = [bot.name for bot in bots]
    cross = [
        [bot.name, *(percent(bot.against[name], lang) if name in bot.against else "–" for name in names)]
        for bot in bots
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
    return page(say("report.ladder-title", lang, game=game_title(result.game, lang)), subtitle, body, command, lang)


def _ladder_says(best: BotRating, second: BotRating, lang: str) -> str:
    values = {"gap": best.rating - second.rating, "rating": best.rating, "low": best.low, "high": best.high}
    said = {key: number(value, lang, 0) for key, value in values.items()}
    return say("report.ladder-says", lang, best=best.name, second=second.name, **said)


# --- small things -------------------------------------------------------------------------------------


def _heads(lang: str, *keys: str) -> list[str]:
    return [say(f"report.{key}", lang) for key in keys]


def _percents(figure: Interval, lang: str) -> list[str]:
    return [percent(value, lang) for value in figure.triple]


def _games(figure: Figure, lang: str) -> str:
    return number(figure.games, lang, 0)


def _row(column: str, figure: Figure, lang: str, **details: object) -> list[str]:
    values = [value_of(column, value, lang) for value in figure.triple]
    return [figure_name(column, lang, **details), *values, _games(figure, lang)]


def _figures(caption: str, rows: Sequence[Sequence[str]], lang: str) -> str:
    return table(caption, _heads(lang, "figure", "value", "low", "high", "games"), rows)


def _distribution(result: StudyResult, name: str, lang: str) -> str:
    one = result.distributions[name]
    if not one.count:
        return ""
    seen = say(f"report.plot-{name}", lang, low=one.quantiles["25"].value, high=one.quantiles["75"].value)
    return plot(histogram(one.counts, say(f"report.{name}", lang), say("report.how-often", lang)), seen)


def _quantiles(result: StudyResult, name: str, lang: str) -> str:
    rows = [
        [say("report.quantile", lang, q=q), *(number(value, lang, 0) for value in quantile.triple)]
        for q, quantile in result.distributions[name].quantiles.items()
    ]
    return table(say(f"report.{name}", lang), _heads(lang, "how-often", "value", "low", "high"), rows)
