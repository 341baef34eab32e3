"""Group commit: one thread writes. Everything that waits is written in one transaction; answers go out when it is on
disk.

An entry carries the sequence number it wants. If another process took that number first, only this entry is refused
(`Taken`), the rest of the group stands. After a lost connection the group is written again, and rows that had arrived
after all are recognised by their mark. Whatever else the database does not take fails alone and at once (`Unwritable`):
trying again would not help it, and others would wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import random
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, PoolProxiedConnection, delete, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tuilerie.server.process.leases import Lease
from tuilerie.server.storage.schema import due, log
from tuilerie.table.errors import NotAllowed

T = TypeVar("T")
MOST_AT_ONCE = 512
BARREN = 3  # rounds of the loop without a new job after which no more are to be expected
ENOUGH = 64  # jobs that are worth a transaction while more arrive: so the disk works while the loop does
RETRY_SECONDS = 30.0
MOST_ROWS = 256  # of one statement
# every table that is played keeps a page of the log hot: a thousand of them do not fit in SQLite's own 2 MB
CACHE_KIB = 32_768
_marks = random.Random(secrets.randbits(128))  # asking the system for every row would cost more than the row
logger = logging.getLogger("tuilerie.server")
COLUMNS = ("table_id", "seq", "at", "entry", "key", "mark")


@cache
def _insertion(rows: int, mark: str) -> str:
    row = f"({', '.join([mark] * len(COLUMNS))})"
    return f"INSERT INTO log ({', '.join(COLUMNS)}) VALUES {', '.join([row] * rows)}"


class Taken(Exception):
    """Another process wrote this sequence number first."""


class Unavailable(NotAllowed):
    """The database could not be reached for a long time. Whoever asked may ask again later."""

    def __init__(self) -> None:
        super().__init__("unavailable")


class Unwritable(Exception):
    """The database does not take this entry, now or later."""


def may_pass(error: BaseException) -> bool:
    """A lost connection, a busy database, a restart: trying again may help.

    Everything else is about what was to be written or asked.
    """
    if isinstance(error, PoolTimeout):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if error.connection_invalidated:
        return True
    state = getattr(error.orig, "sqlstate", None) or ""  # PostgreSQL; 54: larger than the database can hold
    if isinstance(error, OperationalError):
        return not state.startswith("54")
    return isinstance(error, InterfaceError) and type(error.orig).__module__.startswith("psycopg")


@dataclass(slots=True, eq=False)
class Append:
    """One entry of a log.

    `lease`: what is due next; `frees`: delete what was due; `also`: what must be written with it or not at all.
    """

    table: str
    seq: int
    at: int
    entry: bytes
    key: str | None
    lease: Lease | None
    frees: bool
    also: Callable[[Connection], None] | None
    answer: asyncio.Future[None]
    mark: int = field(default_factory=lambda: _marks.getrandbits(62))

    def values(self) -> tuple[Any, ...]:
        return self.table, self.seq, self.at, self.entry, self.key, self.mark

    def row(self) -> dict[str, Any]:
        return dict(zip(COLUMNS, self.values(), strict=True))


@dataclass(slots=True, eq=False)
class Work:
    """Any other write, done inside the group's transaction."""

    do: Callable[[Connection], Any]
    answer: asyncio.Future[Any]


Job = Append | Work
Outcome = tuple[Job, Any, BaseException | None]


class Writer:
    """The writing thread. `append` and `run` are called from the event loop."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._sqlite = engine.dialect.name == "sqlite"
        self._mark = "?" if self._sqlite else "%s"
        self._own: PoolProxiedConnection | None = None  # of the writing thread
        self._jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._gathered: list[Job] = []  # since the loop last came round
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write, name="writer", daemon=True)
        self._thread.start()
        self.groups = 0
        self.appended = 0

    async def append(
        self,
        table: str,
        seq: int,
        at: int,
        entry: bytes,
        *,
        key: str | None = None,
        lease: Lease | None = None,
        frees: bool = False,
        also: Callable[[Connection], None] | None = None,
    ) -> None:
        """Returns when the entry is on disk; Taken if its number was gone."""
        answer: asyncio.Future[None] = self._loop.create_future()
        self._hand_over(Append(table, seq, at, entry, key, lease, frees, also, answer))
        await answer

    async def run(self, do: Callable[[Connection], T]) -> T:
        answer: asyncio.Future[T] = self._loop.create_future()
        self._hand_over(Work(do, answer))
        return await answer

    async def shrink(self) -> None:
        """Few tables are left: the pages of the others need not stay in memory."""
        if self._sqlite:
            await self.run(self._shrink)

    def _shrink(self, connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA shrink_memory")
        if self._own is not None:  # by the writing thread, as all that uses it
            self._own.cursor().execute("PRAGMA shrink_memory")

    def _hand_over(self, job: Job) -> None:
        """Once per round of the loop: waking the writing thread for every move would cost more than the move."""
        self._gathered.append(job)
        if len(self._gathered) == 1:
            self._loop.call_soon(self._pass_on)

    def _pass_on(self, before: int = 0, barren: int = 0) -> None:
        """As long as rounds of the loop bring more, wait for the next: one transaction for many costs little more than
        for one. Idle loops turn at once.
        """
        waiting = len(self._gathered)
        barren = barren + 1 if waiting == before else 0
        if barren < BARREN and 0 < waiting < ENOUGH:
            self._loop.call_soon(self._pass_on, waiting, barren)
        else:
            self._flush()

    def _flush(self) -> None:
        if self._gathered:
            self._jobs.put(self._gathered)
            self._gathered = []

    async def close(self) -> None:
        """Everything that waits is written first."""
        self._flush()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join, 30)

    # --- the thread -------------------------------------------------------------------------------

    def _write(self) -> None:
        while True:
            group, last = self._group()
            if group:
                outcomes = self._commit_surely(group)
                self.groups += 1
                self._loop.call_soon_threadsafe(_answer, outcomes)
            if last:
                self._drop_own()
                return

    def _group(self) -> tuple[list[Job], bool]:
        """Wait for one job, then take all that are there."""
        group: list[Job] = []
        jobs = self._jobs.get()
        while jobs is not None:
            group += jobs
            if len(group) >= MOST_AT_ONCE:
                return group, False
            try:
                jobs = self._jobs.get_nowait()
            except queue.Empty:
                return group, False
        return group, True

    def _commit_plainly(self, group: list[Job]) -> list[Outcome] | None:
        """Moves and nothing else: one statement that is a transaction by itself, on a connection of our own.

        Every call of the driver gives up Python's lock, and a busy event loop is slow to give it back: so there is only
        one. None if anything is unusual; the careful way finds out what.
        """
        if not all(
            isinstance(job, Append) and job.lease is None and not job.frees and job.also is None for job in group
        ):
            return None
        # checked in the line above
        appends: list[Append] = sorted(group, key=lambda job: job.table)  # type: ignore[arg-type]
        try:
            if self._own is None:
                self._own = self._open_own()
            cursor = self._own.cursor()
            for start in range(0, len(appends), MOST_ROWS):
                some = appends[start : start + MOST_ROWS]
                cursor.execute(
                    _insertion(len(some), self._mark), tuple([value for job in some for value in job.values()])
                )
            cursor.close()
        except Exception:  # a number that is taken, a connection that was cut
            self._drop_own()
            return None
        self.appended += len(appends)
        return [(job, None, None) for job in appends]

    def _open_own(self) -> PoolProxiedConnection:
        own = self._engine.raw_connection()
        if self._sqlite:
            own.cursor().execute(f"PRAGMA cache_size=-{CACHE_KIB}")
        else:
            # psycopg's; ours of SQLite always commits by itself
            own.driver_connection.autocommit = True  # type: ignore[union-attr]
        return own

    def _drop_own(self) -> None:
        own, self._own = self._own, None
        if own is not None:
            with contextlib.suppress(Exception):
                own.invalidate()  # closes it, which takes back what was not committed

    def _commit_surely(self, group: list[Job]) -> list[Outcome]:
        plain = self._commit_plainly(group)
        if plain is not None:
            return plain
        deadline = time.monotonic() + RETRY_SECONDS
        pause = 0.05
        carefully = False
        while True:
            try:
                return self._commit_each(group) if carefully else self._commit(group)
            except Exception as error:
                if carefully and not may_pass(error):
                    logger.exception("a group could not be written")
                    return [(job, None, Unwritable(str(error))) for job in group]
                if may_pass(error):
                    if time.monotonic() > deadline:
                        return [(job, None, Unavailable()) for job in group]
                    time.sleep(pause)
                    pause = min(pause * 2, 2.0)
                carefully = True

    def _commit(self, group: list[Job]) -> list[Outcome]:
        """All at once; if anything is refused, nothing is written."""
        appends = _by_table(group)
        with self._engine.begin() as connection:
            self._append_all(connection, appends)
            _keep_leases(connection, appends)
            for job in appends:
                if job.also is not None:
                    job.also(connection)
            outcomes: list[Outcome] = [self._work(connection, job) for job in group if isinstance(job, Work)]
        self.appended += len(appends)
        return outcomes + [(job, None, None) for job in appends]

    def _commit_each(self, group: list[Job]) -> list[Outcome]:
        """In one transaction, but each by itself: what is refused fails alone."""
        with self._engine.begin() as connection:
            outcomes = [self._append_one(connection, job) for job in _by_table(group)]
            written = sum(error is None for _, _, error in outcomes)
            outcomes += [self._work(connection, job) for job in group if isinstance(job, Work)]
        self.appended += written
        return outcomes

    def _append_all(self, connection: Connection, appends: Sequence[Append]) -> None:
        """One statement for all rows: every step of a statement gives up Python's lock, and a busy event loop is slow
        to give it back.
        """
        for start in range(0, len(appends), MOST_ROWS):
            some = appends[start : start + MOST_ROWS]
            connection.exec_driver_sql(
                _insertion(len(some), self._mark), tuple([value for job in some for value in job.values()])
            )

    @staticmethod
    def _append_one(connection: Connection, job: Append) -> Outcome:
        """With its lease and what belongs to it, or none of it."""
        try:
            with connection.begin_nested():
                # written before the connection was lost, with all that belongs to it
                if _mark_of(connection, job) == job.mark:
                    return job, None, None
                connection.execute(insert(log), job.row())
                _keep_leases(connection, [job])
                if job.also is not None:
                    job.also(connection)
        except Exception as error:
            if may_pass(error):
                raise
            if isinstance(error, IntegrityError) and _mark_of(connection, job) is not None:
                return job, None, Taken()
            logger.error("an entry could not be written", exc_info=error)
            return job, None, Unwritable(str(error))
        return job, None, None

    @staticmethod
    def _work(connection: Connection, job: Work) -> Outcome:
        try:
            with connection.begin_nested():
                return job, job.do(connection), None
        except Exception as error:
            if may_pass(error):
                raise
            return job, None, error


def _by_table(group: Sequence[Job]) -> list[Append]:
    """Sorted by table, so that two processes never wait for each other's rows crosswise."""
    return sorted((job for job in group if isinstance(job, Append)), key=lambda job: job.table)


def _mark_of(connection: Connection, job: Append) -> int | None:
    """The mark of the row that has this entry's number."""
    return connection.execute(select(log.c.mark).where(log.c.table_id == job.table, log.c.seq == job.seq)).scalar()


def _keep_leases(connection: Connection, appends: Sequence[Append]) -> None:
    gone = [{"t": job.table} for job in appends if job.frees or job.lease]
    if not gone:
        return
    for table in gone:
        connection.execute(delete(due).where(due.c.table_id == table["t"]))
    kept = {job.table: job for job in appends if job.frees or job.lease}
    rows = [
        {
            "table_id": job.table,
            "seq": job.seq,
            "at": job.lease.at,
            "until": job.lease.until,
            "holder": job.lease.holder,
        }
        for job in kept.values()
        if job.lease
    ]
    if rows:
        connection.execute(insert(due), rows)


def _answer(outcomes: list[Outcome]) -> None:
    for job, result, error in outcomes:
        if job.answer.done():  # the one who asked has gone
            continue
        if error is not None:
            job.answer.set_exception(error)
        else:
            job.answer.set_result(result)
