"""Running it: health, figures, a graceful stop, backups, documents that say what the code does."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from importlib.resources import files
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from tests.commands.running import tuilerie
from tests.server.client import Person, table_for
from tests.server.serving import Server, place, serving
from tuilerie.server import describe
from tuilerie.server.storage.database import database_url, migrate, open_database
from tuilerie.server.storage.schema import log, metadata

DOCS = Path(__file__).parents[2] / "docs" / "api"


def test_the_documents_are_those_of_the_types():
    for name, text in describe.documents().items():
        assert (DOCS / name).read_text(encoding="utf-8") == text, (
            f"python -m tuilerie.server.describe docs/api ({name})"
        )


def test_the_migrations_build_the_schema(server):
    engine = server.place.engine()
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


async def test_health_and_figures(server):
    async with Person(server.url) as ada, Person(server.url) as ben:
        _, devices = await table_for([ada, ben])
        mover = next(device for device in devices if device.choice)
        await mover.play(mover.some_move(random.Random(1)))
        for path in ("/healthz", "/readyz"):
            async with ada.http.get(server.url + path) as response:
                assert response.status == 200
        async with ada.http.get(server.url + "/metrics") as response:
            text = await response.text()
        for name in (
            "tuilerie_tables",
            "tuilerie_sockets",
            "tuilerie_move_seconds_bucket",
            "tuilerie_log_entries",
            "tuilerie_refusals",
            "tuilerie_bot_seconds",
        ):
            assert name in text
        async with ada.http.get(server.url + "/", headers={"Accept-Language": "fr"}) as response:
            assert "Tuilerie" in await response.text()


def test_the_log_has_one_line_per_request_and_nothing_about_people(tmp_path):
    async def scene(url: str) -> list[str]:
        async with Person(url) as ada, Person(url) as ben:
            table, devices = await table_for([ada, ben])
            code = devices[0].welcome["table"]["code"]
            await ada.ask("GET", f"/tables/{table}")
            await ada.ask("GET", f"/codes/{code}")
            await ada.ask("GET", "/tables/nowhere", expect=404)
            await ada.ask("PATCH", "/me", {"name": "Ada Lovelace"})
            async with ada.http.get(f"{url}/t/{code}?from=secret") as response:
                assert response.status == 200
            for device in devices:
                await device.socket.close()
            cookies = [cookie.value for person in (ada, ben) for cookie in person.http.cookie_jar]
            return [
                table,
                code,
                "nowhere",
                "Ada",
                "secret",
                "127.0.0.1",
                *cookies,
                *(key for device in devices for key in device.keys),
            ]

    with place("sqlite") as where, serving(where, more=("--log", "info")) as running:
        private = asyncio.run(scene(running.url))
        assert running.stop() == 0
        text = running.errors()
    lines = [json.loads(line) for line in text.splitlines()]
    asked = [(line["method"], line["route"], line["status"]) for line in lines if line["what"] == "request"]
    assert all(
        set(line) == {"at", "level", "what", "method", "route", "status", "seconds"}
        for line in lines
        if line["what"] == "request"
    )
    assert [word for word in private if word in text] == []
    assert len(asked) == 9, "every request once, the two sockets included"
    for expected in [
        ("POST", "/api/1/tables", 200),
        ("POST", "/api/1/tables/{table}/seats", 200),
        ("GET", "/api/1/socket", 101),
        ("GET", "/api/1/tables/{table}", 200),
        ("GET", "/api/1/tables/{table}", 404),
        ("GET", "/api/1/codes/{code}", 200),
        ("GET", "/t/{code}", 200),
        ("PATCH", "/api/1/me", 200),
    ]:
        assert expected in asked


def test_without_being_asked_the_log_tells_trouble_only(tmp_path):
    with place("sqlite") as where, serving(where) as running:
        asyncio.run(_look(running.url))
        running.stop()
        assert running.errors() == ""


async def _look(url: str) -> None:
    async with Person(url) as ada:
        await ada.ask("GET", "/games")


def test_a_graceful_stop_says_goodbye_and_loses_nothing():
    async def scene(running: Server):
        async with Person(running.url) as ada, Person(running.url) as ben:
            table, devices = await table_for([ada, ben])
            mover = next(device for device in devices if device.choice)
            accepted = await mover.play(mover.some_move(random.Random(1)))
            stopping = asyncio.create_task(asyncio.to_thread(running.stop))
            heard = []
            with contextlib.suppress(ConnectionError):
                while True:
                    heard.append((await mover.next())["t"])
            assert heard[-1] == "goodbye"
            assert await stopping == 0
            running.start()
            again = await mover.person.at(table, mover.keys[0])
            assert again.seq == accepted["seq"]

    with place("sqlite") as where, serving(where) as running:
        asyncio.run(scene(running))


def test_backup_while_it_runs_and_restore_when_it_does_not(tmp_path):
    home = str(tmp_path / "home")
    copy = tmp_path / "copy.db"
    assert "no database" in tuilerie("backup", copy, TUILERIE_HOME=home).stderr

    async def scene(url: str) -> str:
        async with Person(url) as ada:
            return (await ada.create())["table"]["id"]

    with place("sqlite") as where:
        where.database = str(tmp_path / "home" / "tuilerie.db")
        (tmp_path / "home").mkdir()
        with serving(where) as running:
            table = asyncio.run(scene(running.url))
            done = tuilerie("backup", copy, TUILERIE_HOME=home)
            assert "1 table," in done.stdout, done.stderr
            asyncio.run(scene(running.url))
            refused = tuilerie("restore", copy, TUILERIE_HOME=home)
            assert refused.returncode == 2
            assert "stop it" in refused.stderr
        assert tuilerie("restore", copy, TUILERIE_HOME=home).returncode == 0
        broken = tmp_path / "broken.db"
        broken.write_bytes(b"no database at all" * 100)
        assert tuilerie("restore", broken, TUILERIE_HOME=home).returncode == 2
        with serving(where) as running:
            asyncio.run(_find(running.url, table))


async def _find(url: str, table: str) -> None:
    async with Person(url) as ada:
        assert (await ada.ask("GET", f"/tables/{table}"))["id"] == table
        assert len((await ada.ask("GET", "/games"))["games"]) >= 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--workers", "2"], "Several workers"),
        (["--database", "mysql://x/y"], "no database we know"),
        (["--database", "postgresql://nobody@127.0.0.1:1/x"], "does not answer"),
        (["--host", "203.0.113.7"], "Cannot listen"),
    ],
)
def test_bad_arguments_get_a_sentence(arguments, said, tmp_path):
    done = tuilerie("serve", "--port", "0", *arguments, TUILERIE_HOME=str(tmp_path))
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_the_schema_of_the_socket_is_json_schema():
    schema = json.loads((DOCS / "socket.schema.json").read_text(encoding="utf-8"))
    assert {"Hello", "Play", "Update", "Snapshot"} <= set(schema["$defs"])


def test_an_older_database_keeps_its_log(tmp_path):
    """Made by the first schema, with entries: brought up to date, nothing is lost."""
    engine = open_database(database_url(str(tmp_path / "old.db")))
    config = Config()
    config.set_main_option("script_location", str(files("tuilerie.server.storage") / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        rows = [
            {"table_id": f"t{seq % 3}", "seq": seq, "at": seq, "entry": b"{}", "key": None, "mark": seq}
            for seq in range(1, 50)
        ]
        connection.execute(insert(log), rows)
    migrate(engine)
    with engine.begin() as connection:
        kept = [dict(row) for row in connection.execute(select(log).order_by(log.c.seq)).mappings()]
        assert kept == rows
        assert (
            "WITHOUT ROWID" in connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE name = 'log'").scalar()
        )
        with pytest.raises(IntegrityError):
            connection.execute(insert(log), rows[0])
    engine.dispose()
