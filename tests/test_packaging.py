"""What is released works where it lands: sdist and wheel are built, carry the pages, and run without Node, a compiler
or this repository.

The wheel is installed by pip into an empty folder without its dependencies, which are taken from the test's own
environment: downloading them again would test nothing of ours.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import tuilerie
from tuilerie.engine.registry import game_named
from tuilerie.kernel import places
from tuilerie.kernel.platforms import host_name

ROOT = Path(__file__).parent.parent
STATIC = "tuilerie/server/static/index.html"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """sdist first, then the wheel from the sdist, as `python -m build` does."""
    out = tmp_path_factory.mktemp("dist")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT)],
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
        env=os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
    )
    assert done.returncode == 0, done.stdout[-1500:] + done.stderr[-1500:]
    return out


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """An environment that knows the wheel only; PATH holds no Node and no compiler."""
    target = tmp_path_factory.mktemp("site")
    wheel = next(built.glob("*.whl"))
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--target",
        target,
        wheel,
    ]
    subprocess.run([*map(str, command)], check=True, timeout=900)
    home = tmp_path_factory.mktemp("home")
    shutil.rmtree(home)
    return target, {"PYTHONPATH": str(target), "PATH": "/nowhere", "HOME": str(home), "LANG": "en_GB.UTF-8"}


@pytest.fixture(scope="module")
def platform_wheel(tmp_path_factory):
    """A wheel for this machine, with the libraries of one game."""
    libraries, out = tmp_path_factory.mktemp("libraries"), tmp_path_factory.mktemp("platform")
    game = game_named("junior")
    for library in (game.library, game.study_library):
        for path in (library.path, places.manifest_of(library.path)):
            shutil.copy(path, libraries)
    done = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"TUILERIE_PLATFORM": host_name(), "TUILERIE_LIBRARIES": str(libraries)},
    )
    assert done.returncode == 0, done.stdout[-1500:] + done.stderr[-1500:]
    return next(out.glob("*.whl"))


def test_a_platform_s_wheel_plays_without_building(platform_wheel, tmp_path):
    assert "-py3-none-any" not in platform_wheel.name
    assert "-py3-none-" in platform_wheel.name
    with zipfile.ZipFile(platform_wheel) as wheel:
        wheel.extractall(tmp_path / "site")
        carried = [name for name in wheel.namelist() if name.startswith("tuilerie/kernel/libraries/")]
        assert (
            "Root-Is-Purelib: false" in wheel.read(next(n for n in wheel.namelist() if n.endswith("/WHEEL"))).decode()
        )
    assert len(carried) == 4  # two libraries, each with its description
    program = (
        "from tuilerie.engine.registry import game_named; game = game_named('junior'); "
        "print(game.library.path, game.study_library.path)"
    )
    cache = tmp_path / "cache"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(tmp_path / "site"), "PATH": "/nowhere", "TUILERIE_CACHE": str(cache)},
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert all(path.startswith(str(tmp_path / "site")) for path in done.stdout.split())
    assert not cache.exists()


def run(installed, *arguments, timeout=900):
    target, environment = installed
    command = [sys.executable, str(target / "bin" / "tuilerie"), *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=timeout, env=environment, cwd=target
    )


def test_both_carry_the_pages_the_types_and_every_word(built):
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
        metadata = Parser().parsestr(wheel.read(next(name for name in names if name.endswith("/METADATA"))).decode())
    assert {
        STATIC,
        "tuilerie/py.typed",
        "tuilerie/words/fr/server.toml",
        "tuilerie/games/junior/words/rules.fr.toml",
        "tuilerie/games/romirami/deck.json",
    } <= names
    assert not any(name.startswith(("tests/", "web/")) for name in names)
    assert metadata["Version"] == tuilerie.__version__
    assert {"server", "envs", "lab", "docs", "dev", "build"} <= set(metadata.get_all("Provides-Extra"))
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        inside = {name.partition("/")[2] for name in sdist.getnames()}
    assert {f"src/{STATIC}", "LICENSE", "README.md", "hatch_build.py", "web/package.json"} <= inside
    assert not any(name.startswith(("web/node_modules", ".venv")) for name in inside)


def test_it_runs_where_it_landed(installed):
    where = run(installed, "games")
    assert where.returncode == 0, where.stderr
    assert "ReStart" in where.stdout
    assert "simulate" in run(installed, "--help").stdout
    # a new place means a cold cache: the game that compiles quickest
    done = run(installed, "simulate", "junior", "--games", 10)
    assert done.returncode == 0, done.stderr
    assert "10 games of junior" in done.stdout


def test_the_shelf_answers_without_node(installed):
    target, environment = installed
    program = """
import asyncio, tuilerie
from aiohttp.test_utils import TestClient, TestServer
from tuilerie.server.http.app import make_app
from tuilerie.server.storage.database import database_url, migrate, open_database
from tuilerie.server.process.options import Options
async def main():
    migrate(open_database(database_url("tables.db")))
    async with TestClient(TestServer(make_app(Options("127.0.0.1", 0, "tables.db", None)))) as client:
        answer = await client.get("/")
        text = await answer.text()
        print(tuilerie.__file__, answer.status, '<div id="app"' in text or "<script" in text)
asyncio.run(main())
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
        env=environment,
        cwd=target,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(target / "tuilerie" / "__init__.py"), "200", "True"]


def test_the_changelog_knows_what_comes_next():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "## Unreleased" in text
