"""A seat's view as lines of text: for dumb terminals, pipes and screen readers. One function per game; games without one get a plain list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tuilerie.words import say

View = dict[str, Any]
SUITS = {"cherry": "♠", "diamond": "♦", "heart": "♥", "clover": "♣"}  # the nearest signs a terminal has
CARD_SUITS = {"c": "♠", "d": "♦", "h": "♥", "l": "♣"}
SHAPES = {"r": "●", "g": "▲", "b": "✕", "o": "■", "k": "□", "y": "★"}


def draw(view: View, lang: str) -> str:
    return "\n".join(DRAWINGS.get(view["game"], _generic)(view, lang))


def _restart(view: View, lang: str) -> list[str]:
    lines = [say("table.round", lang, round=view["round"], totals=_seats(view["totals"]), sizes=_seats(view["hand_sizes"]))]
    for colour, tiles in view["rows"].items():
        values = " ".join(tile[1:] for tile in tiles)
        state = say("table.restart.closed", lang) if tiles[-1].endswith("E") else ""
        if tiles[-1].endswith("X"):
            state = say("table.restart.restarted", lang)
        lines.append(f"  {SHAPES[colour]} {colour} {say(f'colour.{colour}', lang):8} {values} {state}".rstrip())
    if view["hand"] is not None:
        lines.append(say("table.hand", lang))
        lines.extend(_hand_by_colour(view["hand"], lang))
    return lines


def _hand_by_colour(hand: list[str], lang: str) -> list[str]:
    lines = []
    for colour in "rgbok":
        values = [tile[1:] for tile in hand if tile[0] == colour]
        if values:
            lines.append(f"  {SHAPES[colour]} {colour} {say(f'colour.{colour}', lang):8} {' '.join(values)}")
    specials = [say(f"table.restart.{tile}", lang) for tile in hand if tile in "ST"]
    return lines + ([f"  {', '.join(specials)}"] if specials else [])


def _romirami(view: View, lang: str) -> list[str]:
    lines = [say("table.romirami.scores", lang, scores=_seats(view["scores"]), sizes=_seats(view["hand_sizes"]), pile=view["pile"])]
    lines.append(say("table.romirami.trophies", lang, trophies=", ".join(_trophy(trophy, lang) for trophy in view["trophies"])))
    lines.append(say("table.romirami.contracts", lang))
    for contract in view["contracts"]:
        asks = " + ".join(requirement(word, lang) for word in contract["requirements"])
        lines.append(f"  {contract['id']:3} {SUITS[contract['suit']]} {say('suit.' + contract['suit'], lang):8} {contract['points']:2}  {asks}")
    lines.append(say("table.romirami.market", lang, cards="  ".join(map(_card, view["market"]))))
    for seat, completed in enumerate(view["completed"]):
        numbers = " ".join(str(contract["id"] if isinstance(contract, dict) else contract) for contract in completed) or "-"
        joker = say("table.romirami.joker" if view["jokers"][seat] else "table.romirami.no_joker", lang)
        lines.append(say("table.romirami.seat", lang, seat=seat, contracts=numbers, bonus=len(view["bonus"][seat]), joker=joker))
    if view["hand"] is not None:
        lines.append(say("table.romirami.hand", lang, cards="  ".join(map(_card, view["hand"]))))
    return lines


def _trophy(trophy: dict[str, Any], lang: str) -> str:
    combo = trophy["name"].startswith("combo")
    name = say("table.romirami.combo", lang, cards=trophy["name"][5:]) if combo else say(f"suit.{trophy['name']}", lang)
    return f"{name} {trophy['points']} ({_seats(trophy['counts'])})"


def requirement(word: str, lang: str) -> str:
    """What a contract asks for, in words."""
    size, _, value = word[3:].partition("of")
    if word.startswith("run"):
        return say("table.romirami.run", lang, size=size)
    return say("table.romirami.set_of", lang, size=size, value=value) if value else say("table.romirami.set", lang, size=size)


def _card(card: str) -> str:
    return f"{CARD_SUITS[card[0]]}{card}"


def _famille(view: View, lang: str) -> list[str]:
    lines = [say("table.famille.sizes", lang, sizes=_seats(view["rack_sizes"]), pool=view["pool"])]
    lines.extend(f"  {group['number']:2} {say('table.famille.' + group['kind'], lang):8} {'  '.join(map(_tile, group['tiles']))}" for group in view["groups"])
    if view["rack"] is not None:
        lines.append(say("table.famille.rack", lang, tiles="  ".join(map(_tile, view["rack"]))))
    if view["drawn"]:
        lines.append(say("table.famille.drawn", lang, tile=_tile(view["drawn"])))
    return lines


def _junior(view: View, lang: str) -> list[str]:
    down = set(view["face_down"])
    turned = view["turned"] or {"slot": None, "tile": ""}
    lines = []
    for first in range(1, 53, 13):
        slots = range(first, first + 13)
        lines.append("  " + " ".join(f"{slot if slot in down else turned['tile'] if slot == turned['slot'] else '.':>3}" for slot in slots))
    for seat, kept in enumerate(view["kept"]):
        lines.append(say("table.junior.kept", lang, seat=seat, count=len(kept), tiles=" ".join(map(_tile, kept))))
    return lines


def _tile(tile: str) -> str:
    return f"{SHAPES[tile[0]]}{tile}"


def _generic(view: View, lang: str) -> list[str]:
    return [f"  {key}: {value}" for key, value in view.items() if value is not None]


def _seats(numbers: list[int]) -> str:
    return " / ".join(str(number) for number in numbers)


DRAWINGS: dict[str, Callable[[View, str], list[str]]] = {
    "restart": _restart,
    "romirami": _romirami,
    "famille": _famille,
    "junior": _junior,
}
