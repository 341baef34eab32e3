"""ReStart for people: notation, refusals, events and views. The rules themselves are in `tuilerie.rules.restart`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

from tuilerie.engine.errors import Refused
from tuilerie.engine.fields import Fields
from tuilerie.engine.game import Event, Game, States
from tuilerie.engine.options import Option, Value
from tuilerie.rules import restart as kernel
from tuilerie.rules.steps import list_legal, new_states

COLOURS = "rgbok"
ENDINGS = {kernel.END: "E", kernel.RESTART: "X"}
NEVER_DEALT = 255


def tile_name(colour: int, value: int) -> str:
    return COLOURS[colour] + ENDINGS.get(value, str(value))


NAMES = tuple(tuple(tile_name(colour, value) for value in range(kernel.RESTART + 1)) for colour in range(kernel.COLOURS))
TILES = tuple(tuple((1 << value, tile_name(colour, value)) for value in range(1, kernel.RESTART + 1)) for colour in range(kernel.COLOURS))


def _halves(colour: int, shift: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(name for bit, name in TILES[colour] if mask << shift & bit) for mask in range(1 << HALF))


HALF = 9  # a colour's tiles are 18 bits: two tables of 512 name every set without a loop
LOW, HIGH = (tuple(_halves(colour, shift) for colour in range(kernel.COLOURS)) for shift in (0, HALF))


SPECIALS = tuple(("S",) * (special & kernel.SCISSORS).bit_count() + ("T",) * (special & kernel.BIN != 0) for special in range(8))


def tile_names(tiles: np.ndarray) -> list[str]:
    """A set of tiles in tile order: by colour and value, then Scissors, then the Bin."""
    return _named(tiles.tolist())


def _named(tiles: Sequence[int]) -> list[str]:
    r, g, b, o, k, special = tiles
    return [
        *LOW[0][r & 511], *HIGH[0][r >> HALF],
        *LOW[1][g & 511], *HIGH[1][g >> HALF],
        *LOW[2][b & 511], *HIGH[2][b >> HALF],
        *LOW[3][o & 511], *HIGH[3][o >> HALF],
        *LOW[4][k & 511], *HIGH[4][k >> HALF],
        *SPECIALS[special],
    ]  # fmt: skip


@lru_cache(16_384)
def _row(colour: str, values: tuple[int, ...]) -> tuple[str, ...]:
    """A row of the table in words. From one move to the next all rows but one stay as they were."""
    names = NAMES[COLOURS.index(colour)]
    return tuple([names[value] for value in values])


# What views are made of, read from a record in one go: hands of all seats among it, so `views` chooses.
NUMBERS = ("players", "turn", "round_number", "phase", "row_cut", "first", "passes", "target")
SHOWN = Fields(kernel.STATE, (*NUMBERS, "hand_size", "hand", "aside", "box", "row_length", "row", "points", "totals"))
TOLD = Fields(kernel.STATE, ("round_number", "reason"))
PLAYERS, TURN, ROUND, PHASE, ROW_CUT, FIRST, PASSES, TARGET = (SHOWN.at(name) for name in NUMBERS)
HAND_SIZE, HANDS, ASIDE, BOX = (SHOWN.part(name) for name in ("hand_size", "hand", "aside", "box"))
ROW_LENGTH, ROW, POINTS, TOTALS = (SHOWN.part(name) for name in ("row_length", "row", "points", "totals"))
KINDS = kernel.SPECIAL + 1  # a set of tiles: one number per colour, one for Scissors and Bin
ROW_STARTS = range(0, kernel.COLOURS * kernel.VALUES, kernel.VALUES)


def _action_name(action: int) -> str:
    if action < kernel.CUT:
        colour, run = divmod(action, kernel.RUNS)
        first, last = int(kernel.RUN_FIRST[run]), int(kernel.RUN_LAST[run])
        values = list(range(first, min(last, kernel.HIGHEST) + 1)) + [last] * (last > kernel.HIGHEST)
        return "+".join(tile_name(colour, value) for value in values)
    if action < kernel.EMPTY:
        return "S:" + COLOURS[action - kernel.CUT]
    if action < kernel.STOP:
        return "T:" + COLOURS[action - kernel.EMPTY]
    return "stop" if action == kernel.STOP else "pass"


NAME_OF = tuple(_action_name(action) for action in range(kernel.ACTIONS))
ACTION_OF = {name: (action,) for action, name in enumerate(NAME_OF)}
TILE = re.compile(r"([rgbok])([1-9]|1[0-5]|E|X)")
CUT = re.compile(r"([ST]):([rgbok])")


class ReStart(Game):
    id = "restart"
    kernel: ClassVar[ModuleType] = kernel
    lowest_wins = True
    options = (
        Option("round_end", "RS-V1", ("consecutive", "table")),
        Option("last_tile", "RS-V2", ("counts", "placed")),
        Option("target", "RS-V4", numbers=range(1, 1001), number_default=100),
    )
    reasons = ("", "empty-hand", "target")
    clauses = {"deal": "RS-S1", "round": "RS-E2", "end": "RS-E3", "move": "RS-T1"}
    policies = "tuilerie.bots.kernels.restart"

    def ruleset(self, variant: Mapping[str, Value], deck: Any) -> np.ndarray:
        ruleset = new_states(kernel.RULESET)
        ruleset["target"] = variant["target"]
        ruleset["table_lap"] = variant["round_end"] == "table"
        ruleset["must_place"] = variant["last_tile"] == "placed"
        return ruleset

    # --- notation -----------------------------------------------------------------------------

    def read(self, states: States, move: str) -> Sequence[int]:
        actions = ACTION_OF.get(move)
        if actions is None:
            raise self._malformed(states, move)
        return actions

    def spell(self, before: States, actions: Sequence[int]) -> str:
        return NAME_OF[actions[0]]

    def moves(self, states: States) -> dict[str, tuple[int, ...]]:
        out = np.empty(kernel.ACTIONS, np.int32)
        return {NAME_OF[action]: (action,) for action in out[: list_legal(states, out)].tolist()}

    def listed(self, states: States, ids: np.ndarray) -> list[str]:
        return sorted([NAME_OF[action] for action in ids.tolist()])

    # --- refusals -----------------------------------------------------------------------------

    def _malformed(self, states: States, move: str) -> Refused:
        """Tiles that can never be placed together, or no move at all."""
        found = [TILE.fullmatch(part) for part in move.split("+")]
        if not all(found):
            return self.unreadable(move)
        tiles = [(match[1], match[2]) for match in found if match]
        if len({colour for colour, _ in tiles}) > 1:
            return Refused("restart.two-colours", "RS-T1")
        if any(value == "1" for _, value in tiles):
            return Refused("restart.one-in-hand", "RS-S4")
        for _, value in tiles[:-1]:
            if value in ("E", "X"):
                return Refused("restart.not-last", "RS-T5" if value == "E" else "RS-T6")
        return Refused("restart.not-consecutive", "RS-T3")

    def refusal(self, states: States, move: str) -> Refused:
        state = states[0]
        if state["phase"] == kernel.OVER:
            return Refused("over", "RS-E3")
        after_cut = state["phase"] == kernel.AFTER_CUT
        if move == "pass":
            return Refused("restart.stop-not-pass", "RS-T10")
        if move == "stop":
            return Refused("restart.nothing-to-stop", "RS-T10")
        cut = CUT.fullmatch(move)
        if cut:
            return self._cut_refusal(state, cut[1], COLOURS.index(cut[2]), after_cut)
        return self._run_refusal(state, move, after_cut)

    def _cut_refusal(self, state: Any, special: str, colour: int, after_cut: bool) -> Refused:
        clause = "RS-T7" if special == "S" else "RS-T8"
        if after_cut:
            return Refused("restart.one-special", "RS-T9")
        held = int(state["hand"][state["turn"], kernel.SPECIAL]) & (kernel.SCISSORS if special == "S" else kernel.BIN)
        if not held:
            return Refused("not-held", clause, piece=special)
        return Refused("restart.only-the-one", "RS-T9", row=COLOURS[colour])

    def _run_refusal(self, state: Any, move: str, after_cut: bool) -> Refused:
        colour = ACTION_OF[move][0] // kernel.RUNS
        for piece in move.split("+"):
            if piece not in tile_names(state["hand"][state["turn"]]):
                return Refused("not-held", "RS-T1", piece=piece)
        if after_cut and colour != state["row_cut"]:
            return Refused("restart.other-row", "RS-T10", row=COLOURS[int(state["row_cut"])])
        last = int(state["row"][colour, state["row_length"][colour] - 1])
        if last == kernel.END:
            return Refused("restart.row-closed", "RS-T6" if move.endswith("X") else "RS-T5", row=COLOURS[colour])
        return Refused("restart.not-greater", "RS-T2", first=move.split("+")[0], value=0 if last == kernel.RESTART else last)

    # --- what happened ------------------------------------------------------------------------

    def deal(self, states: States) -> Event:
        state = states[0]
        hands = state["hand"].copy()
        for colour, seat in enumerate(state["opener"]):
            if seat != NEVER_DEALT:
                hands[seat, colour] |= 1 << 1
        players = int(state["players"])
        fields = {"hands": [tile_names(hands[seat]) for seat in range(players)], "box": tile_names(state["aside"]), "first": int(state["first"])}
        return ["deal", fields]

    def tell(self, before: States, move: str, after: States) -> list[Event]:
        (before_it, _), (now, reason) = TOLD.read(before), TOLD.read(after)
        new_round = before_it != now
        if not new_round and reason != kernel.REASON_TARGET:
            return []
        new = after[0]
        players = int(new["players"])
        count: Event = ["round", {"points": new["points"][:players].tolist(), "totals": new["totals"][:players].tolist()}]
        return [count, self.deal(after)] if new_round else [count]

    # --- who may see it -----------------------------------------------------------------------

    def seen(self, event: Event, seat: int | None) -> Event:
        """Hidden in ReStart: other hands, and what went to the box at set-up. The 1s are on the table, so they are not counted behind a screen."""
        if event[0] != "deal":
            return event
        deal = event[1]
        hands = [hand if at == seat else sum(not tile.endswith("1") or tile.endswith("11") for tile in hand) for at, hand in enumerate(deal["hands"])]
        return ["deal", {"hands": hands, "box": len(deal["box"]), "first": deal["first"]}]

    def view(self, states: States, seat: int | None) -> dict[str, Any]:
        return self.views(states, (seat,))[0]

    def views(self, states: States, seats: Sequence[int | None]) -> list[dict[str, Any]]:
        """Asked for after every move by everybody who looks: what is public is put into words once."""
        state = SHOWN.read(states)
        public, hands = self._public(state), state[HANDS]
        if state[PHASE] == kernel.OVER:  # RS-E2: hands are laid open
            public["hands"] = [_named(hands[KINDS * seat : KINDS * seat + KINDS]) for seat in range(state[PLAYERS])]
        made = []
        for seat in seats:
            view = public.copy()
            if seat is not None:
                view["seat"], view["hand"] = seat, _named(hands[KINDS * seat : KINDS * seat + KINDS])
            made.append(view)
        return made

    def _public(self, state: tuple[int, ...]) -> dict[str, Any]:
        """What everybody sees; `seat` and `hand` are whose eyes it is seen with."""
        players, phase, row = state[PLAYERS], state[PHASE], state[ROW]
        return {
            "game": self.id,
            "players": players,
            "seat": None,
            "turn": None if phase == kernel.OVER else state[TURN],
            "round": state[ROUND] + 1,
            "first": state[FIRST],
            "rows": {
                colour: [*_row(colour, row[start : start + length])] for colour, start, length in zip(COLOURS, ROW_STARTS, state[ROW_LENGTH], strict=True)
            },
            "cut": COLOURS[state[ROW_CUT]] if phase == kernel.AFTER_CUT else None,
            "hand": None,
            "hand_sizes": list(state[HAND_SIZE][:players]),
            "box": _named(state[BOX]),
            "aside": sum(mask.bit_count() for mask in state[ASIDE]),
            "passes": state[PASSES],
            "totals": list(state[TOTALS][:players]),
            "last_points": list(state[POINTS][:players]),
            "target": state[TARGET],
        }


GAME = ReStart()
