"""Records on disk: one JSON object per game, one game per line. Reading trusts nothing; writing destroys nothing."""

from __future__ import annotations

import contextlib
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from tuilerie.engine.errors import BadInput, WrongRecord

LONGEST_LINE = 32 * 1024 * 1024


def to_line(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def from_line(line: bytes) -> dict[str, Any]:
    """One record as JSON; WrongRecord says what is wrong with the text."""
    if len(line) > LONGEST_LINE:
        raise WrongRecord("too-long", most=LONGEST_LINE // 2**20)
    try:
        record = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise WrongRecord("not-text") from None
    except (ValueError, RecursionError):
        raise WrongRecord("not-json") from None
    if not isinstance(record, dict):
        raise WrongRecord("not-object")
    return record


def read_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Line numbers (from 1) and lines, a bounded piece of the file at a time; blank lines are passed over."""
    try:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                if line.strip():
                    yield number, line
                if len(line) > LONGEST_LINE:
                    return
    except OSError as error:
        raise BadInput("file.read", file=str(path), why=error.strerror or str(error)) from None


@contextlib.contextmanager
def writing(path: Path) -> Iterator[IO[str]]:
    """A file to write records to. What stood at `path` is replaced only when everything has been written."""
    import tempfile  # in a browser nobody comes here, and it brings a lot

    try:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            with path.open("w", encoding="utf-8", newline="\n") as device:
                yield device
            return
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise BadInput("file.write", file=str(path), why=error.strerror or str(error)) from None
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except OSError as error:
        raise BadInput("file.write", file=str(path), why=error.strerror or str(error)) from None
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _no_constant(name: str) -> None:
    raise ValueError(name)
