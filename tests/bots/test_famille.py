"""What bots do in Rummy famille: the choices of greedy, and what they infer from draws."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.positions import random_match
from tests.record_arrays import copy_of, states_of
from tests.rules.test_famille import position
from tuilerie.bots.dice import Dice
from tuilerie.bots.player import choose
from tuilerie.bots.roster import bot_named
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import game_named
from tuilerie.games.famille.greedy import imagine
from tuilerie.lab.batches import Batch, GamePlayer
from tuilerie.lab.plan import Plan

GREEDY = bot_named("greedy")


def choice(match):
    return match.game.spell(match.state, [choose(match.game, match.state, GREEDY, Dice(1))])


@pytest.mark.parametrize(
    ("rack", "table", "expected"),
    [
        ("r5 r6 r7", ["g1"], "new r5+r6+r7"),  # empty the rack
        ("r5 r6 b6 g13", ["r4", "b8"], "add 1 r5"),  # not r5+r6, which would leave b6 alone
        ("r5 y9", ["r4", "r6 r7"], "add 1 r5"),  # so that the single can no longer become a family
    ],
)
def test_greedy_plans_for_the_rest_of_the_rack(rack, table, expected):
    assert choice(position([rack, "b1 b2 b3 b11"], table)) == expected


def test_greedy_does_not_draw_when_it_can_play_nor_keeps_what_empties_the_rack():
    assert choice(position(["r5 y9", "b1"], ["r4"], free_draw="yes")) == "add 1 r5"
    match = position(["y7", "b1"], ["r4"], pool="y8 y1")
    match.play("draw")
    assert choice(match) == "new y7+y8"


def test_greedy_wins_more_than_its_share_against_random():
    """Luck keeps it near 64% of two-player games: far from half all the same."""
    game = game_named("famille")
    aimless = bot_named("random")
    plan = Plan(game, 2, read_variant(game.options, {}, 2), None, 5, [[GREEDY, aimless], [aimless, GREEDY]])
    batch = GamePlayer(plan, Batch)(0, 2000)
    share = (batch.shares[0::2, 0].mean() + batch.shares[1::2, 1].mean()) / 2
    assert share > 0.59


# --- what a seat that could not play has shown ---------------------------------------------------------


def sets(tiles: int) -> list[tuple[int, int]]:
    """(colour, value) of each tile of a set, colour by colour: written without the kernel's arithmetic."""
    return [(bit // 16, bit % 16) for bit in range(64) if tiles >> bit & 1]


@pytest.mark.rule("RF-T7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_draw_proves_is_true(players):
    """Along random games: take the fresh tile away, and no rack contradicts its owner's last draw."""
    seen = 0
    for seed in range(12):
        match = random_match("famille", players, seed, moves=0)
        chance = random.Random(seed)
        while not match.finished:
            match.act(chance.choice(match.actions()))
            state = states_of(match)[0]
            proved = [seat for seat in range(players) if state["proved"][seat]]
            assert all(explained(state, state, seat) for seat in proved)
            seen += len(proved)
    assert seen > 100


def explained(world, known, seat: int) -> bool:
    """Whether a rack can be that of a seat which could not play: but for the fresh tile, none that fitted, no two that
    go together.
    """
    tiles, lacked = sets(int(world["rack"][seat])), set(sets(int(known["lacked"][seat])))
    fresh = [*tiles, None] if known["fresh"][seat] else [None]
    return any(
        not set(old) & lacked and not any(go_together(a, b) for a in old for b in old)
        for old in ([t for t in tiles if t != one] for one in fresh)
    )


def go_together(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a != b and (a[1] == b[1] or (a[0] == b[0] and abs(a[1] - b[1]) == 1))


@pytest.mark.rule("RF-S3")
def test_imagined_racks_explain_the_draws_and_change_nothing_known():
    kept, amiss = 0, 0
    for seed in range(30):
        match = random_match("famille", 3, seed, moves=14)
        if match.finished or states_of(match)["phase"][0]:
            continue
        seat, state = match.turn, states_of(match)[0]
        for world in range(5):
            imagined = copy_of(states_of(match))
            there = imagined[0]
            with np.errstate(over="ignore"):
                imagine(there, seat, np.array([world], np.uint64))
            assert there["rack"][seat] == state["rack"][seat]
            assert sorted(all_tiles(there)) == sorted(all_tiles(state))
            for other in range(3):
                assert len(sets(int(there["rack"][other]))) == state["rack_size"][other]
                if other != seat and state["proved"][other]:
                    fits = explained(there, state, other)
                    kept, amiss = kept + fits, amiss + (not fits)
    assert kept > 100
    assert amiss < 0.05 * kept  # the swaps may run out before the last contradiction is gone


def all_tiles(state) -> list[tuple[int, int]]:
    pool = [(int(tile) // 13, int(tile) % 13 + 1) for tile in state["pool"][: state["pool_size"]]]
    return pool + [tile for rack in state["rack"] for tile in sets(int(rack))]


def test_where_drawing_is_free_a_draw_proves_nothing():
    match = position(["r5 y9", "b1"], ["r4"], free_draw="yes")
    match.play("draw")
    assert not states_of(match)["proved"][0].any()
