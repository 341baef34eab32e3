"""The embedded database and its copies are for their owner only, whatever the umask and whoever made them before."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat

import pytest

from tests.commands.running import tuilerie
from tests.server.client import Person
from tests.server.serving import Place, Server
from tuilerie.server.storage.private_files import private_folder

CARELESS = ["sh", "-c", 'umask 0; exec "$@"', "sh"]


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def careless():
    """Everybody may read what this process makes, unless it says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


async def make_a_table(url):
    async with Person(url) as ada:
        await ada.create()


@pytest.mark.parametrize("there_before", [False, True])
def test_the_database_and_what_lies_beside_it(tmp_path, there_before):
    database = tmp_path / "tables.db"
    aside = tmp_path / "tables.db.before-20260101-000000"
    if there_before:
        sqlite3.connect(database).execute("PRAGMA journal_mode=WAL").close()
        aside.write_bytes(b"")
        for file in (database, aside):
            file.chmod(0o644)
    server = Server(Place("sqlite", str(database)), prefix=CARELESS).start()
    try:
        asyncio.run(make_a_table(server.url))
        beside = {file.name: mode(file) for file in tmp_path.iterdir()}
    finally:
        server.stop()
    names = ["tables.db", "tables.db-shm", "tables.db-wal"] + [aside.name] * there_before
    assert beside == dict.fromkeys(names, 0o600)


@pytest.mark.usefixtures("careless")
def test_backups_put_aside_copies_and_their_folder(tmp_path):
    home, copy = tmp_path / "home", tmp_path / "copy.db"
    home.mkdir(mode=0o755)
    server = Server(Place("sqlite", str(home / "tuilerie.db")), prefix=CARELESS).start()
    try:
        asyncio.run(make_a_table(server.url))
        copy.write_bytes(b"an older backup")
        copy.chmod(0o666)
        assert tuilerie("backup", copy, TUILERIE_HOME=str(home)).returncode == 0
        assert mode(copy) == 0o600
    finally:
        server.stop()
    (home / "tuilerie.db").chmod(0o644)
    done = tuilerie("restore", copy, TUILERIE_HOME=str(home))
    assert done.returncode == 0, done.stderr
    kept = list(home.iterdir())
    assert len(kept) == 2
    assert {mode(file) for file in kept} == {0o600}
    assert mode(home) == 0o700


@pytest.mark.usefixtures("careless")
def test_a_folder_of_ours_is_tightened_and_one_that_is_shared_is_not(tmp_path):
    ours, fresh, shared = tmp_path / "ours", tmp_path / "fresh" / "deep", tmp_path / "shared"
    ours.mkdir(mode=0o755)
    shared.mkdir()
    shared.chmod(0o1777)
    for folder in (ours, fresh, shared):
        private_folder(folder)
    assert [mode(folder) for folder in (ours, fresh, shared)] == [0o700, 0o700, 0o1777]
