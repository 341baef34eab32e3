"""Where every piece of a game is, read straight from the record: the contract counts them after every action.

A registered game without a census here fails the contract: none can escape. A plugin brings its own: a module `census`
in its package, with `pieces(state)` and `expected(state)`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from tuilerie.games.famille.plays import SHAPE_TILES, TILE_BIT
from tuilerie.games.famille.record import NO_TILE
from tuilerie.games.famille.shapes import TILES
from tuilerie.games.junior import record as junior
from tuilerie.games.restart import record as restart
from tuilerie.games.romirami.deck import real_deck


def _restart(state: Any) -> Counter[str]:
    """All 88 tiles: hands, rows, and the box seen and unseen."""
    found: Counter[str] = Counter()
    for masks in [*state["hand"], state["aside"], state["box"]]:
        for colour in range(restart.COLOURS):
            found.update(f"{colour}:{value}" for value in range(1, 18) if int(masks[colour]) >> value & 1)
        found.update(f"special:{bit}" for bit in range(3) if int(masks[restart.SPECIAL]) >> bit & 1)
    for colour in range(restart.COLOURS):
        found.update(f"{colour}:{int(value)}" for value in state["row"][colour, : state["row_length"][colour]])
    return found


def _restart_expected(state: Any) -> Counter[str]:
    return Counter(
        [f"{colour}:{value}" for colour in range(5) for value in range(1, 18)] + [f"special:{bit}" for bit in range(3)]
    )


def _romirami(state: Any) -> Counter[str]:
    """All 92 value cards and 36 contracts: hands, bonus piles, discard, pile, markets and scoring zones."""
    found: Counter[str] = Counter()
    for counts in [*state["hand"], *state["bonus"], state["discard"]]:
        found.update({f"{kind // 9}:{kind % 9 + 1}": int(count) for kind, count in enumerate(counts) if count})
    for kinds in (state["pile"][state["pile_at"] : state["pile_end"]], state["market"][: state["market_size"]]):
        found.update(f"{kind // 9}:{kind % 9 + 1}" for kind in kinds.tolist())
    contracts = [
        *state["offers"][: state["offers_size"]],
        *state["contract_pile"][state["contract_at"] : state["contracts"]],
    ]
    for seat, count in enumerate(state["completed_count"]):
        contracts += [*state["completed"][seat, :count]]
    found.update(f"contract {state['number'][contract]}" for contract in contracts)
    return found


def _romirami_expected(state: Any) -> Counter[str]:
    deck = real_deck()
    cards = {
        f"{suit}:{value}": count
        for suit, copies in enumerate(deck["values"].values())
        for value, count in copies.items()
    }
    return Counter(cards) + Counter(f"contract {contract['id']}" for contract in deck["contracts"])


def _famille(state: Any) -> Counter[str]:
    """All 52 tiles: racks, groups, pool."""
    found: Counter[str] = Counter()
    sets = [*state["rack"], *(SHAPE_TILES[shape] for shape in state["group"][: state["groups"]])]
    for tiles in sets:
        found.update(str(tile) for tile in range(TILES) if int(tiles) & int(TILE_BIT[tile]))
    found.update(str(tile) for tile in state["pool"] if tile != NO_TILE)
    return found


def _junior(state: Any) -> Counter[str]:
    """All 52 tiles: slots, and what each seat keeps."""
    return Counter(str(tile) for tile in [*state["slot"], *state["kept"].ravel()] if tile != junior.NO_TILE)


def _fifty_two(state: Any) -> Counter[str]:
    return Counter(str(tile) for tile in range(52))


# game -> (where the pieces are, which pieces there must be)
CENSUS: dict[str, tuple[Callable[[Any], Counter[str]], Callable[[Any], Counter[str]]]] = {
    "restart": (_restart, _restart_expected),
    "romirami": (_romirami, _romirami_expected),
    "famille": (_famille, _fifty_two),
    "junior": (_junior, _fifty_two),
}
for _plugin in entry_points(group="tuilerie.games"):
    _its_own = import_module(_plugin.module.partition(".")[0] + ".census")
    CENSUS[_plugin.name] = (_its_own.pieces, _its_own.expected)
