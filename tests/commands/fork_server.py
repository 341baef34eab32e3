"""Runs commands of `tuilerie`, each in a process of its own, without the cost of starting Python each time.

It imports what nearly every command needs, then waits; a request brings arguments, folder, environment and the three
streams, the command runs in a fork, and the exit code goes back. `python -m tests.commands.fork_server FD`: a socket.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import socket
import sys
from typing import Any

# what commands import; `tuilerie.cli` itself is not here, since it reads the command line as it is imported
import tuilerie.commands.lab
import tuilerie.commands.listing
import tuilerie.commands.play
import tuilerie.commands.records
import tuilerie.engine.registry  # noqa: F401 (loaded once, before the forks)
from tuilerie import words

with contextlib.suppress(ImportError):
    from pydantic import TypeAdapter  # noqa: F401 (where it is installed, Typer loads it for every command)

LONGEST = 1 << 20


def main() -> None:
    line = socket.socket(fileno=int(sys.argv[1]))
    for lang in words.LANGUAGES:
        words.catalogue(lang)
    gc.freeze()
    while True:
        text, streams, _, _ = socket.recv_fds(line, LONGEST, 3)
        if not text:
            return
        process = os.fork()
        if process == 0:
            line.close()
            run(json.loads(text), streams)
        for stream in streams:
            os.close(stream)
        _, status = os.waitpid(process, 0)
        line.sendall(f"{os.waitstatus_to_exitcode(status)}".encode())


def run(asked: dict[str, Any], streams: list[int]) -> None:
    """From here on this process is the command, and ends as it ends."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.argv = asked["command"]
    from tuilerie.cli import main as command

    sys.exit(command())


if __name__ == "__main__":
    main()
