"""How moves of Romi Rami are written and read, and why one is refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tuilerie.engine.errors import Refused
from tuilerie.games.romirami import record
from tuilerie.games.romirami.record import KINDS, RUN, VALUES, size_of
from tuilerie.games.romirami.terms import Card, Contract, Requirement, Suit, cards
from tuilerie.words.terms import several

SUITS = "cdhl"
JOKER = "*"
CARD_NAME = tuple(SUITS[kind // VALUES] + str(kind % VALUES + 1) for kind in range(KINDS))
KIND_OF = {name: kind for kind, name in enumerate(CARD_NAME)}
CARDS = re.compile(r"[cdhl][1-9](?:\+[cdhl][1-9])*")
GROUP = re.compile(r"(?:[cdhl][1-9]|\*)(?:\+(?:[cdhl][1-9]|\*))*")
NUMBER = re.compile(r"[1-9][0-9]{0,3}")
LONGEST = 120


@dataclass(frozen=True)
class Move:
    """A readable move: `take`, `fill`, `done` or `discard`; a fill has a contract's number and its groups, the others
    one group.
    """

    verb: str
    groups: list[list[str]] = field(default_factory=list)
    number: int = 0


def parse(move: str) -> Move | None:
    """The parts of a move, or None if this is no move of Romi Rami."""
    words = move[:LONGEST].split(" ")
    if words == ["done"]:
        return Move("done")
    if words[0] in ("take", "discard") and len(words) == 2 and CARDS.fullmatch(words[1]):
        return Move(words[0], [words[1].split("+")])
    if (
        words[0] == "fill"
        and len(words) > 2
        and NUMBER.fullmatch(words[1])
        and all(GROUP.fullmatch(word) for word in words[2:])
    ):
        return Move("fill", [word.split("+") for word in words[2:]], int(words[1]))
    return None


def card_names(counts: Iterable[int]) -> list[str]:
    """Counts per kind as cards: by suit, then value."""
    return [CARD_NAME[kind] for kind, count in enumerate(counts) for _ in range(count)]


def requirements(state: Any, contract: int) -> list[int]:
    """The codes of a contract's requirements."""
    return [code for code in state["requirement"][contract] if code]


def requirement_word(code: int) -> str:
    if code > RUN:
        return f"run{code - RUN}"
    return f"set{code % 10}of{code // 10}" if code > 10 else f"set{code}"


# --- writing -----------------------------------------------------------------------------------------


def spell(state: Any, actions: Sequence[int]) -> str:
    first = actions[0]
    if first == record.DONE:
        return "done"
    if first < record.TAKE_ENOUGH:
        return "take " + "+".join(CARD_NAME[action - record.TAKE] for action in actions if action != record.TAKE_ENOUGH)
    if first >= record.DISCARD:
        return "discard " + "+".join(CARD_NAME[action - record.DISCARD] for action in actions)
    contract = state["offers"][first - record.FILL]
    codes = requirements(state, contract)
    groups, at = [], 1
    for code in codes:
        size = size_of(code)
        groups.append(_spell_group(code, actions[at : at + 1 + size]))
        at += 1 + size
    return _fill_text(state["number"][contract], codes, groups)


def _spell_group(code: int, actions: Sequence[int]) -> str:
    value = actions[0] - record.VALUE + 1
    rise = 1 if code > RUN else 0
    return "+".join(
        JOKER if suit == record.JOKER else f"{SUITS[suit - record.SUIT]}{value + rise * at}"
        for at, suit in enumerate(actions[1:])
    )


def _fill_text(number: int, codes: Sequence[int], groups: Sequence[str]) -> str:
    return f"fill {number} " + " ".join(_in_text_order(codes, groups))


def _in_text_order(codes: Sequence[int], groups: Sequence[str]) -> list[str]:
    """The groups of equal requirements stand in text order."""
    ordered = list(groups)
    for code in set(codes):
        places = [at for at, other in enumerate(codes) if other == code]
        for at, group in zip(places, sorted(groups[at] for at in places), strict=True):
            ordered[at] = group
    return ordered


# --- reading -----------------------------------------------------------------------------------------


def actions_of(state: Any, move: Move) -> tuple[int, ...]:
    """The actions of a move; Refused where it has none in this position."""
    if move.verb == "done":
        return (record.DONE,)
    if move.verb == "discard":
        return tuple(record.DISCARD + KIND_OF[card] for card in move.groups[0])
    if move.verb == "take":
        kinds = [KIND_OF[card] for card in move.groups[0]]
        enough = (record.TAKE_ENOUGH,) if _could_take_more(state, kinds) else ()
        return tuple(record.TAKE + kind for kind in kinds) + enough
    if refused := _wrong_phase(state, move) or _misfit(state, move):
        raise refused
    place = _place_of(state, move.number)
    codes = requirements(state, state["offers"][place])
    groups = ["+".join(group) for group in move.groups]
    if _in_text_order(codes, groups) != groups:  # the rules do not care, but a move is written in one way only
        raise _fill_refusal(state, move)
    actions = [record.FILL + place]
    for code, group in zip(codes, move.groups, strict=True):
        actions.append(record.VALUE + _group_value(code, group) - 1)
        actions.extend(record.JOKER if card == JOKER else record.SUIT + SUITS.index(card[0]) for card in group)
    return tuple(actions)


def _could_take_more(state: Any, kinds: Sequence[int]) -> bool:
    """Whether the take must be said to be enough: another card of the market, not before the last one, would fit."""
    if len(kinds) >= record.TAKEN:
        return False
    left = Counter(state["market"][: state["market_size"]]) - Counter(kinds)
    return any(kind >= kinds[-1] and _share([*kinds, kind]) for kind in left)


def _share(kinds: Sequence[int]) -> bool:
    return len({kind // VALUES for kind in kinds}) == 1 or len({kind % VALUES for kind in kinds}) == 1


def _place_of(state: Any, number: int) -> int:
    """The place of a contract in the market, -1 if it is not there."""
    offers = [state["number"][contract] for contract in state["offers"][: state["offers_size"]]]
    return offers.index(number) if number in offers else -1


def _group_value(code: int, group: Sequence[str]) -> int:
    """The value of a set or the first of a run, by its first real card; 0 or less if no run begins there."""
    at, card = next((at, card) for at, card in enumerate(group) if card != JOKER)
    return int(card[1]) - at if code > RUN else int(card[1])


# --- refusals ----------------------------------------------------------------------------------------


def refusal(state: Any, move: Move) -> Refused:
    """Why a readable move is not legal here."""
    if state["phase"] == record.OVER:
        return Refused("over", "RR-E1")
    if refused := _wrong_phase(state, move):
        return refused
    if move.verb == "take":
        return _take_refusal(state, move.groups[0])
    if move.verb == "discard":
        return _discard_refusal(state, move.groups[0])
    return _misfit(state, move) or _fill_refusal(state, move)


def _wrong_phase(state: Any, move: Move) -> Refused | None:
    phase = state["phase"]
    if phase == record.DISCARDING and move.verb != "discard":
        return Refused("romirami.must-discard", "RR-T9", count=_surplus(state))
    if move.verb == "discard" and phase != record.DISCARDING:
        return Refused("romirami.nothing-to-discard", "RR-T9", most=record.MOST)
    if phase == record.TAKING and move.verb != "take":
        return Refused("romirami.take-first", "RR-V4" if move.verb == "done" else "RR-T1")
    if phase == record.FILLING and move.verb == "take":
        return (
            Refused("romirami.already-taken", "RR-T1")
            if state["taken_count"]
            else Refused("romirami.nothing-to-take", "RR-V2")
        )
    return None


def _take_refusal(state: Any, wanted: list[str]) -> Refused:
    market = Counter(CARD_NAME[kind] for kind in state["market"][: state["market_size"]])
    for card, used in Counter(wanted).items():
        if used > market[card]:
            wording = "romirami.too-few-in-market" if market[card] else None
            return Refused(
                "romirami.not-in-market", "RR-T1", wording=wording, piece=Card(card), used=used, there=market[card]
            )
    if len(wanted) > record.TAKEN:
        return Refused("romirami.too-many", "RR-T1", most=record.TAKEN)
    if not _share([KIND_OF[card] for card in wanted]):
        return Refused("romirami.nothing-shared", "RR-T1")
    return _respelt(f"take {'+'.join(sorted(wanted))}")


def _discard_refusal(state: Any, given: list[str]) -> Refused:
    if refused := _not_held(state, Counter(given), "RR-T9"):
        return refused
    if len(given) != _surplus(state):
        return Refused("romirami.discard-count", "RR-T9", count=_surplus(state), most=record.MOST)
    return _respelt(f"discard {'+'.join(sorted(given))}")


def _not_held(state: Any, used: Counter[str], clause: str) -> Refused | None:
    """The first card that is not in the hand, or not as often as it is used."""
    hand = state["hand"][state["turn"]]
    for card, count in sorted(used.items()):
        held = int(hand[KIND_OF[card]])
        if count > held:
            return Refused(
                "not-held", clause, wording="too-few-held" if held else None, piece=Card(card), used=count, held=held
            )
    return None


def _misfit(state: Any, move: Move) -> Refused | None:
    """What is wrong with a fill before looking at the hand: the contract, and whether each group is what
    it asks for.
    """
    place = _place_of(state, move.number)
    if place < 0:
        offers = [_contract(state, contract) for contract in state["offers"][: state["offers_size"]]]
        return Refused("romirami.not-offered", "RR-T2", contract=move.number, offers=several(offers or "–", ", "))
    contract = _contract(state, state["offers"][place])
    codes = requirements(state, state["offers"][place])
    if len(move.groups) != len(codes):
        return Refused(
            "romirami.groups", "RR-T3", contract=contract, count=len(codes), asked=several(contract.requirements)
        )
    if sum(group.count(JOKER) for group in move.groups) > 1:
        return Refused("romirami.one-joker", "RR-T6")
    for code, group in zip(codes, move.groups, strict=True):
        if not _meets(state["in_deck"], code, group):
            clause = "RR-T5" if code > RUN else "RR-T3"
            alike = code > 10 and code < RUN and _meets(int(state["in_deck"]), code % 10, group)
            wording = "romirami.wrong-value" if alike else "romirami.no-run" if code > RUN else None
            return Refused(
                "romirami.not-met",
                clause,
                wording=wording,
                group=cards(group, "+"),
                asked=Requirement(requirement_word(code)),
            )
    return None


def _contract(state: Any, contract: int) -> Contract:
    suit, points = tuple(Suit)[int(state["contract_suit"][contract])], int(state["contract_points"][contract])
    asked = tuple(Requirement(requirement_word(code)) for code in requirements(state, contract))
    return Contract(int(state["number"][contract]), suit, points, asked)


def _meets(in_deck: int, code: int, group: Sequence[str]) -> bool:
    size = size_of(code)
    if len(group) != size:
        return False
    value = _group_value(code, group)
    if code < RUN:
        return all(card == JOKER or int(card[1]) == value for card in group) and (code < 10 or value == code // 10)
    rising = all(card == JOKER or int(card[1]) == value + at for at, card in enumerate(group))
    return rising and value >= 1 and all(in_deck >> step & 1 for step in range(value, value + size))


def _fill_refusal(state: Any, move: Move) -> Refused:
    seat = state["turn"]
    used = Counter(card for group in move.groups for card in group)
    if used.pop(JOKER, 0) and not state["joker"][seat]:
        return Refused("romirami.joker-used", "RR-T6")
    if refused := _not_held(state, used, "RR-T3"):
        return refused
    codes = requirements(state, state["offers"][_place_of(state, move.number)])
    groups = [_in_order(code, group) for code, group in zip(codes, move.groups, strict=True)]
    return _respelt(_fill_text(move.number, codes, groups))


def _in_order(code: int, group: Sequence[str]) -> str:
    """A set is in suit order, the Joker last."""
    return "+".join(group if code > RUN else sorted(group, key=lambda card: (card == JOKER, card)))


def _respelt(move: str) -> Refused:
    return Refused("romirami.spelling", None, move=move)


def _surplus(state: Any) -> int:
    surplus: int = state["hand_size"][state["turn"]] - record.MOST
    return surplus
