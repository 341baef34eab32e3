"""What the page of the study looks up in numbers.json."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docs.study import run

from tuilerie.lab.holm import holm, p_value
from tuilerie.lab.intervals import Z
from tuilerie.lab.marks import label, marks_of

Found = dict[str, Any]  # as read from JSON


def first_rows(numbers: Found) -> Iterator[tuple[str, int, str, Found]]:
    for command in [*run.FIRST, *run.CLUB]:
        found = numbers[command]
        yield found["game"], found["players"], found["bots"][0], found


def edge_of(found: Found) -> dict[str, float]:
    """What beginning is worth: the share of victory above a fair one."""
    return {key: found["order"][0][key] - 1 / found["players"] for key in ("value", "low", "high")}


def certain_edges(numbers: Found) -> list[bool]:
    """Which advantages survive Holm's correction over all of them."""
    edges = [edge_of(found) for *_, found in first_rows(numbers)]
    return [p < 0.05 for p in holm([p_value(edge["value"], (edge["high"] - edge["low"]) / (2 * Z)) for edge in edges])]


def study_of(numbers: Found, game: str, bots: str, players: int) -> Found:
    return next(found for one, n, name, found in first_rows(numbers) if (one, n, name) == (game, players, bots))


def dealt_marks(numbers: Found, bots: str, players: int) -> list[Found]:
    return [row for row in study_of(numbers, "restart", bots, players)["marks"] if row["kind"] == "dealt"]


def luck_rows(numbers: Found) -> Iterator[tuple[str, Found]]:
    for command in run.LUCK:
        if "--skill" not in command:
            yield numbers[command]["game"], numbers[command]


def labels() -> dict[str, str]:
    from tuilerie.bots.roster import seat_bots
    from tuilerie.engine.options import read_variant
    from tuilerie.engine.registry import game_named
    from tuilerie.lab.plan import Plan

    game = game_named("romirami")
    return {
        mark.name: label(mark, "en")
        for mark in marks_of(Plan(game, 2, read_variant(game.options, {}, 2), None, 0, [seat_bots(["greedy"], 2)]))
    }


def priced(numbers: Found) -> list[Found]:
    """Contracts by how much more the score of those who complete them exceeds the others' than for the average
    contract, the dearest first.
    """
    rows = [row for row in numbers[run.CONTRACTS[0]]["marks"] if row["mark"].startswith("contract-")]
    names = labels()
    middle = sum(row["score"]["value"] for row in rows) / len(rows)
    found = []
    for row in rows:
        error = (row["score"]["high"] - row["score"]["low"]) / (2 * Z)
        above = row["score"]["value"] - middle
        one = {
            "mark": row["mark"],
            "label": names[row["mark"]],
            "value": above,
            "low": above - Z * error,
            "high": above + Z * error,
            "p": p_value(above, error),
        }
        found.append(one | {"row": row})
    for one, p in zip(found, holm([one["p"] for one in found]), strict=True):
        one["real"] = p < 0.05
    return sorted(found, key=lambda one: -one["value"])


PICTURES = {
    "first-seat": "What beginning is worth, by game, number of players and kind of player: points of victory above a "
    "fair share",
    "special-tiles": "What each special tile is worth to the player who is dealt it in the first round: points of "
    "victory",
    "contracts": "Score of those who complete a contract, above the average contract",
    "luck": "What explains who wins, by game",
}


def picture(name: str) -> str:
    return f"![{PICTURES[name]}, with 95% intervals](study/{name}.svg)"
