"""The one way from a position to what a bot does there: one action, or the actions of a whole move."""

from __future__ import annotations

import time
from collections.abc import Sequence

from tuilerie.bots import search
from tuilerie.bots.dice import Dice, bot_dice
from tuilerie.bots.kinds import SEARCH
from tuilerie.bots.roster import Bot
from tuilerie.engine.game import Game
from tuilerie.kernel.records import Record

PART_OF_MOVE = 0.7  # of the time that is left of a move, for its next action
SHORTEST_MS = 10.0
LIKE_EXPERT = "expert"  # whose number of playouts a cheating expert has


def choose(game: Game, state: Record, bot: Bot, dice: Dice, *, threads: int = 1, ms: float | None = None) -> int:
    """One action for the seat whose turn it is. `dice` moves on; `ms` replaces a search's number of playouts."""
    playouts = playouts_of(game, bot) if bot.kind == SEARCH else 0
    if bot.kind == SEARCH and (threads > 1 or ms is not None):
        return search.evaluate(game, state, playouts, dice.toss(), threads=threads, ms=ms, cheating=bot.cheating)[0][0]
    desk = search.Desk(game, 1 if bot.cheating else search.deals_wanted(game, playouts))
    return game.library.choose(
        state.address,
        bot.kind,
        playouts,
        int(bot.cheating),
        dice.address,
        desk.records,
        desk.deals,
        desk.count,
        desk.moves,
        desk.sums,
        desk.visits,
        desk.out,
    )


def whole_move(
    game: Game, state: Record, bot: Bot, dice: Dice, *, ms: float | None = None, within: float | None = None
) -> list[int]:
    """The actions of a whole move; the position stays as it is.

    `ms` is the time of a search per action, `within` that of the whole move.
    """
    return complete(game, state, [], bot, dice=dice, ms=ms, within=within)


def complete(
    game: Game,
    state: Record,
    begun: Sequence[int],
    bot: Bot,
    *,
    dice: Dice,
    ms: float | None = None,
    within: float | None = None,
) -> list[int]:
    """The actions of a move that begins with those in `begun`."""
    until = None if within is None else time.perf_counter() + within / 1000
    here, actions = state.copy(), list(begun)
    for action in begun:
        game.apply(here, action)
    while not actions or here["pending"]:
        actions.append(choose(game, here, bot, dice, ms=_shortened(ms, until)))
        game.apply(here, actions[-1])
    return actions


def _shortened(ms: float | None, until: float | None) -> float | None:
    """Of what is left of a move, an action takes no more than its part: others may follow."""
    if ms is None or until is None:
        return ms
    return max(SHORTEST_MS, min(ms, PART_OF_MOVE * 1000 * (until - time.perf_counter())))


def dice_of(run: int, number: int, seat: int) -> Dice:
    """The dice of one seat in one game of a run."""
    return bot_dice(run, number, seat)


def playouts_of(game: Game, bot: Bot) -> int:
    """Playouts per action of a bot that searches."""
    return game.effort.playouts.get(LIKE_EXPERT if bot.cheating else bot.name, bot.playouts)


def table_ms(game: Game, bot: Bot) -> float | None:
    """Time per action at a table; None: its playouts are counted there too, or it does not search."""
    return game.effort.table_ms.get(bot.name, bot.table_ms)


def usual_ms(game: Game, bot: Bot) -> float:
    """How long this bot usually thinks at a table."""
    return game.effort.table_ms.get(bot.name) or bot.table_ms or 0.0
