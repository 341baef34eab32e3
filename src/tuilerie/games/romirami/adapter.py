"""Romi Rami for people: events and views. Notation is in `notation`, the rules themselves in `rules`."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar

from tuilerie.engine.daily import DailyForm
from tuilerie.engine.effort import Effort
from tuilerie.engine.errors import Refused
from tuilerie.engine.game import Event, Game
from tuilerie.engine.options import Value, first_player
from tuilerie.games.romirami import notation, record
from tuilerie.games.romirami.deck import SUITS as SUIT_NAMES
from tuilerie.games.romirami.deck import read_deck, read_requirement, real_deck
from tuilerie.games.romirami.lacking import lacking
from tuilerie.games.romirami.record import KINDS, REQUIREMENTS, RUN, VALUES
from tuilerie.kernel.records import Record

PHASES = ("take", "fill", "fill", "fill", "discard", "over")
LONGEST_MOVE = 1 + REQUIREMENTS + record.CONTRACT_CARDS
CONTRACT = ("number", "contract_points", "contract_suit", "requirement")  # what is told of a contract


class RomiRami(Game):
    id = "romirami"
    record: ClassVar[ModuleType] = record
    rules = "tuilerie.games.romirami.rules"
    options = (first_player("RR-V5"),)
    reasons = ("", "contracts", "no-contracts")
    clauses: ClassVar[Mapping[str, str]] = {
        "deal": "RR-S1",
        "move": "RR-T1",
        "market": "RR-T8",
        "shuffle": "RR-V1",
        "draw": "RR-T9",
        "end": "RR-E2",
    }
    policies = "tuilerie.games.romirami.ahead"
    advice = "tuilerie.games.romirami.advice"
    mistakes = "tuilerie.games.romirami.mistakes"
    marks = "tuilerie.games.romirami.marks"
    board = "tuilerie.games.romirami.board"
    plain = "tuilerie.games.romirami.plain"
    close_margin = 2
    daily = DailyForm(players=2, minutes=15)
    effort = Effort(
        playouts={"club": 60, "expert": 4000, "master": 60_000},
        review_playouts=400,
        review_worlds=160,
        decision_playouts=600,
        decisions=60,
        puzzles_from=0.9,
        puzzle_gap=0.05,
    )
    takes_deck = True

    def ruleset(self, variant: Mapping[str, Value], deck: Any) -> Record:
        ruleset = record.RULESET.new()
        first = variant["first"]
        ruleset["first"] = record.RANDOM_SEAT if first == "random" else first
        _write_deck(ruleset, self.whole_deck(deck))
        return ruleset

    def read_deck(self, deck: Any) -> Any:
        return read_deck(deck)

    def whole_deck(self, deck: Any) -> Any:
        return deck or real_deck()

    def to_come(self, state: Record) -> list[tuple[str, int, int]]:
        return [
            ("pile", state["pile_at"], state["pile_end"]),
            ("contract_pile", state["contract_at"], state["contracts"]),
        ]

    # --- notation -----------------------------------------------------------------------------

    def read(self, state: Record, move: str) -> Sequence[int]:
        parsed = notation.parse(move)
        if parsed is None:
            raise self.unreadable(move)
        return notation.actions_of(state, parsed)

    def spell(self, before: Record, actions: Sequence[int]) -> str:
        return notation.spell(before, actions)

    def refusal(self, state: Record, move: str) -> Refused:
        parsed = notation.parse(move)
        return self.unreadable(move) if parsed is None else notation.refusal(state, parsed)

    def moves(self, state: Record) -> dict[str, tuple[int, ...]]:
        """There can be thousands of fills, so they are followed inside compiled code."""
        fields = _fields(state, "offers", "requirement", "number")
        return {notation.spell(fields, path): path for path in self._paths(state)}

    def best_fills(self, state: Record) -> dict[int, str]:
        """For each contract that can be filled now, by number: the fill that lays most cards of the bonus suit, without
        the Joker where that costs nothing.
        """
        best: dict[int, tuple[tuple[int, ...], Sequence[int]]] = {}
        fields = _fields(state, "offers", "requirement", "number", "contract_suit")
        if state["phase"] != record.FILLING:
            return {}
        for path in self._paths(state):
            if len(path) > 1:
                contract = fields["offers"][path[0] - record.FILL]
                bonus = path.count(record.SUIT + fields["contract_suit"][contract])
                worth = (bonus, -path.count(record.JOKER), *(-action for action in path))
                number = fields["number"][contract]
                if number not in best or worth > best[number][0]:
                    best[number] = worth, path
        return {number: notation.spell(fields, best[number][1]) for number in sorted(best)}

    # --- what happened ------------------------------------------------------------------------

    def deal(self, state: Record) -> Event:
        fields = {
            "hands": [notation.card_names(state["hand"][seat]) for seat in range(state["players"])],
            "values": _market(state),
            "contracts": _offers(state),
            "trophies": _trophy_names(state),
            "first": state["first"],
        }
        return ["deal", fields]

    def tell(self, before: Record, move: str, after: Record) -> list[Event]:
        """Only `done` draws anything: it refills the markets, then the hand."""
        if move != "done":
            return []
        seat = before["turn"]
        values = _market(after)[after["market_size"] - after["market_added"] :]
        contracts = _offers(after)[after["offers_size"] - after["offers_added"] :]
        drawn = notation.card_names(
            now - earlier for now, earlier in zip(after["hand"][seat], before["hand"][seat], strict=True)
        )
        events: list[Event] = []
        if after["shuffled"] == record.SHUFFLED_FOR_MARKET:
            events.append(["shuffle"])
        if values or contracts:
            events.append(["market", {"values": values, "contracts": contracts}])
        if after["shuffled"] == record.SHUFFLED_FOR_HAND:
            events.append(["shuffle"])
        if drawn:
            events.append(["draw", seat, drawn])
        return events

    # --- who may see it -----------------------------------------------------------------------

    def seen(self, event: Event, seat: int | None) -> Event:
        """Hidden in Romi Rami: the cards dealt to others, and those they draw from the pile (RR-S4)."""
        if event[0] == "deal":
            deal = event[1]
            hands = [hand if at == seat else len(hand) for at, hand in enumerate(deal["hands"])]
            return [
                "deal",
                {"hands": hands, **{key: deal[key] for key in ("values", "contracts", "trophies", "first")}},
            ]
        if event[0] == "draw" and event[1] != seat:
            return ["draw", event[1], len(event[2])]
        return event

    def view(self, state: Record, seat: int | None) -> dict[str, Any]:
        players = state["players"]
        over = state["phase"] == record.OVER
        deck, standings = _fields(state, *CONTRACT), self._standings(state)
        view: dict[str, Any] = {
            "game": self.id,
            "players": players,
            "seat": seat,
            "turn": None if over else state["turn"],
            "phase": PHASES[state["phase"]],
            "first": state["first"],
            "last_lap": bool(state["ending"]),
            "ending": _ending(state, over),
            "market": _market(state),
            "contracts": [_contract(deck, contract) for contract in state["offers"][: state["offers_size"]]],
            "trophies": _trophies(state, standings),
            "hand": notation.card_names(state["hand"][seat]) if seat is not None else None,
            "hand_sizes": list(state["hand_size"][:players]),
            "known": [notation.card_names(cards) for cards in state["known"][:players]],
            "jokers": [bool(joker) for joker in state["joker"][:players]],
            "completed": _completed(state, deck),
            "bonus": [notation.card_names(cards) for cards in state["bonus"][:players]],
            "discard": notation.card_names(state["discard"]),
            "pile": state["pile_end"] - state["pile_at"],
            "contract_pile": state["contracts"] - state["contract_at"],
            "scores": standings[:players],
        }
        if seat is not None and not over:
            view["missing"] = _missing(state, seat, view["contracts"])
        if over:
            view["hands"] = [notation.card_names(cards) for cards in state["hand"][:players]]
        return view

    def _standings(self, state: Record) -> list[int]:
        out = (ctypes.c_int64 * record.STANDINGS)()
        self.library.standings(state.address, out)
        return list(out)

    def _paths(self, state: Record) -> list[tuple[int, ...]]:
        """Every legal move as its actions."""
        room, levels = 1024, LONGEST_MOVE + 1
        actions, size = (ctypes.c_int32 * (LONGEST_MOVE * record.ACTIONS))(), record.STATE.size
        while True:
            records = (ctypes.c_ubyte * (levels * size)).from_buffer_copy(bytes(state) + bytes(LONGEST_MOVE * size))
            paths, lengths = (ctypes.c_int32 * (room * LONGEST_MOVE))(), (ctypes.c_int64 * room)()
            found = self.library.follow_paths(records, levels, actions, LONGEST_MOVE, paths, room, lengths)
            if found <= room:
                return [tuple(paths[at * LONGEST_MOVE : at * LONGEST_MOVE + lengths[at]]) for at in range(found)]
            room = found


def _fields(state: Record, *names: str) -> dict[str, Any]:
    """Some fields, read once where they are looked at often."""
    return {name: state[name] for name in names}


def _write_deck(ruleset: Record, deck: Mapping[str, Any]) -> None:
    copies = [0] * KINDS
    for suit, name in enumerate(SUIT_NAMES):
        for value, count in deck["values"][name].items():
            copies[suit * VALUES + int(value) - 1] = count
    values = [int(value) for counts in deck["values"].values() for value in counts]
    contracts, trophies = deck["contracts"], deck["trophies"]
    codes = [[_code(word) for word in contract["requirements"]] for contract in contracts]
    ruleset["copies"] = copies
    ruleset["in_deck"] = sum(1 << value for value in range(min(values), max(values) + 1))
    ruleset["contracts"] = len(contracts)
    ruleset["number"] = _padded([contract["id"] for contract in contracts])
    ruleset["contract_points"] = _padded([contract["points"] for contract in contracts])
    ruleset["contract_suit"] = _padded([SUIT_NAMES.index(contract["suit"]) for contract in contracts])
    ruleset["contract_cards"] = _padded([sum(record.size_of(code) for code in asked) for asked in codes])
    ruleset["requirement"] = _padded(
        [code for asked in codes for code in (asked + [0] * REQUIREMENTS)[:REQUIREMENTS]],
        record.CONTRACTS * REQUIREMENTS,
    )
    ruleset["trophy_suit"] = [SUIT_NAMES.index(trophy["suit"]) for trophy in trophies]
    for name in ("suit_points", "combo", "combo_points"):
        ruleset[f"trophy_{name}"] = [trophy[name] for trophy in trophies]


def _code(word: str) -> int:
    """A requirement as the record writes it."""
    is_run, size, imposed = read_requirement(word)
    return RUN + size if is_run else size + 10 * imposed


def _padded(numbers: list[int], length: int = record.CONTRACTS) -> list[int]:
    return numbers + [0] * (length - len(numbers))


def _market(state: Record) -> list[str]:
    return [notation.CARD_NAME[kind] for kind in state["market"][: state["market_size"]]]


def _offers(state: Record) -> list[int]:
    numbers = state["number"]
    return [numbers[contract] for contract in state["offers"][: state["offers_size"]]]


def _completed(state: Record, deck: Mapping[str, Any]) -> list[list[dict[str, Any]]]:
    """By seat."""
    seats = zip(state["completed"][: state["players"]], state["completed_count"], strict=False)
    return [[_contract(deck, contract) for contract in completed[:count]] for completed, count in seats]


def _contract(deck: Mapping[str, Any], contract: int) -> dict[str, Any]:
    return {
        "id": deck["number"][contract],
        "points": deck["contract_points"][contract],
        "suit": SUIT_NAMES[deck["contract_suit"][contract]],
        "requirements": [notation.requirement_word(code) for code in notation.requirements(deck, contract)],
    }


def _ending(state: Record, over: bool) -> dict[str, int | None]:
    """RR-E1: the contract that triggers the end, whose it was, and the turns left then, the one under way included."""
    players, first = state["players"], state["first"]
    contracts = 9 - players
    lap = [(first + place) % players for place in range(players)]
    if not state["ending"]:
        return {"contracts": contracts, "by": None, "turns_left": None}
    by = next((seat for seat in lap if state["completed_count"][seat] >= contracts), None)
    return {"contracts": contracts, "by": by, "turns_left": 0 if over else players - lap.index(state["turn"])}


def _missing(state: Record, seat: int, contracts: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """What the hand of a seat lacks for each contract on offer, by its number."""
    held = _values_held(state["hand"][seat])
    in_deck, joker, missing = state["in_deck"], bool(state["joker"][seat]), {}
    values = range((in_deck & -in_deck).bit_length() - 1, in_deck.bit_length())
    for contract in contracts:
        count, lacked = lacking(tuple(contract["requirements"]), held, values)
        missing[str(contract["id"])] = {"count": count, "values": list(lacked), "joker": joker and count == 1}
    return missing


def _values_held(hand: Sequence[int]) -> tuple[int, ...]:
    """The values of a hand's cards, sorted."""
    return tuple(value + 1 for value in range(VALUES) for _ in range(sum(hand[value::VALUES])))


def _trophy_names(state: Record) -> list[str]:
    sides = zip(state["trophy_combos"], state["trophy_suit"], state["trophy_combo"], strict=True)
    return [f"combo{combo}" if combo_side else SUIT_NAMES[suit] for combo_side, suit, combo in sides]


def _trophies(state: Record, standings: list[int]) -> list[dict[str, Any]]:
    made = []
    for trophy, name in enumerate(_trophy_names(state)):
        at = record.SEATS + trophy * (2 + record.SEATS)
        holder, points = standings[at : at + 2]
        counts = standings[at + 2 : at + 2 + state["players"]]
        made.append({"name": name, "points": points, "counts": counts, "holder": holder if holder >= 0 else None})
    return made


GAME = RomiRami()
