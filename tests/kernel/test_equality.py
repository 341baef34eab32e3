"""The library plays what the sources say: the same entries, compiled and as plain Python, over the same bytes, bit for
bit.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from typing import Any

import pytest

from tuilerie.bots.dice import Dice
from tuilerie.bots.kinds import BEGINNER, GREEDY, RANDOM
from tuilerie.bots.search import Desk
from tuilerie.engine.game import Game
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import game_named, known_games
from tuilerie.kernel.modules import PLAY
from tuilerie.kernel.uncompiled import Uncompiled

tables = pytest.mark.parametrize(
    ("game", "players"), [(game, players) for game in known_games() for players in game_named(game).players]
)
ACTIONS = 60  # of each game
LOOKED_AT = 12  # one position in so many is searched and observed
FEW = {2: 30, 3: 12, 4: 12}  # candidates by players: with more, a search in plain Python takes minutes


@dataclass
class Played:
    """What one side made of a game: after every action the record and the list of actions; what was observed, dealt
    again, counted and found.
    """

    steps: list[tuple[int, bytes, list[int]]] = field(default_factory=list)
    seen: list[Any] = field(default_factory=list)


def played(game: Game, library: Any, players: int, seed: bytes) -> Played:
    state, out, dice = game.new_state(), game.new_actions(), Dice(int.from_bytes(seed[:4], "little"))
    ruleset = game.ruleset(read_variant(game.options, {}, players), game.read_deck(None))
    n = library.begin(state.address, players, ruleset.address, seed, out)
    told = Played([(-1, bytes(state), out[:n])])
    desk = Desk(game)
    work = (desk.records, desk.deals, desk.count, desk.moves, desk.sums, desk.visits, desk.out)
    for number in range(ACTIONS):
        if n == 0:
            break
        if number % LOOKED_AT == 0:
            told.seen.append(looked_at(game, library, state, number))
            found = library.search(state.address, 3, number, 0, *work) if n <= FEW[players] else 0
            told.seen.append((bytes(state), desk.moves[:found], desk.sums[:found], desk.visits[:found]))
        kind = (RANDOM, GREEDY, BEGINNER)[number % 3]
        action = library.choose(state.address, kind, 0, 0, dice.address, *work)
        n = library.checked_step(state.address, action, out, n)
        told.steps.append((action, bytes(state), out[:n]))
    return told


def looked_at(game: Game, library: Any, state: Any, number: int) -> list[bytes]:
    features, shares, points = (
        (ctypes.c_float * game.record.FEATURES)(),
        (ctypes.c_double * 4)(),
        (ctypes.c_double * 4)(),
    )
    library.features(state.address, state["turn"], features)
    library.result(state.address, shares, points)
    hidden, dice = state.copy(), Dice(number)
    library.redeal(hidden.address, state["turn"], dice.address)
    standings = (ctypes.c_int64 * getattr(game.record, "STANDINGS", 1))()
    if hasattr(game.record, "STANDINGS"):
        library.standings(state.address, standings)
    return [bytes(features), bytes(shares), bytes(points), bytes(hidden), bytes(standings)]


@pytest.fixture(scope="module")
def plain():
    return {name: Uncompiled(game_named(name).modules, PLAY) for name in known_games()}


@tables
def test_compiled_and_plain_code_play_the_same(plain, game, players):
    kind, seed = game_named(game), bytes(range(players, players + 32))
    compiled = played(kind, kind.library, players, seed)
    assert compiled == played(kind, plain[game], players, seed)
    assert len(compiled.steps) > 20
    assert compiled != played(kind, kind.library, players, bytes(32)), "another seed is another game"


@pytest.mark.parametrize("game", known_games())
def test_a_flipped_byte_is_noticed(game):
    kind = game_named(game)
    compiled = played(kind, kind.library, 2, bytes(32))
    action, record, actions = compiled.steps[-1]
    compiled.steps[-1] = (action, bytes([record[0] ^ 1]) + record[1:], actions)
    assert compiled != played(kind, kind.library, 2, bytes(32))


@pytest.mark.parametrize("game", known_games())
def test_both_have_the_same_entries(plain, game):
    library = game_named(game).library
    entries = {name for name, value in vars(plain[game]).items() if callable(value)}
    assert {name for name, value in vars(library).items() if callable(value)} == entries
    assert library.constants == plain[game].constants
