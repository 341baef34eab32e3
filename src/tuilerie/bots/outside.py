"""Programs that sit down from outside: JSON lines over stdin and stdout, one process for many games.

The program gets the events that its seat may see, and its seat's view when it must move: nothing else ever crosses the
pipe.
"""

from __future__ import annotations

import contextlib
import json
import queue
import shlex
import subprocess
import threading
from typing import Any

from tuilerie.engine.errors import Refused, TuilerieError
from tuilerie.engine.match import Match
from tuilerie.engine.options import differences

PROTOCOL = 1
READY_SECONDS = 60.0  # a program may have to compile something first
MOVE_MS = 10_000
LONGEST_ANSWER = 65_536


class OutsideFailure(TuilerieError):
    """The program died, answered late, or answered nonsense; `said` is its last line."""


class OutsideBot:
    """A running program that plays one seat of one game after another."""

    def __init__(self, command: str, ms: int = MOVE_MS) -> None:
        self.command = command
        self.ms = ms
        self.name = command
        self.wants_legal = True
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.Queue[bytes | None] = queue.Queue()
        self._told = 0
        self._seat = 0

    # --- a game -----------------------------------------------------------------------------------

    def begin(self, match: Match, seat: int) -> None:
        """Say hello for a new game; start the program if it is not running."""
        self._start()
        self._seat, self._told = seat, 0
        hello: dict[str, Any] = {
            "t": "hello",
            "protocol": PROTOCOL,
            "game": match.game.id,
            "players": match.players,
            "seat": seat,
            "variant": differences(match.game.options, match.variant),
        }
        if match.deck is not None:
            hello["deck"] = match.deck
        self._send(hello)
        ready = self._answer(READY_SECONDS, "ready")
        self.name = str(ready.get("name", self.command))[:60]
        self.wants_legal = ready.get("legal", True) is not False

    def choose(self, match: Match) -> str:
        """The program's move, checked to be readable and legal."""
        self._tell_news(match)
        turn: dict[str, Any] = {"t": "turn", "n": self._told, "view": match.view(self._seat), "ms": self.ms}
        if self.wants_legal:
            turn["legal"] = match.legal()
        self._send(turn)
        answer = self._answer(self.ms / 1000, "move")
        move = answer.get("move")
        if not isinstance(move, str):
            raise self._failure("garbled", json.dumps(answer))
        try:
            match.copy().play(move)
        except Refused as refused:
            raise self._failure("illegal", f"{move} - {refused}") from None
        return move

    def finish(self, match: Match) -> None:
        self._tell_news(match, but_last=True)
        self._send({"t": "end", "event": match.game.seen(match.events[-1], self._seat)})

    def close(self) -> None:
        """Close its input and give it a moment to leave by itself."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            if process.stdin:
                process.stdin.close()
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    # --- the pipe ---------------------------------------------------------------------------------

    def _tell_news(self, match: Match, but_last: bool = False) -> None:
        events = match.events
        for n in range(self._told, len(events) - but_last):
            self._send({"t": "event", "n": n, "event": match.game.seen(events[n], self._seat)})
        self._told = len(events) - but_last

    def _start(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        try:
            self._process = subprocess.Popen(shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, ValueError) as error:
            raise OutsideFailure("outside.start", command=self.command, why=str(error)) from None
        self._answers = queue.Queue()
        threading.Thread(target=self._listen, args=(self._process, self._answers), daemon=True).start()

    @staticmethod
    def _listen(process: subprocess.Popen[bytes], answers: queue.Queue[bytes | None]) -> None:
        assert process.stdout is not None
        while line := process.stdout.readline(LONGEST_ANSWER):
            answers.put(line)
        answers.put(None)

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise self._failure("died", "") from None

    def _answer(self, seconds: float, kind: str) -> dict[str, Any]:
        try:
            line = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise self._failure("late", f"{seconds:g} s") from None
        if line is None:
            raise self._failure("died", "")
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict) or message.get("t") != kind:
            raise self._failure("garbled", line[:200].decode("utf-8", "replace").strip())
        return message

    def _failure(self, how: str, said: str) -> OutsideFailure:
        """Its process cannot be trusted to be in step any more: the next game starts a new one."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
        return OutsideFailure(f"outside.{how}", command=self.command, said=said)
