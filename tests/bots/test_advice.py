"""Advice: legal moves with chances and reasons, in both languages, from the seat's own knowledge."""

from __future__ import annotations

import numpy as np
import pytest

from tests.positions import random_match
from tests.record_arrays import redeal, states_of
from tests.rules.restart_positions import position
from tuilerie.bots.advice import advise
from tuilerie.engine.registry import BUILT_IN
from tuilerie.games.restart.advice import reason
from tuilerie.words.terms import codes


@pytest.mark.parametrize("game", BUILT_IN)
def test_advice_is_legal_ranked_and_says_why_in_both_languages(game):
    reasons = set()
    for seed in range(8):
        match = random_match(game, 2, seed, moves=5 * seed)
        if match.finished:
            continue
        advice = advise(match, budget=60, seed=seed)
        legal = match.legal()
        assert 1 <= len(advice) <= 3
        for entry in advice:
            assert entry.move in legal
            assert 0 <= entry.chance <= 1
            assert entry.sentence("fr") != entry.sentence("en")
            reasons.add(entry.reason)
    assert all(reason in ("wins", "plain") or reason.startswith(f"{game}.") for reason in reasons)


@pytest.mark.parametrize("game", BUILT_IN)
def test_advice_does_not_depend_on_what_is_hidden(game):
    match = random_match(game, 3, 2, moves=9)
    world = match.copy()
    redeal(states_of(world), match.turn, np.array([5], np.uint64))
    assert advise(match, budget=60) == advise(world, budget=60)


def coded(move, match):
    """The reason with its details as programs get them."""
    found, details = reason(match.view(0), move)
    return found, codes(details)


def test_reasons_name_the_tiles():
    match = position({"r": "1 4"}, ["r5 r9 r10 k2", "b2 b3 g5 o9 o10 o11 k9 k10"])
    assert coded("r5", match) == ("restart.keeps-open", {"row": "r", "tiles": "r9 r10", "count": 1})
    match = position({"r": "1 14"}, ["S r5 r9", "b2 b3"])
    assert coded("S:r", match) == ("restart.frees", {"row": "r", "tiles": "r5 r9"})
    winning = position({"r": "1 4"}, ["r5", "b2 b3"])
    assert advise(winning)[0].reason == "wins"
