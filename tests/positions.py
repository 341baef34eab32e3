"""Helpers of the tests: positions written in notation, random play, every setting of a game."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from typing import Any

import tuilerie
from tests.record_arrays import listed_again
from tuilerie.engine.events import EventList
from tuilerie.engine.match import Match
from tuilerie.engine.registry import game_named

# Values worth testing where an option is a range of numbers.
NUMBERS = {"target": (100, 50), "first": ("random", 1)}


def settings_of(game: str) -> Iterator[dict[str, Any]]:
    """Every combination of the options' values; for ranges, the default and one other."""
    options = game_named(game).options
    choices = [NUMBERS.get(option.key, option.names) for option in options]
    for values in itertools.product(*choices):
        yield {option.key: value for option, value in zip(options, values, strict=True) if value != option.default}


def random_match(
    game: str,
    players: int,
    seed: int,
    variant: Mapping[str, Any] | None = None,
    moves: int | None = None,
    deck: Any = None,
) -> Match:
    """A match after `moves` random actions (None: to the end, or 200 turns a player)."""
    match = tuilerie.new(game, players, seed, variant, deck=deck)
    walk(match, random.Random(f"{game}/{players}/{seed}"), moves)
    return match


def walk(match: Match, chance: random.Random, actions: int | None = None) -> None:
    """Random actions; always stops between two moves."""
    while not match.finished:
        if match.turns >= 200 * match.players:
            match.stop("limit")
        elif actions is not None and actions <= 0 and not match.pending:
            return
        else:
            match.act(chance.choice(match.actions()))
            actions = None if actions is None else actions - 1


def settled(match: Match) -> Match:
    """After a test has written fields of the record: the match takes that position as its beginning."""
    listed_again(match)
    match._event_list = EventList(match.game, match.state)
    return match
