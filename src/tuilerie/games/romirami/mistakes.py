"""In what way a move of Romi Rami was worse than another, from the view of its seat: categories that a person
understands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tuilerie.games.romirami.lacking import lacking
from tuilerie.games.romirami.terms import JOKER, Contract, Suit, cards

View = dict[str, Any]
Category = tuple[str, dict[str, Any]]

CODES = (
    "fill-late",
    "fill-early",
    "joker-early",
    "joker-kept",
    "wrong-suit",
    "other-contract",
    "chased",
    "helped",
    "took-few",
    "took-many",
    "other-cards",
    "discarded",
)

COLLECTING = 2  # cards of a value that a player is seen to collect


def categories(view: View, played: str, better: str) -> list[Category]:
    """The most telling first; never empty."""
    verb, _, cards_played = played.partition(" ")
    if verb == "take":
        return list(_take(view, cards_played.split("+"), better.partition(" ")[2].split("+")))
    if verb == "discard":
        return [("discarded", {"cards": cards(cards_played.split("+"))})]
    return list(_fill(view, played, better))


def _take(view: View, played: list[str], better: list[str]) -> Iterator[Category]:
    aim, other = _nearest(view, played), _nearest(view, better)
    if aim is not None and other is not None:
        if aim["id"] != other["id"] and _missing(view, aim, played) > _missing(view, other, better):
            yield "chased", {"contract": Contract.read(aim), "missing": _missing(view, aim, played)}
        if _values(played) == _values(better) and _of_suit(better, other) > _of_suit(played, other):
            yield "wrong-suit", {"suit": Suit[other["suit"].upper()]}
    left = list((Counter(better) - Counter(played)).elements())
    if left and all(_next_known(view)[card[1:]] >= COLLECTING for card in left):
        yield "helped", {"cards": cards(left)}
    if len(played) < len(better):
        yield "took-few", {"count": len(better) - len(played)}
    elif len(played) > len(better):
        yield "took-many", {"count": len(played) - len(better)}
    yield "other-cards", {"cards": cards(left or better)}


def _fill(view: View, played: str, better: str) -> Iterator[Category]:
    fills = [_filled(view, move) for move in (played, better)]
    if fills[0] is None and fills[1] is not None:
        yield "fill-late", {"contract": Contract.read(fills[1][0])}
    elif fills[0] is not None and fills[1] is None:
        yield "fill-early", {"contract": Contract.read(fills[0][0])}
    if fills[0] is None or fills[1] is None:
        return
    (one, laid), (two, instead) = fills[0], fills[1]
    if one["id"] != two["id"]:
        yield "other-contract", {"contract": Contract.read(two)}
    if JOKER in laid and JOKER not in instead:
        yield "joker-early", {}
    elif JOKER in instead and JOKER not in laid:
        yield "joker-kept", {}
    if one["id"] == two["id"] and _of_suit(instead, two) > _of_suit(laid, one):
        yield "wrong-suit", {"suit": Suit[two["suit"].upper()]}
    yield "other-cards", {"cards": cards(list((Counter(instead) - Counter(laid)).elements()) or instead)}


def _filled(view: View, move: str) -> tuple[dict[str, Any], list[str]] | None:
    """The contract that a move fills, and the cards it lays; None if it fills none."""
    words = move.split(" ")
    contract = next((one for one in view["contracts"] if words[0] == "fill" and str(one["id"]) == words[1]), None)
    return None if contract is None else (contract, [card for group in words[2:] for card in group.split("+")])


def _nearest(view: View, taken: Sequence[str]) -> dict[str, Any] | None:
    """The contract on offer that lacks fewest cards; of two, the one worth more."""
    found: dict[str, Any] | None = min(
        view["contracts"], key=lambda one: (_missing(view, one, taken), -one["points"]), default=None
    )
    return found


def _missing(view: View, contract: dict[str, Any], taken: Sequence[str]) -> int:
    """Cards that a contract lacks, beside the Joker."""
    held = tuple(sorted(int(card[1:]) for card in [*view["hand"], *taken]))
    jokers: int = view["jokers"][view["seat"]]
    return max(0, lacking(tuple(contract["requirements"]), held).cards - jokers)


def _next_known(view: View) -> Counter[str]:
    """How many cards of each value everybody knows to be in the next player's hand."""
    return Counter(card[1:] for card in view["known"][(view["seat"] + 1) % view["players"]])


def _values(names: Sequence[str]) -> list[str]:
    return sorted(name[1:] for name in names)


def _of_suit(names: Sequence[str], contract: dict[str, Any]) -> int:
    return sum(name[:1] == Suit[contract["suit"].upper()].value for name in names)
