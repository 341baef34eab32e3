"""How Romi Rami's search judges positions."""

from __future__ import annotations

import numpy as np
import pytest

from tests.positions import random_match
from tests.record_arrays import states_of
from tuilerie.engine.registry import game_named
from tuilerie.games.romirami.judge import FEATURES, FILE, INTO, OUT, PAST, judge, look
from tuilerie.kernel.modules import PLAY
from tuilerie.kernel.sources import files

every_table = pytest.mark.parametrize("players", [2, 3, 4])


def judgement(match):
    chances, features = np.zeros(4), np.zeros((4, FEATURES))
    judge(states_of(match)[0], chances)
    look(states_of(match)[0], features)
    return chances[: match.players], features[: match.players]


def beginnings(players):
    """Positions at the start of a turn."""
    for seed in range(8):
        match = random_match("romirami", players, seed, moves=6 * seed)
        while not match.finished and match.view()["phase"] != "take":
            match.act(match.actions()[0])
        if not match.finished:
            yield match


@every_table
def test_what_was_learned_is_what_is_compiled(players):
    """The net of this number of players, a hidden layer and a way past it, by plain matrices."""
    into, out, past = (part[players - 2] for part in (INTO, OUT, PAST))
    for match in beginnings(players):
        chances, features = judgement(match)
        worth = np.maximum(features @ into[:FEATURES] + into[FEATURES], 0) @ out + features @ past
        assert chances == pytest.approx(np.exp(worth) / np.exp(worth).sum())


@every_table
def test_points_are_worth_something(players):
    match = next(beginnings(players))
    before = judgement(match)[0]
    states_of(match)["bonus_size"][0, 1] += 12
    assert judgement(match)[0][1] > before[1] + 0.2


def test_other_nets_are_compiled_anew():
    """They are constants of the compiled code: the name of the library depends on them."""
    assert FILE in files(game_named("romirami").modules, PLAY).values()
