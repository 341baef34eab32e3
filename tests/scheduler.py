"""Which test runs in which process of `-n 2`: one after another, in the order they were collected, except that tests
that share something costly (a wheel, a report, a cluster, a browser) share a process, so that it is made once.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from xdist.scheduler import LoadScopeScheduling

ROOT = Path(__file__).parent.parent
BROWSERS = "tests/browsers/"  # each engine is started once, by a parameter that every test there has


class SharedScheduling(LoadScopeScheduling):
    """A unit of work is one test, or all tests that share something."""

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)


def scope_of(nodeid: str) -> str:
    file, _, test = nodeid.partition("::")
    if file.startswith(BROWSERS) and (engine := re.search(r"\[(\w+)", test)):
        return BROWSERS + engine[1]
    return file if shares(file) else nodeid


@cache
def shares(file: str) -> bool:
    return 'scope="module"' in (ROOT / file).read_text(encoding="utf-8")
