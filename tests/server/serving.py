"""Real servers for the tests: the program itself, on a free port, with a database of its own that is dropped
afterwards.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis
from sqlalchemy import Engine

from tuilerie.server import main
from tuilerie.server.http.app import make_app
from tuilerie.server.process.options import Options
from tuilerie.server.storage.database import database_url, migrate, open_database

PROGRAM = str(Path(sys.executable).parent / "tuilerie")
POSTGRES = os.environ.get("TUILERIE_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("TUILERIE_TEST_REDIS", "redis://127.0.0.1:6379/9")
READY_SECONDS = 60


@dataclass
class Place:
    """Where a server keeps its tables."""

    kind: str
    database: str
    redis: str | None = None
    workers: int = 1
    folder: Path | None = None

    def engine(self) -> Engine:
        return open_database(database_url(self.database))


@contextlib.contextmanager
def place(kind: str) -> Iterator[Place]:
    """A fresh database of this kind."""
    if kind == "sqlite":
        folder = Path(tempfile.mkdtemp(prefix="tuilerie-test-"))
        try:
            yield Place(kind, str(folder / "tables.db"), folder=folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        return
    name = f"tuilerie_test_{secrets.token_hex(6)}"
    try:
        with psycopg.connect(POSTGRES, autocommit=True, connect_timeout=30) as admin:
            admin.execute(f"CREATE DATABASE {name}")
        redis.Redis.from_url(REDIS, socket_connect_timeout=30).ping()
    except (psycopg.OperationalError, redis.RedisError) as error:
        pytest.skip(f"PostgreSQL at {POSTGRES} and Redis at {REDIS} are needed: {error}")
    try:
        yield Place(kind, POSTGRES.rsplit("/", 1)[0] + f"/{name}", REDIS, 2)
    finally:
        with psycopg.connect(POSTGRES, autocommit=True) as admin:
            admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@dataclass
class OwnRedis:
    """A Redis of one test, which may stop it."""

    port: int
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@contextlib.contextmanager
def own_redis() -> Iterator[OwnRedis]:
    if shutil.which("redis-server") is None:
        pytest.skip("redis-server is needed to start a Redis that may be stopped")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    running = OwnRedis(port, subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
    try:
        wait_for(lambda: _answers(running.url))
        yield running
    finally:
        running.stop()


def _answers(url: str) -> bool:
    try:
        return bool(redis.Redis.from_url(url).ping())
    except redis.RedisError:
        return False


@dataclass
class Server:
    """A running `tuilerie serve`."""

    place: Place
    limits: bool = False
    prefix: list[str] = field(default_factory=list)
    more: Sequence[str] = ()  # other options
    port: int = 0
    process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        """The same port again after a kill, so that clients find it."""
        command = [
            *self.prefix,
            PROGRAM,
            "serve",
            "--port",
            str(self.port),
            "--database",
            self.place.database,
            "--lang",
            "en",
        ]
        command += ["--limits" if self.limits else "--no-limits", "--workers", str(self.place.workers), *self.more]
        if self.place.redis:
            command += ["--redis", self.place.redis]
        environment = os.environ | {"TUILERIE_REDIS_PREFIX": "test-" + self.place.database.rsplit("/", 1)[-1]}
        errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 (lives as long as the process)
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment, start_new_session=True
        )
        self._errors = errors
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if " at http://" not in line:
            errors.seek(0)
            raise AssertionError(f"no server: {line} {errors.read()}")
        self.port = int(line.split(":")[2].split()[0])
        return self

    def errors(self) -> str:
        self._errors.seek(0)
        return self._errors.read()

    def kill(self) -> None:
        """As a power cut would: no goodbye, no flush."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.terminate()
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
            raise


@contextlib.contextmanager
def serving(place_: Place, limits: bool = False, more: Sequence[str] = ()) -> Iterator[Server]:
    server = Server(place_, limits, more=more).start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.stop()


def wait_for(question: object, seconds: float = 60.0) -> None:
    """Until `question()` is true."""
    end = time.monotonic() + seconds
    while not question():  # type: ignore[operator]
        assert time.monotonic() < end, "did not happen in time"
        time.sleep(0.02)


@contextlib.asynccontextmanager
async def in_process(folder: Path, **options: Any) -> AsyncIterator[str]:
    """The application itself, on a port of its own."""
    asked = Options(database=str(folder / "t.db"), **options)
    engine = open_database(database_url(asked.database))
    migrate(engine)
    engine.dispose()
    runner = main.runner_of(make_app(asked))
    listening = socket.create_server(("127.0.0.1", 0))
    accepting = await main.accept(runner, listening)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        accepting.close()
        await runner.cleanup()
