"""What a server does not need it does not load: every worker holds its own copy."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = (
    "import sys, tuilerie.server.main, tuilerie.server.http.app; "
    "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
)


def test_a_server_loads_no_compiler_and_nothing_that_is_seldom_needed():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "aiohttp" in loaded
    assert not {"numba", "llvmlite", "numpy", "textual", "redis", "alembic", "openskill", "psycopg"} & loaded
