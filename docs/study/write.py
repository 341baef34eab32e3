"""From numbers.json to docs/study.md and its plots.

Every claim of the text follows from an interval here, so that new numbers make a new text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import fill

from docs.study import run
from docs.study.lookup import (
    Found,
    certain_edges,
    dealt_marks,
    edge_of,
    first_rows,
    labels,
    luck_rows,
    picture,
    priced,
    study_of,
)

from tuilerie.lab.charts import PlotRow, bars, forest, standalone
from tuilerie.lab.results import Change
from tuilerie.lab.wording import figure_name, value_of

UNBROKEN = {"break_long_words": False, "break_on_hyphens": False}
PAGE = Path(__file__).parent.parent / "study.md"
TITLES = {"restart": "ReStart", "romirami": "Romi Rami", "famille": "Rummy famille", "junior": "Rummy junior"}
PARTS = ("player", "deal", "matching", "play")


def main() -> None:
    numbers = json.loads(run.NUMBERS.read_text(encoding="utf-8"))
    PAGE.write_text(text(numbers), encoding="utf-8")
    for name, svg in plots(numbers):
        (run.HERE / f"{name}.svg").write_text(standalone(svg), encoding="utf-8")


def text(numbers: Found) -> str:
    parts = [
        _opening(),
        _first(numbers),
        _variants(numbers),
        _specials(numbers),
        _contracts(numbers),
        _luck(numbers),
        _closing(),
    ]
    return wrapped("\n\n".join(part.strip() for part in parts)) + "\n"


def wrapped(page: str) -> str:
    """Paragraphs and list items in lines of at most 120 columns; tables, pictures, headings and code as they are."""
    blocks = re.split(r"(\n\n+|\n(?=[-|#!])|\n(?=```)|(?<=```)\n)", page)
    code, done = False, []
    for block in blocks:
        kept = code or block.startswith(("|", "#", "!", "```")) or not block.strip()
        code ^= block.count("```") % 2 == 1
        indent = "  " if block.startswith("- ") else ""
        done.append(block if kept else fill(" ".join(block.split()), 120, subsequent_indent=indent, **UNBROKEN))
    return "".join(done)


def plots(numbers: Found) -> Iterator[tuple[str, str]]:
    rows: list[PlotRow] = []
    certain = certain_edges(numbers)
    for game, players, bots, found in first_rows(numbers):
        rows.append(plot_row(f"{TITLES[game]}, {players} {bots}", edge_of(found), 100, certain[len(rows)]))
    yield "first-seat", forest(rows, "points above a fair share")
    rows = []
    for players in (2, 3, 4):
        for mark in dealt_marks(numbers, "greedy", players):
            name = f"{mark['mark'].removeprefix('dealt-').capitalize()}, {players} players"
            rows.append(plot_row(name, mark["victory"], 100, mark["real"]))
    yield "special-tiles", forest(rows, "points of victory for its holder")
    rows = [plot_row(one["label"], one, 1, one["real"]) for one in priced(numbers)]
    yield "contracts", forest(rows, "points of score above the average contract")
    rows = []
    for game, found in luck_rows(numbers):
        for part in PARTS:
            rows.append(plot_row(f"{TITLES[game]}: {LUCK_WORDS[part]}", found["luck"]["parts"][part]))
    yield "luck", bars(rows, "share of who wins")


def plot_row(name: str, figure: Found, scale: float = 1, real: bool = True) -> PlotRow:
    value, low, high = (scale * figure[key] for key in ("value", "low", "high"))
    return PlotRow(name, value, low, high, real)


# --- the text ---------------------------------------------------------------------------------------------


def pct(figure: Found, digits: int = 1) -> str:
    return (
        f"{100 * figure['value']:.{digits}f}% ({100 * figure['low']:.{digits}f} to {100 * figure['high']:.{digits}f})"
    )


def signed(figure: Found, scale: float = 100.0, digits: int = 1) -> str:
    value, low, high = (f"{scale * figure[key]:+.{digits}f}" for key in ("value", "low", "high"))
    return f"{value} ({low} to {high})"


def listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])


def commands(used: Sequence[str]) -> str:
    return (
        "<details><summary>The commands</summary>\n\n```\n"
        + "\n".join(f"tuilerie {command}" for command in used)
        + "\n```\n\n</details>"
    )


def _opening() -> str:
    return """
# A study of the four games

What our own laboratory finds in the games of the shelf. Every number in this page was made by `make study`, which
runs the commands shown in each
section and writes the page from their answers ([numbers.json](study/numbers.json)); the same commands give you the
same numbers. In brackets: 95%
intervals. Where many questions are asked at once, a difference is called certain only if it survives Holm's
correction. [The guide](lab.md) shows
how to ask questions of your own.

**Who plays?** `random` takes any legal move, `greedy` follows rules of thumb, `club` looks ahead a little. What
holds for all of them is likely a
property of the game; what holds for one may be a habit of that player.
"""


def _first(numbers: Found) -> str:
    rows, good, bad, open_ = [], [], [], []
    for certain, (game, players, bots, found) in zip(certain_edges(numbers), first_rows(numbers), strict=True):
        edge = edge_of(found)
        rows.append((TITLES[game], players, bots, f"{found['games']:,}", pct(found["order"][0]), signed(edge)))
        case = f"{TITLES[game]} with {players} {bots} players ({100 * edge['value']:+.1f})"
        (open_ if not certain else good if edge["value"] > 0 else bad).append((edge["value"], case))
    most = max(good, default=(0.0, "nothing"))[1]
    least = min(bad, default=(0.0, "nothing"))[1]
    kept = [case for _, case in open_]
    return f"""
## Is it better to begin?

{picture("first-seat")}

In {len(good)} of {len(rows)} studies beginning helps for certain, in {len(bad)} it hurts, and in {len(kept)} no
advantage can be seen. It helps most in
{most}. {f"It hurts most in {least}." if bad else "It certainly hurts nowhere."}
{"Nothing can be seen in " + listed(kept) + "." if kept else ""}

{table(("game", "players", "bots", "games", "who begins wins", "points above a fair share"), rows)}

{commands([*run.FIRST, *run.CLUB])}
"""


def _variants(numbers: Found) -> str:
    parts = []
    for command in run.VARIANTS:
        found = numbers[command]
        parts.append(f"### {TITLES[found['game']]}, {found['players']} players")
        rows = []
        for one in found["compare"]:
            certain = sorted((row for row in one["figures"] if row["real"]), key=lambda row: -Change(**row).strength)
            told = [_told(row, found["closeness"]["close_at"]) for row in certain[:4]]
            first = one["figures"][0]
            rows.append(
                (
                    f"`{one['variant']}`",
                    f"{len(certain)} of {len(one['figures'])}",
                    "; ".join(told) or "nothing visible",
                    _change(first),
                )
            )
        parts.append(table(("variant", "figures that change", "above all", "who begins wins (change in points)"), rows))
    return f"""
## What the variants change

Both rules were played on the same deals with the same dice, 30,000 games each, greedy players; differences are
taken game by game. Romi Rami and Rummy
junior have one setting only, who begins (`first`), which is the section above.

{chr(10).join(part + chr(10) for part in parts)}
{commands(run.VARIANTS)}
"""


def _told(row: Found, close_at: int) -> str:
    base, other = (value_of(row["figure"], row[key], "en") for key in ("base", "other"))
    return f"{figure_name(row['figure'], 'en', close_at=close_at)}: {base} → {other}"


def _change(row: Found) -> str:
    certain = ", certain" if row["real"] else ""
    return f"{100 * row['change']:+.1f} ({100 * row['low']:+.1f} to {100 * row['high']:+.1f}{certain})"


SPECIAL_HEADS = ("tile", "bots", "players", "wins with / without", "points of victory")
SPECIAL_HEADS += ("final score (lower is better)", "left in hand")
CHOICE_HEADS = ("game", "options per decision", "actions without a choice", "decisions that matter")
CHOICE_HEADS += ("gain of the best option (points)",)


def _specials(numbers: Found) -> str:
    rows, verdicts = [], []
    for bots in ("greedy", "random"):
        for players in (2, 3, 4):
            marks = {row["mark"]: row for row in study_of(numbers, "restart", bots, players)["marks"]}
            for tile in ("scissors", "bin"):
                dealt, left = marks[f"dealt-{tile}"], marks[f"left-{tile}"]
                win = f"{100 * dealt['with']['value']:.1f}% / {100 * dealt['without']['value']:.1f}%"
                shown = (
                    win,
                    signed(dealt["victory"]),
                    signed(dealt["score"], 1.0),
                    f"{100 * left['share']['value']:.1f}%",
                )
                rows.append((tile.capitalize(), bots, players, *shown))
                verdicts.append((tile, bots, players, dealt))
    good = [one for one in verdicts if one[3]["victory"]["low"] > 0 and one[3]["real"]]
    bin_ = [one[3]["victory"]["value"] for one in verdicts if one[0] == "bin" and one[1] == "greedy"]
    scissors = [one[3]["victory"]["value"] for one in verdicts if one[0] == "scissors" and one[1] == "greedy"]
    points = [-one[3]["score"]["value"] for one in verdicts if one[0] == "bin" and one[1] == "greedy"]
    verdict = ""
    if len(good) == len(verdicts):
        verdict = (
            "**Both tiles are worth more than they cost, everywhere.** A designer who wants them dearer has to charge "
            "for the use, not for the holding: nobody who can play keeps them."
        )
    return f"""
## Are Scissors and Bin worth their 20 points?

{picture("special-tiles")}

Who is dealt what is chance alone, so these differences are effects of the tile. In {len(good)} of {len(verdicts)}
cases the tile helps its
holder for certain. For greedy players a Bin in the first hand is worth {100 * min(bin_):.0f} to
{100 * max(bin_):.0f} points of victory and
{min(points):.0f} to {max(points):.0f} points of the final score; Scissors are worth {100 * min(scissors):.0f} to
{100 * max(scissors):.0f} points of victory.
The 20 points are a threat that is hardly ever carried out: the last column says how often a player is left with the
tile at the end of some round of
the game. {verdict}

{table(SPECIAL_HEADS, rows)}

The commands are those of the first section.
"""


def _contracts(numbers: Found) -> str:
    found = numbers[run.CONTRACTS[0]]
    ranked = priced(numbers)
    over, under = (
        [one for one in ranked if one["real"] and one["value"] > 0],
        [one for one in reversed(ranked) if one["real"] and one["value"] < 0],
    )

    def rows(some: Sequence[Found]) -> list[tuple[object, ...]]:
        return [
            (
                one["label"],
                f"{100 * one['row']['share']['value'] * 2:.0f}%",
                signed(one, 1.0),
                f"{100 * one['row']['decides']['value']:.1f}%",
            )
            for one in some
        ]

    trophies = sorted(
        (row for row in found["marks"] if row["mark"].startswith("trophy-")), key=lambda row: -row["decides"]["value"]
    )
    names = labels()
    prizes = [(names[row["mark"]], pct(row["with"]), f"{100 * row['decides']['value']:.1f}%") for row in trophies]
    bonus = next(row for row in found["marks"] if row["mark"] == "bonus")
    heads = ("contract", "completed when on offer", "score above the average contract", "decides")
    return f"""
## Which contracts and trophies are over- or under-priced?

Two greedy players, {found["games"]:,} games. For each contract: how much further ahead in the final score is the
player who completed it, compared with the
average contract? If all were priced alike, all would be at 0. Those above pay too much for the effort, those below
too little. Part of
it is luck with the cards, more so for contracts that ask for many: take this as a hint which prices to look at, and
try new ones with `--compare-deck`.

{picture("contracts")}

{len(over)} contracts are over-priced for certain, {len(under)} under-priced (of {len(ranked)}; Holm's correction).

**Over-priced**

{table(heads, rows(over[:10]))}

**Under-priced**

{table(heads, rows(under[:10]))}

**Trophies.** “Decides”: share of the games with this side up in which somebody else would have won without its
points.

{table(("trophy", "its holder wins", "decides"), prizes)}

Bonus cards: without their points {100 * bonus["decides"]["value"]:.0f}% of the games would have had another winner,
and the player with the most of them
wins {pct(bonus["with"])}.

{commands(run.CONTRACTS)}
"""


LUCK_WORDS = {
    "player": "who plays",
    "deal": "deal and seat",
    "matching": "deal and players together",
    "play": "chance in the play",
}


def _luck(numbers: Found) -> str:
    rows = []
    for command in run.LUCK:
        found = numbers[command]
        luck = found["luck"]
        rows.append(
            (
                TITLES[found["game"]],
                f"{luck['player']} against {luck['rival']}",
                signed(luck["edge"]),
                *(pct(luck["parts"][part], 0) for part in PARTS),
            )
        )
    choices = []
    for game, found in luck_rows(numbers):
        decisions = found["decisions"]
        numbers_of = (
            f"{found['choices']['options']['value']:.1f}",
            f"{100 * found['choices']['forced']['value']:.0f}%",
        )
        choices.append((TITLES[game], *numbers_of, pct(decisions["matters"], 0), signed(decisions["gain"])))
    return f"""
## Luck and skill

One player sits against another of a different strength; every deal is played from both seats, and all of it twice
with other dice. What decides who
wins then splits into four parts.

{picture("luck")}

{table(("game", "players", "edge in points", *(LUCK_WORDS[part] for part in PARTS)), rows)}

The share of “who plays” depends on how unlike the two are: it says how much room a game leaves for playing better,
not how hard it is. In Rummy junior
nobody can play better: all tiles look alike, and its share is chance through and through.

How much is there to decide? One random decision of each of many games, judged by the search: does the best option
win at least 5 points more often than
an option picked at random?

{table(CHOICE_HEADS, choices)}

{commands(run.LUCK)}
"""


def _closing() -> str:
    return """
## What this study does not say

- Bots are not families. A rule of thumb that all our players share would look like a property of the game.
- Differences between those who *did* something and those who did not are not effects: good positions make many
things possible. Only what is dealt is
  free of that.
- Intervals are about chance in the deals, not about the choice of players. Look for findings that hold for
`random`, `greedy` and `club` alike.
"""


if __name__ == "__main__":
    main()
