"""Draws the map of the rooms (docs/pictures/architecture.svg): what stands on what."""

from __future__ import annotations

from pathlib import Path

# rows from the bottom: name, what it holds, first column, columns (of 12)
ROWS = [
    [("kernel", "the framework of compiled rules", 0, 8), ("words", "French and English, by code", 8, 4)],
    [("engine", "checked play, events, views, records, fair deals", 0, 6), ("games", "a folder each: rules, adapter, policies, boards, words", 6, 6)],
    [("bots", "random, greedy, four levels that search, programs from outside, advice", 0, 12)],
    [
        ("lab", "simulate, ladder, balance", 0, 3),
        ("envs", "PettingZoo, Gymnasium, OpenSpiel", 3, 4),
        ("terminal", "plain, Textual", 7, 2),
        ("server", "log, tables, sockets", 9, 3),
    ],
    [("commands, cli", "one program: tuilerie", 0, 9), ("web", "Svelte pages over the API", 9, 3)],
]  # fmt: skip
COLUMN, ROW, GAP = 70, 74, 10
COLOURS = ["#b9502a", "#c9764c", "#d9ab7b", "#cbd8c6", "#fffaf0"]


def main() -> None:
    width, height = 12 * COLUMN + GAP, len(ROWS) * ROW + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="The rooms of Tuilerie, each on those it may use">'
    ]
    parts.append(f'<rect width="{width}" height="{height}" fill="#f4eadb"/>')
    for level, row in enumerate(ROWS):
        y = height - (level + 1) * ROW
        for name, about, first, columns in row:
            x, wide = GAP + first * COLUMN, columns * COLUMN - GAP
            ink = "#fff8ec" if level == 0 else "#2b211b"
            parts.append(
                f'<rect x="{x}" y="{y}" width="{wide}" height="{ROW - GAP}" rx="8" fill="{COLOURS[level]}" stroke="#8d7660"/>'
            )
            parts.append(
                f'<text x="{x + 12}" y="{y + 27}" font-family="system-ui, sans-serif" font-size="18" font-weight="700" fill="{ink}">{name}</text>'
            )
            parts.append(
                f'<text x="{x + 12}" y="{y + 47}" font-family="system-ui, sans-serif" font-size="12" fill="{ink}">{about}</text>'
            )
    parts.append("</svg>\n")
    (Path(__file__).parent / "architecture.svg").write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
