"""The marks of each game by name: what a study can say "those who had it" about. What they are is watched inside compiled code (`kernels/watch_*`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tuilerie.engine.deck import SUITS, real_deck
from tuilerie.lab.kernels import watch
from tuilerie.lab.plan import Plan
from tuilerie.words import say


@dataclass(frozen=True)
class Mark:
    """`kind`: dealt (the deal's doing: a difference is its effect), used, left, won (what players did: a difference may have other causes).
    `most`: a seat has the mark if it has more of it than every other seat; otherwise if it has it at all."""

    index: int
    name: str
    kind: str
    most: bool = False
    details: dict[str, Any] = field(default_factory=dict)

    def label(self, lang: str) -> str:
        key = self.details.get("key", self.name)
        return say(f"mark.{key}", lang, **{name: _translated(value, lang) for name, value in self.details.items() if name != "key"})


@dataclass(frozen=True)
class Watched:
    """A game's watch module, and the margin up to which a game of it was close."""

    module: str | None
    close: int


WATCHED = {
    "restart": Watched("tuilerie.lab.kernels.watch_restart", 10),
    "romirami": Watched("tuilerie.lab.kernels.watch_romirami", 2),
    "famille": Watched("tuilerie.lab.kernels.watch_famille", 1),
    "junior": Watched("tuilerie.lab.kernels.watch_junior", 2),
}
NOTHING = Watched(None, 1)


def watched(plan: Plan) -> Watched:
    return WATCHED.get(plan.game.id, NOTHING)


def mark_count(plan: Plan) -> int:
    """Registers the game's watch module; the number of its marks."""
    return watch.register(plan.game.kernel, watched(plan).module)


def marks_of(plan: Plan) -> list[Mark]:
    make = {"restart": _restart, "romirami": _romirami, "famille": _famille, "junior": _junior}.get(plan.game.id)
    return make(plan) if make else []


def _restart(plan: Plan) -> list[Mark]:
    tiles = ("scissors", "bin", "restart", "end")
    return [Mark(4 * part + at, f"{kind}-{tile}", kind) for part, kind in enumerate(("dealt", "used", "left")) for at, tile in enumerate(tiles)]


def _romirami(plan: Plan) -> list[Mark]:
    from tuilerie.lab.kernels.watch_romirami import BONUS, JOKER_USED, TROPHY

    deck = plan.deck or real_deck()
    found = [
        Mark(index, f"contract-{one['id']}", "won", details={"key": "contract", "id": one["id"], "points": one["points"], "asks": _asked(one["requirements"])})
        for index, one in enumerate(deck["contracts"])
    ]
    for index, trophy in enumerate(deck["trophies"]):
        suit = {"key": "trophy-suit", "suit": f"suit.{trophy['suit']}", "points": trophy["suit_points"]}
        combo = {"key": "trophy-combo", "cards": trophy["combo"], "points": trophy["combo_points"]}
        found.append(Mark(TROPHY + index, f"trophy-{trophy['suit']}", "won", details=suit))
        found.append(Mark(TROPHY + len(SUITS) + index, f"trophy-combo{trophy['combo']}-{index + 1}", "won", details=combo))
    return [*found, Mark(JOKER_USED, "joker", "used"), Mark(BONUS, "bonus", "won", most=True)]


def _asked(requirements: list[str]) -> str:
    return " + ".join(requirements)


def _famille(plan: Plan) -> list[Mark]:
    names = ("dealt-run", "dealt-family", "dealt-fit", "new-run", "new-family", "add-run", "add-family", "drew", "kept", "many")
    return [Mark(index, name, "dealt" if name.startswith("dealt") else "used", most=name in ("drew", "kept")) for index, name in enumerate(names)]


def _junior(plan: Plan) -> list[Mark]:
    return [Mark(0, "first-turn", "won"), Mark(1, "by-animal", "won", most=True), Mark(2, "by-colour", "won", most=True)]


def _translated(value: Any, lang: str) -> Any:
    return say(value, lang) if isinstance(value, str) and value.startswith("suit.") else value
