"""The table of one or more people at this terminal, with bots at the other seats: a table of `tuilerie.table`.

Bots and hints think in threads.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import replace

from tuilerie.bots.advice import advise
from tuilerie.bots.review import Review, reviewed
from tuilerie.engine.fair import fresh_secret
from tuilerie.engine.game import Event
from tuilerie.engine.match import Match
from tuilerie.table import messages
from tuilerie.table.drafts import try_moves
from tuilerie.table.local import LocalTable
from tuilerie.terminal.event_text import numbered_names
from tuilerie.terminal.local_table import BotSeats, Setup, match_of, now_ms, open_table
from tuilerie.terminal.table_client import Hint, TableClient, Trouble, View
from tuilerie.words import say

PACE = 0.6  # seconds: a bot's move can be followed with the eyes
REVIEW_THREADS = 2


class LocalClient(TableClient):
    """The device of everybody who plays at this terminal."""

    def __init__(self, setup: Setup, pace: float = PACE) -> None:
        self.setup, self.pace = setup, pace
        self.lang, self.game, self.seed = setup.lang, setup.game.id, setup.seed
        self.table: LocalTable = open_table(setup, int(1000 * pace))
        self.bots = BotSeats(setup)
        self.mine = [seat for seat, bot in enumerate(setup.company) if bot is None]
        self.seat = self.mine[0] if len(self.mine) == 1 else None
        self.names = _names(setup)
        self.drafted = []
        self.news: list[str] = []
        self._trial: Match | None = None  # the game after what is drafted
        self._listed: list[str] | None = None  # asked for at every redraw, found once per position
        self._begun = False
        self._moved = asyncio.Event()

    @property
    def match(self) -> Match:
        return match_of(self.table)

    @property
    def _here(self) -> Match:
        return self._trial or self.match

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
        return self.table.state.turn

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
            failures = await asyncio.to_thread(self.bots.begin_or_replace, self.match.copy())
            self.news += [failure.sentence(self.lang) for failure in failures]
        turn = self.table.turn_due(now_ms())
        if turn is None:
            self._moved.clear()
            await self._moved.wait()
            return
        await asyncio.sleep(self.pace)
        move, failure = await asyncio.to_thread(self.bots.choose, self.match.copy())
        if failure is not None:
            self.news.append(failure.sentence(self.lang))
        self.table.play_turn(turn, move, now_ms())
        self._listed = None

    # --- what the person does ---------------------------------------------------------------------

    async def try_move(self, move: str) -> None:
        self._redraft([*self.drafted, move])

    async def undo(self) -> None:
        if not self.drafted:
            raise Trouble(say("terminal.nothing_to_undo", self.lang))
        self._redraft(self.drafted[:-1])

    async def confirm(self) -> None:
        if self.drafted:
            self._ask(messages.Play(_key(), self.table.state.seq, self.drafted, self.seat))
        self._turn_played()

    async def uncover(self, seat: int) -> None:
        self._ask(messages.Tap(seat))
        self.seat = seat

    def _redraft(self, moves: list[str]) -> None:
        before = self.table.state.seq
        self._ask(messages.Draft(0, _key(), before, moves, self.seat))
        if self.table.state.seq > before:  # it drew or revealed something, and was played
            self._turn_played()
            return
        trial, _ = try_moves(self.match, self.match.turn, moves)
        self.drafted, self._trial, self._listed = moves, trial if moves else None, None
        self.passes = trial.turn != self.seat

    def _ask(self, message: messages.ClientMessage) -> None:
        """The table does it, or Trouble says why not."""
        for answer in self.table.receive(message, now_ms()).messages:
            if isinstance(answer, messages.Refused):
                raise Trouble(answer.why.sentence)

    def _turn_played(self) -> None:
        self.drafted, self._trial, self.passes, self._listed = [], None, False, None
        if len(self.mine) > 1 and self.turn != self.seat:
            self.seat = None  # nobody else looks into this hand
        self._moved.set()

    async def hints(self) -> list[Hint]:
        if not self.moves():
            return []
        found = await asyncio.to_thread(advise, self._here.copy())
        return [Hint(advice.move, advice.sentence(self.lang), advice.chance) for advice in found]

    async def review(self, follow: Callable[[Review], None]) -> Review | None:
        if not self.over or not self.match.game.effort.reviewed:
            return None
        loop = asyncio.get_running_loop()

        def passed_on(step: Review) -> None:
            loop.call_soon_threadsafe(follow, step)

        return await asyncio.to_thread(reviewed, self.match.copy(), passed_on, REVIEW_THREADS)

    async def again(self) -> TableClient:
        seed = int.from_bytes(fresh_secret()[:8], "little")
        return LocalClient(replace(self.setup, seed=seed, company=self.bots.company), self.pace)

    async def close(self) -> None:
        self.bots.close()


def _key() -> str:
    return secrets.token_hex(8)


def _names(setup: Setup) -> list[str]:
    """A bot goes by its level, with a number where there are two of a name; people by their seats."""
    names = [
        say("terminal.person", setup.lang, number=seat + 1) if bot is None else bot.name
        for seat, bot in enumerate(setup.company)
    ]
    return numbered_names(names)
