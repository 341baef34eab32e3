"""The glossary has no word that the code does not use."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = [
    *(ROOT / "src").rglob("*.py"),
    *(ROOT / "web/src").rglob("*.ts"),
    *(ROOT / "web/src").rglob("*.svelte"),
]


def terms() -> list[str]:
    """The third cell of each row: how the code says it."""
    rows = [line.strip("|").split("|") for line in (ROOT / "docs/glossary.md").read_text("utf-8").splitlines()]
    return [term for row in rows if len(row) == 4 for term in re.findall(r"`([^`]+)`", row[2])]


def test_every_term_is_used_by_the_code():
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    unused = [term for term in terms() if not re.search(rf"(?<!\w){re.escape(term)}(?!\w)", text)]
    assert len(terms()) > 80
    assert not unused
