"""How a server was asked to run."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

REDIS_PREFIX = "tuilerie"


def home() -> Path:
    """Where the embedded database lives."""
    folder = os.environ.get("TUILERIE_HOME")
    return (
        Path(folder).expanduser()
        if folder
        else Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "tuilerie"
    )


def embedded_database() -> Path:
    return home() / "tuilerie.db"


@dataclass(frozen=True)
class Options:
    """Of one process."""

    host: str = "127.0.0.1"
    port: int = 8027
    database: str = ""
    redis: str | None = None
    redis_prefix: str = REDIS_PREFIX
    workers: int = 1
    origins: tuple[str, ...] = ()  # other sites whose pages may connect; our own always may
    proxied: bool = False  # believe X-Forwarded-For and X-Forwarded-Proto
    limits: bool = True
    names: tuple[str, ...] = ()  # what this server is called, besides the names and addresses of the machine itself
    metrics_for: tuple[str, ...] = ()  # addresses and networks that may read the figures, besides this machine
    rate_same_address: bool = False  # people at one address may move each other's rating
    log: str = "warning"  # or "info": one line per request besides
    link: str | None = None  # address that others reach us by, for links and QR codes
