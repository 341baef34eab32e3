"""What a study says in plain words: codes with details, from its numbers alone; a sentence claims no more than its
interval allows.
"""

from __future__ import annotations

from collections.abc import Iterator

from tuilerie.lab.decisions import MATTERS
from tuilerie.lab.marks import Mark, label
from tuilerie.lab.results import Comparison, StudyResult
from tuilerie.lab.wording import figure_name, number, percent, points, value_of
from tuilerie.words import grammar, say

Sentence = tuple[str, dict[str, object]]  # a code, and what fills its placeholders


def conclusions(result: StudyResult, marks: dict[str, Mark], lang: str) -> list[str]:
    """Sentences in the order in which a designer asks."""
    return [say(f"lab.says.{code}", lang, **details) for code, details in _all(result, marks, lang)]


def _all(result: StudyResult, marks: dict[str, Mark], lang: str) -> Iterator[Sentence]:
    yield _first(result, lang)
    if len(set(result.bots)) > 1:
        best = max(range(result.players), key=lambda seat: result.seats[seat].value)
        yield "chairs", {"seat": best, "bot": result.bots[best], "share": percent(result.seats[best].value, lang)}
    stopped = result.reasons.get("limit")
    if stopped and stopped.value > 0.001:
        yield "stopped", {"share": percent(stopped.value, lang, 2)}
    yield _length(result, lang)
    yield from _close(result, lang)
    yield from _marks(result, marks, lang)
    yield from _luck(result, lang)
    for comparison in result.compare:
        yield _compared(comparison, result, lang)


def _first(result: StudyResult, lang: str) -> Sentence:
    order, fair = result.order[0], 1 / result.players
    said: dict[str, object] = {"share": percent(order.value, lang), "fair": percent(fair, lang)}
    if order.low > fair or order.high < fair:
        near, far = (order.low, order.high) if order.low > fair else (order.high, order.low)
        found = {"points": order.value, "low": near, "high": far}
        code = "first-favoured" if order.low > fair else "first-hurt"
        return code, said | {name: points(value - fair, lang) for name, value in found.items()}
    said |= {"low": percent(order.low, lang), "high": percent(order.high, lang)}
    return "first-fair", said | {"games": number(order.games, lang, 0)}


def _length(result: StudyResult, lang: str) -> Sentence:
    quantiles = result.distributions["turns"].quantiles
    said: dict[str, object] = {
        "turns": number(result.length.turns.value, lang),
        "low": quantiles["25"].value,
        "high": quantiles["75"].value,
    }
    rounds = result.length.rounds.value
    return ("length-rounds", said | {"rounds": number(rounds, lang, 2)}) if rounds > 1 else ("length", said)


def _close(result: StudyResult, lang: str) -> Iterator[Sentence]:
    closeness = result.closeness
    if closeness.close.games:
        said = {"share": percent(closeness.close.value, lang), "margin": number(closeness.margin.value, lang)}
        yield "close", said | {"close_at": closeness.close_at}
    if closeness.half_leader.games >= 30:
        yield "half-leader", {"share": percent(closeness.half_leader.value, lang)}


def _marks(result: StudyResult, marks: dict[str, Mark], lang: str) -> Iterator[Sentence]:
    dealt = [one for one in result.marks if one.kind == "dealt"]
    certain = [(abs(one.victory.value), one, one.victory) for one in dealt if one.real and one.victory]
    if certain:
        _, best, change = max(certain, key=lambda found: found[0])
        assert best.with_
        assert best.without
        low, high = sorted((abs(change.low), abs(change.high)))
        yield (
            "dealt",
            {
                "mark": label(marks[best.mark], lang),
                "with_": percent(best.with_.value, lang),
                "without": percent(best.without.value, lang),
                "points": points(change.value, lang),
                "low": number(100 * low, lang),
                "high": number(100 * high, lang),
            },
        )
    elif dealt:
        yield "dealt-nothing", {}
    # for a tile used, it is the last turn that counts
    counted = [one for one in result.marks if one.kind in ("left", "won")]
    deciding = max(counted, key=lambda one: one.decides.value, default=None)
    if deciding is not None and deciding.decides.value > 0.005:
        share = percent(deciding.decides.value, lang)
        yield "decides", {"mark": label(marks[deciding.mark], lang), "share": share}


def _luck(result: StudyResult, lang: str) -> Iterator[Sentence]:
    luck, decisions = result.luck, result.decisions
    if luck and luck.parts:
        parts = {name: percent(luck.parts[name].value, lang, 0) for name in ("deal", "matching", "play")}
        skill = percent(luck.parts["player"].value, lang, 0)
        yield "luck", {"player": luck.player, "rival": luck.rival, "skill": skill, **parts}
    if decisions and decisions.positions:
        options, share = number(result.choices.options.value, lang), percent(decisions.matters.value, lang, 0)
        yield "choices", {"options": options, "share": share, "matters": number(100 * MATTERS, lang, 0)}


def _compared(comparison: Comparison, result: StudyResult, lang: str) -> Sentence:
    certain = sorted((change for change in comparison.figures if change.real), key=lambda change: -change.strength)
    said: dict[str, object] = {"variant": comparison.variant, "asked": len(comparison.figures)}
    if not certain:
        return "unchanged", said | {"games": number(result.games, lang, 0)}
    first = [
        say(
            "lab.says.change",
            lang,
            figure=figure_name(change.figure, lang, close_at=result.closeness.close_at),
            base=value_of(change.figure, change.base, lang),
            other=value_of(change.figure, change.other, lang),
        )
        for change in certain[:3]
    ]
    return "changed", said | {"count": len(certain), "first": grammar(lang).semicolon.join(first)}
