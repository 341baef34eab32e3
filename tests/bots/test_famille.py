"""What greedy does in Rummy famille."""

from __future__ import annotations

import numpy as np
import pytest

from tests.rules.test_famille import position
from tuilerie.bots.kernels import policy
from tuilerie.bots.roster import bot_named
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import game_named
from tuilerie.lab.batches import compiled_batch
from tuilerie.lab.plan import Plan

GREEDY = bot_named("greedy")


def choice(match):
    out = np.empty(match.game.kernel.ACTIONS, np.int32)
    action = int(policy.act_from_python(match.states, GREEDY.kind, np.array([1], np.uint64), out))
    return match.game.spell(match.states, [action])


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
    random = bot_named("random")
    plan = Plan(game, 2, read_variant(game.options, {}, 2), None, 5, [[GREEDY, random], [random, GREEDY]])
    batch = compiled_batch(plan, 0, 2000)
    share = (batch.shares[0::2, 0].mean() + batch.shares[1::2, 1].mean()) / 2
    assert share > 0.59
