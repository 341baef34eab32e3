"""Rummy junior for people: notation, refusals, events and views. The rules themselves are in `tuilerie.rules.junior`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

from tuilerie.engine.errors import Refused
from tuilerie.engine.game import Event, Game, States
from tuilerie.engine.games.famille import NAME_OF
from tuilerie.engine.options import Value, first_player
from tuilerie.rules import junior as kernel
from tuilerie.rules.steps import list_legal, new_states

FLIP = re.compile(r"flip (0|[1-9][0-9]{0,8})")
FLIP_OF = tuple(f"flip {slot + 1}" for slot in range(kernel.SLOTS))
ACTION_OF = {name: (slot,) for slot, name in enumerate(FLIP_OF)}


class Junior(Game):
    id = "junior"
    kernel: ClassVar[ModuleType] = kernel
    options = (first_player("RJ-V3"),)
    reasons = ("", "four-left")
    clauses: ClassVar[Mapping[str, str]] = {"deal": "RJ-S1", "move": "RJ-T1", "reveal": "RJ-T1", "end": "RJ-E1"}

    def ruleset(self, variant: Mapping[str, Value], deck: Any) -> np.ndarray:
        ruleset = new_states(kernel.RULESET)
        ruleset["first"] = kernel.RANDOM_FIRST if variant["first"] == "random" else variant["first"]
        return ruleset

    # --- notation -----------------------------------------------------------------------------

    def read(self, states: States, move: str) -> Sequence[int]:
        actions = ACTION_OF.get(move)
        if actions is None:
            raise Refused("junior.no-slot", "RJ-T1", slots=kernel.SLOTS) if FLIP.fullmatch(move) else self.unreadable(move)
        return actions

    def spell(self, before: States, actions: Sequence[int]) -> str:
        return FLIP_OF[actions[0]]

    def moves(self, states: States) -> dict[str, tuple[int, ...]]:
        out = np.empty(kernel.ACTIONS, np.int32)
        return {FLIP_OF[action]: (action,) for action in out[: list_legal(states, out)].tolist()}

    def refusal(self, states: States, move: str) -> Refused:
        state = states[0]
        if state["phase"] == kernel.OVER:
            return Refused("over", "RJ-E1")
        slot = ACTION_OF[move][0]
        if state["turned"] == slot:
            return Refused("junior.turned-already", "RJ-T1", slot=slot + 1)
        return Refused("junior.slot-empty", "RJ-T2", slot=slot + 1)

    # --- what happened ------------------------------------------------------------------------

    def deal(self, states: States) -> Event:
        return ["deal", {"first": int(states[0]["first"])}]

    def tell(self, before: States, move: str, after: States) -> list[Event]:
        """What the flip showed: after a mismatch the tile may lie elsewhere, so it is looked up where it lay."""
        old = before[0]
        return [["reveal", int(old["turn"]), NAME_OF[old["slot"][ACTION_OF[move][0]]]]]

    # --- who may see it -----------------------------------------------------------------------

    def seen(self, event: Event, seat: int | None) -> Event:
        """Everything that happens is seen by all; what lies face down is in no event."""
        return event

    def view(self, states: States, seat: int | None) -> dict[str, Any]:
        """face_down: the slots that can be turned over, from 1; turned: slot and tile turned over in this turn; kept: tiles by seat, in the
        order won; last: slots and tiles of the pair last turned over, and whether it was kept."""
        state = states[0]
        players = int(state["players"])
        over = state["phase"] == kernel.OVER
        turned = int(state["turned"])
        view: dict[str, Any] = {
            "game": self.id,
            "players": players,
            "seat": seat,
            "turn": None if over else int(state["turn"]),
            "first": int(state["first"]),
            "face_down": [slot + 1 for slot in range(kernel.SLOTS) if state["slot"][slot] != kernel.NO_TILE and slot != turned],
            "turned": {"slot": turned + 1, "tile": NAME_OF[state["slot"][turned]]} if turned != kernel.NO_SLOT else None,
            "kept": [[NAME_OF[tile] for tile in state["kept"][other, : state["kept_size"][other]]] for other in range(players)],
            "last": _last_pair(state),
        }
        return view


def _last_pair(state: Any) -> dict[str, Any] | None:
    if state["last_reveal"][0] == kernel.NO_TILE:
        return None
    tile, other = (int(tile) for tile in state["last_reveal"])
    slots = [int(slot) + 1 for slot in state["last_slots"]]
    return {"slots": slots, "tiles": [NAME_OF[tile], NAME_OF[other]], "kept": bool(kernel.matching(tile, other))}


GAME = Junior()
