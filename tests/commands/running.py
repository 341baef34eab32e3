"""Runs the real program, as a person would."""

from __future__ import annotations

import atexit
import json
import os
import socket
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

PROGRAM = str(Path(sys.executable).parent / "tuilerie")
ROOT = Path(__file__).parents[2]
STARTING = ("PYTHON", "LANG", "LC_")  # what Python reads as it starts
PARALLEL = ("--workers", "--ray", "serve")  # start processes of their own


def tuilerie(
    *arguments: object, stdin: str | None = None, timeout: float = 900, **environment: str
) -> subprocess.CompletedProcess[str]:
    command, wanted = [PROGRAM, *map(str, arguments)], _clean(environment)
    if any(name.startswith(STARTING) for name in environment) or any(word in command for word in PARALLEL):
        return subprocess.run(
            command, input=stdin, capture_output=True, text=True, timeout=timeout, env=wanted, check=False
        )
    return _forked(command, stdin or "", timeout, wanted)


def _forked(
    command: list[str], stdin: str, timeout: float, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """In a fork of a process that has imported the program already."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin.encode())
        given.seek(0)
        asked = {"command": command, "folder": os.getcwd(), "environment": environment}
        line = _fork_server()
        line.settimeout(timeout)
        socket.send_fds(line, [json.dumps(asked).encode()], [stream.fileno() for stream in (given, out, err)])
        code = line.recv(64)
        assert code, "the process that runs commands is gone"
        said = [_text(stream) for stream in (out, err)]
    return subprocess.CompletedProcess(command, int(code), *said)


def _text(stream: tempfile._TemporaryFileWrapper[bytes]) -> str:
    stream.seek(0)
    return stream.read().decode().replace("\r\n", "\n")


@cache
def _fork_server() -> socket.socket:
    """One for all tests of this process."""
    ours, theirs = socket.socketpair()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.commands.fork_server", str(theirs.fileno())],
        cwd=ROOT,
        env=_clean({}),
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    theirs.close()
    atexit.register(process.wait)
    atexit.register(ours.close)  # first: it ends when nobody can ask any more
    return ours


def _clean(environment: dict[str, str]) -> dict[str, str]:
    return (
        {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
        | {"LANG": "en_GB.UTF-8"}
        | environment
    )


class Conversation:
    """A program that asks and is answered."""

    def __init__(self, *arguments: object) -> None:
        command = [PROGRAM, *map(str, arguments)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_clean({"PYTHONUTF8": "1"})
        )
        self.heard = ""

    def until(self, prompt: str) -> str | None:
        """What it says up to the next prompt; None if it ends instead."""
        assert self._process.stdout is not None
        said, wanted = b"", prompt.encode()
        while not said.endswith(wanted):
            byte = self._process.stdout.read(1)
            if not byte:
                self.heard += said.decode()
                return None
            said += byte
        text = said.decode()
        self.heard += text
        return text.removesuffix(prompt)

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()

    def code(self) -> int:
        return self._process.wait(300)
