"""What a study says in plain words: codes with details, from its numbers alone; a sentence claims no more than its
interval allows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tuilerie.lab.decisions import MATTERS
from tuilerie.lab.marks import Mark, label
from tuilerie.lab.wording import figure_name, number, percent, points, value_of
from tuilerie.words import grammar, say

Found = dict[str, Any]


def conclusions(found: Found, marks: dict[str, Mark], lang: str) -> list[str]:
    """Sentences in the order in which a designer asks."""
    return [say(f"lab.says.{code}", lang, **details) for code, details in _all(found, marks, lang)]


def _all(found: Found, marks: dict[str, Mark], lang: str) -> Iterator[tuple[str, Found]]:
    yield _first(found, lang)
    if len(set(found["bots"])) > 1:
        best = max(range(found["players"]), key=lambda seat: found["seats"][seat]["value"])
        yield (
            "chairs",
            {"seat": best, "bot": found["bots"][best], "share": percent(found["seats"][best]["value"], lang)},
        )
    stopped = found["reasons"].get("limit")
    if stopped and stopped["value"] > 0.001:
        yield "stopped", {"share": percent(stopped["value"], lang, 2)}
    yield _length(found, lang)
    yield from _close(found, lang)
    yield from _marks(found, marks, lang)
    yield from _luck(found, lang)
    for table in found["compare"]:
        yield _compared(table, found, lang)


def _first(found: Found, lang: str) -> tuple[str, Found]:
    order, fair = found["order"][0], 1 / found["players"]
    said = {"share": percent(order["value"], lang), "fair": percent(fair, lang)}
    if order["low"] > fair:
        return "first-favoured", said | {
            name: points(order[key] - fair, lang)
            for name, key in (("points", "value"), ("low", "low"), ("high", "high"))
        }
    if order["high"] < fair:
        return "first-hurt", said | {
            name: points(order[key] - fair, lang)
            for name, key in (("points", "value"), ("low", "high"), ("high", "low"))
        }
    return "first-fair", said | {
        "low": percent(order["low"], lang),
        "high": percent(order["high"], lang),
        "games": number(order["games"], lang, 0),
    }


def _length(found: Found, lang: str) -> tuple[str, Found]:
    quantiles = found["distributions"]["turns"]["quantiles"]
    said = {
        "turns": number(found["length"]["turns"]["value"], lang),
        "low": quantiles["25"]["value"],
        "high": quantiles["75"]["value"],
    }
    rounds = found["length"]["rounds"]["value"]
    return ("length-rounds", said | {"rounds": number(rounds, lang, 2)}) if rounds > 1 else ("length", said)


def _close(found: Found, lang: str) -> Iterator[tuple[str, Found]]:
    closeness = found["closeness"]
    if closeness["close"]["games"]:
        said = {
            "share": percent(closeness["close"]["value"], lang),
            "margin": number(closeness["margin"]["value"], lang),
        }
        yield "close", said | {"close_at": closeness["close_at"]}
    if closeness["half-leader"]["games"] >= 30:
        yield "half-leader", {"share": percent(closeness["half-leader"]["value"], lang)}


def _marks(found: Found, marks: dict[str, Mark], lang: str) -> Iterator[tuple[str, Found]]:
    dealt = [row for row in found["marks"] if row["kind"] == "dealt"]
    certain = [row for row in dealt if row["real"]]
    if certain:
        best = max(certain, key=lambda row: abs(row["victory"]["value"]))
        change = best["victory"]
        low, high = sorted((abs(change["low"]), abs(change["high"])))
        said = {
            "mark": label(marks[best["mark"]], lang),
            "with_": percent(best["with"]["value"], lang),
            "without": percent(best["without"]["value"], lang),
        }
        yield (
            "dealt",
            said
            | {
                "points": points(change["value"], lang),
                "low": number(100 * low, lang),
                "high": number(100 * high, lang),
            },
        )
    elif dealt:
        yield "dealt-nothing", {}
    # for a tile used, it is the last turn that counts
    counted = [row for row in found["marks"] if row["kind"] in ("left", "won")]
    deciding = max(counted, key=lambda row: row["decides"]["value"], default=None)
    if deciding is not None and deciding["decides"]["value"] > 0.005:
        yield (
            "decides",
            {"mark": label(marks[deciding["mark"]], lang), "share": percent(deciding["decides"]["value"], lang)},
        )


def _luck(found: Found, lang: str) -> Iterator[tuple[str, Found]]:
    luck = found.get("luck")
    if luck and luck["parts"]:
        parts = {name: percent(luck["parts"][name]["value"], lang, 0) for name in ("deal", "matching", "play")}
        yield (
            "luck",
            {
                "player": luck["player"],
                "rival": luck["rival"],
                "skill": percent(luck["parts"]["player"]["value"], lang, 0),
            }
            | parts,
        )
    decisions = found.get("decisions")
    if decisions and decisions["positions"]:
        said = {
            "options": number(found["choices"]["options"]["value"], lang),
            "share": percent(decisions["matters"]["value"], lang, 0),
        }
        yield "choices", said | {"matters": number(100 * MATTERS, lang, 0)}


def _compared(table: Found, found: Found, lang: str) -> tuple[str, Found]:
    rows = table["figures"]
    certain = sorted((row for row in rows if row["real"]), key=lambda row: -strength(row))
    said = {"variant": table["variant"], "asked": len(rows)}
    if not certain:
        return "unchanged", said | {"games": number(found["games"], lang, 0)}
    first = [
        say(
            "lab.says.change",
            lang,
            figure=figure_name(row["figure"], lang, close_at=found["closeness"]["close_at"]),
            base=value_of(row["figure"], row["base"], lang),
            other=value_of(row["figure"], row["other"], lang),
        )
        for row in certain[:3]
    ]
    return "changed", said | {"count": len(certain), "first": grammar(lang).semicolon.join(first)}


def strength(row: Found) -> float:
    """A change in half-widths of its interval; a change without any spread is the strongest."""
    half = (row["high"] - row["low"]) / 2
    return abs(row["change"]) / half if half > 0 else (float("inf") if row["change"] else 0.0)
