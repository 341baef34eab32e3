"""Romi Rami as lines of text."""

from __future__ import annotations

from typing import Any

from tuilerie.engine.drawing.log_phrases import LogPhrases
from tuilerie.engine.drawing.pieces import by_seat
from tuilerie.games.romirami.terms import Card, Requirement, Suit, contract_of
from tuilerie.words import say
from tuilerie.words.terms import Phrase, phrase, several

View = dict[str, Any]
SUITS = {suit.word: suit.shape for suit in Suit}
CARD_SUITS = {suit.value: suit.shape for suit in Suit}


def draw(view: View, lang: str) -> list[str]:
    lines = [
        say(
            "table.romirami.scores",
            lang,
            scores=by_seat(view["scores"]),
            sizes=by_seat(view["hand_sizes"]),
            pile=view["pile"],
        )
    ]
    lines.append(
        say("table.romirami.trophies", lang, trophies=", ".join(_trophy(trophy, lang) for trophy in view["trophies"]))
    )
    lines.append(say("table.romirami.contracts", lang))
    for contract in view["contracts"]:
        asks = " + ".join(requirement(word, lang) for word in contract["requirements"])
        lines.append(
            f"  {contract['id']:3} {SUITS[contract['suit']]} "
            f"{say('suit.' + contract['suit'], lang):8} {contract['points']:2}  {asks}"
        )
    lines.append(say("table.romirami.market", lang, cards="  ".join(map(_card, view["market"]))))
    for seat, completed in enumerate(view["completed"]):
        numbers = (
            " ".join(str(contract["id"] if isinstance(contract, dict) else contract) for contract in completed) or "-"
        )
        joker = say("table.romirami.joker" if view["jokers"][seat] else "table.romirami.no_joker", lang)
        lines.append(
            say("table.romirami.seat", lang, seat=seat, contracts=numbers, bonus=len(view["bonus"][seat]), joker=joker)
        )
    if view["hand"] is not None:
        lines.append(say("table.romirami.hand", lang, cards="  ".join(map(_card, view["hand"]))))
    return lines


def _trophy(trophy: dict[str, Any], lang: str) -> str:
    combo = trophy["name"].startswith("combo")
    name = say("table.romirami.combo", lang, cards=trophy["name"][5:]) if combo else say(f"suit.{trophy['name']}", lang)
    return f"{name} {trophy['points']} ({by_seat(trophy['counts'])})"


def requirement(word: str, lang: str) -> str:
    """What a contract asks for, in words."""
    return Requirement(word).in_words(lang)


def _card(card: str) -> str:
    return f"{CARD_SUITS[card[0]]}{card}"


class RomiRamiPhrases(LogPhrases):
    scores = "terminal.romirami.scores"

    def piece(self, name: str) -> Card:
        return Card(name)

    def longer_move(self, move: str, view: View) -> Phrase | None:
        verb, _, rest = move.partition(" ")
        if verb == "fill":
            number, _, groups = rest.partition(" ")
            used = [card for group in groups.split() for card in group.split("+")]
            return phrase("terminal.move.fill", contract=contract_of(number, view), pieces=self.pieces(used))
        return (
            phrase(f"terminal.move.{verb}", pieces=self.pieces(rest.split("+")))
            if verb in ("take", "discard") and rest
            else None
        )

    def event(self, kind: str, fields: Any, view: View) -> Phrase | None:
        if kind != "market":
            return None
        contracts = several(contract_of(number, view) for number in fields["contracts"])
        cards = self.pieces(fields["values"])
        if not contracts.things:
            return phrase("terminal.log.market-cards", cards=cards)
        return (
            phrase("terminal.log.market", cards=cards, contracts=contracts)
            if cards.things
            else phrase("terminal.log.market-contracts", contracts=contracts)
        )


LOG_PHRASES = RomiRamiPhrases()
