"""What is compared: whole games told line by line, by the engine alone. The same file runs natively and under Pyodide,
so it imports nothing but the package.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import tuilerie
from tuilerie.bots import player, review, search
from tuilerie.bots.advice import advise
from tuilerie.bots.dice import Dice
from tuilerie.bots.roster import LEVELS, Bot
from tuilerie.engine.errors import TuilerieError
from tuilerie.engine.match import Match
from tuilerie.words import LANGUAGES

QUICK = [bot for bot in LEVELS if bot.playouts < 1000]
SLOW = [bot for bot in LEVELS if bot.playouts >= 1000]
EVERY = 20  # moves: at such places the long searches are asked, too
TRIED = 12  # moves that were legal before, where they may be refused
LONGEST = 150  # moves of a game; then it is stopped
REVIEWED = 4  # moves, of the first game
HINT_PLAYOUTS = 400
NONSENSE = ("", "é", "pass")


def told(game: str, players: int, seed: int) -> Iterator[str]:
    """A game of bots of every level, and all that anybody could ask about it."""
    match = tuilerie.new(game, players, seed)
    dice = [Dice(seed * 31 + seat) for seat in range(players)]
    earlier: list[str] = []
    for number in range(LONGEST):
        if match.finished:
            break
        yield _line("views", match.views([*range(players), None]), match.legal())
        if number % EVERY == 0:
            yield from _asked(match, seed + number)
        for move in (*NONSENSE, *earlier[:: -(-len(earlier) // TRIED) or 1]):
            yield _line("refused", move, _refusal(match, move))
        earlier = match.legal()
        bot = QUICK[(number // players + match.turn) % len(QUICK)]
        actions = player.whole_move(match.game, match.state, bot, dice[match.turn])
        yield _line("move", bot.name, match.game.spell(match.state, actions), dice[match.turn].value)
        for action in actions:
            match.act(action)
    if not match.finished:
        match.stop("limit")
    for seat in (*range(players), None):
        yield _line("events", seat, match.seen_events(seat))
    yield _line("record", match.record())
    yield _line("end", match.scores, match.winners, match.shares, bytes(match.state).hex())


def _asked(match: Match, seed: int) -> Iterator[str]:
    """Moves of the strong levels by counted playouts, and hints with reasons."""
    for bot in SLOW:
        yield _line("search", bot.name, _searched(match, bot, seed))
    for advice in advise(match, budget=HINT_PLAYOUTS, seed=seed):
        yield _line("hint", advice.move, advice.chance, [advice.sentence(lang) for lang in LANGUAGES])


def _searched(match: Match, bot: Bot, seed: int) -> Any:
    """One action, of a tenth of the level's playouts: that number is all that a level is."""
    fewer = Bot(bot.name, bot.kind, player.playouts_of(match.game, bot) // 10)
    found = search.evaluate(match.game, match.state, fewer.playouts, Dice(seed).toss())
    return [found[:3], player.choose(match.game, match.state, fewer, Dice(seed))]


def _refusal(match: Match, move: str) -> list[str] | None:
    trial = match.copy()
    try:
        trial.play(move)
    except TuilerieError as error:
        return [error.code, *(error.sentence(lang) for lang in LANGUAGES)]
    return None


def reviewed(game: str) -> Iterator[str]:
    """The first steps of a review."""
    match = tuilerie.new(game, 2, 5)
    dice = Dice(3)
    while not match.finished:
        for action in player.whole_move(match.game, match.state, QUICK[1], dice):
            match.act(action)
        if len(match.log) > REVIEWED:
            match.stop("limit")
    for step in review.review(match):
        yield _line("review", None if step is None else str(step.turns[-1]))


def _line(*told_: Any) -> str:
    return json.dumps(told_, ensure_ascii=False)


def lines(game: str, players: int, seed: int) -> list[str]:
    return [*told(game, players, seed), *(reviewed(game) if seed == 0 else ())]
