"""`simulate`, `match`, `ladder` and `bench`."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tuilerie.bots.outside import OutsideFailure
from tuilerie.bots.roster import Bot, bot_named, seat_bots, split_names
from tuilerie.commands.arguments import read_seed, read_variants
from tuilerie.commands.exit_codes import complain, known_language
from tuilerie.commands.progress import progress_bar
from tuilerie.commands.warm import announce
from tuilerie.engine.errors import BadInput
from tuilerie.engine.records import writing
from tuilerie.engine.registry import game_named, known_games
from tuilerie.lab.batches import Batch
from tuilerie.lab.checkpoint import Checkpoint
from tuilerie.lab.comparison import compare, rotations
from tuilerie.lab.ladder import ladder as run_ladder
from tuilerie.lab.plan import TURN_LIMIT, Plan
from tuilerie.lab.results import BotShare, LadderResult, MatchResult, SeatShare, SimulationResult, Speed, to_json
from tuilerie.lab.simulation import simulate as run_simulation
from tuilerie.lab.simulation import simulate_to
from tuilerie.lab.speed import bench_game
from tuilerie.lab.wording import reason_name
from tuilerie.lab.worker_pool import WorkerPool
from tuilerie.words import say
from tuilerie.words.terms import GameName


@dataclass
class LabOptions:
    """The options that the commands of the lab share, as typed."""

    game: str
    players: int
    seed: str
    bots: Sequence[str]
    variant: Sequence[str] | None
    deck: Path | None
    limit: int = TURN_LIMIT

    def plan(self, players: int, bots: Sequence[Sequence[Bot]]) -> Plan:
        game = game_named(self.game)
        if players not in game.players:
            raise BadInput(
                "players.range", game=GameName(game.id), players=players, least=game.players[0], most=game.players[-1]
            )
        deck = game.read_deck(self.deck)
        return Plan(
            game,
            players,
            read_variants(game.options, self.variant, players),
            deck,
            read_seed(self.seed),
            bots,
            self.limit,
        )

    def decisive(self) -> dict[str, object]:
        """What decides the result, as a checkpoint keeps it: the deck's content, not its path."""
        game = game_named(self.game)
        typed: dict[str, object] = {
            "game": self.game,
            "players": self.players,
            "seed": read_seed(self.seed),
            "bots": split_names(self.bots),
        }
        return typed | {"variant": sorted(self.variant or ()), "deck": game.read_deck(self.deck), "limit": self.limit}


def simulate(
    asked: LabOptions,
    games: int,
    worker_pool: WorkerPool,
    record: Path | None,
    *,
    legal: bool,
    resume: bool,
    as_json: bool,
    lang: str,
) -> None:
    known_language(lang)
    game = game_named(asked.game)
    if asked.players not in game.players:
        raise BadInput(
            "players.range", game=GameName(game.id), players=asked.players, least=game.players[0], most=game.players[-1]
        )
    if legal and record is None:
        raise BadInput("legal.record")
    if resume and record is not None:
        raise BadInput("resume.record")
    plan = asked.plan(asked.players, [seat_bots(split_names(asked.bots), asked.players, laboratory=True)])
    announce(game.id, lang)
    with progress_bar(say("cli.bar.games", lang), games) as advance:
        news = _reporter(advance, lang)
        if record is not None:
            result = simulate_to(plan, games, worker_pool, news, record=record, with_legal=legal)
        else:
            with saved_run("simulate", asked.decisive() | {"games": games}, resume, lang) as checkpoint:
                advance(checkpoint.found.games if checkpoint.found else 0)
                result = run_simulation(plan, games, worker_pool, news, checkpoint)
    if as_json:
        print(json.dumps(to_json(result)))
    else:
        _show_simulation(result, plan, lang)


def match(asked: LabOptions, deals: int, until: float | None, workers: int, *, as_json: bool, lang: str) -> None:
    known_language(lang)
    if until is not None and not 0 < until < 1:
        raise BadInput("until.range", until=until)
    names = split_names(asked.bots)
    game_named(asked.game)
    if not 2 <= len(names) <= 4:
        raise BadInput("bots.match")
    bots = seat_bots(names, len(names), laboratory=True)
    plan = asked.plan(len(bots), rotations(bots))
    announce(asked.game, lang)
    with progress_bar(say("cli.bar.games", lang), deals * len(bots)) as advance:
        result = compare(
            plan,
            bots,
            deals,
            workers,
            progress=_reporter(advance, lang),
            until=None if until is None else min(until, 1 - until),
        )
    if as_json:
        print(json.dumps(to_json(result)))
    else:
        _show_match(result, lang)


def ladder(
    asked: LabOptions,
    deals: int,
    worker_pool: WorkerPool,
    report: Path | None,
    *,
    resume: bool,
    as_json: bool,
    lang: str,
) -> None:
    known_language(lang)
    game_named(asked.game)
    bots = [bot_named(name, laboratory=True) for name in split_names(asked.bots)]
    if len(bots) < 2 or len({bot.name for bot in bots}) < len(bots):
        raise BadInput("bots.ladder")
    if report is not None:
        check_report(report)
    announce(asked.game, lang)
    saved = saved_run("ladder", asked.decisive() | {"deals": deals}, resume, lang)
    with progress_bar(say("cli.bar.games", lang), deals * len(bots) * (len(bots) - 1)) as advance, saved as checkpoint:
        advance(checkpoint.found.games if checkpoint.found else 0)
        result = run_ladder(
            lambda seats: asked.plan(2, seats),
            bots,
            deals,
            worker_pool,
            progress=_reporter(advance, lang),
            checkpoint=checkpoint,
        )
    if report is not None:
        from tuilerie.lab.report import ladder_page

        with writing(report) as file:
            file.write(ladder_page(result, read_seed(asked.seed), _ladder_command(asked, deals), lang))
    if as_json:
        print(json.dumps(to_json(result)))
    else:
        _show_ladder(result, lang)


def _ladder_command(asked: LabOptions, deals: int) -> str:
    parts: list[object] = ["tuilerie", "ladder", asked.game, "--deals", deals, "--seed", asked.seed]
    for option, values in (
        ("--bots", asked.bots),
        ("--variant", asked.variant),
        ("--deck", [asked.deck] if asked.deck else None),
    ):
        for value in values or ():
            parts += [option, value]
    return shlex.join(map(str, parts))


@contextlib.contextmanager
def saved_run(command: str, arguments: Mapping[str, object], resume: bool, lang: str) -> Iterator[Checkpoint]:
    """A run that can be taken up again: whoever interrupts it is told how; a complete one leaves nothing behind."""
    checkpoint = Checkpoint({"command": command, **arguments}, resume)
    if checkpoint.found is not None:
        print(say("cli.balance.resumed", lang, games=checkpoint.found.games), file=sys.stderr)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield checkpoint
    except KeyboardInterrupt:
        if checkpoint.saved_games:
            print(say("cli.balance.interrupted", lang, games=checkpoint.saved_games), file=sys.stderr)
        raise
    checkpoint.clear()


def check_report(report: Path) -> None:
    """What a report needs is missed before the work, not after."""
    from tuilerie.lab.charts import require_altair

    require_altair()
    wrong = errno.EISDIR if report.is_dir() else 0 if report.absolute().parent.is_dir() else errno.ENOENT
    if wrong or not os.access(report if report.exists() else report.absolute().parent, os.W_OK):
        raise BadInput("file.write", file=str(report), why=os.strerror(wrong or errno.EACCES))


def bench(name: str | None, as_json: bool, lang: str) -> None:
    known_language(lang)
    names = [name] if name else list(known_games())
    games = [game_named(name) for name in names]
    speeds: dict[str, dict[str, Speed]] = {}
    with progress_bar(say("cli.bar.bench", lang), len(games)) as advance:
        for game in games:
            speeds[game.id] = bench_game(game)
            advance(1)
    if as_json:
        print(json.dumps(to_json(speeds)))
        return
    for game_id, rates in speeds.items():
        for players, rate in rates.items():
            speed = {"games": rate.games_per_s, "moves": rate.moves_per_s}
            print(say("cli.bench.line", lang, game=GameName(game_id), players=players, **speed))


class FailureReport:
    """Says at once when programs from outside failed: the first few in full."""

    MOST = 5

    def __init__(self, lang: str) -> None:
        self._lang, self._count = lang, 0

    def __call__(self, failures: Sequence[OutsideFailure]) -> None:
        for failure in failures:
            self._count += 1
            if self._count <= self.MOST:
                complain(failure.sentence(self._lang))
        sys.stderr.flush()


def _reporter(advance: Callable[[int], None], lang: str) -> Callable[[Batch], None]:
    """Moves the bar on, and tells of failures."""
    failures = FailureReport(lang)

    def news(batch: Batch) -> None:
        advance(len(batch))
        failures(batch.failures)

    return news


def _show_simulation(result: SimulationResult, plan: Plan, lang: str) -> None:
    print(
        say(
            "cli.simulate.done",
            lang,
            games=result.games,
            game=result.game,
            players=result.players,
            mean_moves=result.mean_moves,
            seconds=result.seconds,
        )
    )
    for seat, share in enumerate(result.seats):
        print(say("cli.simulate.seat", lang, seat=seat, bot=plan.bots[0][seat].name, **_percent(share)))
    reasons = ", ".join(f"{reason_name(reason, lang)} ({count})" for reason, count in result.reasons.items())
    print(say("cli.simulate.reasons", lang, reasons=reasons))


def _show_match(result: MatchResult, lang: str) -> None:
    print(
        say(
            "cli.match.done",
            lang,
            deals=result.deals,
            games=result.games,
            game=result.game,
            players=result.players,
            seconds=result.seconds,
        )
    )
    for bot in result.bots:
        print(say("cli.match.bot", lang, name=bot.name, **_percent(bot)))


def _show_ladder(result: LadderResult, lang: str) -> None:
    print(say("cli.ladder.done", lang, deals=result.deals, game=result.game, seconds=result.seconds))
    names = [bot.name for bot in result.bots]
    for bot in result.bots:
        shares = " ".join(f"{100 * bot.against[name]:6.1f}" if name in bot.against else "     -" for name in names)
        print(f"  {bot.name[:24]:24} {bot.rating:6.0f} ({bot.low:.0f} .. {bot.high:.0f}) {shares}")


def _percent(found: SeatShare | BotShare) -> dict[str, float]:
    shares = {"share": 100 * found.share, "low": 100 * found.low, "high": 100 * found.high}
    return shares | {"score": found.mean_score}
