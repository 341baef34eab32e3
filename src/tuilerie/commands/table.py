"""`play`: a table in the terminal against bots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tuilerie.bots.roster import seat_bots, split_names
from tuilerie.commands.asking import read_seed, read_variants
from tuilerie.commands.outcome import known_language
from tuilerie.engine.errors import BadInput
from tuilerie.engine.fair import fresh_secret
from tuilerie.engine.registry import game_named
from tuilerie.terminal.plain import PlainTable


def play(game: str, players: int, bots: Sequence[str], seed: str | None, variant: Sequence[str] | None, deck: Path | None, lang: str) -> None:
    known_language(lang)
    kind = game_named(game)
    if players not in kind.players:
        raise BadInput("players.range", game=kind.id, players=players, least=kind.players[0], most=kind.players[-1])
    opponents = seat_bots(split_names(bots), players - 1)
    values = read_variants(kind.options, variant, players)
    number = read_seed(seed) if seed is not None else int.from_bytes(fresh_secret()[:8], "little")
    PlainTable(kind, players, values, kind.read_deck(deck), number, opponents, lang).play()
