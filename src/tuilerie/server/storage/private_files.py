"""Files that hold names, hands and the key of all cookies: for their owner only, whatever the umask, and whoever made
them before.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

FILE, FOLDER = 0o600, 0o700
# what SQLite keeps beside a database; it makes them with the rights of the database itself
BESIDE = ("-wal", "-shm", "-journal")


def new_private_file(file: Path) -> None:
    """An empty file that was not there before: never one that somebody else has put or linked there."""
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE)
    try:
        os.chmod(file, FILE)
    finally:
        os.close(descriptor)


def private_database(file: Path) -> None:
    """Make it if it is not there; tighten it, what SQLite keeps beside it, and the copies that a restore put aside.

    What cannot be changed stays: SQLite says by itself why a file cannot be opened.
    """
    with contextlib.suppress(OSError):
        new_private_file(file)
    for found in (
        file,
        *(file.with_name(file.name + end) for end in BESIDE),
        *file.parent.glob(f"{file.name}.before-*"),
    ):
        with contextlib.suppress(OSError):
            os.chmod(found, FILE)


def private_folder(folder: Path) -> None:
    """A folder of ours. One that is shared by its nature (/tmp) or belongs to somebody else is left as it is."""
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    found = folder.stat()
    if found.st_uid == os.geteuid() and not found.st_mode & stat.S_ISVTX:
        os.chmod(folder, FOLDER)
