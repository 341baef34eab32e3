"""Romi Rami for people: events and views. Notation is in `romirami_notation`, the rules themselves in `tuilerie.rules.romirami`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

from tuilerie.engine.deck import SUITS as SUIT_NAMES
from tuilerie.engine.deck import read_deck, read_requirement, real_deck
from tuilerie.engine.errors import Refused
from tuilerie.engine.game import Event, Game, States
from tuilerie.engine.games import romirami_notation as notation
from tuilerie.engine.options import Value, first_player
from tuilerie.rules import romirami as kernel
from tuilerie.rules import romirami_record as record
from tuilerie.rules import romirami_score as score
from tuilerie.rules.paths import follow_paths
from tuilerie.rules.romirami_fill import REQUIREMENTS, RUN, VALUES
from tuilerie.rules.steps import new_states

PHASES = ("take", "fill", "fill", "fill", "discard", "over")
LONGEST_MOVE = 1 + REQUIREMENTS + record.CONTRACT_CARDS


class RomiRami(Game):
    id = "romirami"
    kernel: ClassVar[ModuleType] = kernel
    options = (first_player("RR-V5"),)
    reasons = ("", "contracts", "no-contracts")
    clauses: ClassVar[Mapping[str, str]] = {"deal": "RR-S1", "move": "RR-T1", "market": "RR-T8", "shuffle": "RR-V1", "draw": "RR-T9", "end": "RR-E2"}
    policies = "tuilerie.bots.kernels.romirami_ahead"
    takes_deck = True

    def ruleset(self, variant: Mapping[str, Value], deck: Any) -> np.ndarray:
        ruleset = new_states(kernel.RULESET)
        first = variant["first"]
        ruleset["first"] = record.RANDOM_SEAT if first == "random" else first
        _write_deck(ruleset[0], deck or real_deck())
        return ruleset

    def read_deck(self, deck: Any) -> Any:
        return read_deck(deck)

    # --- notation -----------------------------------------------------------------------------

    def read(self, states: States, move: str) -> Sequence[int]:
        parsed = notation.parse(move)
        if parsed is None:
            raise self.unreadable(move)
        return notation.actions_of(states[0], parsed)

    def spell(self, before: States, actions: Sequence[int]) -> str:
        return notation.spell(before[0], actions)

    def refusal(self, states: States, move: str) -> Refused:
        parsed = notation.parse(move)
        return self.unreadable(move) if parsed is None else notation.refusal(states[0], parsed)

    def moves(self, states: States) -> dict[str, tuple[int, ...]]:
        """There can be thousands of fills, so they are followed inside compiled code."""
        return {notation.spell(states[0], path): path for path in _paths(states)}

    def best_fills(self, states: States) -> dict[int, str]:
        """For each contract that can be filled now, by number: the fill that lays most cards of the bonus suit, without the Joker where that costs nothing."""
        state = states[0]
        best: dict[int, tuple[tuple[int, ...], str]] = {}
        if state["phase"] != record.FILLING:
            return {}
        for path in _paths(states):
            if len(path) > 1:
                contract = int(state["offers"][path[0] - record.FILL])
                bonus = path.count(record.SUIT + int(state["contract_suit"][contract]))
                worth = (bonus, -path.count(record.JOKER), *(-action for action in path))
                number = int(state["number"][contract])
                if number not in best or worth > best[number][0]:
                    best[number] = worth, notation.spell(state, path)
        return {number: best[number][1] for number in sorted(best)}

    # --- what happened ------------------------------------------------------------------------

    def deal(self, states: States) -> Event:
        state = states[0]
        fields = {
            "hands": [notation.card_names(state["hand"][seat]) for seat in range(int(state["players"]))],
            "values": _market(state),
            "contracts": _offers(state),
            "trophies": _trophy_names(state),
            "first": int(state["first"]),
        }
        return ["deal", fields]

    def tell(self, before: States, move: str, after: States) -> list[Event]:
        """Only `done` draws anything: it refills the markets, then the hand."""
        if move != "done":
            return []
        old, new = before[0], after[0]
        seat = int(old["turn"])
        values = _market(new)[int(new["market_size"]) - int(new["market_added"]) :]
        contracts = _offers(new)[int(new["offers_size"]) - int(new["offers_added"]) :]
        drawn = notation.card_names(new["hand"][seat] - old["hand"][seat])
        events: list[Event] = []
        if new["shuffled"] == record.SHUFFLED_FOR_MARKET:
            events.append(["shuffle"])
        if values or contracts:
            events.append(["market", {"values": values, "contracts": contracts}])
        if new["shuffled"] == record.SHUFFLED_FOR_HAND:
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
            return ["deal", {"hands": hands, **{key: deal[key] for key in ("values", "contracts", "trophies", "first")}}]
        if event[0] == "draw" and event[1] != seat:
            return ["draw", event[1], len(event[2])]
        return event

    def view(self, states: States, seat: int | None) -> dict[str, Any]:
        state = states[0]
        players = int(state["players"])
        over = state["phase"] == record.OVER
        view: dict[str, Any] = {
            "game": self.id,
            "players": players,
            "seat": seat,
            "turn": None if over else int(state["turn"]),
            "phase": PHASES[int(state["phase"])],
            "first": int(state["first"]),
            "last_lap": bool(state["ending"]),
            "market": _market(state),
            "contracts": [_contract(state, int(contract)) for contract in state["offers"][: state["offers_size"]]],
            "trophies": [_trophy(state, trophy) for trophy in range(record.TROPHIES)],
            "hand": notation.card_names(state["hand"][seat]) if seat is not None else None,
            "hand_sizes": state["hand_size"][:players].tolist(),
            "known": [notation.card_names(state["known"][other]) for other in range(players)],
            "jokers": [bool(joker) for joker in state["joker"][:players]],
            "completed": [_completed(state, other) for other in range(players)],
            "bonus": [notation.card_names(state["bonus"][other]) for other in range(players)],
            "discard": notation.card_names(state["discard"]),
            "pile": int(state["pile_end"]) - int(state["pile_at"]),
            "contract_pile": int(state["contracts"]) - int(state["contract_at"]),
            "scores": _scores(state),
        }
        if over:
            view["hands"] = [notation.card_names(state["hand"][other]) for other in range(players)]
        return view


def _write_deck(ruleset: Any, deck: Mapping[str, Any]) -> None:
    for suit, name in enumerate(SUIT_NAMES):
        for value, copies in deck["values"][name].items():
            ruleset["copies"][suit * VALUES + int(value) - 1] = copies
    values = [int(value) for copies in deck["values"].values() for value in copies]
    ruleset["in_deck"] = sum(1 << value for value in range(min(values), max(values) + 1))
    ruleset["contracts"] = len(deck["contracts"])
    for index, contract in enumerate(deck["contracts"]):
        ruleset["number"][index] = contract["id"]
        ruleset["contract_points"][index] = contract["points"]
        ruleset["contract_suit"][index] = SUIT_NAMES.index(contract["suit"])
        for at, word in enumerate(contract["requirements"]):
            is_run, size, imposed = read_requirement(word)
            ruleset["requirement"][index, at] = RUN + size if is_run else size + 10 * imposed
            ruleset["contract_cards"][index] += size
    for index, trophy in enumerate(deck["trophies"]):
        ruleset["trophy_suit"][index] = SUIT_NAMES.index(trophy["suit"])
        ruleset["trophy_suit_points"][index] = trophy["suit_points"]
        ruleset["trophy_combo"][index] = trophy["combo"]
        ruleset["trophy_combo_points"][index] = trophy["combo_points"]


def _paths(states: States) -> list[tuple[int, ...]]:
    """Every legal move as its actions."""
    room = 1024
    records = new_states(kernel.STATE, LONGEST_MOVE + 1)
    actions = np.empty((LONGEST_MOVE, kernel.ACTIONS), np.int32)
    while True:
        records[0] = states[0]
        paths, lengths = np.empty((room, LONGEST_MOVE), np.int32), np.empty(room, np.int64)
        found = int(follow_paths(records, actions, paths, lengths))
        if found <= room:
            return [tuple(path[:length]) for path, length in zip(paths[:found].tolist(), lengths[:found].tolist(), strict=True)]
        room = found


def _market(state: Any) -> list[str]:
    return [notation.CARD_NAME[kind] for kind in state["market"][: state["market_size"]]]


def _offers(state: Any) -> list[int]:
    return [int(state["number"][contract]) for contract in state["offers"][: state["offers_size"]]]


def _completed(state: Any, seat: int) -> list[dict[str, Any]]:
    return [_contract(state, int(contract)) for contract in state["completed"][seat, : state["completed_count"][seat]]]


def _contract(state: Any, contract: int) -> dict[str, Any]:
    return {
        "id": int(state["number"][contract]),
        "points": int(state["contract_points"][contract]),
        "suit": SUIT_NAMES[int(state["contract_suit"][contract])],
        "requirements": [notation.requirement_word(code) for code in notation.requirements(state, contract)],
    }


def _trophy_names(state: Any) -> list[str]:
    sides = zip(state["trophy_combos"], state["trophy_suit"], state["trophy_combo"], strict=True)
    return [f"combo{combo}" if combo_side else SUIT_NAMES[int(suit)] for combo_side, suit, combo in sides]


def _trophy(state: Any, trophy: int) -> dict[str, Any]:
    holder = int(score.trophy_holder(state, trophy))
    return {
        "name": _trophy_names(state)[trophy],
        "points": int(score.trophy_points(state, trophy)),
        "counts": [int(score.trophy_count(state, trophy, seat)) for seat in range(int(state["players"]))],
        "holder": holder if holder >= 0 else None,
    }


def _scores(state: Any) -> list[int]:
    points = np.zeros(record.SEATS)
    score.scores(state, points)
    return [int(score) for score in points[: state["players"]]]


GAME = RomiRami()
