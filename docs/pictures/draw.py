"""`make pictures`: draws the README's picture of the plain table from the program's own output."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

COLOURS = {"●": "#e0566b", "▲": "#3fb88f", "✕": "#6d9bf0", "■": "#f5a032", "□": "#d8cfc6"}
COMMAND = ["play", "restart", "--players", "3", "--seed", "11", "--plain"]


def main() -> None:
    program = Path(sys.executable).parent / "tuilerie"
    done = subprocess.run([program, *COMMAND, "--lang", "en"], input="b8+b9+b10\nquit\n", capture_output=True, text=True, check=True)
    console = Console(record=True, width=110, file=io.StringIO())
    console.print(Text("$ tuilerie " + " ".join(COMMAND), style="bold"))
    for line in done.stdout.splitlines():
        shape = next((mark for mark in COLOURS if mark in line), None)
        console.print(Text(line, style=COLOURS[shape] if shape else ""))
    picture = console.export_svg(title="Tuilerie", font_aspect_ratio=0.61)
    picture = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->", "", picture, flags=re.DOTALL)  # a picture fetches nothing
    (Path(__file__).parent / "plain-table.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
