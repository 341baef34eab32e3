"""`balance`: asks, runs the study, prints it, and writes what is asked for."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tuilerie.bots.outside import OutsideFailure
from tuilerie.bots.roster import bot_named, seat_bots, split_names
from tuilerie.commands.arguments import Bar, read_variants
from tuilerie.commands.lab import Asked, Told, check_report, saved_run
from tuilerie.commands.outcome import known_language
from tuilerie.commands.warming import announce
from tuilerie.engine.errors import BadInput
from tuilerie.engine.records import writing
from tuilerie.engine.registry import game_named
from tuilerie.lab.balance import Wanted
from tuilerie.lab.balance import balance as run_balance
from tuilerie.lab.conclusions import conclusions
from tuilerie.lab.crew import Crew
from tuilerie.lab.marks import Mark, label, marks_of
from tuilerie.lab.parquet import ParquetFile
from tuilerie.lab.plan import Plan
from tuilerie.lab.wording import change_of, figure_name, number, percent, signed, value_of
from tuilerie.words import say
from tuilerie.words.terms import GameName


@dataclass
class Study:
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


class _Bar(Bar):
    """Phases by name in the reader's language; failures of programs are told at once."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self._told = Told(lang)
        self._lang = lang

    def phase(self, label: str, total: int) -> None:
        super().phase(say(f"lab.phase.{label}", self._lang), total)

    def fail(self, failures: Sequence[OutsideFailure]) -> None:
        self._told(failures)


def balance(asked: Asked, study: Study, crew: Crew, resume: bool, as_json: bool, lang: str) -> None:
    known_language(lang)
    wanted = _wanted(asked, study)
    arguments = _arguments(wanted, study)
    parquet = None
    if study.report is not None:
        check_report(study.report)
    if study.parquet is not None:
        parquet = ParquetFile(study.parquet, {_base_name(wanted.plan): wanted.plan} | wanted.others)
    announce(asked.game, lang)
    bar = _Bar(lang)
    with saved_run("balance", arguments, resume, lang) as checkpoint:
        try:
            found = run_balance(wanted, crew, bar, checkpoint, parquet)
        finally:
            bar.close()
        if parquet is not None:
            parquet.finish()
    marks = {mark.name: mark for mark in marks_of(wanted.plan)}
    if study.report is not None:
        from tuilerie.lab.report import balance_page

        with writing(study.report) as file:
            file.write(balance_page(found, marks, command_line(asked, study, found), study.precision, lang))
    if as_json:
        print(json.dumps(found))
        return
    _show(found, marks, lang)
    for path in (study.report, study.parquet):
        if path is not None:
            print(say("cli.balance.written", lang, file=path))


# --- from what was typed -----------------------------------------------------------------------


def _wanted(asked: Asked, study: Study) -> Wanted:
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
    return Wanted(plan, _others(plan, asked, study), study.games, study.precision, skill, study.deals, study.positions)


def _others(plan: Plan, asked: Asked, study: Study) -> dict[str, Plan]:
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


def _arguments(wanted: Wanted, study: Study) -> dict[str, Any]:
    """Everything that decides the result; not who does the work."""
    plans = [wanted.plan, *wanted.others.values()]
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
        "games": wanted.games,
        "precision": wanted.precision,
        "parquet": str(study.parquet.absolute()) if study.parquet else None,
    }


def command_line(asked: Asked, study: Study, found: dict[str, Any]) -> str:
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
        found["games"],
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


def _show(found: dict[str, Any], marks: dict[str, Mark], lang: str) -> None:
    said = {key: found[key] for key in ("game", "players", "seed", "seconds")}
    print(
        say(
            "cli.balance.done",
            lang,
            games=number(found["games"], lang, 0),
            bots=", ".join(dict.fromkeys(found["bots"])),
            **said,
        )
    )
    _heading("conclusions", lang)
    for sentence in conclusions(found, marks, lang):
        print(f"  - {sentence}")
    _heading("seats", lang)
    for place, figure in enumerate(found["order"]):
        _line(f"order.{place}", figure, lang)
    for seat, figure in enumerate(found["seats"]):
        _line(f"seat.{seat}", figure, lang)
    for section in ("length", "scores", "reasons", "closeness"):
        _heading(section, lang)
        for name, figure in found[section].items():
            if isinstance(figure, dict):
                column = {"mean": "score", "winner": "winner-score"}.get(
                    name, f"reason.{name}" if section == "reasons" else name
                )
                _line(column, figure, lang, close_at=found["closeness"]["close_at"])
    _show_marks(found, marks, lang)
    _show_luck(found, lang)
    for table in found["compare"]:
        _show_change(table, found, lang)
    sys.stdout.flush()


def _heading(section: str, lang: str, **details: Any) -> None:
    print(say("lab.section." + section, lang, **details))


def _line(column: str, figure: dict[str, Any], lang: str, **details: Any) -> None:
    values = {key: value_of(column, figure[key], lang) for key in ("value", "low", "high")}
    print(
        say(
            "cli.balance.figure",
            lang,
            name=figure_name(column, lang, **details),
            games=number(figure["games"], lang, 0),
            **values,
        )
    )


def _show_marks(found: dict[str, Any], marks: dict[str, Mark], lang: str) -> None:
    rows = [row for row in found["marks"] if row["victory"]]
    if not rows:
        return
    _heading("marks", lang)
    for row in rows:
        change = row["victory"]
        said = {
            "mark": label(marks[row["mark"]], lang),
            "share": percent(row["share"]["value"], lang),
            "star": " *" if row["real"] else "",
        }
        said |= {"with_": percent(row["with"]["value"], lang), "without": percent(row["without"]["value"], lang)}
        said |= {
            "change": signed(100 * change["value"], lang),
            "low": signed(100 * change["low"], lang),
            "high": signed(100 * change["high"], lang),
        }
        print(say("cli.balance.mark", lang, **said))
    print("  " + say("cli.balance.star", lang, count=len(found["marks"]), causes=say("cli.balance.causes", lang)))


def _show_luck(found: dict[str, Any], lang: str) -> None:
    luck, decisions = found.get("luck"), found.get("decisions")
    if luck:
        _heading("luck", lang)
        for part, figure in luck["parts"].items():
            values = {key: percent(figure[key], lang) for key in ("value", "low", "high")}
            print(
                say(
                    "cli.balance.figure",
                    lang,
                    name=say(f"lab.figure.{part}", lang),
                    games=number(luck["games"], lang, 0),
                    **values,
                )
            )
    _heading("decisions", lang)
    for name, figure in found["choices"].items():
        _line(name, figure, lang)
    if decisions:
        for name in ("matters", "gain"):
            values = {key: percent(decisions[name][key], lang) for key in ("value", "low", "high")}
            print(
                say(
                    "cli.balance.figure",
                    lang,
                    name=say(f"lab.figure.{name}", lang),
                    games=number(decisions["positions"], lang, 0),
                    **values,
                )
            )


def _show_change(table: dict[str, Any], found: dict[str, Any], lang: str) -> None:
    _heading("compare", lang, variant=table["variant"])
    for row in table["figures"]:
        name = figure_name(row["figure"], lang, close_at=found["closeness"]["close_at"])
        base, other = value_of(row["figure"], row["base"], lang), value_of(row["figure"], row["other"], lang)
        change, low, high = (change_of(row["figure"], row[key], lang) for key in ("change", "low", "high"))
        print(f"  {name}: {base} -> {other} ({change}: {low} .. {high}){' *' if row['real'] else ''}")
