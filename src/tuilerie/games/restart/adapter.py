"""ReStart for people: notation, refusals, events and views. The rules themselves are in `rules`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import ModuleType
from typing import Any, ClassVar

from tuilerie.engine.daily import DailyForm
from tuilerie.engine.effort import Effort
from tuilerie.engine.errors import Refused
from tuilerie.engine.game import Event, Game
from tuilerie.engine.options import Option, Value
from tuilerie.games.restart import record
from tuilerie.games.restart.counting import last_hands
from tuilerie.games.restart.terms import piece, row
from tuilerie.kernel.records import Fields, Record

COLOURS = "rgbok"
ENDINGS = {record.END: "E", record.RESTART: "X"}
NEVER_DEALT = 255


def tile_name(colour: int, value: int) -> str:
    return COLOURS[colour] + ENDINGS.get(value, str(value))


NAMES = tuple(
    tuple(tile_name(colour, value) for value in range(record.RESTART + 1)) for colour in range(record.COLOURS)
)
TILES = tuple(
    tuple((1 << value, tile_name(colour, value)) for value in range(1, record.RESTART + 1))
    for colour in range(record.COLOURS)
)


def _halves(colour: int, shift: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(name for bit, name in TILES[colour] if mask << shift & bit) for mask in range(1 << HALF))


HALF = 9  # a colour's tiles are 18 bits: two tables of 512 name every set without a loop
LOW, HIGH = (tuple(_halves(colour, shift) for colour in range(record.COLOURS)) for shift in (0, HALF))


SPECIALS = tuple(
    ("S",) * (special & record.SCISSORS).bit_count() + ("T",) * (special & record.BIN != 0) for special in range(8)
)


def tile_names(tiles: Sequence[int]) -> list[str]:
    """A set of tiles in tile order: by colour and value, then Scissors, then the Bin."""
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
SHOWN = Fields(record.STATE, (*NUMBERS, "hand_size", "hand", "aside", "box", "row_length", "row", "points", "totals"))
TOLD = Fields(record.STATE, ("round_number", "reason"))
PLAYERS, TURN, ROUND, PHASE, ROW_CUT, FIRST, PASSES, TARGET = (SHOWN.at(name) for name in NUMBERS)
HAND_SIZE, HANDS, ASIDE, BOX = (SHOWN.part(name) for name in ("hand_size", "hand", "aside", "box"))
ROW_LENGTH, ROW, POINTS, TOTALS = (SHOWN.part(name) for name in ("row_length", "row", "points", "totals"))
KINDS = record.SPECIAL + 1  # a set of tiles: one number per colour, one for Scissors and Bin
ROW_STARTS = range(0, record.COLOURS * record.VALUES, record.VALUES)


def _action_name(action: int) -> str:
    if action < record.CUT:
        colour, run = divmod(action, record.RUNS)
        first, last = record.RUN_FIRST[run], record.RUN_LAST[run]
        values = list(range(first, min(last, record.HIGHEST) + 1)) + [last] * (last > record.HIGHEST)
        return "+".join(tile_name(colour, value) for value in values)
    if action < record.EMPTY:
        return "S:" + COLOURS[action - record.CUT]
    if action < record.STOP:
        return "T:" + COLOURS[action - record.EMPTY]
    return "stop" if action == record.STOP else "pass"


NAME_OF = tuple(_action_name(action) for action in range(record.ACTIONS))
ACTION_OF = {name: (action,) for action, name in enumerate(NAME_OF)}
TILE = re.compile(r"([rgbok])([1-9]|1[0-5]|E|X)")
CUT = re.compile(r"([ST]):([rgbok])")


class ReStart(Game):
    id = "restart"
    record: ClassVar[ModuleType] = record
    rules = "tuilerie.games.restart.rules"
    lowest_wins = True
    options = (
        Option("round_end", "RS-V1", ("consecutive", "table")),
        Option("last_tile", "RS-V2", ("counts", "placed")),
        Option("target", "RS-V4", numbers=range(1, 1001), number_default=100),
    )
    reasons = ("", "empty-hand", "target")
    clauses = {"deal": "RS-S1", "round": "RS-E2", "end": "RS-E3", "move": "RS-T1"}
    policies = "tuilerie.games.restart.greedy"
    advice = "tuilerie.games.restart.advice"
    mistakes = "tuilerie.games.restart.mistakes"
    marks = "tuilerie.games.restart.marks"
    board = "tuilerie.games.restart.board"
    plain = "tuilerie.games.restart.plain"
    close_margin = 10
    unscored_ends = ("empty-hand",)
    short: ClassVar[Mapping[str, Value]] = {"target": 1}  # one round
    daily = DailyForm(players=3, minutes=5)
    effort = Effort(
        playouts={"club": 150, "expert": 8000, "master": 240_000},
        table_ms={"expert": None, "master": 1000.0},
        review_playouts=4000,
        review_worlds=960,
    )

    def ruleset(self, variant: Mapping[str, Value], deck: Any) -> Record:
        ruleset = record.RULESET.new()
        ruleset["target"] = variant["target"]
        ruleset["table_lap"] = variant["round_end"] == "table"
        ruleset["must_place"] = variant["last_tile"] == "placed"
        return ruleset

    # --- notation -----------------------------------------------------------------------------

    def read(self, state: Record, move: str) -> Sequence[int]:
        actions = ACTION_OF.get(move)
        if actions is None:
            raise self._malformed(state, move)
        return actions

    def spell(self, before: Record, actions: Sequence[int]) -> str:
        return NAME_OF[actions[0]]

    def moves(self, state: Record) -> dict[str, tuple[int, ...]]:
        return {NAME_OF[action]: (action,) for action in self.legal_actions(state)}

    def listed(self, state: Record, ids: Sequence[int]) -> list[str]:
        return sorted([NAME_OF[action] for action in ids])

    # --- refusals -----------------------------------------------------------------------------

    def _malformed(self, state: Record, move: str) -> Refused:
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
        if tiles[-1][1] in ("E", "X") and _rising(tiles[:-1]):
            ending = piece("".join(tiles[-1]))
            return Refused("restart.not-consecutive", "RS-T3", wording="restart.not-after-15", ending=ending)
        return Refused("restart.not-consecutive", "RS-T3")

    def refusal(self, state: Record, move: str) -> Refused:
        if state["phase"] == record.OVER:
            return Refused("over", "RS-E3")
        after_cut = state["phase"] == record.AFTER_CUT
        if move == "pass":
            return Refused("restart.stop-not-pass", "RS-T10")
        if move == "stop":
            return Refused("restart.nothing-to-stop", "RS-T10")
        cut = CUT.fullmatch(move)
        if cut:
            return self._cut_refusal(state, cut[1], COLOURS.index(cut[2]), after_cut)
        return self._run_refusal(state, move, after_cut)

    def _cut_refusal(self, state: Record, special: str, colour: int, after_cut: bool) -> Refused:
        clause = "RS-T7" if special == "S" else "RS-T8"
        if after_cut:
            return Refused("restart.one-special", "RS-T9")
        held = state["hand"][state["turn"]][record.SPECIAL] & (record.SCISSORS if special == "S" else record.BIN)
        if not held:
            return Refused("not-held", clause, piece=piece(special))
        return Refused("restart.only-the-one", "RS-T9", row=row(COLOURS[colour]))

    def _run_refusal(self, state: Record, move: str, after_cut: bool) -> Refused:
        colour = ACTION_OF[move][0] // record.RUNS
        tiles = move.split("+")
        held = tile_names(state["hand"][state["turn"]])
        for tile in tiles:
            if tile not in held:
                return Refused("not-held", "RS-T1", piece=piece(tile))
        if after_cut and colour != state["row_cut"]:
            return Refused("restart.other-row", "RS-T10", row=row(COLOURS[state["row_cut"]]))
        last = state["row"][colour][state["row_length"][colour] - 1]
        if last == record.END:
            return Refused("restart.row-closed", "RS-T6" if move.endswith("X") else "RS-T5", row=row(COLOURS[colour]))
        value = 0 if last == record.RESTART else last
        return Refused("restart.not-greater", "RS-T2", first=piece(tiles[0]), value=value, row=row(COLOURS[colour]))

    # --- what happened ------------------------------------------------------------------------

    def deal(self, state: Record) -> Event:
        hands = [list(hand) for hand in state["hand"]]
        for colour, seat in enumerate(state["opener"]):
            if seat != NEVER_DEALT:
                hands[seat][colour] |= 1 << 1
        fields = {
            "hands": [tile_names(hand) for hand in hands[: state["players"]]],
            "box": tile_names(state["aside"]),
            "first": state["first"],
        }
        return ["deal", fields]

    def tell(self, before: Record, move: str, after: Record) -> list[Event]:
        (before_it, _), (now, reason) = TOLD.read(before), TOLD.read(after)
        new_round = before_it != now
        if not new_round and reason != record.REASON_TARGET:
            return []
        players = after["players"]
        count: Event = ["round", {"points": list(after["points"][:players]), "totals": list(after["totals"][:players])}]
        return [count, self.deal(after)] if new_round else [count]

    # --- who may see it -----------------------------------------------------------------------

    def seen(self, event: Event, seat: int | None) -> Event:
        """Hidden in ReStart: other hands, and what went to the box at set-up.

        The 1s are on the table, so they are not counted behind a screen.
        """
        if event[0] != "deal":
            return event
        deal = event[1]
        hands = [
            hand if at == seat else sum(not tile.endswith("1") or tile.endswith("11") for tile in hand)
            for at, hand in enumerate(deal["hands"])
        ]
        return ["deal", {"hands": hands, "box": len(deal["box"]), "first": deal["first"]}]

    def view(self, state: Record, seat: int | None) -> dict[str, Any]:
        return self.views(state, (seat,))[0]

    def views(self, state: Record, seats: Sequence[int | None]) -> list[dict[str, Any]]:
        """Asked for after every move by everybody who looks: what is public is put into words once."""
        shown = SHOWN.read(state)
        public, hands = self._public(shown), shown[HANDS]
        if shown[PHASE] == record.OVER:  # RS-E2: hands are laid open
            public["hands"] = [tile_names(hands[KINDS * seat : KINDS * seat + KINDS]) for seat in range(shown[PLAYERS])]
        made = []
        for seat in seats:
            view = public.copy()
            if seat is not None:
                view["seat"], view["hand"] = seat, tile_names(hands[KINDS * seat : KINDS * seat + KINDS])
            made.append(view)
        return made

    def has_past(self, state: Record) -> bool:
        rounds, reason = TOLD.read(state)
        return bool(rounds) or reason == record.REASON_TARGET

    def past(self, events: Sequence[Event]) -> dict[str, Any]:
        return {"last_hands": last_hands(events)}

    def _public(self, shown: tuple[Any, ...]) -> dict[str, Any]:
        """What everybody sees; `seat` and `hand` are whose eyes it is seen with."""
        players, phase, row = shown[PLAYERS], shown[PHASE], shown[ROW]
        return {
            "game": self.id,
            "players": players,
            "seat": None,
            "turn": None if phase == record.OVER else shown[TURN],
            "round": shown[ROUND] + 1,
            "first": shown[FIRST],
            "rows": {
                colour: [*_row(colour, row[start : start + length])]
                for colour, start, length in zip(COLOURS, ROW_STARTS, shown[ROW_LENGTH], strict=True)
            },
            "cut": COLOURS[shown[ROW_CUT]] if phase == record.AFTER_CUT else None,
            "hand": None,
            "hand_sizes": list(shown[HAND_SIZE][:players]),
            "box": tile_names(shown[BOX]),
            "aside": sum(mask.bit_count() for mask in shown[ASIDE]),
            "passes": shown[PASSES],
            "totals": list(shown[TOTALS][:players]),
            "last_points": list(shown[POINTS][:players]),
            "target": shown[TARGET],
        }


def _rising(tiles: Sequence[tuple[str, str]]) -> bool:
    """Whether these tiles are numbers that follow each other."""
    values = [int(value) for _, value in tiles]
    return values == list(range(values[0], values[0] + len(values)))


GAME = ReStart()
