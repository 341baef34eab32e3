"""Why a move in Romi Rami is good, from the view of its seat."""

from __future__ import annotations

from typing import Any

from tuilerie.games.romirami.terms import Contract, Suit, cards

View = dict[str, Any]
Reason = tuple[str, dict[str, Any]]


def reason(view: View, move: str) -> Reason:
    verb, _, rest = move.partition(" ")
    if verb == "fill":
        number, _, groups = rest.partition(" ")
        contract = next(contract for contract in view["contracts"] if str(contract["id"]) == number)
        letter = Suit[contract["suit"].upper()].value
        bonus = sum(card.startswith(letter) for group in groups.split() for card in group.split("+"))
        return "romirami.fill", {"contract": Contract.read(contract), "points": contract["points"], "bonus": bonus}
    if verb == "take":
        taken = rest.split("+")
        return (
            ("romirami.take-many", {"count": len(taken)})
            if len(taken) == 3
            else ("romirami.take", {"cards": cards(taken)})
        )
    return ("romirami.done", {}) if verb == "done" else ("romirami.discard", {"cards": cards(rest.split("+"))})
