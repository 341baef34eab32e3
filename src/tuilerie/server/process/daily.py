"""The deals of the day of a server: its chain of secrets, tables of today's deal, the expert's result.

The chain is made once and kept in the database beside the server's other keys. Until a day is over, nothing that leaves
the process follows from its secret but what a table shows to those who sit there.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from tuilerie.engine.daily import FORMAT, Chain, game_secret
from tuilerie.engine.fair import SECRET_BYTES, fresh_secret
from tuilerie.engine.match import Match
from tuilerie.server.http.daily_shapes import DailyChain
from tuilerie.server.process import readiness
from tuilerie.server.process.create_table import create_table
from tuilerie.server.storage import attempts, queries
from tuilerie.server.storage.attempts import Result, opens_at
from tuilerie.table.creation import daily_table
from tuilerie.table.daily import PERSON, expert_game
from tuilerie.table.errors import NotAllowed
from tuilerie.table.sitter import Sitter
from tuilerie.table.terms import Daily

if TYPE_CHECKING:
    from tuilerie.server.process.live_table import LiveTable
    from tuilerie.server.process.server_process import ServerProcess

SETTING = "daily-chain"
ORDINAL_BYTES = 4


class DailyDeals:
    """Made with the process, ready after `start`, which whoever asks for a deal waits for."""

    def __init__(self, process: ServerProcess) -> None:
        self._process = process
        self._chain: Chain | None = None
        self._experts: dict[tuple[date, str], asyncio.Future[Result]] = {}  # being computed

    async def start(self) -> None:
        """The chain is read once, and made by the first process that is asked for a deal."""
        if self._chain is not None:
            return
        fresh = self.today().toordinal().to_bytes(ORDINAL_BYTES, "big") + fresh_secret()
        kept = await self._process.writer.run(lambda database: queries.setting(database, SETTING, fresh))
        assert len(kept) == ORDINAL_BYTES + SECRET_BYTES
        first = date.fromordinal(int.from_bytes(kept[:ORDINAL_BYTES], "big"))
        self._chain = Chain(kept[ORDINAL_BYTES:], first)

    @property
    def chain(self) -> Chain:
        assert self._chain is not None
        return self._chain

    # --- days -------------------------------------------------------------------------------------------

    def today(self) -> date:
        """By UTC, for everybody."""
        return datetime.fromtimestamp(self._process.now() / 1000, UTC).date()

    def is_open(self, day: date) -> bool:
        """The secret of this day may be told."""
        return self._process.now() >= opens_at(day)

    def latest_open(self) -> date | None:
        """The latest day whose secret may be told; None: there is none yet."""
        day = self.today() - timedelta(days=1)
        if not self.is_open(day):
            day -= timedelta(days=1)
        return day if day >= self.chain.first else None

    def published(self) -> DailyChain:
        """The chain as everybody may know it: the secret of the latest open day proves all before it."""
        day = self.latest_open()
        return DailyChain(
            format=FORMAT,
            first=self.chain.first.isoformat(),
            anchor=self.chain.anchor.hex(),
            day=None if day is None else day.isoformat(),
            secret=None if day is None else self.chain.secret(day).hex(),
        )

    def require_day(self, text: str) -> date:
        """A day of the chain up to today."""
        try:
            day = date.fromisoformat(text)
        except ValueError:
            raise NotAllowed("no-page") from None
        if len(text) != len("2026-11-16") or not self.chain.first <= day <= self.today():
            raise NotAllowed("no-page")
        return day

    def _secret(self, day: date, game: str) -> bytes:
        return game_secret(self.chain.secret(day), day, game)

    # --- tables -----------------------------------------------------------------------------------------

    async def begin(self, game: str, sitter: Sitter, pace: int) -> LiveTable:
        """Today's attempt of this person: a new table, or the one where it is being played."""
        process, day, person = self._process, self.today(), sitter.person
        assert person is not None
        new = daily_table(game, Daily(day.isoformat(), counts=True), sitter, pace)

        def note(database: Connection, table_id: str) -> None:
            if not attempts.begin(database, day, game, person, table_id=table_id, at=process.now()):
                raise NotAllowed("daily-played")

        try:
            return await create_table(process, new, secret=self._secret(day, game), also=note)
        except NotAllowed as refused:
            known = await process.read(lambda database: attempts.attempt_of(database, day, game, person))
            if known is None or known.ended is not None:
                raise refused from None
            return await process.table(known.table_id)

    async def practise(self, game: str, day: date, sitter: Sitter, pace: int) -> LiveTable:
        """A deal again, for nothing: today's after one's attempt, an earlier one any time."""
        process, person = self._process, sitter.person
        assert person is not None
        if not self.is_open(day):
            known = await process.read(lambda database: attempts.attempt_of(database, day, game, person))
            if known is None or known.ended is None:
                raise NotAllowed("daily-first")
        daily = Daily(day.isoformat(), counts=False, sealed=not self.is_open(day))
        return await create_table(process, daily_table(game, daily, sitter, pace), secret=self._secret(day, game))

    # --- the expert ---------------------------------------------------------------------------------------

    def think_as_expert(self, day: date, game: str) -> None:
        """Begin to compute the expert's result, unless this process is at it. Another may be: it finds the same."""
        if (day, game) not in self._experts:
            task = self._experts[day, game] = asyncio.ensure_future(self._expert(day, game))
            task.add_done_callback(lambda _: self._experts.pop((day, game), None))
            self._process.spawn(_wait(task))

    async def _expert(self, day: date, game: str) -> Result:
        """Move by move, behind everything else that is to be thought about."""
        await readiness.games.until(game)
        moves = expert_game(game, self._secret(day, game))
        last: Match | None = None
        while (match := await self._process.thinkers.review(partial(next, moves, None))) is not None:
            last = match
        assert last is not None
        result = Result(last.scores[PERSON], PERSON in last.winners)
        await self._process.writer.run(lambda database: attempts.keep_expert(database, day, game, result))
        return result


async def _wait(task: asyncio.Future[Result]) -> None:
    await task
