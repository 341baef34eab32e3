"""Opening the database: SQLite by default, PostgreSQL by URL; brought up to date by Alembic before
anything reads it.
"""

from __future__ import annotations

import sqlite3
from importlib.resources import files
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, OperationalError

from tuilerie.engine.errors import BadInput
from tuilerie.server.storage.private_files import private_database

BUSY_SECONDS = 30
# the same pages are written again and again: seldom is cheaper; but moves wait for it, so it must stay small
CHECKPOINT_PAGES = 2000
MIGRATIONS = files("tuilerie.server.storage") / "migrations"


def database_url(text: str) -> URL:
    """The URL meant by a user: a path means SQLite; `postgresql://` means our driver."""
    if "://" not in text:
        return URL.create("sqlite", database=str(Path(text).expanduser().absolute()))
    try:
        url = make_url(text)
    except ArgumentError:
        raise BadInput("serve.database", url=text[:80]) from None
    if url.drivername in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadInput("serve.database", url=url.render_as_string(hide_password=True))
    return url


def open_database(url: URL) -> Engine:
    if url.get_backend_name() == "sqlite":
        if url.database and not url.database.startswith((":", "file:")):
            private_database(Path(url.database))
        engine = create_engine(
            url,
            connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False, "cached_statements": 512},
            hide_parameters=True,
            pool_use_lifo=True,  # so that few connections have pages in memory
        )
        event.listen(engine, "connect", _durable)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        return engine
    return create_engine(url, pool_pre_ping=True, pool_size=5, max_overflow=10, hide_parameters=True)


def _durable(connection: Any, _: object) -> None:
    """WAL for readers beside the writer; FULL so that a commit has reached the disk when it returns."""
    assert isinstance(connection, sqlite3.Connection)
    connection.isolation_level = None  # the driver's own BEGIN comes too late for savepoints
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"wal_autocheckpoint={CHECKPOINT_PAGES}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def migrate(engine: Engine) -> None:
    """To the newest schema; several processes may try at once, one of them does it."""
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7203)")
            if not _is_newest(connection):
                _upgrade(connection)
    except OperationalError as error:
        raise BadInput(
            "serve.connect",
            url=engine.url.render_as_string(hide_password=True),
            why=str(error.orig).strip().splitlines()[0],
        ) from None


def _is_newest(connection: Connection) -> bool:
    """Asked without Alembic, which takes 7 MB and a third of a second, and is nearly never needed."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    versions = [path.name[:4] for path in (MIGRATIONS / "versions").iterdir() if path.name[:4].isdigit()]
    return bool(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == max(versions))


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise BadInput("serve.schema", why=str(error)) from None
