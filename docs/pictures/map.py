"""Draws the map of the folders (architecture.svg: what stands on what) and the way of one move (one-move.svg)."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent
# rows from the bottom: name, what it holds, first column, columns (of 12)
ROWS = [
    [("kernel", "the framework of compiled rules", 0, 7), ("words", "French, English, German, by code", 7, 5)],
    [
        ("engine", "checked play, events, views, records, fair deals", 0, 6),
        ("games", "a folder each: rules, adapter, policies, boards, words", 6, 6),
    ],
    [("bots", "random, greedy, four levels that search, programs from outside, advice", 0, 12)],
    [("table", "a table without I/O: log entries, state, visibility, message handlers, clocks, terms", 0, 12)],
    [
        ("lab", "simulate, ladder, balance", 0, 3),
        ("envs", "PettingZoo, Gymnasium, OpenSpiel", 3, 4),
        ("terminal", "plain, Textual", 7, 2),
        ("server, browser", "sockets, storage; offline", 9, 3),
    ],
    [("commands, cli", "one program: tuilerie", 0, 9), ("web", "Svelte pages over the API", 9, 3)],
]
COLUMN, ROW, GAP = 70, 74, 10
COLOURS = ["#b9502a", "#c9764c", "#d9ab7b", "#e3c9a4", "#cbd8c6", "#fffaf0"]
PAPER, LINE, INK, LIGHT = "#f4eadb", "#8d7660", "#2b211b", "#fff8ec"
# where it happens, what happens there
STEPS = [
    ("browser", "a person places tiles: a move in notation"),
    ("server, table", "the lock; a message of a seat is handled"),
    ("engine, games", "notation becomes actions, or a refusal"),
    ("kernel", "the compiled rules: legal, apply"),
    ("table", "an entry of the log, with the next number"),
    ("disk", "all that waits in one transaction"),
    ("table", "what each viewer may see, by listing"),
    ("every browser", "the update with that number"),
]
COLOUR_OF = {
    "browser": 5,
    "every browser": 5,
    "server, table": 4,
    "table": 3,
    "engine, games": 1,
    "kernel": 0,
    "disk": 2,
}


def picture(name: str, width: int, height: int, label: str, parts: list[str]) -> None:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{label}">'
    paper = f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
    (HERE / f"{name}.svg").write_text("\n".join([head, paper, *parts, "</svg>\n"]), encoding="utf-8")


def box(x: int, y: int, wide: int, colour: int, name: str, about: str) -> list[str]:
    ink = LIGHT if colour == 0 else INK
    style = f'font-family="system-ui, sans-serif" fill="{ink}"'
    return [
        f'<rect x="{x}" y="{y}" width="{wide}" height="{ROW - GAP}" rx="8" fill="{COLOURS[colour]}" stroke="{LINE}"/>',
        f'<text x="{x + 12}" y="{y + 27}" font-size="18" font-weight="700" {style}>{name}</text>',
        f'<text x="{x + 12}" y="{y + 47}" font-size="12" {style}>{about}</text>',
    ]


def folders() -> None:
    width, height = 12 * COLUMN + GAP, len(ROWS) * ROW + GAP
    parts = []
    for level, row in enumerate(ROWS):
        y = height - (level + 1) * ROW
        for name, about, first, columns in row:
            parts += box(GAP + first * COLUMN, y, columns * COLUMN - GAP, level, name, about)
    picture("architecture", width, height, "The folders of Tuilerie, each above those that it may use", parts)


def one_move() -> None:
    """Two rows of four boxes: there from left to right, back from right to left."""
    wide, gap = 250, 34
    width, height = 4 * wide + 3 * gap + 2 * GAP, 2 * ROW + gap + GAP
    parts = []
    for number, (name, about) in enumerate(STEPS):
        back = number >= 4
        place = 7 - number if back else number
        x, y = GAP + place * (wide + gap), GAP + (ROW + gap if back else 0)
        parts += box(x, y, wide, COLOUR_OF[name], f"{number + 1}. {name}", about)
        if number not in (3, 7):
            tail, tip = (x - 6, x - gap + 6) if back else (x + wide + 6, x + wide + gap - 6)
            parts += arrow(tail, y + ROW // 2 - 5, tip, y + ROW // 2 - 5)
    middle = GAP + 3 * (wide + gap) + wide // 2
    parts += arrow(middle, ROW + 4, middle, ROW + gap + 6)
    picture("one-move", width, height, "A move from the browser to the log and back to every screen", parts)


def arrow(x: int, y: int, to_x: int, to_y: int) -> list[str]:
    dx, dy = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    points = f"{to_x},{to_y} {to_x - 8 * dx - 5 * dy},{to_y - 8 * dy - 5 * dx} "
    points += f"{to_x - 8 * dx + 5 * dy},{to_y - 8 * dy + 5 * dx}"
    return [
        f'<line x1="{x}" y1="{y}" x2="{to_x - 6 * dx}" y2="{to_y - 6 * dy}" stroke="{INK}" stroke-width="2"/>',
        f'<polygon points="{points}" fill="{INK}"/>',
    ]


if __name__ == "__main__":
    folders()
    one_move()
