"""`make pictures`: draws the pictures of the terminal (from the program's own output) and the map of the rooms.

The web client's are made with the browser.
"""

from __future__ import annotations

import asyncio
import io
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent
COLOURS = {"●": "#e0566b", "▲": "#3fb88f", "✕": "#6d9bf0", "■": "#f5a032", "□": "#d8cfc6"}
COMMAND = ["play", "restart", "--players", "3", "--seed", "11", "--plain"]
# game, language, seed, company, keys pressed before the picture is taken
TABLES = [
    ("restart", "en", 11, ["club", "greedy"], ["space"]),
    ("romirami", "fr", 3, ["greedy", "greedy"], ["space"]),
    ("famille", "fr", 4, ["greedy", "greedy"], ["space"]),
    ("junior", "fr", 2, ["greedy"], ["enter"]),
]


def main() -> None:
    plain_table()
    for game, lang, seed, bots, keys in TABLES:
        asyncio.run(table(game, lang, seed, bots, keys))
    subprocess.run([sys.executable, HERE / "map.py"], check=True)


def plain_table() -> None:
    program = Path(sys.executable).parent / "tuilerie"
    done = subprocess.run(
        [program, *COMMAND, "--lang", "en"], input="b8+b9+b10\nquit\n", capture_output=True, text=True, check=True
    )
    console = Console(record=True, width=110, file=io.StringIO())
    console.print(Text("$ tuilerie " + " ".join(COMMAND), style="bold"))
    for line in done.stdout.splitlines():
        shape = next((mark for mark in COLOURS if mark in line), None)
        console.print(Text(line, style=COLOURS[shape] if shape else ""))
    save("plain-table", console.export_svg(title="Tuilerie", font_aspect_ratio=0.61))


async def table(game: str, lang: str, seed: int, bots: list[str], keys: list[str]) -> None:
    """The Textual table after the first moves of everybody."""
    from tuilerie.bots.player import choose, dice_of
    from tuilerie.bots.roster import bot_named, run_number
    from tuilerie.engine.options import read_variant
    from tuilerie.engine.registry import game_named
    from tuilerie.terminal.app import TableApp
    from tuilerie.terminal.local_client import LocalClient
    from tuilerie.terminal.local_table import Setup

    kind = game_named(game)
    company = [None, *map(bot_named, bots)]
    variant = read_variant(kind.options, {}, len(company))
    client = LocalClient(Setup(kind, variant, None, seed=seed, company=company, lang=lang), pace=0.0)
    match, dice = client.match, [dice_of(run_number(seed), 0, seat) for seat in range(len(company))]
    while match.turns < 3 * match.players or match.turn != 0 or match.pending:
        match.act(choose(kind, match.state, bot_named("greedy"), dice[match.turn]))
    app = TableApp(client)
    async with app.run_test(size=(112, 38) if game == "restart" else (104, 30)) as pilot:
        await pilot.pause(0.5)
        await pilot.press(*keys)
        await pilot.pause(0.5)
        save(f"terminal-{game}", app.export_screenshot(title="tuilerie play " + game))


def save(name: str, picture: str) -> None:
    """A picture fetches nothing: the fonts that Rich names are left out."""
    picture = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->", "", picture, flags=re.DOTALL)
    (HERE / f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
