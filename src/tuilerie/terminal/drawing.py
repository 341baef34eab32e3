"""A seat's view as lines of text: for dumb terminals, pipes and screen readers.

Games without a drawing of their own get a plain list.
"""

from __future__ import annotations

from typing import Any

from tuilerie.engine.registry import part_of


def draw(view: dict[str, Any], lang: str) -> str:
    plain = part_of(view["game"], "plain")
    lines: list[str] = (
        plain.draw(view, lang) if plain else [f"  {key}: {value}" for key, value in view.items() if value is not None]
    )
    return "\n".join(lines)
