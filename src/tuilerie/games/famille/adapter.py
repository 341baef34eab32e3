"""Rummy famille for people: notation, refusals, events and views. The rules themselves are in `rules`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar

from tuilerie.engine.daily import DailyForm
from tuilerie.engine.effort import Effort
from tuilerie.engine.errors import Refused
from tuilerie.engine.game import Event, Game
from tuilerie.engine.options import Option, Value, first_player
from tuilerie.engine.pieces import Colour, Tile
from tuilerie.games.famille import record, shapes
from tuilerie.games.famille.terms import Group
from tuilerie.kernel.records import Record

COLOURS = "rbgy"
PHASES = ("play", "drawn", "over")
WORDS = {"draw": shapes.DRAW, "keep": shapes.KEEP, "pass": shapes.PASS}
WORD_OF = {action: word for word, action in WORDS.items()}
TILE = re.compile(r"([rbgy])([1-9]|1[0-3])")
ADD = re.compile(r"add ([1-9][0-9]?) (\S+)")
NEW = re.compile(r"new (\S+)")
TILES_OF = shapes.SHAPE_TILES  # sets of tiles by shape


def tile_name(tile: int) -> str:
    """A tile by its number."""
    return COLOURS[tile // shapes.VALUES] + str(tile % shapes.VALUES + 1)


NAME_OF = tuple(tile_name(tile) for tile in range(shapes.TILES))
NUMBER_OF = {name: tile for tile, name in enumerate(NAME_OF)}
BIT_OF = shapes.TILE_BIT


def tile_names(tiles: int) -> list[str]:
    """A set of tiles in tile order: by colour, then value. So a run rises and a family is in colour order."""
    return [name for name, bit in zip(NAME_OF, BIT_OF, strict=True) if tiles & bit]


def _kind(shape: int) -> str:
    return "run" if shape < shapes.FAMILY_SHAPES else "family" if shape < shapes.SINGLE_SHAPES else "single"


def _union(numbers: Iterable[int]) -> int:
    tiles = 0
    for number in numbers:
        tiles |= BIT_OF[number]
    return tiles


SHAPE_OF = {tiles: shape for shape, tiles in enumerate(TILES_OF)}


class Famille(Game):
    id = "famille"
    record: ClassVar[ModuleType] = record
    rules = "tuilerie.games.famille.rules"
    lowest_wins = True
    options = (
        Option("pool_end", "RF-V3", ("literal", "stuck")),
        Option("free_draw", "RF-V4", ("no", "yes")),
        first_player("RF-V5"),
    )
    reasons = ("", "empty-rack", "pool", "stuck")
    clauses: ClassVar[Mapping[str, str]] = {"deal": "RF-S1", "move": "RF-T1", "draw": "RF-T7", "end": "RF-E2"}
    policies = "tuilerie.games.famille.greedy"
    advice = "tuilerie.games.famille.advice"
    mistakes = "tuilerie.games.famille.mistakes"
    marks = "tuilerie.games.famille.marks"
    board = "tuilerie.games.famille.board"
    plain = "tuilerie.games.famille.plain"
    daily = DailyForm(players=3, minutes=10)
    effort = Effort(playouts={"club": 400, "expert": 12_000, "master": 300_000}, puzzle_gap=0.04, puzzles=60)

    def ruleset(self, variant: Mapping[str, Value], deck: Any) -> Record:
        ruleset = record.RULESET.new()
        ruleset["first"] = record.RANDOM_FIRST if variant["first"] == "random" else variant["first"]
        ruleset["stuck"] = variant["pool_end"] == "stuck"
        ruleset["free_draw"] = variant["free_draw"] == "yes"
        return ruleset

    def to_come(self, state: Record) -> list[tuple[str, int, int]]:
        return [("pool", 0, state["pool_size"])]

    # --- notation -----------------------------------------------------------------------------

    def read(self, state: Record, move: str) -> Sequence[int]:
        if move in WORDS:
            return (WORDS[move],)
        if new := NEW.fullmatch(move):
            return (shapes.NEW + self._new_shape(state, self._tiles(move, new[1])),)
        if add := ADD.fullmatch(move):
            return (shapes.ADD + self._larger_shape(state, int(add[1]), self._tiles(move, add[2])),)
        raise self.unreadable(move)

    def spell(self, before: Record, actions: Sequence[int]) -> str:
        return _spelt(_groups(before), actions[0])

    def moves(self, state: Record) -> dict[str, tuple[int, ...]]:
        groups = _groups(state)
        return {_spelt(groups, action): (action,) for action in self.legal_actions(state)}

    # --- refusals -----------------------------------------------------------------------------

    def _tiles(self, move: str, text: str) -> list[int]:
        """The tiles of a move by number, as written; each exists once."""
        parts = text.split("+")
        if not all(TILE.fullmatch(part) for part in parts):
            raise self.unreadable(move)
        for at, part in enumerate(parts):
            if part in parts[:at]:
                raise Refused("famille.twice", "RF-T1", piece=Tile.read(part))
        return [NUMBER_OF[part] for part in parts]

    def _new_shape(self, state: Record, tiles: list[int]) -> int:
        if len(tiles) < 2:
            raise Refused("famille.two-tiles", "RF-T4")
        _refuse_on_table(state, tiles)
        if len({tile // shapes.VALUES for tile in tiles}) > 1 and len({tile % shapes.VALUES for tile in tiles}) > 1:
            raise Refused("famille.neither", "RF-T4")
        return _shape(_union(tiles), tiles, "RF-T4")

    def _larger_shape(self, state: Record, number: int, tiles: list[int]) -> int:
        groups = _groups(state)
        if number > len(groups):
            raise Refused("famille.no-group", "RF-T2", number=number, groups=len(groups))
        shape = groups[number - 1]
        _refuse_on_table(state, tiles)
        inside = [tile for tile in range(shapes.TILES) if TILES_OF[shape] & BIT_OF[tile]]
        run = all(tile // shapes.VALUES == inside[0] // shapes.VALUES for tile in tiles)
        family = all(tile % shapes.VALUES == inside[0] % shapes.VALUES for tile in tiles)
        kind = _kind(shape)
        if kind == "run" and not run:
            colour = Colour(COLOURS[inside[0] // shapes.VALUES])
            raise Refused("famille.wrong-colour", "RF-T2", number=_group(number, shape), colour=colour)
        if kind == "family" and not family:
            raise Refused(
                "famille.wrong-value", "RF-T3", number=_group(number, shape), value=inside[0] % shapes.VALUES + 1
            )
        if not run and not family:
            raise Refused("famille.misfit", "RF-V1", number=_group(number, shape), single=Tile.read(NAME_OF[inside[0]]))
        return _shape(TILES_OF[shape] | _union(tiles), tiles, "RF-T2")

    def refusal(self, state: Record, move: str) -> Refused:
        if state["phase"] == record.OVER:
            return Refused("over", "RF-E2")
        after_draw = state["phase"] == record.AFTER_DRAW
        if move == "draw":
            return self._draw_refusal(state, after_draw)
        if move == "keep":
            return Refused("famille.nothing-to-keep", "RF-T8")
        if move == "pass":
            return Refused("famille.no-pass", "RF-V3", wording=None if state["stuck"] else "famille.never-pass")
        rack = state["rack"][state["turn"]]
        for piece in move.split(" ")[-1].split("+"):
            if not rack & BIT_OF[NUMBER_OF[piece]]:
                return Refused("not-held", "RF-T1", piece=Tile.read(piece))
        return Refused("famille.use-drawn", "RF-V4")

    def _draw_refusal(self, state: Record, after_draw: bool) -> Refused:
        if after_draw:
            return Refused("famille.drawn-already", "RF-T8")
        if state["pool_size"] == 0:
            return Refused("famille.pool-empty", "RF-V3")
        return Refused("famille.must-play", "RF-T7")

    # --- what happened ------------------------------------------------------------------------

    def deal(self, state: Record) -> Event:
        hands = [tile_names(rack) for rack in state["rack"][: state["players"]]]
        table = [NAME_OF[shape - shapes.SINGLE_SHAPES] for shape in _groups(state)]
        return ["deal", {"hands": hands, "table": table, "first": state["first"]}]

    def tell(self, before: Record, move: str, after: Record) -> list[Event]:
        if move != "draw":
            return []
        return [["draw", after["turn"], [NAME_OF[after["drawn"]]]]]

    # --- who may see it -----------------------------------------------------------------------

    def seen(self, event: Event, seat: int | None) -> Event:
        """Hidden: other racks, and what others draw (RF-S3)."""
        if event[0] == "deal":
            deal = event[1]
            hands = [hand if at == seat else len(hand) for at, hand in enumerate(deal["hands"])]
            return ["deal", {"hands": hands, "table": deal["table"], "first": deal["first"]}]
        if event[0] == "draw" and event[1] != seat:
            return ["draw", event[1], len(event[2])]
        return event

    def view(self, state: Record, seat: int | None) -> dict[str, Any]:
        """groups: number, kind ("single", "run" or "family") and tiles; rack: one's own (None for a spectator); pool:
        how many tiles; phase: "play", "drawn" (play the drawn tile or keep it) or "over"; drawn: the tile, for the seat
        that drew it.
        """
        players = state["players"]
        over = state["phase"] == record.OVER
        drew = state["phase"] == record.AFTER_DRAW and seat is not None and state["turn"] == seat
        groups = [
            {"number": at, "kind": _kind(shape), "tiles": tile_names(TILES_OF[shape])}
            for at, shape in enumerate(_groups(state), 1)
        ]
        view: dict[str, Any] = {
            "game": self.id,
            "players": players,
            "seat": seat,
            "turn": None if over else state["turn"],
            "phase": PHASES[state["phase"]],
            "first": state["first"],
            "groups": groups,
            "rack": tile_names(state["rack"][seat]) if seat is not None else None,
            "rack_sizes": list(state["rack_size"][:players]),
            "pool": state["pool_size"],
            "drawn": NAME_OF[state["drawn"]] if drew else None,
            "passes": state["passes"],
            "pool_end": "stuck" if state["stuck"] else "literal",
            "free_draw": "yes" if state["free_draw"] else "no",
        }
        if over:
            view["racks"] = [tile_names(rack) for rack in state["rack"][:players]]
        return view


def _groups(state: Record) -> list[int]:
    """The shapes on the table, group 1 first."""
    return list(state["group"][: state["groups"]])


def _group(number: int, shape: int) -> Group:
    return Group.read(number, _kind(shape), tile_names(TILES_OF[shape]))


def _spelt(groups: Sequence[int], action: int) -> str:
    if action in WORD_OF:
        return WORD_OF[action]
    if action >= shapes.NEW:
        return "new " + "+".join(tile_names(TILES_OF[action - shapes.NEW]))
    tiles = TILES_OF[action - shapes.ADD]
    at = next(at for at, shape in enumerate(groups) if TILES_OF[shape] & ~tiles == 0)
    return f"add {at + 1} " + "+".join(tile_names(tiles & ~TILES_OF[groups[at]]))


def _refuse_on_table(state: Record, tiles: list[int]) -> None:
    table = 0
    for shape in _groups(state):
        table |= TILES_OF[shape]
    for tile in tiles:
        if table & BIT_OF[tile]:
            raise Refused("famille.on-table", "RF-T1", piece=Tile.read(NAME_OF[tile]))


def _shape(whole: int, tiles: list[int], clause: str) -> int:
    """The shape of the whole group; its tiles are of one colour or of one value, so that only a gap can spoil it."""
    shape = SHAPE_OF.get(whole)
    if shape is None:
        raise Refused("famille.gap", clause, missing=Tile.read(_first_gap(whole)))
    if tiles != sorted(tiles):
        raise Refused("famille.order", expected="+".join(NAME_OF[tile] for tile in sorted(tiles)))
    return shape


def _first_gap(whole: int) -> str:
    numbers = [tile for tile in range(shapes.TILES) if whole & BIT_OF[tile]]
    return NAME_OF[next(tile for tile in range(numbers[0], numbers[-1]) if tile not in numbers)]


GAME = Famille()
