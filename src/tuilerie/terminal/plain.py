"""The plain table: text in, text out. For dumb terminals, pipes and screen readers."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

from tuilerie.bots.advice import advise
from tuilerie.engine.drawing.log_phrases import LogPhrases
from tuilerie.engine.game import Event
from tuilerie.engine.match import Match
from tuilerie.engine.record_check import check_record
from tuilerie.engine.replay import walk
from tuilerie.table import messages
from tuilerie.table.bot_turns import Turn
from tuilerie.table.local import LocalTable
from tuilerie.terminal.drawing import draw
from tuilerie.terminal.event_text import WORDS, phrases_of, tell
from tuilerie.terminal.local_table import BotSeats, Setup, match_of, now_ms, open_table
from tuilerie.words import say
from tuilerie.words.terms import GameName

CLEAR = 60  # empty lines that push a hand out of sight
MANY = 40  # more legal moves than this are listed only on demand


class PlainTable:
    """Several people pass the device: their hands are told apart by many empty lines."""

    def __init__(self, setup: Setup) -> None:
        self.table: LocalTable = open_table(setup)
        self.bots = BotSeats(setup)
        self.people = [seat for seat, bot in enumerate(setup.company) if bot is None]
        self.seat = self.people[0]  # who has the device
        self.lang, self.seed = setup.lang, setup.seed
        self.phrases = phrases_of(setup.game.id)
        self._told = 0

    @property
    def match(self) -> Match:
        return match_of(self.table)

    def play(self) -> None:
        """Until the game is over, or the person leaves (`quit`, or the end of input)."""
        print(say("table.welcome", self.lang, game=GameName(self.match.game.id), seed=self.seed))
        self.bots.begin(self.match)
        if len(self.people) > 1:
            self.table.receive(messages.Tap(self.seat), now_ms())
        try:
            self._tell()
            while not self.match.finished:
                turn = self.table.turn_due(now_ms())
                if turn is not None:
                    self._bot_moves(turn)
                elif not self._hand_over() or not self._person_moves():
                    print(say("table.left", self.lang))
                    return
                self._tell()
        finally:
            self.bots.close()

    def _bot_moves(self, turn: Turn) -> None:
        move, failure = self.bots.choose(self.match)
        if failure is not None:
            print(failure.sentence(self.lang))
        self.table.play_turn(turn, move, now_ms())

    def _hand_over(self) -> bool:
        """Another person's turn: where hands are hidden, the screen is cleared, and nothing is shown before they say
        so. False if they leave.
        """
        if self.match.turn == self.seat:
            return True
        self.seat = self.match.turn
        self.table.receive(messages.Tap(self.seat), now_ms())
        if not self.match.game.hidden:
            return True
        print("\n" * CLEAR + say("table.hand-over", self.lang, seat=self.seat))
        try:
            return input(say("table.ready", self.lang)).strip() not in ("quit", "q")
        except EOFError:
            return False

    def _person_moves(self) -> bool:
        print(draw(self.match.view(self.seat), self.lang))
        legal = self.match.legal()
        if len(legal) <= MANY:
            print(say("table.legal", self.lang, moves="  ".join(legal)))
        while True:
            try:
                move = input(say("table.prompt", self.lang)).strip()
            except EOFError:
                return False
            if move in ("quit", "q"):
                return False
            if move in ("?", "help"):
                print(say("table.help", self.lang))
                print("\n".join(legal))
                continue
            if move == "hint":
                self._hint()
                continue
            refusal = self._play(" ".join(move.split()))
            if refusal is None:
                return True
            print(refusal)

    def _play(self, move: str) -> str | None:
        """The table plays it, or says why not."""
        answer = self.table.receive(
            messages.Play(secrets.token_hex(8), self.table.state.seq, [move], self.seat), now_ms()
        )
        return next((one.why.sentence for one in answer.messages if isinstance(one, messages.Refused)), None)

    def _hint(self) -> None:
        for advice in advise(self.match):
            print(
                say(
                    "hint.line",
                    self.lang,
                    move=advice.move,
                    chance=100 * advice.chance,
                    reason=advice.sentence(self.lang),
                )
            )

    def _tell(self) -> None:
        """What has happened since, as this seat may know it."""
        if self.match.pending:
            return
        events, view = self.match.seen_events(self.seat if len(self.people) == 1 else None), self.match.view()
        for event in events[self._told :]:
            print(event_line(event, self.phrases, view, self.lang))
        self._told = len(events)


def event_line(event: Event, phrases: LogPhrases, view: dict[str, Any], lang: str) -> str:
    """One event in words; seats by their numbers."""
    seats = [say("event.seat", lang, seat=seat) for seat in range(view["players"])]
    line = tell(event, phrases, view, seats, lang=lang, form=WORDS)
    return say("event.end", lang, text=line) if event[0] == "end" else line


def replay_lines(record: dict[str, Any], lang: str) -> Iterator[str]:
    """A checked record, event by event, with the table after every move as everybody could see it."""
    positions = walk(check_record(record))
    view = next(positions).view(None)
    phrases = phrases_of(record["game"])
    names = ", ".join(f"{seat}: {player['name']}" for seat, player in enumerate(record["players"]))
    yield say("replay.title", lang, game=GameName(record["game"]), names=names)
    for event in record["events"]:
        if event[0] == "move":
            view = next(positions).view(None)
        line = event_line(event[:3], phrases, view, lang)
        yield f"{line}\n{draw(view, lang)}" if event[0] == "move" else line
