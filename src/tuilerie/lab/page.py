"""The frame of a report: one HTML page that needs nothing but itself, readable on a phone, in light and dark, by eye or
by ear.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import tuilerie
from tuilerie.words import say

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #fdfcf8;
  --ink: #23211d;
  --dim: #5b564c;
  --accent: #0a5b9c;
  --soft: #8fb3cc;
  --faint: #b9b3a6;
  --line: #ddd7ca;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #191815;
    --ink: #ece8de;
    --dim: #b3ac9d;
    --accent: #7cc0f5;
    --soft: #44708c;
    --faint: #6d675b;
    --line: #38352e;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  padding: 1rem;
  max-width: 72rem;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0.5rem 0; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 0.6rem; border-top: 1px solid var(--line); padding-top: 1rem; }
p, li { max-width: 65ch; }
li { margin: 0.4rem 0; }
.dim { color: var(--dim); }
.pair { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 60rem) { .pair { grid-template-columns: minmax(0, 24rem) minmax(0, 1fr); align-items: start; } }
figure { margin: 0; }
figure svg { display: block; max-width: 100%; height: auto; }
figcaption { font-size: 0.9rem; color: var(--dim); max-width: 24rem; }
.table { overflow-x: auto; }
.table:focus-visible { outline: 2px solid var(--accent); }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: 0.3rem; }
th, td {
  padding: 0.25rem 0.6rem 0.25rem 0;
  text-align: right;
  vertical-align: top;
  white-space: nowrap;
  border-bottom: 1px solid var(--line);
}
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 9rem; }
tbody th { font-weight: 400; }
pre {
  overflow-x: auto;
  padding: 0.8rem;
  border: 1px solid var(--line);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
footer { margin-top: 2rem; font-size: 0.9rem; color: var(--dim); }
"""


def page(title: str, subtitle: str, body: Sequence[str], command: str, lang: str) -> str:
    how = (
        f"<section><h2>{_e(say('lab.section.reproduce', lang))}</h2><p>{_e(say('report.command', lang))}</p>"
        f"<pre>{_e(command)}</pre></section>"
    )
    version = _e(say("report.version", lang, version=tuilerie.__version__))
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<link rel="icon" href="data:,">\n<title>{_e(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n'
        f'<header><h1>{_e(title)}</h1><p class="dim">{_e(subtitle)}</p></header>\n<main>\n'
        + "\n".join(body)
        + f"\n{how}\n</main>\n<footer><p>{version}</p></footer>\n</body>\n</html>\n"
    )


def section(title: str, *parts: str) -> str:
    return f"<section><h2>{_e(title)}</h2>" + "\n".join(parts) + "</section>"


def paragraph(text: str, dim: bool = False) -> str:
    return f'<p class="dim">{_e(text)}</p>' if dim else f"<p>{_e(text)}</p>"


def sentences(texts: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{_e(text)}</li>" for text in texts) + "</ul>"


def plot(svg: str, seen: str) -> str:
    """`seen`: what the picture shows, in words; read aloud in its place, and written below it."""
    return (
        f'<figure><div role="img" aria-label="{_e(seen)}">{svg}</div><figcaption '
        f'aria-hidden="true">{_e(seen)}</figcaption></figure>'
    )


def table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The first cell of a row names it. A table wider than the screen scrolls by itself, by key too."""
    head = "".join(f'<th scope="col">{_e(text)}</th>' for text in heads)
    body = "".join(
        f'<tr><th scope="row">{_e(row[0])}</th>' + "".join(f"<td>{_e(cell)}</td>" for cell in row[1:]) + "</tr>"
        for row in rows
    )
    return (
        '<div class="table" role="region" tabindex="0" '
        f'aria-label="{_e(caption)}"><table><caption>{_e(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def pair(figure: str, numbers: str) -> str:
    return f'<div class="pair">{figure}{numbers}</div>'


def _e(text: str) -> str:
    return escape(text, quote=True)
