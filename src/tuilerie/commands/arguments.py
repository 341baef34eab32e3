"""Seeds and variants, from what was typed."""

from __future__ import annotations

from collections.abc import Sequence

from tuilerie.engine.errors import BadInput
from tuilerie.engine.options import Option, Value, read_variant


def read_seed(text: str) -> int:
    """Digits are decimal, hex needs 0x."""
    body, base, digits = (
        (text[2:], 16, "0123456789abcdef") if text.lower().startswith("0x") else (text, 10, "0123456789")
    )
    if not body or len(body) > 80 or not set(body.lower()) <= set(digits):
        raise BadInput("seed.form", text=text[:40])
    return int(body, base)


def read_variants(options: tuple[Option, ...], given: Sequence[str] | None, players: int) -> dict[str, Value]:
    pairs = {}
    for text in given or ():
        key, equals, value = text.partition("=")
        if not equals:
            raise BadInput("variant.form", text=text[:40])
        pairs[key.strip()] = value.strip()
    return read_variant(options, pairs, players)
