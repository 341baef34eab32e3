"""Events in words for the log: who did what, pieces with their shapes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tuilerie.engine.game import Event
from tuilerie.terminal.drawing import CARD_SUITS, SHAPES
from tuilerie.words import catalogue, say

PIECE = re.compile(r"\b[a-z](?:\d+|E|X)\b")  # in notation


def tell(event: Event, game: str, names: Sequence[str], lang: str) -> str:
    """One event as a line."""
    kind, rest = event[0], event[1:]
    if kind == "move":
        return say("terminal.log.line", lang, name=names[rest[0]], text=move_words(rest[1], game, lang))
    if kind in ("draw", "reveal"):
        return say("terminal.log.line", lang, name=names[rest[0]], text=_drawn(kind, rest[1], game, lang))
    if kind == "deal":
        return say("terminal.log.deal", lang, name=names[rest[0]["first"]])
    if kind == "market":
        contracts = ", ".join(map(str, rest[0]["contracts"])) or "–"
        return say("terminal.log.market", lang, cards=pieces(rest[0]["values"], game) or "–", contracts=contracts)
    if kind == "round":
        return say("terminal.log.round", lang, points=_each(names, rest[0]["points"]), totals=_each(names, rest[0]["totals"]))
    if kind == "end":
        return ending(rest[0], names, lang)
    return say(f"terminal.log.{kind}", lang) if f"terminal.log.{kind}" in catalogue(lang) else f"{kind} {rest}"


def move_words(move: str, game: str, lang: str) -> str:
    """A move in words: `g4+g5` is "▲4 ▲5 placed"."""
    if game == "restart" and ":" in move:
        row = f"{SHAPES[move[2]]} {say(f'colour.{move[2]}', lang)}"
        return say(f"terminal.move.{move[0]}", lang, row=row)
    verb, _, rest = move.partition(" ")
    if f"terminal.move.{move}" in catalogue(lang):
        return say(f"terminal.move.{move}", lang)
    if game == "restart":
        said = say("terminal.move.place", lang, pieces=pieces(move.split("+"), game))
        return f"{said} {say('terminal.move.restarted', lang)}" if move.endswith("X") else said
    if verb in ("fill", "add"):
        number, _, parts = rest.partition(" ")
        shown = "  ".join(pieces(group.split("+"), game) for group in parts.split())
        return say(f"terminal.move.{verb}", lang, number=number, pieces=shown)
    if verb == "flip":
        return say("terminal.move.flip", lang, slot=rest)
    if verb in ("take", "discard", "new") and rest:
        return say(f"terminal.move.{verb}", lang, pieces=pieces(rest.split("+"), game))
    return move


def reason_words(sentence: str, game: str, lang: str) -> str:
    """The reason of a hint with its pieces and rows as the table shows them: "row g" is "row ▲ green", "g15" is "▲15"."""
    if game == "restart":
        row = rf"\b({say('terminal.row', lang)}) ([rgbok])\b"
        sentence = re.sub(row, lambda found: f"{found[1]} {SHAPES[found[2]]} {say(f'colour.{found[2]}', lang)}", sentence)
    return PIECE.sub(lambda found: piece(found[0], game), sentence)


def ending(end: dict[str, Any], names: Sequence[str], lang: str) -> str:
    """How the game ended, who won, and the scores."""
    code = f"terminal.reason.{end['reason']}"
    reason = say(code, lang) if code in catalogue(lang) else str(end["reason"])
    winners = ", ".join(names[seat] for seat in end["winners"])
    who = say("terminal.log.won" if len(end["winners"]) == 1 else "terminal.log.shared", lang, names=winners) if winners else ""
    return " ".join(part for part in (reason, who, say("terminal.log.scores", lang, scores=_each(names, end["scores"]))) if part)


def pieces(found: Sequence[str], game: str) -> str:
    return " ".join(piece(one, game) for one in found)


def piece(name: str, game: str) -> str:
    """A piece with its shape: colour is never the only cue."""
    if name in ("S", "T", "*"):
        return {"S": "✂", "T": "▽", "*": "✱"}[name]
    signs = CARD_SUITS if game == "romirami" else SHAPES if game in ("restart", "famille", "junior") else {}
    return f"{signs[name[0]]}{name[1:]}" if name[:1] in signs else name


def _drawn(kind: str, found: Any, game: str, lang: str) -> str:
    if isinstance(found, int):
        return say("terminal.log.draws", lang, count=found)
    shown = pieces(found, game) if isinstance(found, list) else piece(found, game)
    if game == "junior":
        shown += f" {say(f'terminal.animal.{found[1:]}', lang)}"
    return say(f"terminal.log.{kind}", lang, pieces=shown)


def _each(names: Sequence[str], numbers: Sequence[int]) -> str:
    return ", ".join(f"{name} ({number})" for name, number in zip(names, numbers, strict=True))


def told_apart(names: Sequence[str]) -> list[str]:
    """Two of a name get the numbers of their seats."""
    return [f"{name} {seat + 1}" if names.count(name) > 1 else name for seat, name in enumerate(names)]
