"""Rummy junior for people: notation, refusals, events and views. The rules themselves are in `rules`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar

from tuilerie.engine.effort import Effort
from tuilerie.engine.errors import Refused
from tuilerie.engine.game import Event, Game
from tuilerie.engine.options import Value, first_player
from tuilerie.games.junior import record
from tuilerie.kernel.records import Record

NAME_OF = tuple(f"{colour}{value}" for colour in "rbgy" for value in range(1, record.VALUES + 1))  # by tile number
FLIP = re.compile(r"flip (0|[1-9][0-9]{0,8})")
FLIP_OF = tuple(f"flip {slot + 1}" for slot in range(record.SLOTS))
ACTION_OF = {name: (slot,) for slot, name in enumerate(FLIP_OF)}


class Junior(Game):
    id = "junior"
    record: ClassVar[ModuleType] = record
    rules = "tuilerie.games.junior.rules"
    options = (first_player("RJ-V3"),)
    reasons = ("", "four-left")
    hidden = False
    advice = "tuilerie.games.junior.advice"
    marks = "tuilerie.games.junior.marks"
    board = "tuilerie.games.junior.board"
    plain = "tuilerie.games.junior.plain"
    close_margin = 2
    effort = Effort(reviewed=False, decision_playouts=1000)  # a game of memory and chance
    clauses: ClassVar[Mapping[str, str]] = {"deal": "RJ-S1", "move": "RJ-T1", "reveal": "RJ-T1", "end": "RJ-E1"}

    def ruleset(self, variant: Mapping[str, Value], deck: Any) -> Record:
        ruleset = record.RULESET.new()
        ruleset["first"] = record.RANDOM_FIRST if variant["first"] == "random" else variant["first"]
        return ruleset

    # --- notation -----------------------------------------------------------------------------

    def read(self, state: Record, move: str) -> Sequence[int]:
        actions = ACTION_OF.get(move)
        if actions is None:
            raise (
                Refused("junior.no-slot", "RJ-T1", slots=record.SLOTS)
                if FLIP.fullmatch(move)
                else self.unreadable(move)
            )
        return actions

    def spell(self, before: Record, actions: Sequence[int]) -> str:
        return FLIP_OF[actions[0]]

    def moves(self, state: Record) -> dict[str, tuple[int, ...]]:
        return {FLIP_OF[action]: (action,) for action in self.legal_actions(state)}

    def refusal(self, state: Record, move: str) -> Refused:
        if state["phase"] == record.OVER:
            return Refused("over", "RJ-E1")
        slot = ACTION_OF[move][0]
        if state["turned"] == slot:
            return Refused("junior.turned-already", "RJ-T1", slot=slot + 1)
        return Refused("junior.slot-empty", "RJ-T2", slot=slot + 1)

    # --- what happened ------------------------------------------------------------------------

    def deal(self, state: Record) -> Event:
        return ["deal", {"first": state["first"]}]

    def tell(self, before: Record, move: str, after: Record) -> list[Event]:
        """What the flip showed: after a mismatch the tile may lie elsewhere, so it is looked up where it lay."""
        return [["reveal", before["turn"], NAME_OF[before["slot"][ACTION_OF[move][0]]]]]

    # --- who may see it -----------------------------------------------------------------------

    def seen(self, event: Event, seat: int | None) -> Event:
        """Everything that happens is seen by all; what lies face down is in no event."""
        return event

    def view(self, state: Record, seat: int | None) -> dict[str, Any]:
        """face_down: the slots that can be turned over, from 1; turned: slot and tile turned over in this turn; kept:
        tiles by seat, in the order won; last: slots and tiles of the pair last turned over, and whether it was kept.
        """
        players, turned, slots = state["players"], state["turned"], state["slot"]
        over = state["phase"] == record.OVER
        view: dict[str, Any] = {
            "game": self.id,
            "players": players,
            "seat": seat,
            "turn": None if over else state["turn"],
            "first": state["first"],
            "face_down": [slot + 1 for slot in range(record.SLOTS) if slots[slot] != record.NO_TILE and slot != turned],
            "turned": {"slot": turned + 1, "tile": NAME_OF[slots[turned]]} if turned != record.NO_SLOT else None,
            "kept": [
                [NAME_OF[tile] for tile in kept[:size]]
                for kept, size in zip(state["kept"][:players], state["kept_size"], strict=False)
            ],
            "last": _last_pair(state),
        }
        return view


def _last_pair(state: Record) -> dict[str, Any] | None:
    tile, other = state["last_reveal"]
    if tile == record.NO_TILE:
        return None
    slots = [slot + 1 for slot in state["last_slots"]]
    return {"slots": slots, "tiles": [NAME_OF[tile], NAME_OF[other]], "kept": bool(record.matching(tile, other))}


GAME = Junior()
