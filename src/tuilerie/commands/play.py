"""`play`: a table in the terminal, against bots, for several people at this device, or at a server's table."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tuilerie.bots.roster import Bot, bot_named, split_names
from tuilerie.commands.arguments import read_seed, read_variants
from tuilerie.commands.exit_codes import Failed, complain, known_language
from tuilerie.commands.warm import warm_up
from tuilerie.engine.errors import BadInput
from tuilerie.engine.fair import fresh_secret
from tuilerie.engine.registry import game_named, require_game
from tuilerie.words.terms import GameName

HUMAN = "human"


@dataclass(frozen=True)
class Asked:
    """What was asked for, as typed."""

    game: str
    players: int
    bots: Sequence[str]
    seed: str | None
    variant: Sequence[str] | None
    deck: Path | None
    pace: float


def play(asked: Asked, join: str | None, plain: bool, lang: str) -> None:
    known_language(lang)
    require_game(asked.game)
    if join is not None:
        _join(asked.game, join, lang)
        return
    company = [None, *_others(split_names(asked.bots), asked.players - 1)]
    number = read_seed(asked.seed) if asked.seed is not None else int.from_bytes(fresh_secret()[:8], "little")
    warm_up(asked.game, lang)
    kind = game_named(asked.game)
    if asked.players not in kind.players:
        raise BadInput(
            "players.range", game=GameName(kind.id), players=asked.players, least=kind.players[0], most=kind.players[-1]
        )
    values = read_variants(kind.options, asked.variant, asked.players)
    from tuilerie.terminal.local_table import Setup

    setup = Setup(kind, values, kind.read_deck(asked.deck), seed=number, company=company, lang=lang)
    if plain or not on_a_terminal():
        from tuilerie.terminal.plain import PlainTable

        PlainTable(setup).play()
        return
    from tuilerie.terminal.app import TableApp
    from tuilerie.terminal.local_client import LocalClient

    TableApp(LocalClient(setup, asked.pace)).run()


def on_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _others(names: Sequence[str], seats: int) -> list[Bot | None]:
    """Who sits at the other seats: bots by name, or `human` for somebody else at this device. One name fills all."""
    chosen = list(names) * seats if len(names) == 1 else list(names)
    if len(chosen) != seats:
        raise BadInput("bots.count", bots=len(names), players=seats)
    return [None if name == HUMAN else bot_named(name) for name in chosen]


def _join(game: str, url: str, lang: str) -> None:
    """Sit down at a server's table. There is no plain way: a table of others does not wait for typing."""
    from tuilerie.terminal.remote_client import RemoteClient, address, find_table, require_client
    from tuilerie.terminal.table_client import Trouble

    require_client()
    address(url)
    if not on_a_terminal():
        raise BadInput("terminal.join.terminal")
    try:
        table = asyncio.run(find_table(url, lang))
    except Trouble as trouble:
        complain(str(trouble))
        raise Failed from None
    if table["game"] != game:
        raise BadInput("terminal.join.game", game=GameName(game), other=GameName(table["game"]))
    from tuilerie.terminal.app import TableApp

    app = TableApp(RemoteClient(url, table, lang))
    app.run()
    if app.return_code:
        raise Failed
