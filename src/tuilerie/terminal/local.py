"""A table on this machine: one or more people at this terminal, bots at the other seats.

Bots and hints think in threads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from tuilerie.bots.explain import advise
from tuilerie.bots.outside import OutsideBot, OutsideFailure
from tuilerie.bots.player import dice_of, whole_move
from tuilerie.bots.review import Review, reviewed
from tuilerie.bots.roster import Bot, bot_named, run_number
from tuilerie.engine.errors import Refused
from tuilerie.engine.fair import fresh_secret, numbered_secret
from tuilerie.engine.game import Event, Game
from tuilerie.engine.match import Match
from tuilerie.engine.options import Value
from tuilerie.terminal.sitting import Hint, Sitting, Trouble, View
from tuilerie.terminal.telling import told_apart
from tuilerie.words import say

PACE = 0.6  # seconds: a bot's move can be followed with the eyes
REPLACEMENT = "greedy"  # who plays for a program that failed


class LocalSitting(Sitting):
    """`company`: for each seat a bot, or None for a person at this terminal."""

    def __init__(
        self,
        game: Game,
        variant: Mapping[str, Value],
        deck: Any,
        seed: int,
        company: Sequence[Bot | None],
        lang: str,
        pace: float = PACE,
    ) -> None:
        self.lang, self.game, self.pace, self.seed = lang, game.id, pace, seed
        self.match = Match(game, len(company), variant, numbered_secret(seed), None, deck)
        self.company = list(company)
        self.mine = [seat for seat, bot in enumerate(company) if bot is None]
        self.seat = self.mine[0] if len(self.mine) == 1 else None
        self.names = _names(company, lang)
        self.drafted = []
        self.news: list[str] = []  # sentences for the log that are no event
        self._draft: Match | None = None
        self._listed: list[str] | None = None  # asked for at every redraw, found once per position
        self._programs = {seat: OutsideBot(bot.command) for seat, bot in enumerate(company) if bot and bot.command}
        self._begun = False
        self._dice = [dice_of(run_number(seed), 0, seat) for seat in range(len(company))]
        self._moved = asyncio.Event()

    @property
    def _here(self) -> Match:
        return self._draft or self.match

    @property
    def view(self) -> View:
        return self._here.view(self.seat)

    @property
    def events(self) -> list[Event]:
        return self.match.seen_events(self.seat)

    @property
    def over(self) -> bool:
        return self.match.finished

    @property
    def turn(self) -> int | None:
        return None if self.match.finished else self.match.turn

    def moves(self) -> list[str]:
        if self.over or self.passes or self.turn != self.seat or self.seat is None:
            return []
        if self._listed is None:
            self._listed = self._here.legal()
        return self._listed

    # --- what others do ---------------------------------------------------------------------------

    async def advance(self) -> None:
        if not self._begun:
            self._begun = True
            for seat in list(self._programs):
                await asyncio.to_thread(self._begin, seat, self.match.copy())
        turn = self.turn
        if turn is None or self.company[turn] is None:
            self._moved.clear()
            await self._moved.wait()
            return
        await asyncio.sleep(self.pace)
        for action in await asyncio.to_thread(self._think, turn, self.match.copy()):
            self.match.act(action)
        self._listed = None

    def _begin(self, seat: int, twin: Match) -> None:
        try:
            self._programs[seat].begin(twin, seat)
        except OutsideFailure as failure:
            self._replace(seat, failure)

    def _think(self, seat: int, twin: Match) -> Sequence[int]:
        """A whole move's actions, chosen on a copy: the table itself changes in the loop's thread only."""
        if seat in self._programs:
            try:
                return twin.game.read(twin.state, self._programs[seat].choose(twin))
            except OutsideFailure as failure:
                self._replace(seat, failure)
        bot = self.company[seat]
        assert bot is not None
        return whole_move(twin.game, twin.state, bot, self._dice[seat])

    def _replace(self, seat: int, failure: OutsideFailure) -> None:
        """At a table, a failing program is replaced."""
        self.news.append(failure.sentence(self.lang))
        self._programs.pop(seat).close()
        self.company[seat] = bot_named(REPLACEMENT)

    # --- what the person does ---------------------------------------------------------------------

    async def try_move(self, move: str) -> None:
        trial = self._here.copy()
        told = len(trial.events)
        try:
            trial.play(move)
        except Refused as refused:
            raise Trouble(refused.sentence(self.lang)) from None
        self.drafted.append(move)
        self._listed = None
        if any(event[0] != "move" for event in trial.events[told:]):
            await self.confirm()
            return
        self._draft = trial
        self.passes = trial.turn != self.seat

    async def undo(self) -> None:
        if not self.drafted:
            raise Trouble(say("terminal.nothing_to_undo", self.lang))
        again = self.match.copy()
        for move in self.drafted[:-1]:
            again.play(move)
        self.drafted.pop()
        self._draft, self.passes, self._listed = (again if self.drafted else None), False, None

    async def confirm(self) -> None:
        for move in self.drafted:
            self.match.play(move)
        self.drafted, self._draft, self.passes, self._listed = [], None, False, None
        if len(self.mine) > 1 and self.turn != self.seat:
            self.seat = None  # nobody else looks into this hand
        self._moved.set()

    async def hints(self) -> list[Hint]:
        if not self.moves():
            return []
        found = await asyncio.to_thread(advise, self._here.copy())
        return [Hint(advice.move, advice.sentence(self.lang), advice.chance) for advice in found]

    async def review(self) -> Review | None:
        return (
            await asyncio.to_thread(reviewed, self.match.copy())
            if self.over and self.match.game.effort.reviewed
            else None
        )

    async def again(self) -> Sitting:
        match = self.match
        seed = int.from_bytes(fresh_secret()[:8], "little")
        return LocalSitting(match.game, match.variant, match.deck, seed, self.company, self.lang, self.pace)

    async def close(self) -> None:
        for program in self._programs.values():
            program.close()


def _names(company: Sequence[Bot | None], lang: str) -> list[str]:
    """A bot goes by its level, with a number where there are two of a name; people by their seats."""
    names = [
        say("terminal.person", lang, number=seat + 1) if bot is None else bot.name for seat, bot in enumerate(company)
    ]
    return told_apart(names)
