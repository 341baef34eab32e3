"""A match: one game being played. The position is a record of compiled rules; the log is a list of action ids; events
are told on demand.

>>> import tuilerie
>>> match = tuilerie.new("restart", players=3, seed=1)
>>> match.turn, match.finished
(0, False)
>>> match.play("stop")  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
tuilerie.engine.errors.Refused: There is nothing to stop: only a turn that began with Scissors ... is stopped. (RS-T10)
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from tuilerie.engine.errors import BadInput, Refused
from tuilerie.engine.events import EventList
from tuilerie.engine.fair import NO_NONCE, SECRET_BYTES, commitment, fresh_secret, game_seed, numbered_secret
from tuilerie.engine.game import Event, Game
from tuilerie.engine.options import Value, differences, read_variant
from tuilerie.engine.registry import game_named
from tuilerie.kernel.records import COMMON, Layout, Record
from tuilerie.words.terms import GameName

# Where every game's record has these fields, one byte each.
_COMMON = Layout(COMMON).fields
TURN, PENDING = _COMMON["turn"].offset, _COMMON["pending"].offset


class Match:
    """Make one with `Match.new` (or `tuilerie.new`); play with `play` (notation) or `act` (action ids)."""

    __slots__ = (
        "_actions",
        "_event_list",
        "_n",
        "_out",
        "_out_at",
        "_state",
        "_step",
        "_stopped",
        "_window",
        "deck",
        "game",
        "nonces",
        "players",
        "secret",
        "variant",
    )

    def __init__(
        self,
        game: Game,
        players: int,
        variant: Mapping[str, Value],
        secret: bytes,
        *,
        nonces: Sequence[bytes] | None = None,
        deck: Any = None,
    ) -> None:
        """`variant` has every option, as `read_variant` gives it."""
        self.game = game
        self.players = players
        self.variant = dict(variant)
        self.secret = secret
        self.nonces = list(nonces or [b""] * players)
        self.deck = deck
        self._listing(game.new_actions())
        self._state, self._n = self._deal()
        self._actions: list[int] = []
        self._stopped: str | None = None
        self._event_list: EventList | None = None

    @classmethod
    def new(
        cls,
        game: str | Game,
        players: int = 2,
        seed: int | bytes | None = None,
        variant: Mapping[str, Any] | None = None,
        *,
        deck: Any = None,
        nonces: Sequence[bytes] | None = None,
    ) -> Match:
        """Check everything a caller can get wrong, then deal."""
        kind = game if isinstance(game, Game) else game_named(game)
        if players not in kind.players:
            raise BadInput(
                "players.range", game=GameName(kind.id), players=players, least=kind.players[0], most=kind.players[-1]
            )
        values = read_variant(kind.options, variant or {}, players)
        return cls(kind, players, values, _secret(seed), nonces=nonces, deck=kind.read_deck(deck))

    def _listing(self, out: Any) -> None:
        """Where legal actions are listed; and the entry that plays, found once."""
        self._out, self._out_at = out, ctypes.addressof(out)
        self._window = memoryview(out).cast("B").cast("i")
        self._step = self.game.library.checked_step

    def _deal(self) -> tuple[Record, int]:
        """The first position, and the number of its legal actions, which go to `_out`."""
        state = self.game.new_state()
        ruleset = (
            _ruleset(self.game, tuple(self.variant.items()))
            if self.deck is None
            else self.game.ruleset(self.variant, self.deck)
        )
        seed = game_seed(self.secret, self.nonces)
        return state, self.game.library.begin(state.address, self.players, ruleset.address, seed, self._out_at)

    # --- the position ---------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The seat that must move."""
        turn: int = self._state.memory[TURN]
        return turn

    @property
    def turns(self) -> int:
        """Turns completed so far, by all players."""
        turns: int = self._state["turns"]
        return turns

    @property
    def pending(self) -> bool:
        """Inside a move that takes several actions."""
        return bool(self._state.memory[PENDING])

    @property
    def finished(self) -> bool:
        return self._n == 0 or self._stopped is not None

    @property
    def reason(self) -> str | None:
        """Why the game ended; None while it goes on."""
        return self._stopped or (self.game.reasons[self._state["reason"]] if self._n == 0 else None)

    @property
    def winners(self) -> list[int]:
        return [] if self._stopped else [seat for seat, share in enumerate(self.shares) if share > 0]

    @property
    def shares(self) -> list[float]:
        """Each seat's share of the victory: 0 before the end."""
        return [0.0] * self.players if self._stopped else self._result()[0]

    @property
    def scores(self) -> list[int]:
        """Scores as they stand, as records write them."""
        return [int(score) for score in self._result()[1]]

    @property
    def state(self) -> Record:
        """The record itself, for bots and compiled callers. Not for seats: it holds every secret."""
        return self._state

    @property
    def log(self) -> list[int]:
        """The ids of all actions done so far."""
        return self._actions.copy()

    # --- playing --------------------------------------------------------------------------------

    def legal(self) -> list[str]:
        """Every legal move in notation, in plain string order."""
        return [] if self.finished else self.game.listed(self._state, self._out[: self._n])

    def actions(self) -> list[int]:
        """The ids of the legal actions."""
        return [] if self._stopped else self._window[: self._n].tolist()

    @property
    def choices(self) -> int:
        """How many actions are legal."""
        return 0 if self._stopped else self._n

    @property
    def ids(self) -> memoryview:
        """Where the ids of the legal actions are listed, without a copy: the first `choices` of them count, and the
        next action writes others there.
        """
        return self._window

    def play(self, move: str) -> None:
        """Play a move in notation; Refused says why not, and nothing has changed."""
        if self._n == 0 or self._stopped is not None:
            raise Refused("over")
        actions = self.game.read(self._state, move)
        if len(actions) == 1:
            n = self._step(self._state.address, actions[0], self._out_at, self._n)
            if n < 0:
                raise self.game.refusal(self._state, move)
            self._n = n
        else:
            self._play_several(move, actions)
        self._actions.extend(actions)

    def act(self, action: int) -> None:
        """Do one action by its id."""
        if self._stopped:
            raise Refused("over")
        n = self._step(self._state.address, action, self._out_at, self._n)
        if n < 0:
            raise Refused("over") if self.finished else Refused("not-legal", action=action)
        self._n = n
        self._actions.append(action)

    def stop(self, reason: str) -> None:
        """End the game from outside: `limit` or `abandoned`. Nobody wins."""
        if reason not in ("limit", "abandoned"):
            raise ValueError(reason)
        if not self.finished:
            self._stopped = reason

    def _play_several(self, move: str, actions: Sequence[int]) -> None:
        before = self._state.copy()
        n = self._n
        for action in actions:
            n = self._step(self._state.address, action, self._out_at, n)
            if n < 0:
                break
        if n < 0 or self.pending:
            self._state = before
            self._n = self.game.library.list_legal(before.address, self._out_at)
            raise self.game.refusal(self._state, move)
        self._n = n

    # --- what happened, and who may see it ---------------------------------------------------------

    @property
    def events(self) -> list[Event]:
        """Everything that has happened, in the words of records; the last event is `end` when the game is over."""
        event_list = self._events_so_far()
        event_list.follow(self._actions, self._state)
        if self.finished:
            return [*event_list.events, self._end()]
        return event_list.events

    def seen_events(self, seat: int | None) -> list[Event]:
        """The events as `seat` (None: a spectator) may see them."""
        return [self.game.seen(event, seat) for event in self.events]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What `seat` (None: a spectator) sees now."""
        return self.views((seat,))[0]

    def views(self, seats: Sequence[int | None]) -> list[dict[str, Any]]:
        """What several seats see now."""
        views = self.game.views(self._state, seats) if self._stopped is None else self._stopped_views(seats)
        if self.game.has_past(self._state):
            past = self.game.past(self.events)
            views = [view | past for view in views]
        return views

    def _stopped_views(self, seats: Sequence[int | None]) -> list[dict[str, Any]]:
        """Nobody must move any more, and what is laid open after the end is laid open."""
        return [view | {"turn": None} for view in self.game.views(self.game.stopped(self._state), seats)]

    def legal_lists(self) -> None:
        """From now on, write the list of legal moves into every move event. Call it before the first move."""
        self._events_so_far().with_legal = True

    def _events_so_far(self) -> EventList:
        """The events so far, begun when first asked for: whoever only plays does not pay for it."""
        if self._event_list is None:
            first = self.copy() if self._actions else self
            self._event_list = EventList(self.game, first._deal()[0] if self._actions else self._state)
        return self._event_list

    def _end(self) -> Event:
        return ["end", {"scores": self.scores, "winners": self.winners, "reason": self.reason}]

    # --- copies ---------------------------------------------------------------------------------

    def copy(self) -> Match:
        """An independent match in the same position with the same past and the same future deals."""
        twin = object.__new__(Match)
        for name in ("deck", "game", "nonces", "players", "secret", "variant", "_n", "_stopped"):
            setattr(twin, name, getattr(self, name))
        twin._state = self._state.copy()
        twin._listing(type(self._out).from_buffer_copy(self._out))
        twin._actions = self._actions.copy()
        twin._event_list = None if self._event_list is None else self._event_list.copy()
        return twin

    def anew(self) -> Match:
        """The same match, freshly dealt."""
        return Match(self.game, self.players, self.variant, self.secret, nonces=self.nonces, deck=self.deck)

    def imagine(self, seat: int, seed: int) -> Record:
        """A record in which all that `seat` cannot know has been dealt again: for searches."""
        state = self._state.copy()
        self.game.library.redeal(state.address, seat, (ctypes.c_uint64 * 1)(seed & 0xFFFFFFFFFFFFFFFF))
        return state

    def imagined(self, seat: int, seed: int) -> Match:
        """A match in such a position: as it may well be, for all that `seat` knows."""
        twin = self.copy()
        twin._state = self.imagine(seat, seed)
        return twin

    # --- records --------------------------------------------------------------------------------

    def record(self, players: Sequence[Mapping[str, Any]] | None = None) -> dict[str, Any]:
        """The finished game as `tuilerie-record/1`; `players` are the seats' `{"name", "kind", "bot"}`."""
        who = players or [{"name": f"seat {seat}", "kind": "bot", "bot": "unknown"} for seat in range(self.players)]
        record: dict[str, Any] = {
            "format": "tuilerie-record/1",
            "game": self.game.id,
            "variant": differences(self.game.options, self.variant),
            "players": [{key: player[key] for key in ("name", "kind", "bot")} for player in who],
            "commitment": commitment(self.secret),
            "seed": self.secret.hex(),
            "nonces": ["" if nonce in (b"", NO_NONCE) else nonce.hex() for nonce in self.nonces],
        }
        if self.deck is not None:
            record["deck"] = self.deck
        return record | {"events": self.events}

    def _result(self) -> tuple[list[float], list[float]]:
        shares, points = (ctypes.c_double * 4)(), (ctypes.c_double * 4)()
        self.game.library.result(self._state.address, shares, points)
        return [0.0] * self.players if self._n else shares[: self.players], points[: self.players]


@cache
def _ruleset(game: Game, variant: tuple[tuple[str, Value], ...]) -> Record:
    return game.ruleset(dict(variant), None)


def _secret(seed: int | bytes | None) -> bytes:
    if seed is None:
        return fresh_secret()
    if isinstance(seed, bytes):
        if len(seed) != SECRET_BYTES:
            raise BadInput("seed.length", length=len(seed))
        return seed
    return numbered_secret(seed)
