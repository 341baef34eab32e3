"""A table that runs on the device of the people who play there, without a server: in a terminal, or in a browser.

It answers as a server does: `receive` takes a message of protocol 1 and gives back the messages that a socket would
bring. Whoever runs it asks `due_at` when something happens without a person, lets the bot of `turn_due` think, and
hands the move to `play_turn`. `saved` is all that has to be kept; `restore` goes on from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from tuilerie.engine.errors import Refused, TuilerieError
from tuilerie.engine.fair import fresh_secret
from tuilerie.table import bot_turns, clocks, entries, message_handlers, messages
from tuilerie.table.bot_turns import Thinking, Turn
from tuilerie.table.core import TableCore, TableFacts
from tuilerie.table.creation import NewTable, new_id
from tuilerie.table.device import Device
from tuilerie.table.errors import NotAllowed, why
from tuilerie.table.message_handlers import HintRequest, Outcome
from tuilerie.table.shapes import PROTOCOL, Lang
from tuilerie.table.sitter import Sitter
from tuilerie.table.state import TableState
from tuilerie.table.terms import Terms

OWNER = "owner"  # the person to whom this device belongs


class LogRow(Struct, frozen=True):
    """One entry of the log, as it is kept."""

    at: int  # milliseconds since 1970
    entry: entries.AnyEntry
    key: str | None = None


class SavedTable(Struct):
    """A table as it is kept; JSON by `msgspec.json`."""

    id: str
    created: int
    terms: Terms
    secret: str  # hex; the game's hidden pieces follow from it
    names: dict[str, str | None]  # of sitters, by their ids in the log
    log: list[LogRow]
    rematch_of: str | None = None
    faces: dict[str, str | None] = {}  # of sitters, too


@dataclass(slots=True)
class Answer:
    """What comes back to the device."""

    messages: list[messages.ServerMessage] = field(default_factory=list)
    hint: HintRequest | None = None  # to think about; the answer is a `Hinted` with this question's number
    rematch: LocalTable | None = None  # a new table that was made


class LocalTable(TableCore):
    """One table, its log, and the one device at which its people sit."""

    def __init__(self, state: TableState, facts: TableFacts, sitters: dict[str, Sitter], lang: Lang) -> None:
        super().__init__(state, facts, sitters)
        self.log: list[LogRow] = []
        self.device = Device(lang, OWNER)

    @classmethod
    def create(
        cls, new: NewTable, *, now: int, lang: Lang, secret: bytes | None = None, deck: Any = None
    ) -> LocalTable:
        """A new table, whose people have all sat down, and which has been started."""
        new.host = OWNER
        state = TableState(new_id(), new.terms, secret or fresh_secret(), deck=deck)
        table = cls(state, TableFacts("", now, OWNER, new.rematch_of), {}, lang)
        table.sitters = {sitter_id: sitter for sitter_id, (_, sitter) in new.sitting.items()}
        for entry in new.entries:
            table._append(entry, None, now)
        table._hold_seats()
        return table

    @classmethod
    def restore(cls, saved: SavedTable, lang: Lang) -> LocalTable:
        state = TableState(saved.id, saved.terms, bytes.fromhex(saved.secret))
        sitters = {sitter: Sitter(OWNER, name, saved.faces.get(sitter)) for sitter, name in saved.names.items()}
        table = cls(state, TableFacts("", saved.created, OWNER, saved.rematch_of), sitters, lang)
        for row in saved.log:
            table._append(row.entry, row.key, row.at)
        table._hold_seats()
        return table

    def saved(self) -> SavedTable:
        return SavedTable(
            id=self.id,
            created=self.created,
            terms=self.state.terms,
            secret=self.state.secret.hex(),
            names=self.names(),
            log=self.log,
            rematch_of=self.rematch_of,
            faces=self.faces(),
        )

    def _hold_seats(self) -> None:
        sitting = enumerate(self.state.chairs)
        self.admit(self.device, {seat: chair.sitter for seat, chair in sitting if chair.sitter is not None})

    # --- messages ---------------------------------------------------------------------------------------

    def receive(self, message: messages.ClientMessage, now: int) -> Answer:
        """A message of the device; a refusal is an answer, too."""
        answer = Answer()
        try:
            if isinstance(message, messages.Hello):
                answer.messages += self._greet(message, now)
            elif isinstance(message, messages.Resync):
                rows = self._rows_after(message.last)
                self._carry_out(message_handlers.resync(self, self.device, message, rows), answer, now)
            else:
                outcome = message_handlers.handle(self, self.device, message, now, self.state.seq)
                self._carry_out(outcome, answer, now)
        except TuilerieError as error:
            key, question = getattr(message, "key", None), getattr(message, "id", None)
            answer.messages.append(messages.Refused(why(error, self.device.lang), key, question))
            if error.code == "server.stale":
                answer.messages.append(self.snapshot(self.device))
        return answer

    def _greet(self, hello: messages.Hello, now: int) -> Sequence[messages.ServerMessage]:
        if hello.protocol != PROTOCOL:
            raise NotAllowed("protocol", protocol=PROTOCOL)
        self.device.lang = hello.lang or self.device.lang
        self._hold_seats()
        missed = self.missed(self.device, hello.last, self._rows_after(hello.last))
        welcome = self.welcome(self.device, now, None if missed is None else len(missed))
        return [welcome, *([self.snapshot(self.device)] if missed is None else missed)]

    def _rows_after(self, last: int) -> list[tuple[int, entries.AnyEntry]]:
        return [(seq, row.entry) for seq, row in enumerate(self.log[last:], last + 1)]

    def _carry_out(self, outcome: Outcome, answer: Answer, now: int) -> None:
        logged = list(outcome.entries)
        if outcome.rematch is not None:
            answer.rematch = LocalTable.create(outcome.rematch, now=now, lang=self.device.lang)
            logged.append(entries.Rematch(answer.rematch.id))
        key = outcome.key
        for entry in logged:
            answer.messages.append(self._append(entry, key, now))
            if key is not None and outcome.accepted is not None:
                answer.messages.append(messages.Accepted(outcome.accepted, self.state.seq))
            key = None
        if outcome.refusal is not None:
            raise outcome.refusal
        answer.messages += outcome.replies
        if outcome.said is not None:
            answer.messages.append(outcome.said)
        answer.hint = outcome.hint

    def _append(self, entry: entries.AnyEntry, key: str | None, at: int) -> messages.Update:
        """Applied, kept, told."""
        told = self.apply(at, entry, key)
        self.log.append(LogRow(at, entry, key))
        return self.updates(entry, told, [self.device.viewer(self.state)])[0]

    # --- what happens without a person --------------------------------------------------------------------

    def due_at(self, now: int) -> int | None:
        """When a bot moves, a clock runs out or the cards are dealt; None: only people can go on.

        Ask again after every message and every turn. A bot that searches may begin to think at once (`bot_turns.QUICK`
        names those that do not), and its move is held back.
        """
        return clocks.due_at(self.state, now, self.state.terms.pace)

    def deal(self, now: int) -> list[messages.ServerMessage]:
        """Where only the deal is waited for, and it is due."""
        if self.state.phase != "revealing":
            return []
        return [self._append(self.state.deal_entry(), None, now)]

    def turn_due(self, now: int) -> Turn | None:
        """The turn that no person plays now."""
        deadline = self.state.deadline()
        overdue = deadline is not None and deadline <= now
        return bot_turns.turn_due(self.state, overdue) if self.state.phase == "playing" else None

    def thinking(self, turn: Turn, seed: int | None = None, within_ms: float = bot_turns.ROUND_MS) -> Thinking | None:
        """What the bot of this turn thinks about; None: nothing, `quiet_move` is played."""
        return None if turn.level is None else bot_turns.thinking_at(self.state, turn.level, within_ms, seed)

    def play_turn(self, turn: Turn, move: str, now: int) -> list[messages.ServerMessage]:
        """The move of a turn that no person plays; nothing, if something else has happened meanwhile."""
        match = self.state.match
        if match is None or not bot_turns.is_current(self.state, turn):
            return []
        try:
            return [self._append(bot_turns.turn_entry(self.state, turn, move), None, now)]
        except Refused:  # no sound bot does that; a legal move keeps the game alive
            return [self._append(entries.Play(turn.seat, [bot_turns.quiet_move(match)], turn.by), None, now)]
