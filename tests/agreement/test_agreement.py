"""Kernels against the naive rulebooks: legal lists, effects, scores and winners of random games, at every setting.

A part here; thousands per number of players and variant in `make soak`.
"""

from __future__ import annotations

import json

import pytest

from tests.naive.checker import check
from tests.positions import settings_of
from tuilerie.bots.roster import bot_named
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import BUILT_IN, game_named
from tuilerie.lab.plan import Plan
from tuilerie.lab.seat_players import SeatPlayers, record_of

TABLES = [(game, players, variant) for game in BUILT_IN for players in (2, 3, 4) for variant in settings_of(game)]
tables = pytest.mark.parametrize(
    ("game", "players", "variant"), TABLES, ids=lambda value: json.dumps(value) if isinstance(value, dict) else None
)


def agree(game, players, variant, games, seed):
    kind = game_named(game)
    for bots in (["random"] * players, ["greedy"] * players, ["greedy", "random", "greedy", "random"][:players]):
        plan = Plan(
            kind, players, read_variant(kind.options, variant, players), None, seed, [[bot_named(bot) for bot in bots]]
        )
        seats = SeatPlayers(plan)
        for number in range(games):
            check(json.loads(json.dumps(record_of(plan, number, seats.play(number, with_legal=True)))))


@pytest.mark.rule("RS-V1", "RS-V2", "RS-V4", "RR-V5", "RF-V3", "RF-V4", "RF-V5", "RJ-V3")
@tables
def test_kernel_and_rulebook_agree(game, players, variant):
    agree(game, players, variant, games=GAMES[game], seed=1)


@pytest.mark.soak
@tables
def test_kernel_and_rulebook_agree_for_thousands_of_games(game, players, variant):
    agree(game, players, variant, games=100 * GAMES[game], seed=2)


GAMES = {"restart": 12, "romirami": 2, "famille": 12, "junior": 12}
