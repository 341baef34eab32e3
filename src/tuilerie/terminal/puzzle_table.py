"""Puzzles in a terminal: a position, a move to find, why, and play on from there. Progress stays on this machine."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from pathlib import Path

from tuilerie.bots.dice import Dice
from tuilerie.bots.player import whole_move
from tuilerie.bots.roster import bot_named
from tuilerie.engine.errors import Refused
from tuilerie.engine.match import Match
from tuilerie.engine.puzzles import shipped
from tuilerie.engine.studies import match_at
from tuilerie.table import puzzles
from tuilerie.terminal.drawing import draw
from tuilerie.terminal.event_text import phrases_of
from tuilerie.terminal.plain import MANY, event_line
from tuilerie.words import say

FOUND, SEEN = "found", "seen"  # what became of a puzzle: found at the first try, or only later
OTHERWISE = "club"  # who answers when one plays on


class Progress:
    """By the id of a puzzle: `found` or `seen`. A file that cannot be read counts as none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.results: dict[str, str] = {}
        with contextlib.suppress(OSError, ValueError):
            kept = json.loads(path.read_text(encoding="utf-8"))
            self.results = {str(key): str(value) for key, value in kept.items() if value in (FOUND, SEEN)}

    def note(self, puzzle: str, found: bool) -> None:
        """The first result of a puzzle stays."""
        if puzzle in self.results:
            return
        self.results[puzzle] = FOUND if found else SEEN
        with contextlib.suppress(OSError):  # a full disk must not end the evening
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps(self.results), encoding="utf-8")


def progress_path() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "tuilerie" / "puzzles.json"


class PuzzleTable:
    """One puzzle after another until the person leaves."""

    def __init__(self, game: str, lang: str, progress: Progress, ask: Callable[[str], str] = input) -> None:
        self.game, self.lang, self.progress, self._ask = game, lang, progress, ask

    def play(self, number: int | None) -> None:
        at = number or self._next(0)
        while at and self._solve(at):
            at = self._next(at)

    def _next(self, after: int) -> int:
        """The next one that has no result, from `after` on and round the end; 0: all have one."""
        ids = [study.puzzle.id for study in shipped(self.game) if study.puzzle is not None]
        order = [*range(after, len(ids)), *range(after)]
        left = next((at + 1 for at in order if ids[at] not in self.progress.results), 0)
        if not left:
            self._say("all-done", total=len(ids))
        return left

    def _solve(self, number: int) -> bool:
        """False when the person leaves."""
        sheet = puzzles.sheet(self.game, number, self.lang)
        kinds = ", ".join(kind.title for kind in sheet.kinds)
        self._say("title", number=number, total=sheet.total, kinds=kinds, level=say(f"level.{sheet.level}", self.lang))
        print(draw(sheet.view, self.lang))
        legal = sheet.choice.legal or []
        if 0 < len(legal) <= MANY:
            print(say("table.legal", self.lang, moves="  ".join(legal)))
        first = True
        while (word := self._word("prompt")) not in ("quit", "q"):
            if word in ("next", "n"):
                return True
            if word in ("otherwise", "o"):
                self._otherwise(number)
                continue
            if word in ("?", "help", ""):
                self._say("help")
                continue
            verdict = self._verdict(number, word, sheet.id, first)
            if verdict is not None and verdict.right:
                self._tell(verdict)
                return self._after(number)
            first = False
        return False

    def _verdict(self, number: int, word: str, puzzle: str, first: bool) -> puzzles.PuzzleVerdict | None:
        """Of a move, or of the answer for whoever asks for it; None for a move that the rules refuse."""
        if word in ("answer", "a"):
            self.progress.note(puzzle, found=False)
            return puzzles.answer(self.game, number, self.lang)
        try:
            verdict = puzzles.judge(self.game, number, " ".join(word.split()), self.lang)
        except Refused as refused:
            print(refused.sentence(self.lang))
            return None
        self.progress.note(puzzle, found=verdict.right and first)
        self._say("right" if verdict.right else "wrong", why=verdict.why)
        return verdict

    def _tell(self, verdict: puzzles.PuzzleVerdict) -> None:
        told = (("best", verdict.best, verdict.why), ("tempting", verdict.tempting, verdict.worse))
        for key, tried, why in told:
            if tried is not None and tried.chance is not None:
                self._say(key, move=tried.move, chance=100 * tried.chance, why=why)
        self._say(f"proof-{verdict.proof}", worlds=verdict.worlds)

    def _after(self, number: int) -> bool:
        while (word := self._word("after")) not in ("quit", "q"):
            if word in ("otherwise", "o"):
                self._otherwise(number)
            else:
                return True
        return False

    def _otherwise(self, number: int) -> None:
        """The same position to play on from, against bots, until the end or `q`."""
        study = puzzles.study_of(self.game, number)
        match, dice = match_at(study), Dice(number)
        told = len(match.events)
        while not match.finished:
            if match.turn != study.seat:
                path = whole_move(match.game, match.state, bot_named(OTHERWISE), dice)
                match.play(match.game.spell(match.state, path))
            elif not self._own_move(match):
                return
            events = match.seen_events(study.seat)
            for event in events[told:]:
                print(event_line(event, phrases_of(self.game), match.view(), self.lang))
            told = len(events)

    def _own_move(self, match: Match) -> bool:
        """False when the person has had enough."""
        print(draw(match.view(match.turn), self.lang))
        while (word := self._word("own-move")) not in ("quit", "q"):
            try:
                match.play(" ".join(word.split()))
            except Refused as refused:
                print(refused.sentence(self.lang))
            else:
                return True
        return False

    def _word(self, prompt: str) -> str:
        try:
            return self._ask(say(f"puzzle.{prompt}", self.lang)).strip()
        except EOFError:
            return "quit"

    def _say(self, key: str, **details: object) -> None:
        print(say(f"puzzle.{key}", self.lang, **details))
