"""The command line: thin. Every command checks its input, calls one room, and prints.

Nothing that does not play imports Numba.
"""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from tuilerie import words

SPEAKS = words.early_language(sys.argv)


def t(key: str, **details: Any) -> str:
    return words.say(f"cli.{key}", SPEAKS, **details)


app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    help=t("help") + "\n\n" + t("serve.home"),
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Log(Enum):
    """What a server writes to stderr."""

    warning = "warning"
    info = "info"


Game = Annotated[str, typer.Argument(help=t("arg.game"), metavar="GAME")]
Players = Annotated[int, typer.Option("--players", help=t("arg.players"))]
Seed = Annotated[str, typer.Option("--seed", help=t("arg.seed"), metavar="S")]
Bots = Annotated[list[str], typer.Option("--bots", help=t("arg.bots"), metavar="X")]
Company = Annotated[list[str], typer.Option("--bots", help=t("arg.company"), metavar="X")]
Variant = Annotated[list[str] | None, typer.Option("--variant", help=t("arg.variant"), metavar="KEY=VALUE")]
Deck = Annotated[Path | None, typer.Option("--deck", help=t("arg.deck"), metavar="FILE")]
Workers = Annotated[int, typer.Option("--workers", min=1, max=256, help=t("arg.workers"))]
Ray = Annotated[str | None, typer.Option("--ray", help=t("arg.ray"), metavar="ADDRESS")]
Resume = Annotated[bool, typer.Option("--resume", help=t("arg.resume"))]
Report = Annotated[Path | None, typer.Option("--report", help=t("arg.report"), metavar="FILE.html")]
Json = Annotated[bool, typer.Option("--json", help=t("arg.json"))]
Lang = Annotated[str, typer.Option("--lang", help=t("arg.lang"), metavar="|".join(words.LANGUAGES))]


@app.callback(invoke_without_command=True)
def shelf(
    context: typer.Context,
    lan: Annotated[bool, typer.Option("--lan", help=t("arg.lan"))] = False,
    lang: Lang = SPEAKS,
) -> None:
    if context.invoked_subcommand is None:
        from tuilerie.commands import serve as command

        command.shelf(lan, lang)


@app.command(help=t("serve.help"))
def serve(
    host: Annotated[str, typer.Option("--host", help=t("arg.host"), metavar="H")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help=t("arg.port"), metavar="P")] = 8027,
    database: Annotated[str | None, typer.Option("--database", help=t("arg.database"), metavar="URL")] = None,
    redis: Annotated[str | None, typer.Option("--redis", help=t("arg.redis"), metavar="URL")] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help=t("arg.processes"))] = 1,
    proxied: Annotated[bool, typer.Option("--proxied", help=t("arg.proxied"))] = False,
    origin: Annotated[list[str] | None, typer.Option("--origin", help=t("arg.origin"), metavar="URL")] = None,
    name: Annotated[list[str] | None, typer.Option("--name", help=t("arg.name"), metavar="HOST")] = None,
    metrics_for: Annotated[
        list[str] | None, typer.Option("--metrics-for", help=t("arg.metrics_for"), metavar="NETWORK")
    ] = None,
    rate_same_address: Annotated[bool, typer.Option("--rate-same-address", help=t("arg.rate_same_address"))] = False,
    log: Annotated[Log, typer.Option("--log", help=t("arg.log"))] = Log.warning,
    limits: Annotated[bool, typer.Option("--limits/--no-limits", hidden=True)] = True,
    lang: Lang = SPEAKS,
) -> None:
    from tuilerie.commands import serve as command

    command.serve(
        host=host,
        port=port,
        database=database,
        redis=redis,
        workers=workers,
        proxied=proxied,
        origins=origin,
        names=name,
        metrics_for=metrics_for,
        rate_same_address=rate_same_address,
        limits=limits,
        lang=lang,
        log=log.value,
    )


@app.command(help=t("backup.help"))
def backup(
    file: Annotated[Path, typer.Argument(help=t("arg.backup_file"), metavar="FILE")], lang: Lang = SPEAKS
) -> None:
    from tuilerie.commands import serve as command

    command.backup(file, lang)


@app.command(help=t("restore.help"))
def restore(
    file: Annotated[Path, typer.Argument(help=t("arg.backup_file"), metavar="FILE")], lang: Lang = SPEAKS
) -> None:
    from tuilerie.commands import serve as command

    command.restore(file, lang)


@app.command(help=t("export.help"))
def export(
    folder: Annotated[Path, typer.Argument(help=t("arg.export_folder"), metavar="FOLDER")],
    docs: Annotated[bool, typer.Option("--docs/--no-docs", help=t("arg.docs"))] = True,
    lang: Lang = SPEAKS,
) -> None:
    from tuilerie.commands import export as command

    command.export(folder, docs, lang)


@app.command("open", help=t("open.help"))
def open_(
    folder: Annotated[Path, typer.Argument(help=t("arg.open_folder"), metavar="FOLDER")],
    browse: Annotated[bool, typer.Option("--browse/--no-browse", help=t("arg.browse"))] = True,
    lang: Lang = SPEAKS,
) -> None:
    from tuilerie.commands import export as command

    command.open_folder(folder, browse, lang)


@app.command(help=t("simulate.help"))
def simulate(
    game: Game,
    players: Players = 2,
    games: Annotated[int, typer.Option("--games", min=1, help=t("arg.games"))] = 1000,
    seed: Seed = "0",
    bots: Bots = ["greedy"],  # noqa: B006 (typer reads the default, nobody changes it)
    variant: Variant = None,
    deck: Deck = None,
    record: Annotated[Path | None, typer.Option("--record", help=t("arg.record"), metavar="FILE.jsonl")] = None,
    legal: Annotated[bool, typer.Option("--legal", help=t("arg.legal"))] = False,
    limit: Annotated[int, typer.Option("--limit", min=1, help=t("arg.limit"))] = 200,
    workers: Workers = 1,
    ray: Ray = None,
    resume: Resume = False,
    as_json: Json = False,
    lang: Lang = SPEAKS,
) -> None:
    from tuilerie.commands import lab
    from tuilerie.lab.worker_pool import WorkerPool

    lab.simulate(
        lab.LabOptions(game, players, seed, bots, variant, deck, limit),
        games,
        WorkerPool(workers, ray),
        record,
        legal=legal,
        resume=resume,
        as_json=as_json,
        lang=lang,
    )


@app.command(help=t("match.help"))
def match(
    game: Game,
    bots: Bots,
    deals: Annotated[int, typer.Option("--deals", min=1, help=t("arg.deals"))] = 500,
    seed: Seed = "0",
    variant: Variant = None,
    deck: Deck = None,
    until: Annotated[float | None, typer.Option("--until", help=t("arg.until"), metavar="P")] = None,
    workers: Workers = 1,
    as_json: Json = False,
    lang: Lang = SPEAKS,
) -> None:
    from tuilerie.commands import lab

    lab.match(lab.LabOptions(game, 0, seed, bots, variant, deck), deals, until, workers, as_json=as_json, lang=lang)


@app.command(help=t("ladder.help"))
def ladder(
    game: Game,
    bots: Bots = ["random", "greedy"],  # noqa: B006 (as above)
    deals: Annotated[int, typer.Option("--deals", min=1, help=t("arg.pair_deals"))] = 100,
    seed: Seed = "0",
    variant: Variant = None,
    deck: Deck = None,
    workers: Workers = 1,
    ray: Ray = None,
    resume: Resume = False,
    report: Report = None,
    as_json: Json = False,
    lang: Lang = SPEAKS,
) -> None:
    from tuilerie.commands import lab
    from tuilerie.lab.worker_pool import WorkerPool

    lab.ladder(
        lab.LabOptions(game, 2, seed, bots, variant, deck),
        deals,
        WorkerPool(workers, ray),
        report,
        resume=resume,
        as_json=as_json,
        lang=lang,
    )


@app.command(help=t("balance.help"))
def balance(
    game: Game,
    players: Players = 2,
    games: Annotated[int | None, typer.Option("--games", min=1, help=t("arg.balance_games"))] = None,
    precision: Annotated[float | None, typer.Option("--precision", help=t("arg.precision"), metavar="PERCENT")] = None,
    bots: Bots = ["greedy"],  # noqa: B006 (as above)
    seed: Seed = "0",
    variant: Variant = None,
    deck: Deck = None,
    compare: Annotated[list[str] | None, typer.Option("--compare", help=t("arg.compare"), metavar="KEY=VALUE")] = None,
    compare_deck: Annotated[
        list[Path] | None, typer.Option("--compare-deck", help=t("arg.compare_deck"), metavar="FILE")
    ] = None,
    skill: Annotated[str | None, typer.Option("--skill", help=t("arg.skill"), metavar="A,B")] = None,
    deals: Annotated[int | None, typer.Option("--deals", min=0, help=t("arg.luck_deals"))] = None,
    positions: Annotated[int | None, typer.Option("--positions", min=0, help=t("arg.positions"))] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help=t("arg.limit"))] = 200,
    report: Report = None,
    parquet: Annotated[Path | None, typer.Option("--parquet", help=t("arg.parquet"), metavar="FILE")] = None,
    workers: Workers = 1,
    ray: Ray = None,
    resume: Resume = False,
    as_json: Json = False,
    lang: Lang = SPEAKS,
) -> None:
    from tuilerie.commands import balance as command
    from tuilerie.commands.lab import LabOptions
    from tuilerie.lab.worker_pool import WorkerPool

    options = LabOptions(game, players, seed, bots, variant, deck, limit)
    study = command.BalanceOptions(games, precision, compare, compare_deck, skill, deals, positions, report, parquet)
    command.balance(options, study, WorkerPool(workers, ray), resume, as_json=as_json, lang=lang)


@app.command(help=t("check.help"))
def check(
    files: Annotated[list[Path], typer.Argument(help=t("arg.files"), metavar="FILE...")],
    commitment: Annotated[str | None, typer.Option("--commitment", help=t("arg.commitment"), metavar="HEX")] = None,
    nonce: Annotated[list[str] | None, typer.Option("--nonce", help=t("arg.nonce"), metavar="SEAT=HEX")] = None,
    game: Annotated[int | None, typer.Option("--game", min=1, help=t("arg.kept_game"), metavar="N")] = None,
    chain: Annotated[Path | None, typer.Option("--chain", help=t("arg.chain"), metavar="FILE")] = None,
    lang: Lang = SPEAKS,
) -> None:
    from tuilerie.commands import records as command

    command.check(files, commitment, nonce or [], game, chain=chain, lang=lang)


@app.command(help=t("replay.help"))
def replay(
    file: Annotated[Path, typer.Argument(help=t("arg.file"), metavar="FILE")],
    number: Annotated[int, typer.Option("--game", min=1, help=t("arg.number"))] = 1,
    plain: Annotated[bool, typer.Option("--plain", help=t("arg.plain"))] = False,
    lang: Lang = SPEAKS,
) -> None:
    from tuilerie.commands import records as command

    command.replay(file, number, plain, lang)


@app.command(help=t("review.help"))
def review(
    file: Annotated[Path, typer.Argument(help=t("arg.file"), metavar="FILE")],
    number: Annotated[int, typer.Option("--game", min=1, help=t("arg.number"))] = 1,
    lang: Lang = SPEAKS,
) -> None:
    from tuilerie.commands import records as command

    command.review(file, number, lang)


@app.command(help=t("play.help"))
def play(
    game: Game,
    players: Players = 2,
    bots: Company = ["greedy"],  # noqa: B006 (as above)
    seed: Annotated[str | None, typer.Option("--seed", help=t("arg.play_seed"), metavar="S")] = None,
    variant: Variant = None,
    deck: Deck = None,
    pace: Annotated[float, typer.Option("--pace", min=0, max=10, help=t("arg.pace"), metavar="SECONDS")] = 0.6,
    join: Annotated[str | None, typer.Option("--join", help=t("arg.join"), metavar="URL")] = None,
    plain: Annotated[bool, typer.Option("--plain", help=t("arg.plain"))] = False,
    lang: Lang = SPEAKS,
) -> None:
    from tuilerie.commands import play as command

    command.play(command.Asked(game, players, bots, seed, variant, deck, pace), join, plain, lang)


@app.command(help=t("puzzle.help"))
def puzzle(
    game: Annotated[str | None, typer.Argument(help=t("arg.game"), metavar="[GAME]")] = None,
    number: Annotated[int | None, typer.Option("--number", min=1, help=t("arg.puzzle_number"), metavar="N")] = None,
    lang: Lang = SPEAKS,
) -> None:
    from tuilerie.commands import puzzle as command

    command.puzzle(game, number, lang)


@app.command(help=t("bench.help"))
def bench(
    game: Annotated[str | None, typer.Argument(help=t("arg.game"), metavar="[GAME]")] = None,
    as_json: Json = False,
    lang: Lang = SPEAKS,
) -> None:
    from tuilerie.commands import lab

    lab.bench(game, as_json, lang)


@app.command(help=t("warm.help"))
def warm(lang: Lang = SPEAKS) -> None:
    from tuilerie.commands import warm as command

    command.warm(lang)


@app.command(help=t("games.help"))
def games(lang: Lang = SPEAKS) -> None:
    from tuilerie.commands import listing

    listing.games(lang)


@app.command(help=t("bots.help"))
def bots(
    test: Annotated[str | None, typer.Option("--test", help=t("arg.test"), metavar="cmd:COMMAND")] = None,
    lang: Lang = SPEAKS,
) -> None:
    from tuilerie.commands import listing

    listing.bots(test, lang)


@app.command(help=t("rules.help"))
def rules(game: Game, lang: Lang = SPEAKS) -> None:
    from tuilerie.commands import listing

    listing.rules(game, lang)


def main() -> None:
    """Run a command; every foreseeable error is one or two lines on stderr and an exit code."""
    from tuilerie.commands.exit_codes import run

    sys.exit(run(app, SPEAKS))
