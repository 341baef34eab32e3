"""`make study`: runs the commands of our study of the four games, keeps their numbers, and writes docs/study.md and its
plots from them.

The numbers stand in numbers.json, by command; a command whose numbers are there is not run again (`--fresh` runs all).
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
NUMBERS = HERE / "numbers.json"
NO_SAMPLES = "--deals 0 --positions 0"

GAMES = {"restart": 30000, "romirami": 6000, "famille": 30000, "junior": 20000}
FIRST = [
    f"balance {game} --players {players} --bots {bots} --games {count} {NO_SAMPLES}"
    for game, count in GAMES.items()
    for bots in (("random",) if game == "junior" else ("random", "greedy"))
    for players in (2, 3, 4)
]
CLUB = [
    f"balance restart --bots club --games 500 {NO_SAMPLES}",
    f"balance famille --bots club --games 1000 {NO_SAMPLES}",
]
VARIANTS = [
    f"balance restart --players {players} --bots greedy --games 30000 {NO_SAMPLES}"
    " --compare round_end=table --compare last_tile=placed --compare target=50 --compare target=200"
    for players in (2, 4)
] + [
    f"balance famille --players {players} --bots greedy --games 30000 {NO_SAMPLES} "
    "--compare pool_end=stuck --compare free_draw=yes"
    for players in (2, 4)
]
CONTRACTS = [f"balance romirami --players 2 --bots greedy --games 16000 {NO_SAMPLES}"]
LUCK = [
    f"balance {game} --bots greedy --games 400 --deals 400 --positions {positions}"
    for game, positions in (("restart", 120), ("romirami", 40), ("famille", 120))
]
LUCK += ["balance junior --bots random --games 400 --deals 400 --positions 40"]
LUCK += ["balance restart --bots greedy --games 400 --skill club,greedy --deals 80 --positions 0"]
LUCK += ["balance famille --bots greedy --games 400 --skill club,greedy --deals 150 --positions 0"]
COMMANDS = [*FIRST, *VARIANTS, *CONTRACTS, *LUCK, *CLUB]


def main() -> None:
    known: dict[str, Any] = (
        {} if "--fresh" in sys.argv or not NUMBERS.exists() else json.loads(NUMBERS.read_text(encoding="utf-8"))
    )
    for command in COMMANDS:
        if command not in known:
            print(f"tuilerie {command}", flush=True)
            known[command] = measure(command)
            keep(known)
    keep({command: known[command] for command in COMMANDS})
    from docs.study import write

    write.main()


def measure(command: str) -> dict[str, Any]:
    """The numbers of one command, without what the text does not need: the seconds it took, distributions, marks that
    it does not speak of.
    """
    program = Path(sys.executable).parent / "tuilerie"
    done = subprocess.run(
        [program, *shlex.split(command), "--json", "--workers", "2"], capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    for name in ("seconds", "distributions"):
        found.pop(name)
    if found["game"] != "restart" and command not in CONTRACTS:
        found.pop("marks")
    rounded: dict[str, Any] = _rounded(found)
    return rounded


def _rounded(value: Any) -> Any:
    """Six digits are plenty for a text."""
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value


def keep(known: dict[str, Any]) -> None:
    lines = [f"{json.dumps(command)}: {json.dumps(found)}" for command, found in known.items()]
    NUMBERS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent.parent))
    main()
