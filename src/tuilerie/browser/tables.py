"""The tables of one device, as the page's worker runs them: JSON text in, JSON text out, and nothing waits.

Every call that changes a table gives back the rows of its log that are new. The worker keeps them first and passes the
messages on afterwards; where they could not be kept, it forgets the table (`forget`) and takes it up again from what it
has.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from tuilerie.bots import advice, player
from tuilerie.bots import review as reviewing
from tuilerie.bots.roster import bot_named
from tuilerie.engine.errors import TuilerieError
from tuilerie.engine.registry import game_named
from tuilerie.engine.replay import seen_positions
from tuilerie.table import bot_turns, branches, messages
from tuilerie.table.bot_turns import Turn
from tuilerie.table.creation import new_table
from tuilerie.table.errors import NotAllowed, why
from tuilerie.table.local import OWNER, Answer, LocalTable, LogRow, SavedTable
from tuilerie.table.reviews import Review, told
from tuilerie.table.shapes import Lang, Table, Why
from tuilerie.table.sitter import Sitter
from tuilerie.table.terms import CreateTable
from tuilerie.table.text import unreadable
from tuilerie.words import say

INTERFACE = 2  # of `Tables`, as the page's worker calls it (web/src/offline/files.ts): it changes with what is called
NO_KEY = "0" * 32  # on one's own device a seat needs none; the form is that of a server's
HINT_MS = 250.0
HINTS = 3  # moves worth considering
TOLD_TURNS = 4  # of a review, at a time: putting them into words takes a while, too


class HeldSeat(Struct):
    seat: int
    key: str


class Seated(Struct):
    """As the server answers to whoever sits down."""

    table: Table
    seats: list[HeldSeat]


class Finished(Struct):
    """A game that is over, as a list of one's games shows it."""

    table: str
    game: str
    seat: int
    scores: list[int]
    winners: list[int]
    reason: str
    ended: int
    rated: bool = False


class Step(Struct, omit_defaults=True):
    """What a call led to."""

    messages: list[messages.ServerMessage] = []
    rows: list[LogRow] = []  # new ones of the log
    seq: int = 0  # of the last of them
    made: SavedTable | None = None  # a rematch's table
    finished: Finished | None = None


class Thought(Struct):
    """What a worker needs to choose a whole move: plain numbers, and the record in hex."""

    game: str
    record: str
    kind: int
    playouts: int
    ms: float | None  # for one action of a search; None: its playouts are counted
    within_ms: float  # for the whole move
    seed: str


class Next(Struct, omit_defaults=True):
    """What happens without a person: at `at`, or when a bot has thought and `pause_ms` have passed."""

    kind: str  # deal, turn or wait
    at: int
    thought: Thought | None = None
    pause_ms: float = 0.0


class Failure(Struct):
    why: Why


_read_message = msgspec.json.Decoder(messages.FromClient).decode
_read_terms = msgspec.json.Decoder(CreateTable).decode
_read_branch = msgspec.json.Decoder(branches.TryBranch).decode
_read_saved = msgspec.json.Decoder(SavedTable).decode


class Tables:
    """Tables by id, each with the turn that is being thought about and the review that is being computed."""

    def __init__(self) -> None:
        self._tables: dict[str, LocalTable] = {}
        self._turns: dict[str, Turn] = {}
        self._thinking_since: dict[str, tuple[tuple[int, int], int]] = {}  # by table: which turn, and since when
        self._reviews: dict[str, Iterator[reviewing.Review | None]] = {}
        self._judged: dict[str, Review] = {}  # what is told of them

    # --- tables come and go ---------------------------------------------------------------------------

    def create(self, body: str, name: str, lang: Lang, now: int) -> str:
        """A new table; the answer is a `SavedTable`, or a `Failure`."""
        try:
            asked = _read_terms(body)
            table = LocalTable.create(new_table(asked, Sitter(OWNER, name or None)), now=now, lang=lang)
        except TuilerieError as error:
            return _text(Failure(why(error, lang)))
        except msgspec.MsgspecError as error:
            return _text(Failure(why(unreadable(error, 200), lang)))
        self._take(table)
        return _text(table.saved())

    def restore(self, saved: str, lang: Lang) -> None:
        self._take(LocalTable.restore(_read_saved(saved), lang))

    def has(self, table: str) -> bool:
        return table in self._tables

    def forget(self, table: str) -> None:
        for kept in (self._tables, self._turns, self._thinking_since, self._reviews, self._judged):
            kept.pop(table, None)

    def _take(self, table: LocalTable) -> None:
        table.code = table.id
        self._tables[table.id] = table

    # --- messages ---------------------------------------------------------------------------------------

    def receive(self, table: str, text: str, now: int) -> str:
        """A message of the page, as it would go over a socket."""
        here = self._tables[table]
        before = len(here.log)
        try:
            answer = here.receive(_read_message(text), now)
        except msgspec.MsgspecError as error:
            return _text(Step([messages.Refused(why(unreadable(error, 200), here.device.lang))]))
        if answer.hint is not None:
            answer.messages.append(_hinted(answer, here.device.lang))
        if answer.rematch is not None:
            self._take(answer.rematch)
        return _text(self._step(here, before, answer))

    def _step(self, table: LocalTable, before: int, answer: Answer) -> Step:
        step = Step(answer.messages, table.log[before:], len(table.log))
        if answer.rematch is not None:
            step.made = answer.rematch.saved()
        if step.rows and table.state.phase == "over":
            step.finished = _finished(table)
        return step

    # --- what happens without a person --------------------------------------------------------------------

    def next(self, table: str, now: int) -> str:
        """A `Next`, or null: only a person can go on."""
        here = self._tables[table]
        self._turns.pop(table, None)
        due = here.due_at(now)
        if due is None:
            return "null"
        if here.state.phase == "revealing":
            return _text(Next("deal", due))
        turn = here.turn_due(now)
        if turn is None:
            return _text(Next("wait", due))
        self._turns[table] = turn
        return _text(self._thought(here, turn, now))

    def _thought(self, table: LocalTable, turn: Turn, now: int) -> Next:
        state = table.state
        assert state.match is not None
        share = bot_turns.share_ms([chair.bot for chair in state.chairs if chair.bot is not None])
        which = (turn.seat, state.match.turns)
        was, since = self._thinking_since.get(table.id, (None, now))
        if was != which:
            since = now
        self._thinking_since[table.id] = (which, since)
        left = max(bot_turns.SHORTEST_MS, share - (now - since))
        thinking = table.thinking(turn, within_ms=left)
        if thinking is None:
            return Next("turn", now)
        game, level = game_named(thinking.game), bot_named(thinking.level)
        thought = Thought(
            game.id,
            thinking.record.hex(),
            level.kind,
            player.playouts_of(game, level) if level.playouts else 0,
            None if thinking.counted else player.table_ms(game, level),
            bot_turns.PART_OF_TURN * thinking.within_ms,
            str(thinking.seed),
        )
        pause = 1000 * bot_turns.held_back(game.id, level.name, 0.0, left, state.terms.pace)
        return Next("turn", now, thought, pause)

    def deal(self, table: str, now: int) -> str:
        here = self._tables[table]
        before = len(here.log)
        return _text(self._step(here, before, Answer(here.deal(now))))

    def play(self, table: str, actions: list[int], now: int) -> str:
        """The turn that was thought about; no actions: nobody had to think."""
        here, turn = self._tables[table], self._turns.pop(table, None)
        before = len(here.log)
        if turn is None or not bot_turns.is_current(here.state, turn) or here.state.match is None:
            return _text(Step(seq=before))
        match = here.state.match
        move = match.game.spell(match.state, list(actions)) if actions else bot_turns.quiet_move(match)
        return _text(self._step(here, before, Answer(here.play_turn(turn, move, now))))

    # --- what a page asks for -----------------------------------------------------------------------------

    def seated(self, table: str) -> str:
        here = self._tables[table]
        return _text(Seated(here.shape(), [HeldSeat(seat, NO_KEY) for seat in here.seats_of(OWNER)]))

    def shape(self, table: str) -> str:
        return _text(self._tables[table].shape())

    def record(self, table: str, lang: Lang) -> str:
        here = self._tables[table]
        match = here.state.match
        if here.state.phase != "over" or match is None:
            return _text(Failure(why(NotAllowed("no-record"), lang)))
        return _text(match.record([_player(here, seat) for seat in range(here.state.terms.players)]))

    def replay(self, table: str, seat: str, lang: Lang) -> str:
        """With the eyes of a seat; anything but a seat of the table means none in particular."""
        here = self._tables[table]
        match = here.state.match
        if here.state.phase != "over" or match is None:
            return _text(Failure(why(NotAllowed("no-record"), lang)))
        positions = seen_positions(match, int(seat) if seat in map(str, range(match.players)) else None)
        return _text(
            {
                "game": match.game.id,
                "code": here.code,
                "seats": here.shape().seats,
                "events": match.events,
                "steps": [told for told, _ in positions],
                "views": [view for _, view in positions],
            }
        )

    def branch(self, body: str, lang: Lang) -> str:
        """A game that is over, played otherwise; no table of this device is needed."""
        try:
            return _text(branches.played(_read_branch(body)))
        except TuilerieError as error:
            return _text(Failure(why(error, lang)))
        except msgspec.MsgspecError as error:
            return _text(Failure(why(unreadable(error, 200), lang)))

    def review(self, table: str, lang: Lang) -> str:
        """One step of the review of a finished game; asked again and again, it is done some day."""
        here = self._tables[table]
        match = here.state.match
        if here.state.phase != "over" or match is None:
            return _text(Failure(why(NotAllowed("no-review"), lang)))
        if not match.game.effort.reviewed:
            return _text(Failure(why(NotAllowed("nothing-to-review"), lang)))
        found = self._judged.get(table)
        if found is not None and found.state == "done":
            return _text(found)
        step = next(self._reviews.setdefault(table, reviewing.review(match.copy())))
        if found is None or (step is not None and (step.complete or len(step.turns) >= found.done + TOLD_TURNS)):
            found = Review("computing", 0, reviewing.turns_in(match)) if step is None else told(step)
            self._judged[table] = found
        return _text(found)


def unkept(key: str | None, lang: str) -> str:
    """The refusal of something that this device could not keep."""
    return _text(messages.Refused(_why("device.unkept", lang), key))


def overtaken(key: str | None, lang: str) -> str:
    """The refusal of something that came after what another page has done at the same table."""
    return _text(messages.Refused(_why("device.overtaken", lang), key))


def elsewhere(lang: str) -> str:
    """The farewell to a page whose table has been opened in another one."""
    return _text(messages.Goodbye(_why("device.elsewhere", lang)))


def _why(code: str, lang: str) -> Why:
    return Why(code, say(code, lang))


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _hinted(answer: Answer, lang: Lang) -> messages.Hinted:
    hint = answer.hint
    assert hint is not None
    imagined = hint.match.imagined(hint.seat, secrets.randbits(63))
    found = advice.advise(imagined, HINTS, seed=secrets.randbits(63), ms=HINT_MS)
    moves = [messages.Advised(each.move, round(each.chance, 3), each.reason, each.sentence(lang)) for each in found]
    return messages.Hinted(hint.question, moves[0].move, moves)


def _finished(table: LocalTable) -> Finished | None:
    match, seats = table.state.match, sorted(table.seats_of(OWNER))
    if match is None or not seats:
        return None
    ended = table.log[-1].at
    return Finished(table.id, match.game.id, seats[0], match.scores, match.winners, match.reason or "", ended)


def _player(table: LocalTable, seat: int) -> dict[str, Any]:
    chair = table.state.chairs[seat]
    if chair.sitter is None:
        return {"name": chair.bot, "kind": "bot", "bot": chair.bot}
    return {"name": table.names().get(chair.sitter) or f"seat {seat}", "kind": "human", "bot": None}
