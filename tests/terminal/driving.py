"""Playing at the Textual table as a person would: by keys, by mouse, from the lists."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence

from textual.app import App
from textual.pilot import Pilot
from textual.widgets import OptionList

from tuilerie.bots.roster import Bot, bot_named
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import game_named
from tuilerie.terminal.app import TableApp
from tuilerie.terminal.boards import board_of
from tuilerie.terminal.local_client import LocalClient
from tuilerie.terminal.local_table import Setup
from tuilerie.terminal.screens import ChooseScreen, CoverScreen, PageScreen

PATIENCE = 180.0
QUICK = {"restart": {"target": 5}}  # one round is enough to see everything


def table(
    game: str,
    company: Sequence[Bot | None] = (None, bot_named("greedy")),
    seed: int = 5,
    lang: str = "en",
    **variant: object,
) -> TableApp:
    kind = game_named(game)
    values = read_variant(kind.options, variant or QUICK.get(game, {}), len(company))
    return TableApp(LocalClient(Setup(kind, values, None, seed=seed, company=company, lang=lang), pace=0.0))


def screen_text(app: App[None]) -> str:
    """What the terminal shows."""
    return "\n".join(
        "".join(segment.text for segment in strip).rstrip() for strip in app.screen._compositor.render_strips()
    )


async def until(app: App[None], true: Callable[[], object], what: str) -> None:
    """However slow the machine is: only what never happens is an error."""
    end = time.monotonic() + PATIENCE
    while True:
        await asyncio.sleep(0.002)
        if true():
            return
        assert time.monotonic() < end, f"never {what}:\n{screen_text(app)}"


async def shows(app: App[None], text: str) -> str:
    """The screen, once it shows this."""
    await until(app, lambda: text in screen_text(app), f"shown: {text}")
    return screen_text(app)


async def settle(pilot: Pilot, app: TableApp) -> None:
    """Until the person is to move, a dialogue is open, or the game is over."""

    def settled() -> bool:
        if app.client.over or (isinstance(app.screen, ChooseScreen | CoverScreen | PageScreen) and _ready(app)):
            return True
        busy = any(worker.group == "person" and worker.is_running for worker in app.workers)
        return not busy and bool(app.client.moves() or app.client.passes)

    await until(app, settled, "settled")


async def press(app: TableApp, *keys: str) -> None:
    """Keys as the terminal sends them, without the pilot's long pauses: until something that the person can see has
    changed.
    """
    for key in keys:
        before = _sign(app)
        app.simulate_key(key)
        await until(app, lambda before=before: _sign(app) != before and _ready(app), f"changed by {key}")


def _ready(app: TableApp) -> bool:
    """A list can be chosen from once it has the focus."""
    return not isinstance(app.screen, ChooseScreen) or isinstance(app.focused, OptionList)


def _sign(app: TableApp) -> tuple[object, ...]:
    table, client = app.table_widget, app.client
    lists = app.screen.query(OptionList)
    chosen = lists.first().highlighted if lists else None
    return id(app.screen), chosen, table.cursor, table.picked, len(client.events), tuple(client.drafted), app.said


async def by_keys(pilot: Pilot, app: TableApp, move: str) -> None:
    """Go to every piece of the move with Tab, pick it with Space, then Enter."""
    for key, copies in _pieces(app, move):
        for copy in range(1, copies + 1):
            wanted = key if copy == 1 else f"{key}/{copy}"
            for _ in range(len(app.table_widget._canvas.spots)):
                if app.table_widget.cursor == wanted:
                    break
                await press(app, "tab")
            assert app.table_widget.cursor == wanted, (move, wanted, app.client.drafted, screen_text(app))
            await press(app, "space")
    if app.table_widget.picked and not isinstance(app.screen, ChooseScreen):
        await press(app, "enter")


async def by_mouse(pilot: Pilot, app: TableApp, move: str) -> None:
    for key, copies in _pieces(app, move):
        for copy in range(1, copies + 1):
            spot = app.table_widget._canvas.spot(key if copy == 1 else f"{key}/{copy}")
            assert spot is not None, (key, app.table_widget._canvas.text())
            await pilot.click(app.table_widget, offset=(spot.x, spot.y - app.table_widget._top))
    await pilot.pause()
    if app.table_widget.picked and not isinstance(app.screen, ChooseScreen):
        await press(app, "enter")


def _pieces(app: TableApp, move: str) -> list[tuple[str, int]]:
    """What must be pointed at, pieces before the place they go to: the place completes the move."""
    keys = board_of(app.client.game).keys(app.client.scene(), move)
    return sorted(keys.items(), key=lambda item: not item[0].startswith(("hand:", "market:")))


async def from_list(pilot: Pilot, app: TableApp, move: str) -> None:
    await press(app, "m")
    assert isinstance(app.screen, ChooseScreen)
    app.screen.query_one(OptionList).highlighted = app.client.moves().index(move)
    await press(app, "enter")


async def directly(pilot: Pilot, app: TableApp, move: str) -> None:
    """The rest of a long game: the board's own way from picks to moves, without the walk."""
    *pieces, last = [
        f"{key}/{copy}" if copy > 1 else key for key, copies in _pieces(app, move) for copy in range(1, copies + 1)
    ]
    app.table_widget.picked, app.table_widget.cursor = tuple(pieces), last
    await press(app, *(["space", "enter"] if last.startswith(("hand:", "market:")) else ["space"]))


async def by_hint(pilot: Pilot, app: TableApp, move: str) -> None:
    await press(app, "h")
    await until(app, lambda: isinstance(app.screen, ChooseScreen) and _ready(app), "advised")
    await press(app, "enter")


async def play_out(pilot: Pilot, app: TableApp, chance: random.Random, most: int = 400) -> int:
    """To the end, each move by another way; the number of moves made."""
    ways = [by_keys, by_mouse, by_hint, *[by_keys, from_list] * 200]
    made = 0
    while not app.client.over:
        await settle(pilot, app)
        if app.client.over:
            break
        if isinstance(app.screen, CoverScreen | ChooseScreen) or app.client.passes:
            await press(app, "enter")  # the first of what a list offers; the cover; the turn confirmed
            continue
        assert made < most
        moves = app.client.moves()
        move = chance.choice([move for move in moves if move not in ("pass", "done", "draw")] or moves)
        await (directly if made > 12 else ways[made])(pilot, app, move)
        made += 1
    return made
