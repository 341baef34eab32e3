"""What a game must tell the engine. Subclass `Game`, put one line into the registry, and every client can play it."""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

from tuilerie.engine.daily import DailyForm
from tuilerie.engine.effort import Effort
from tuilerie.engine.errors import BadInput, Refused
from tuilerie.engine.options import Option, Value
from tuilerie.kernel.load import load
from tuilerie.kernel.modules import PLAY, STUDY, KernelModules
from tuilerie.kernel.records import Record
from tuilerie.words.terms import GameName

if TYPE_CHECKING:
    from tuilerie.kernel.library import Library
    from tuilerie.kernel.uncompiled import Uncompiled
    from tuilerie.kernel.wasm import WasmLibrary

Event = list[Any]


class Game(ABC):
    """One registered game: its compiled rules, its options, its notation, what happens in words of events, and what
    each seat may see.

    An *action* is a small int of the rules. A *move* is what a person does, written in notation: one action, or several
    while `pending`.
    """

    id: ClassVar[str]
    # plain numbers: ACTIONS, FEATURES and FEATURE_LAYOUT, and the layouts STATE and RULESET
    record: ClassVar[ModuleType]
    rules: ClassVar[str]  # module with the compiled verbs
    options: ClassVar[tuple[Option, ...]]
    reasons: ClassVar[tuple[str, ...]]  # by the record's `reason`; index 0 is "not over"
    clauses: ClassVar[Mapping[str, str]]  # the clause that an event of this kind follows
    lowest_wins: ClassVar[bool] = False
    players: ClassVar[range] = range(2, 5)
    takes_deck: ClassVar[bool] = False
    # a seat sees something that the others may not; False: on a shared device nothing needs covering
    hidden: ClassVar[bool] = True
    close_margin: ClassVar[int] = 1  # a lead up to which a game was close
    unscored_ends: ClassVar[tuple[str, ...]] = ()  # reasons of an end that the scores do not tell of
    effort: ClassVar[Effort] = Effort()
    short: ClassVar[Mapping[str, Value]] = {}  # the variant of a short game, for puzzles and the deal of the day
    daily: ClassVar[DailyForm | None] = None  # as the deal of the day; None: there is none, nothing is decided

    # Modules that know the game too, each loaded when somebody asks for it; a game may do without.
    policies: ClassVar[str | None] = None  # compiled: `greedy`, and whatever else `bots.kernels.playout` lists
    # `reason(view, move)`: why a move is good, as a code of the catalogue with details
    advice: ClassVar[str | None] = None
    # `categories(view, played, better)`: in what ways a move was worse than another, as codes with details; `CODES`
    mistakes: ClassVar[str | None] = None
    # compiled: what studies count, as `lab.kernels.watch` lists; and `named(deck)`, the marks by name
    marks: ClassVar[str | None] = None
    board: ClassVar[str | None] = None  # `BOARD`: its drawing in a terminal (`engine.drawing.board`)
    # `draw(view, lang)`: its drawing as lines; `LOG_PHRASES`: its moves in words (`engine.drawing.telling`)
    plain: ClassVar[str | None] = None
    # an ES module that draws its table in a browser, for games that the web client has no board for: "package:file"
    web_board: ClassVar[str | None] = None

    def part(self, name: str) -> ModuleType | None:
        """One of the modules above."""
        place: str | None = getattr(self, name)
        return import_module(place) if place else None

    # --- compiled code ------------------------------------------------------------------------

    @property
    def modules(self) -> KernelModules:
        """What this game's libraries are built from."""
        return KernelModules(self.id, self.rules, self.policies, self.marks)

    @cached_property
    def library(self) -> Library | Uncompiled | WasmLibrary:
        """The entries of the rules and of the bots."""
        return load(self.modules, PLAY)

    @cached_property
    def study_library(self) -> Library | Uncompiled | WasmLibrary:
        """The entries of the laboratory and of the environments."""
        return load(self.modules, STUDY)

    def new_state(self, data: bytes | None = None) -> Record:
        state: Record = self.record.STATE.new(data)
        return state

    def new_actions(self) -> Any:
        """Memory for a list of actions."""
        return (ctypes.c_int32 * self.record.ACTIONS)()

    def legal_actions(self, state: Record) -> list[int]:
        """The ids of the legal actions."""
        out = self.new_actions()
        found: list[int] = out[: self.library.list_legal(state.address, out)]
        return found

    def apply(self, state: Record, action: int) -> None:
        """Do a legal action. Trusts its caller."""
        self.library.step(state.address, action, self.new_actions())

    # --- setting up ---------------------------------------------------------------------------

    @abstractmethod
    def ruleset(self, variant: Mapping[str, Value], deck: Any) -> Record:
        """The RULESET record for these options."""

    def read_deck(self, deck: Any) -> Any:
        """Check a deck given by a user; games with one fixed set of pieces have none."""
        if deck is not None:
            raise BadInput("deck.none", game=GameName(self.id))
        return None

    def whole_deck(self, deck: Any) -> Any:
        """What is played with: a deck as `read_deck` gives it, or the game's own."""
        return deck

    def to_come(self, state: Record) -> list[tuple[str, int, int]]:
        """Where the record holds what is still to be drawn, in its order: the field, and its first and last place
        (the last excluded). What is drawn from the stream alone is not listed.
        """
        return []

    # --- notation -----------------------------------------------------------------------------

    @abstractmethod
    def read(self, state: Record, move: str) -> Sequence[int]:
        """The actions that `move` stands for in this position; Refused if it is not a move of this game at all.

        Need not be legal.
        """

    @abstractmethod
    def spell(self, before: Record, actions: Sequence[int]) -> str:
        """A move's actions in notation; `before` is the position in which it starts."""

    @abstractmethod
    def refusal(self, state: Record, move: str) -> Refused:
        """Why a readable move is not legal here."""

    def moves(self, state: Record) -> dict[str, tuple[int, ...]]:
        """Every legal move in notation, with its actions.

        Written once for all games: follow every action until the move is complete.
        """
        found: dict[str, tuple[int, ...]] = {}

        def follow(here: Record, path: tuple[int, ...]) -> None:
            for action in self.legal_actions(here):
                there = here.copy()
                self.apply(there, action)
                if there["pending"]:
                    follow(there, (*path, action))
                else:
                    found[self.spell(state, (*path, action))] = (*path, action)

        follow(state, ())
        return found

    def listed(self, state: Record, ids: Sequence[int]) -> list[str]:
        """Every legal move in plain string order; `ids` are the legal actions.

        Quicker where every action is a whole move.
        """
        return sorted(self.moves(state))

    # --- what happened, and who may see it -------------------------------------------------------

    @abstractmethod
    def deal(self, state: Record) -> Event:
        """The `deal` event of a freshly dealt position."""

    @abstractmethod
    def tell(self, before: Record, move: str, after: Record) -> list[Event]:
        """What a move brought about besides itself: draws, refills, reveals, the end of a round, the next deal; not the
        end of the game.
        """

    @abstractmethod
    def seen(self, event: Event, seat: int | None) -> Event:
        """The event as `seat` (None: a spectator) may see it: an allow-list, hidden pieces replaced by their number."""

    @abstractmethod
    def view(self, state: Record, seat: int | None) -> dict[str, Any]:
        """What `seat` (None: a spectator) sees now: an allow-list."""

    def views(self, state: Record, seats: Sequence[int | None]) -> list[dict[str, Any]]:
        """`view` of several seats. A game may put what is public into words only once."""
        return [self.view(state, seat) for seat in seats]

    def has_past(self, state: Record) -> bool:
        """Whether `past` has something to add to the views of this position."""
        return False

    def past(self, events: Sequence[Event]) -> dict[str, Any]:
        """Fields for everybody's view that follow from what has happened and not from the position alone: only what
        the rules lay open before all eyes.
        """
        return {}

    def stopped(self, state: Record) -> Record:
        """The position to show when a program has stopped the game: over, with all that `view` shows after the end."""
        if not hasattr(self.record, "OVER"):
            return state
        shown = state.copy()
        shown["phase"] = self.record.OVER
        return shown

    # --- small things every adapter needs --------------------------------------------------------

    def unreadable(self, move: str) -> Refused:
        return Refused("unreadable", move=move if len(move) <= 40 else move[:37] + "...", form=GameName(self.id))
