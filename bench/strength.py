"""The table of strength in docs/bots.md: `make strength` (about an hour on two cores), or `python -m bench.strength
--only "restart 2 club"` for some rows.

Every row is a paired match (bench/duel.py). Rows are kept in docs/strength.json as they finish; those that are there
already are not played again unless `--again` is given.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.duel import duel

DOCS = Path(__file__).parent.parent / "docs"
KEPT, PAGE = DOCS / "strength.json", DOCS / "bots.md"
FROM, TO = "<!-- strength: written by make strength -->", "<!-- /strength -->"


@dataclass(frozen=True)
class Row:
    game: str
    players: int
    mine: str
    theirs: str
    deals: int
    seed: int = 1

    @property
    def key(self) -> str:
        return f"{self.game} {self.players} {self.mine} {self.theirs} {self.deals}"


ROWS = [
    Row("restart", 2, "greedy", "random", 1000),
    Row("restart", 2, "beginner", "random", 300),
    Row("restart", 2, "beginner", "greedy", 300),
    Row("restart", 2, "club", "greedy", 200),
    Row("restart", 2, "expert", "greedy", 100),
    Row("restart", 2, "expert", "plain", 104, seed=32),
    Row("restart", 2, "expert", "flat", 75, seed=33),
    Row("restart", 4, "expert", "plain", 80, seed=31),
    Row("restart", 2, "cheat", "expert", 40),
    Row("restart", 2, "master", "expert", 47, seed=41),
    Row("romirami", 2, "greedy", "random", 500),
    Row("romirami", 2, "beginner", "random", 200),
    Row("romirami", 2, "beginner", "greedy", 200),
    Row("romirami", 2, "club", "greedy", 100),
    Row("romirami", 2, "expert", "greedy", 60),
    Row("romirami", 4, "expert", "greedy", 25),
    Row("romirami", 2, "cheat", "greedy", 40),
    Row("famille", 2, "greedy", "random", 1000),
    Row("famille", 2, "beginner", "random", 1000),
    Row("famille", 2, "beginner", "greedy", 1000),
    Row("famille", 2, "club", "greedy", 300),
    Row("famille", 2, "expert", "greedy", 300),
    Row("famille", 2, "cheat", "greedy", 100),
    Row("junior", 2, "greedy", "random", 1000),
]


def play(row: Row) -> dict[str, float]:
    mean, ms, worst = duel(row.game, row.mine, row.theirs, row.deals, row.players, row.seed)
    low, high = mean.share_interval()
    return asdict(row) | {"share": mean.mean, "low": low, "high": high, "ms": ms, "worst_ms": worst}


def table(results: dict[str, dict[str, float]]) -> str:
    lines = [
        "| game | players | bot | against | share of victory (95%) | deals | ms per decision |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in ROWS:
        if row.key in results:
            found = results[row.key]
            share = f"{100 * found['share']:.1f}% ({100 * found['low']:.1f} to {100 * found['high']:.1f})"
            others = row.theirs if row.players == 2 else f"{row.players - 1} x {row.theirs}"
            lines.append(
                f"| {row.game} | {row.players} | {row.mine} | {others} | {share} | {row.deals} | {found['ms']:.1f} |"
            )
    return "\n".join(lines)


def write(results: dict[str, dict[str, float]]) -> None:
    KEPT.write_text(
        json.dumps({row.key: results[row.key] for row in ROWS if row.key in results}, indent=1) + "\n", encoding="utf-8"
    )
    page = PAGE.read_text(encoding="utf-8")
    before, after = page.split(FROM)[0], page.split(TO)[1]
    PAGE.write_text(f"{before}{FROM}\n{table(results)}\n{TO}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only", default="", help="only rows that begin like this: a game, a number of players, a bot, its opponent"
    )
    parser.add_argument("--again", action="store_true", help="play rows that are kept already")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    results = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    rows = [row for row in ROWS if row.key.startswith(options.only) and (options.again or row.key not in results)]
    with ProcessPoolExecutor(options.workers) as pool:
        tasks = {pool.submit(play, row): row for row in rows}
        for task in as_completed(tasks):
            results[tasks[task].key] = task.result()
            write(results)
            print(tasks[task].key, f"{100 * task.result()['share']:.1f}%", flush=True)


if __name__ == "__main__":
    main()
