"""Romi Rami in a terminal: trophies, contracts with what can be filled now, the market, the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tuilerie.engine.drawing.board import GAP, Board, Keys, Scene, buttons, copies, names_of, pieces_of, players, title
from tuilerie.engine.drawing.canvas import PLAIN, QUIET, STRONG, SUIT_INKS, Canvas
from tuilerie.games.romirami.plain import CARD_SUITS, SUITS, requirement
from tuilerie.games.romirami.terms import contract_of

ORDER = "cdhl"


class RomiRamiBoard(Board):
    words = ("done",)

    def paint(self, scene: Scene, canvas: Canvas) -> None:
        view = scene.view
        y = players(scene, canvas, 0, [self._fact(scene, seat) for seat in range(view["players"])])
        y = self._trophies(scene, canvas, y)
        y = title(canvas, y, scene.say("romirami.contracts", left=view["contract_pile"]))
        for contract in view["contracts"]:
            y = self._contract(scene, canvas, y, contract)
        y = title(canvas, y, scene.say("romirami.market", pile=view["pile"]))
        y = _cards(canvas, y, copies("market", view["market"]))
        if view["hand"] is not None:
            joker = scene.say("romirami.joker" if view["jokers"][view["seat"]] else "romirami.no_joker")
            y = title(canvas, y + (canvas.scale - 1), scene.held("romirami.hand", count=len(view["hand"]), joker=joker))
            y = _cards(canvas, y, copies("hand", view["hand"]))
        elif "hands" in view:
            for seat, hand in enumerate(view["hands"]):
                y = title(canvas, y, scene.say("log.line", name=scene.name(seat), text=" ".join(hand)))
        if view["last_lap"]:
            canvas.put(1, y, scene.say("romirami.last_lap"), STRONG)
            y += 1
        buttons(scene, canvas, y, self.words)

    def _fact(self, scene: Scene, seat: int) -> str:
        view = scene.view
        return scene.say(
            "romirami.seat",
            points=view["scores"][seat],
            cards=view["hand_sizes"][seat],
            contracts=len(view["completed"][seat]),
        )

    def _trophies(self, scene: Scene, canvas: Canvas, y: int) -> int:
        x = 1
        for trophy in scene.view["trophies"]:
            text = (
                f"{_trophy_name(scene, trophy)}, "
                f"{scene.say('romirami.points', points=trophy['points'])} ({'/'.join(map(str, trophy['counts']))})"
            )
            if trophy["holder"] is not None:
                text += f" ☆{scene.name(trophy['holder'])}"
            if x > 1 and x + len(text) > canvas.width:
                x, y = 1, y + 1
            x = canvas.put(x, y, text, QUIET if trophy["holder"] is None else PLAIN) + GAP
        return y + 1

    def _contract(self, scene: Scene, canvas: Canvas, y: int, contract: dict[str, Any]) -> int:
        key = f"contract:{contract['id']}"
        possible = any(move.startswith(f"fill {contract['id']} ") for move in scene.moves)
        left, right = ("‹", "›") if canvas.cursor == key else ("[", "]") if key in canvas.picked else (" ", " ")
        suit = f"{SUITS[contract['suit']]} {scene.word('suit.' + contract['suit'])}"
        asks = " + ".join(requirement(word, scene.lang) for word in contract["requirements"])
        points = scene.say("romirami.points", points=contract["points"])
        text = f"{left}{contract['id']:>3}  {suit:10} {points:7} {asks}{right}"
        style = STRONG if key in (canvas.cursor, *canvas.picked) or possible else PLAIN
        x = canvas.put(0, y, text, style, key)
        if possible:
            canvas.put(x + 1, y, scene.say("romirami.possible"), STRONG)
        return y + 1

    def keys(self, scene: Scene, move: str) -> Keys:
        verb, _, rest = move.partition(" ")
        if verb == "take":
            return pieces_of("market", rest)
        if verb == "discard":
            return pieces_of("hand", rest)
        if verb == "fill":
            number, _, groups = rest.partition(" ")
            cards = [card for group in groups.split() for card in group.split("+") if card != "*"]
            return Counter([f"contract:{number}"]) + Counter(f"hand:{card}" for card in cards)
        return Counter([f"word:{verb}"])

    def why_not(self, scene: Scene, move: str) -> str | None:
        """No cards are named where only the contract was pointed at: the refusal would speak of their spelling."""
        return (
            scene.say("no_fill", contract=contract_of(move.split()[1], scene.view))
            if move.startswith("fill ")
            else None
        )

    def may_lack(self, key: str, picked: Keys) -> bool:
        """A contract alone means any of its fills; cards alone, the contract that they fill. A take is said in full."""
        return any(pick.startswith("contract:") for pick in picked) or key.startswith("contract:")

    def spelt(self, scene: Scene, picked: Sequence[str]) -> str | None:
        market, hand, contracts = names_of(picked, "market"), names_of(picked, "hand"), names_of(picked, "contract")
        if contracts:
            return f"fill {contracts[-1]} {'+'.join(sorted(hand, key=_place)) or '*'}"
        if market:
            return "take " + "+".join(sorted(market, key=_place))
        return "discard " + "+".join(sorted(hand, key=_place)) if hand else None


def _trophy_name(scene: Scene, trophy: dict[str, Any]) -> str:
    if trophy["name"].startswith("combo"):
        return scene.say("romirami.combo", cards=trophy["name"][5:])
    return f"{SUITS[trophy['name']]} {scene.word('suit.' + trophy['name'])}"


def _cards(canvas: Canvas, y: int, keyed: Sequence[tuple[str, str]]) -> int:
    x = 1
    for card, key in keyed:
        if x > 1 and x + 5 > canvas.width:
            x, y = 1, y + canvas.scale
        x = canvas.piece(x, y, card[1:], CARD_SUITS[card[0]], ink=SUIT_INKS[card[0]], key=key) + 1
    return y + canvas.scale


def _place(card: str) -> tuple[int, int]:
    return ORDER.index(card[0]), int(card[1:])


BOARD = RomiRamiBoard()
