"""Positions of Romi Rami written in the notation of records: what tests set up and read back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from tests.record_arrays import begin, copy_of, list_legal, result, states_of, step
from tuilerie.engine.errors import Refused
from tuilerie.engine.registry import game_named
from tuilerie.games.romirami import record
from tuilerie.games.romirami.notation import KIND_OF, card_names
from tuilerie.games.romirami.record import KINDS

GAME = game_named("romirami")


def dealt(players: int = 2, first: int | str = 0, seed: int = 1, deck: Any = None) -> np.ndarray:
    """A fresh deal."""
    states = states_of(GAME.new_state())
    key = np.arange(seed, seed + 8, dtype=np.uint32)
    begin(
        states, players, GAME.ruleset({"first": first}, GAME.read_deck(deck)), key, np.empty(record.ACTIONS, np.int32)
    )
    return states


def counts(cards: str | Sequence[str]) -> np.ndarray:
    """ "c1 d2 d2" as counts per kind."""
    names = cards.split() if isinstance(cards, str) else cards
    return np.bincount([KIND_OF[card] for card in names], minlength=KINDS).astype(np.uint8)


def table(
    hands: Sequence[str] = (),
    market: str | None = None,
    contracts: Sequence[int] | None = None,
    pile: str | None = None,
    **fields: Any,
) -> np.ndarray:
    """A position at the start of seat 0's turn: what is given is put there, the rest stays as dealt."""
    states = dealt(players=max(2, len(hands)), deck=fields.pop("deck", None))
    state = states[0]
    for seat, hand in enumerate(hands):
        state["hand"][seat] = counts(hand)
        state["hand_size"][seat] = len(hand.split())
    if market is not None:
        kinds = [KIND_OF[card] for card in market.split()]
        state["market"] = record.NOWHERE
        state["market"][: len(kinds)] = kinds
        state["market_size"] = len(kinds)
    if contracts is not None:
        put_contracts(states, contracts)
    if pile is not None:
        kinds = [KIND_OF[card] for card in pile.split()]
        state["pile"] = record.NOWHERE
        state["pile"][: len(kinds)] = kinds
        state["pile_at"], state["pile_end"] = 0, len(kinds)
    for name, value in fields.items():
        state[name] = value
    return states


def put_contracts(states: np.ndarray, numbers: Sequence[int]) -> None:
    """Exactly these contracts on offer; the pile keeps its length."""
    state = states[0]
    table = state["number"].tolist()
    state["offers"] = record.NOWHERE
    state["offers"][: len(numbers)] = [table.index(number) for number in numbers]
    state["offers_size"] = len(numbers)


def complete(states: np.ndarray, seat: int, numbers: Sequence[int]) -> None:
    """Contracts in a scoring zone."""
    table = states[0]["number"].tolist()
    states["completed"][0, seat, : len(numbers)] = [table.index(number) for number in numbers]
    states["completed_count"][0, seat] = len(numbers)


def filling(hand: str, contracts: Sequence[int], **fields: Any) -> np.ndarray:
    """Seat 0 has taken its cards and may fill."""
    return table([hand, "l1 l1 l1"], contracts=contracts, phase=record.FILLING, taken_count=1, **fields)


def moves(states: np.ndarray) -> list[str]:
    return sorted(GAME.moves(states.record))


def play(states: np.ndarray, *written: str) -> list[list[Any]]:
    """Play moves, each checked; the events they brought about."""
    events: list[list[Any]] = []
    out = np.empty(record.ACTIONS, np.int32)
    for move in written:
        before = copy_of(states)
        for action in GAME.read(states.record, move):
            if action not in out[: list_legal(states, out)]:
                break
            step(states, action, out)
        else:
            action = -1
        if action >= 0 or states["pending"][0]:
            states[...] = before
            raise GAME.refusal(states.record, move)
        events += GAME.tell(before.record, move, states.record)
    return events


def cards(states: np.ndarray, field: str, seat: int | None = None) -> str:
    """Counts per kind of a field, written."""
    return " ".join(card_names(states[field][0] if seat is None else states[field][0, seat]))


def market(states: np.ndarray) -> list[str]:
    return GAME.view(states.record, None)["market"]


def points(states: np.ndarray) -> tuple[list[float], list[int]]:
    """Shares of the victory, and scores."""
    shares, scores = np.zeros(4), np.zeros(4)
    result(states, shares, scores)
    players = int(states["players"][0])
    return shares[:players].tolist(), [int(score) for score in scores[:players]]


def whole_deck(states: np.ndarray) -> str:
    from tuilerie.games.romirami.notation import card_names

    state = states[0]
    everywhere = state["hand"].sum(axis=0) + state["bonus"].sum(axis=0) + state["discard"]
    for kind in [*state["pile"][state["pile_at"] : state["pile_end"]], *state["market"][: state["market_size"]]]:
        everywhere[kind] += 1
    return " ".join(card_names(everywhere))


def refused(states: np.ndarray, move: str) -> tuple[str, str | None]:
    before = copy_of(states)
    with pytest.raises(Refused) as caught:
        play(states, move)
    assert states.tobytes() == before.tobytes()
    return caught.value.reason, caught.value.clause
