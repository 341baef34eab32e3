"""The state of a table: what its log says.

Nothing else ever changes it, so that every process that reads the log is in the same state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from tuilerie.engine.fair import commitment
from tuilerie.engine.match import Match
from tuilerie.engine.registry import game_named
from tuilerie.table import entries
from tuilerie.table.errors import NotAllowed
from tuilerie.table.shapes import Phase
from tuilerie.table.terms import Terms

MOST_CHANGES = 100  # of one seat in one game: sat down, left, returned, given to a bot, asked to abandon
MOST_ENTRIES = 20_000  # of one table

NOTHING: Mapping[int, str] = MappingProxyType({})

# what starts clocks again and makes older decisions stale
MOVING = (entries.Play, entries.Deal, entries.Stop, entries.Start)

CHANGING_SEATS = (entries.Sit, entries.Leave, entries.Return, entries.SeatBot, entries.Abandon)


@dataclass(slots=True)
class Chair:
    """One seat: free, a person's, a bot's, or a person's that a bot plays for now."""

    sitter: str | None = None
    bot: str | None = None
    hash: str | None = None
    nonce: str | None = None

    @property
    def by_bot(self) -> bool:
        return self.bot is not None

    @property
    def free(self) -> bool:
        return self.sitter is None and self.bot is None


@dataclass(slots=True)
class TableState:
    """Everything that the log of one table says."""

    table: str
    terms: Terms
    secret: bytes
    seq: int = 0
    phase: Phase = "seating"
    chairs: list[Chair] = field(default_factory=list)
    match: Match | None = None
    keys: dict[str, int] = field(default_factory=dict)  # idempotency keys and the entries they made
    abandoning: list[int] = field(default_factory=list)
    late: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)  # seats whose persons left during the game, first leaver first
    overdue: set[int] = field(default_factory=set)  # seats that the clock played for since their persons last did
    rematch: str | None = None
    told: list[int] = field(default_factory=lambda: [0])  # events of the game after each entry, by its number
    moved_seq: int = 0  # the last entry that changed the game: moves based on less are stale
    moved_at: int = 0  # when, in milliseconds: clocks run from here
    deck: Any = None  # the cards of a designer's own deck, at a table without a server
    # by seat: how often somebody came, went, was replaced, or asked to abandon
    changes: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chairs = [Chair() for _ in range(self.terms.players)]
        self.changes = [0] * self.terms.players

    def apply(self, seq: int, at: int, entry: entries.AnyEntry, key: str | None) -> None:
        """One entry more.

        Moves go through the checked rules even here: a log that breaks them is damaged and must not be folded on.
        """
        if seq != self.seq + 1:
            raise ValueError(f"entry {seq} after {self.seq}")
        _STEPS[type(entry)](self, entry)
        self.note(seq, at, entry, key)

    def note(self, seq: int, at: int, entry: entries.AnyEntry, key: str | None) -> None:
        """Count an entry whose effect is already there."""
        self.seq = seq
        if key is not None:
            self.keys[key] = seq
        if isinstance(entry, MOVING):
            self.moved_seq, self.moved_at = seq, at
            if self.match is not None and self.match.finished:
                self.phase = "over"
            self.told.append(len(self.match.events) if self.match is not None else 0)
        else:
            self.told.append(self.told[-1])
            if isinstance(entry, CHANGING_SEATS):
                self.changes[entry.seat] += 1

    def play(self, moves: list[str]) -> None:
        """All of the moves, or Refused and none of them."""
        assert self.match is not None
        if len(moves) == 1:
            self.match.play(moves[0])
            return
        trial = self.match.copy()
        for move in moves:
            trial.play(move)
        self.match = trial

    def require_changeable(self, seat: int, most: int = MOST_CHANGES) -> None:
        """A seat that was changed again and again stays as it is: a log must not grow without a game."""
        if self.changes[seat] >= most:
            raise NotAllowed("many-changes")

    @property
    def commitment(self) -> str:
        return commitment(self.secret)

    @property
    def turn(self) -> int | None:
        return self.match.turn if self.match is not None and not self.match.finished else None

    def deadline(self) -> int | None:
        """When the time of the seat to move is up, in milliseconds since 1970."""
        clock = self.terms.clock
        if clock.kind == "none":
            return None
        turn = self.turn
        if turn is None or self.chairs[turn].by_bot:
            return None
        return self.moved_at + clock.amount * (1000 if clock.kind == "move" else 86_400_000)

    def people(self) -> list[int]:
        """Seats whose persons are there to agree or not."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.sitter is not None and not chair.by_bot]

    def unrevealed(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.hash is not None and chair.nonce is None]

    def deal_entry(self, revealed: Mapping[int, str] = NOTHING) -> entries.Deal:
        """The deal as it would be now; `revealed`: nonces by seat that are not logged yet."""
        nonces = [revealed.get(seat) or chair.nonce or "" for seat, chair in enumerate(self.chairs)]
        return entries.Deal(nonces, [seat for seat in self.unrevealed() if seat not in revealed])


# --- one function per kind of entry -------------------------------------------------------------------


def _sit(state: TableState, entry: entries.Sit) -> None:
    state.chairs[entry.seat] = Chair(entry.sitter, None, entry.hash)


def _leave(state: TableState, entry: entries.Leave) -> None:
    if entry.bot is None:
        state.chairs[entry.seat] = Chair()
    else:
        state.chairs[entry.seat].bot = entry.bot
        state.abandoning = [seat for seat in state.abandoning if seat != entry.seat]
        state.gone = [*(seat for seat in state.gone if seat != entry.seat), entry.seat]


def _return(state: TableState, entry: entries.Return) -> None:
    state.chairs[entry.seat].bot = None
    state.gone = [seat for seat in state.gone if seat != entry.seat]


def _seat_bot(state: TableState, entry: entries.SeatBot) -> None:
    state.chairs[entry.seat].bot = entry.bot


def _start(state: TableState, entry: entries.Start) -> None:
    state.phase = "revealing"


def _reveal(state: TableState, entry: entries.Reveal) -> None:
    state.chairs[entry.seat].nonce = entry.nonce


def _deal(state: TableState, entry: entries.Deal) -> None:
    nonces = [bytes.fromhex(nonce) for nonce in entry.nonces]
    state.match = Match.new(
        game_named(state.terms.game),
        state.terms.players,
        state.secret,
        state.terms.variant,
        deck=state.deck,
        nonces=nonces,
    )
    state.phase, state.late = "playing", entry.late


def _play(state: TableState, entry: entries.Play) -> None:
    state.play(entry.moves)
    if entry.by == "clock":
        state.overdue.add(entry.seat)
    elif not entry.by:
        state.overdue.discard(entry.seat)


def _abandon(state: TableState, entry: entries.Abandon) -> None:
    state.abandoning = sorted({*state.abandoning, entry.seat})


def _stop(state: TableState, entry: entries.Stop) -> None:
    state.phase = "over"
    if state.match is not None:
        state.match.stop(entry.reason)


def _rematch(state: TableState, entry: entries.Rematch) -> None:
    state.rematch = entry.table


_STEPS: dict[type, Any] = {
    entries.Sit: _sit,
    entries.Leave: _leave,
    entries.Return: _return,
    entries.SeatBot: _seat_bot,
    entries.Start: _start,
    entries.Reveal: _reveal,
    entries.Deal: _deal,
    entries.Play: _play,
    entries.Abandon: _abandon,
    entries.Stop: _stop,
    entries.Rematch: _rematch,
}
