"""`balance`: asks, runs the study, prints it, and writes what is asked for."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tuilerie.bots.outside import OutsideFailure
from tuilerie.bots.roster import bot_named, seat_bots, split_names
from tuilerie.commands.arguments import read_variants
from tuilerie.commands.exit_codes import known_language
from tuilerie.commands.lab import FailureReport, LabOptions, check_report, saved_run
from tuilerie.commands.progress import ProgressBar
from tuilerie.commands.warm import announce
from tuilerie.engine.errors import BadInput
from tuilerie.engine.records import writing
from tuilerie.engine.registry import game_named
from tuilerie.lab.balance import balance as run_balance
from tuilerie.lab.conclusions import conclusions
from tuilerie.lab.marks import Mark, label, marks_of
from tuilerie.lab.parquet import ParquetFile
from tuilerie.lab.plan import Plan
from tuilerie.lab.results import Comparison, Figure, Interval, StudyResult, figures_of, to_json
from tuilerie.lab.study import StudyRequest
from tuilerie.lab.wording import change_of, figure_name, number, percent, signed, value_of
from tuilerie.lab.worker_pool import WorkerPool
from tuilerie.words import say
from tuilerie.words.terms import GameName


@dataclass
class BalanceOptions:
    """The options of `balance` beyond those that every command of the lab has."""

    games: int | None
    precision: float | None
    compare: Sequence[str] | None
    compare_decks: Sequence[Path] | None
    skill: str | None
    deals: int | None
    positions: int | None
    report: Path | None
    parquet: Path | None


class StudyProgress(ProgressBar):
    """Phases by name in the reader's language; failures of programs are told at once."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self._failures = FailureReport(lang)
        self._lang = lang

    def phase(self, label: str, total: int) -> None:
        super().phase(say(f"lab.phase.{label}", self._lang), total)

    def fail(self, failures: Sequence[OutsideFailure]) -> None:
        self._failures(failures)


def balance(
    asked: LabOptions, study: BalanceOptions, worker_pool: WorkerPool, resume: bool, *, as_json: bool, lang: str
) -> None:
    known_language(lang)
    request = _request(asked, study)
    arguments = _arguments(request, study)
    parquet = None
    if study.report is not None:
        check_report(study.report)
    if study.parquet is not None:
        parquet = ParquetFile(study.parquet, {_base_name(request.plan): request.plan} | request.others)
    announce(asked.game, lang)
    progress = StudyProgress(lang)
    with saved_run("balance", arguments, resume, lang) as checkpoint:
        try:
            result = run_balance(request, worker_pool, progress, checkpoint, parquet)
        finally:
            progress.close()
        if parquet is not None:
            parquet.finish()
    marks = {mark.name: mark for mark in marks_of(request.plan)}
    if study.report is not None:
        from tuilerie.lab.report import balance_page

        with writing(study.report) as file:
            file.write(balance_page(result, marks, command_line(asked, study, result.games), study.precision, lang))
    if as_json:
        print(json.dumps(to_json(result)))
        return
    _show(result, marks, lang)
    for path in (study.report, study.parquet):
        if path is not None:
            print(say("cli.balance.written", lang, file=path))


# --- from what was typed -----------------------------------------------------------------------


def _request(asked: LabOptions, study: BalanceOptions) -> StudyRequest:
    game = game_named(asked.game)
    if study.precision is not None and not 0.01 <= study.precision <= 25:
        raise BadInput("balance.precision", precision=study.precision)
    if asked.players not in game.players:
        raise BadInput(
            "players.range", game=GameName(game.id), players=asked.players, least=game.players[0], most=game.players[-1]
        )
    plan = asked.plan(asked.players, [seat_bots(split_names(asked.bots), asked.players, laboratory=True)])
    skill = None
    if study.skill is not None:
        skill = [name.strip() for name in study.skill.split(",")]
        if len(skill) != 2 or skill[0] == skill[1]:
            raise BadInput("balance.skill")
        for name in skill:
            bot_named(name)
    if study.report is not None and study.report == study.parquet:
        raise BadInput("balance.same-file")
    return StudyRequest(
        plan=plan,
        others=_others(plan, asked, study),
        games=study.games,
        precision=study.precision,
        skill=skill,
        deals=study.deals,
        positions=study.positions,
    )


def _others(plan: Plan, asked: LabOptions, study: BalanceOptions) -> dict[str, Plan]:
    others = {}
    for text in study.compare or ():
        pairs = [pair.strip() for pair in text.split(",")]
        if not all("=" in pair for pair in pairs):
            raise BadInput("balance.compare-form", text=text[:40])
        variant = read_variants(plan.game.options, [*(asked.variant or ()), *pairs], plan.players)
        if variant == plan.variant:
            raise BadInput("balance.compare-same", text=text[:40])
        others[text] = replace(plan, variant=variant)
    for path in study.compare_decks or ():
        others[path.name] = replace(plan, deck=plan.game.read_deck(path))
    return others


def _base_name(plan: Plan) -> str:
    from tuilerie.engine.options import differences

    return ",".join(f"{key}={value}" for key, value in differences(plan.game.options, plan.variant).items()) or "base"


def _arguments(request: StudyRequest, study: BalanceOptions) -> dict[str, object]:
    """Everything that decides the result; not who does the work."""
    plans = [request.plan, *request.others.values()]
    return {
        "plans": [
            [
                plan.game.id,
                plan.players,
                dict(plan.variant),
                plan.deck,
                plan.seed,
                [bot.name for bot in plan.bots[0]],
                plan.limit,
            ]
            for plan in plans
        ],
        "games": request.games,
        "precision": request.precision,
        "parquet": str(study.parquet.absolute()) if study.parquet else None,
    }


def command_line(asked: LabOptions, study: BalanceOptions, games: int) -> str:
    """The command that gives these numbers again; with the number of games that was needed, not the precision that was
    asked.
    """
    parts: list[object] = [
        "tuilerie",
        "balance",
        asked.game,
        "--players",
        asked.players,
        "--games",
        games,
        "--seed",
        asked.seed,
    ]
    for name in asked.bots:
        parts += ["--bots", name]
    for option, values in (
        ("--variant", asked.variant),
        ("--compare", study.compare),
        ("--compare-deck", study.compare_decks),
    ):
        for value in values or ():
            parts += [option, value]
    for option, one in (
        ("--deck", asked.deck),
        ("--skill", study.skill),
        ("--deals", study.deals),
        ("--positions", study.positions),
    ):
        if one is not None:
            parts += [option, one]
    return shlex.join(map(str, parts))


# --- on the terminal ------------------------------------------------------------------------------


def _show(result: StudyResult, marks: dict[str, Mark], lang: str) -> None:
    print(
        say(
            "cli.balance.done",
            lang,
            games=number(result.games, lang, 0),
            bots=", ".join(dict.fromkeys(result.bots)),
            game=result.game,
            players=result.players,
            seed=result.seed,
            seconds=result.seconds,
        )
    )
    _heading("conclusions", lang)
    for sentence in conclusions(result, marks, lang):
        print(f"  - {sentence}")
    seats = [(f"order.{place}", figure) for place, figure in enumerate(result.order)]
    seats += [(f"seat.{seat}", figure) for seat, figure in enumerate(result.seats)]
    _show_section("seats", seats, lang)
    _show_section("length", figures_of(result.length), lang)
    _show_section("scores", figures_of(result.scores), lang)
    _show_section("reasons", ((f"reason.{name}", figure) for name, figure in result.reasons.items()), lang)
    _show_section("closeness", figures_of(result.closeness), lang, close_at=result.closeness.close_at)
    _show_marks(result, marks, lang)
    _show_luck(result, lang)
    for comparison in result.compare:
        _show_comparison(comparison, result, lang)
    sys.stdout.flush()


def _heading(section: str, lang: str, **details: object) -> None:
    print(say("lab.section." + section, lang, **details))


def _show_section(section: str, figures: Iterable[tuple[str, Figure]], lang: str, **details: object) -> None:
    _heading(section, lang)
    for column, figure in figures:
        values = [value_of(column, value, lang) for value in figure.triple]
        _line(figure_name(column, lang, **details), values, figure.games, lang)


def _show_shares(shares: Mapping[str, Interval], games: int, lang: str) -> None:
    for name, share in shares.items():
        _line(say(f"lab.figure.{name}", lang), [percent(value, lang) for value in share.triple], games, lang)


def _line(name: str, values: Sequence[str], games: int, lang: str) -> None:
    value, low, high = values
    print(say("cli.balance.figure", lang, name=name, games=number(games, lang, 0), value=value, low=low, high=high))


def _show_marks(result: StudyResult, marks: dict[str, Mark], lang: str) -> None:
    told = [(one, one.with_, one.without, one.victory) for one in result.marks]
    if not any(victory for *_, victory in told):
        return
    _heading("marks", lang)
    for one, with_, without, victory in told:
        if with_ and without and victory:
            change, low, high = (signed(100 * value, lang) for value in victory.triple)
            print(
                say(
                    "cli.balance.mark",
                    lang,
                    mark=label(marks[one.mark], lang),
                    share=percent(one.share.value, lang),
                    star=" *" if one.real else "",
                    with_=percent(with_.value, lang),
                    without=percent(without.value, lang),
                    change=change,
                    low=low,
                    high=high,
                )
            )
    print("  " + say("cli.balance.star", lang, count=len(result.marks), causes=say("cli.balance.causes", lang)))


def _show_luck(result: StudyResult, lang: str) -> None:
    luck, decisions = result.luck, result.decisions
    if luck is not None:
        _heading("luck", lang)
        _show_shares(luck.parts, luck.games or 0, lang)
    _show_section("decisions", figures_of(result.choices), lang)
    if decisions is not None:
        _show_shares({"matters": decisions.matters, "gain": decisions.gain}, decisions.positions, lang)


def _show_comparison(comparison: Comparison, result: StudyResult, lang: str) -> None:
    _heading("compare", lang, variant=comparison.variant)
    for change in comparison.figures:
        name = figure_name(change.figure, lang, close_at=result.closeness.close_at)
        base, other = (value_of(change.figure, value, lang) for value in (change.base, change.other))
        by, low, high = (change_of(change.figure, value, lang) for value in (change.change, change.low, change.high))
        print(f"  {name}: {base} -> {other} ({by}: {low} .. {high}){' *' if change.real else ''}")
