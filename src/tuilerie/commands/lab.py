"""`simulate`, `match` and `bench`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tuilerie.bots.roster import Bot, bot_named, seat_bots, split_names
from tuilerie.commands.asking import progress_bar, read_seed, read_variants
from tuilerie.commands.outcome import complain, known_language
from tuilerie.engine.errors import BadInput
from tuilerie.engine.registry import game_named, known_games
from tuilerie.lab.batches import Batch
from tuilerie.lab.comparison import compare, rotations
from tuilerie.lab.ladder import ladder as run_ladder
from tuilerie.lab.plan import TURN_LIMIT, Plan
from tuilerie.lab.simulation import simulate as run_simulation
from tuilerie.lab.simulation import simulate_to
from tuilerie.lab.speed import bench_game
from tuilerie.words import say


@dataclass
class Asked:
    """The options that `simulate` and `match` share, as typed."""

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
            raise BadInput("players.range", game=game.id, players=players, least=game.players[0], most=game.players[-1])
        deck = game.read_deck(self.deck)
        return Plan(game, players, read_variants(game.options, self.variant, players), deck, read_seed(self.seed), bots, self.limit)


def simulate(asked: Asked, games: int, workers: int, record: Path | None, legal: bool, as_json: bool, lang: str) -> None:
    known_language(lang)
    game = game_named(asked.game)
    if asked.players not in game.players:
        raise BadInput("players.range", game=game.id, players=asked.players, least=game.players[0], most=game.players[-1])
    if legal and record is None:
        raise BadInput("legal.record")
    plan = asked.plan(asked.players, [seat_bots(split_names(asked.bots), asked.players)])
    with progress_bar(say("cli.bar.games", lang), games) as advance:
        news = _reporter(advance, lang)
        summary = run_simulation(plan, games, workers, news) if record is None else simulate_to(plan, games, workers, news, record, legal)
    if as_json:
        print(json.dumps(summary))
    else:
        _show_simulation(summary, plan, lang)


def match(asked: Asked, deals: int, until: float | None, workers: int, as_json: bool, lang: str) -> None:
    known_language(lang)
    if until is not None and not 0 < until < 1:
        raise BadInput("until.range", until=until)
    names = split_names(asked.bots)
    game_named(asked.game)
    if not 2 <= len(names) <= 4:
        raise BadInput("bots.match")
    bots = seat_bots(names, len(names))
    plan = asked.plan(len(bots), rotations(bots))
    with progress_bar(say("cli.bar.games", lang), deals * len(bots)) as advance:
        outcome = compare(plan, bots, deals, workers, _reporter(advance, lang), None if until is None else min(until, 1 - until))
    if as_json:
        print(json.dumps(outcome))
    else:
        _show_match(outcome, lang)


def ladder(asked: Asked, deals: int, workers: int, as_json: bool, lang: str) -> None:
    known_language(lang)
    game_named(asked.game)
    bots = [bot_named(name) for name in split_names(asked.bots)]
    if len(bots) < 2 or len({bot.name for bot in bots}) < len(bots):
        raise BadInput("bots.ladder")
    with progress_bar(say("cli.bar.games", lang), deals * len(bots) * (len(bots) - 1)) as advance:
        outcome = run_ladder(lambda seats: asked.plan(2, seats), bots, deals, workers, _reporter(advance, lang))
    if as_json:
        print(json.dumps(outcome))
    else:
        _show_ladder(outcome, lang)


def bench(name: str | None, as_json: bool, lang: str) -> None:
    known_language(lang)
    names = [name] if name else list(known_games())
    games = [game_named(name) for name in names]
    speeds: dict[str, Any] = {}
    with progress_bar(say("cli.bar.bench", lang), len(games)) as advance:
        for game in games:
            speeds[game.id] = bench_game(game)
            advance(1)
    if as_json:
        print(json.dumps(speeds))
        return
    for game_id, rates in speeds.items():
        for players, rate in rates.items():
            print(say("cli.bench.line", lang, game=game_id, players=players, games=f"{rate['games_per_s']:,.0f}", moves=f"{rate['moves_per_s']:,.0f}"))


def _reporter(advance: Callable[[int], None], lang: str) -> Callable[[Batch], None]:
    """Moves the bar on, and says at once when a program from outside failed: the first few in full."""
    told = 0

    def news(batch: Batch) -> None:
        nonlocal told
        advance(len(batch))
        for failure in batch.failures:
            told += 1
            if told <= 5:
                complain(failure.sentence(lang))
        sys.stderr.flush()

    return news


def _show_simulation(summary: dict[str, Any], plan: Plan, lang: str) -> None:
    print(say("cli.simulate.done", lang, **{key: summary[key] for key in ("games", "game", "players", "mean_moves", "seconds")}))
    for seat, row in enumerate(summary["seats"]):
        print(say("cli.simulate.seat", lang, seat=seat, bot=plan.bots[0][seat].name, **_percent(row)))
    print(say("cli.simulate.reasons", lang, reasons=", ".join(f"{reason} {count}" for reason, count in summary["reasons"].items())))


def _show_match(outcome: dict[str, Any], lang: str) -> None:
    print(say("cli.match.done", lang, **{key: outcome[key] for key in ("deals", "games", "game", "players", "seconds")}))
    for row in outcome["bots"]:
        print(say("cli.match.bot", lang, name=row["name"], **_percent(row)))


def _show_ladder(outcome: dict[str, Any], lang: str) -> None:
    print(say("cli.ladder.done", lang, **{key: outcome[key] for key in ("deals", "game", "seconds")}))
    names = [row["name"] for row in outcome["bots"]]
    for row in outcome["bots"]:
        shares = " ".join(f"{100 * row['against'][name]:6.1f}" if name in row["against"] else "     -" for name in names)
        print(f"  {row['name'][:24]:24} {row['rating']:6.0f} ({row['low']:.0f} .. {row['high']:.0f}) {shares}")


def _percent(row: dict[str, Any]) -> dict[str, Any]:
    return {key: 100 * row[key] for key in ("share", "low", "high")} | {"score": row["mean_score"]}
