"""Runs the real program, as a person would."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = str(Path(sys.executable).parent / "tuilerie")


def tuilerie(
    *arguments: object, stdin: str | None = None, timeout: float = 900, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROGRAM, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=timeout,
        env=_clean(environment),
        check=False,
    )


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
