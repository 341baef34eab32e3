"""A table runs where there is nothing but Python and msgspec: in a browser's worker."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import tuilerie.table
from tuilerie.engine.registry import known_games

FORBIDDEN = [
    "aiohttp", "alembic", "argon2", "asyncio", "concurrent.futures.thread", "multiprocessing", "numba", "numpy",
    "psycopg", "redis", "socket", "sqlalchemy", "sqlite3", "ssl", "subprocess", "textual", "tuilerie.server",
]  # fmt: skip
MODULES = sorted(path.stem for path in Path(tuilerie.table.__file__).parent.glob("*.py") if path.stem != "__init__")


def test_every_module_of_the_table_needs_msgspec_and_the_standard_library_only():
    lines = [f"import tuilerie.table.{name}" for name in MODULES]
    lines += ["import sys", "from tuilerie.engine.registry import game_named"]
    lines += [f"game_named({game!r})" for game in known_games()]
    lines += [f"print([name for name in {FORBIDDEN!r} if name in sys.modules])"]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", MODULES)
def test_nothing_in_it_waits(name):
    source = (Path(tuilerie.table.__file__).parent / f"{name}.py").read_text(encoding="utf-8")
    assert "async def" not in source
    assert "await " not in source
