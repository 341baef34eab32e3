"""Copies of the embedded database: taken while the server runs, put back while it does not."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from pathlib import Path

from tuilerie.engine.errors import BadInput
from tuilerie.server.storage.private_files import FILE, new_private_file, private_folder


def back_up(database: Path, file: Path) -> tuple[int, int]:
    """A consistent copy; how many tables and log entries it has.

    What stood at `file` is replaced only by a whole copy.
    """
    if not database.is_file():
        raise BadInput("backup.missing", file=str(database))
    part = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        part.unlink(missing_ok=True)
        new_private_file(part)
        with contextlib.closing(sqlite3.connect(database)) as source, contextlib.closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            counted = _count(copy)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        os.replace(part, file)
    except (OSError, sqlite3.Error) as error:
        raise BadInput("file.write", file=str(file), why=getattr(error, "strerror", None) or str(error)) from None
    finally:
        part.unlink(missing_ok=True)
    return counted


def restore(file: Path, database: Path) -> tuple[int, Path | None]:
    """Check the backup, put the old database aside, put the copy in its place.

    How many tables; where the old one is.
    """
    tables = _checked(file)
    part = database.with_name(f".{database.name}.{os.getpid()}")
    try:
        private_folder(database.parent)
        part.unlink(missing_ok=True)
        new_private_file(part)
        with contextlib.closing(sqlite3.connect(file)) as source, contextlib.closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
        old = _put_aside(database) if database.exists() else None
        os.replace(part, database)
    except (OSError, sqlite3.Error) as error:
        raise BadInput("file.write", file=str(database), why=getattr(error, "strerror", None) or str(error)) from None
    finally:
        part.unlink(missing_ok=True)
    return tables, old


def _checked(file: Path) -> int:
    if not file.is_file():
        raise BadInput("file.read", file=str(file), why="?")
    try:
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as copy:
            sound = copy.execute("PRAGMA integrity_check").fetchone()[0]
            if sound != "ok":
                raise BadInput("backup.not-ours", file=str(file), why=sound)
            return _count(copy)[0]
    except sqlite3.Error as error:
        raise BadInput("backup.not-ours", file=str(file), why=str(error)) from None


def _put_aside(database: Path) -> Path:
    """The old database, whole, under another name. A running server holds it open: then nothing is touched."""
    with contextlib.closing(sqlite3.connect(database, timeout=0.5)) as old:
        try:
            old.execute("PRAGMA locking_mode=EXCLUSIVE")
            old.execute("BEGIN EXCLUSIVE")
            old.execute("COMMIT")
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            if old.execute("PRAGMA journal_mode=DELETE").fetchone()[0] != "delete":
                raise BadInput("backup.running", file=str(database))
        except sqlite3.OperationalError:
            raise BadInput("backup.running", file=str(database)) from None
    aside = database.with_name(f"{database.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
    os.replace(database, aside)
    os.chmod(aside, FILE)
    return aside


def _count(database: sqlite3.Connection) -> tuple[int, int]:
    tables, entries = (database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("tables", "log"))
    return tables, entries
