"""What the four rulebooks have in common: the look of events and their order. No rule of play is here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from .wrong import Wrong, need

# How many entries an event of each kind has, its name included.
LENGTHS = {
    "deal": (2,),
    "move": (3, 4),  # the fourth is the list of all legal moves
    "draw": (3,),
    "market": (2,),
    "shuffle": (1,),
    "reveal": (3,),
    "round": (2,),
    "end": (2,),
}

# A game can be stopped whenever somebody has to move.
STOPPED = ("limit", "abandoned")


class Book:
    """A rulebook takes events one after another. Each game's own file says what they mean.

    A game writes feed_deal(body), play(move) and so on, and sets `next_event` and `turn`.
    An event that is refused leaves the state as it was: everything is checked before anything changes.
    """

    def __init__(self, players: int, variant: dict[str, object], known_keys: Iterable[str]) -> None:
        need(is_int(players) and 2 <= players <= 4, f"2 to 4 players, not {players!r}")
        need(isinstance(variant, dict), "the variant is not an object")
        for key in variant:
            need(key in known_keys, f"unknown variant key {key!r}")
        self.players = players
        self.variant: dict[str, Any] = dict(variant)
        self.next_event = "deal"
        self.turn = 0  # the seat whose turn it is

    # ---- the public verbs

    def expects(self) -> str:
        """The kind of event that must come next; "nothing" once the game has ended."""
        return self.next_event

    def seat(self) -> int:
        """Who must move."""
        return self.turn

    def legal(self) -> list[str]:
        """Every legal move, in plain string order; none when no move is expected."""
        if self.next_event != "move":
            return []
        return sorted(self.moves())

    def feed(self, event: list) -> None:
        """Take one event of a record, or raise Wrong."""
        kind = kind_of(event)
        if kind == "end" and self.next_event == "move":
            self.feed_stop(event[1])
            return
        need(kind == self.next_event, f"{self.next_event!r} must come next, not {kind!r}")
        if kind == "move":
            self.feed_move(event)
        elif kind in ("draw", "reveal"):
            need(same(event[1], self.turn), f"it is the turn of seat {self.turn}, not {event[1]!r}")
            getattr(self, "feed_" + kind)(event[2])
        else:  # deal, market, round and end have a body; shuffle has none
            getattr(self, "feed_" + kind)(*event[1:])

    # ---- what every game must say

    def moves(self) -> list[str]:
        """Every legal move, in any order."""
        raise NotImplementedError

    def play(self, move: str) -> None:
        """Make a legal move."""
        raise NotImplementedError

    def why_not(self, move: str) -> str:
        """Which clause a move that is not in legal() breaks. Only words: legal() has decided already."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """The scores as they stand."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """The winners, now that the game has come to its end."""
        raise NotImplementedError

    def reason(self) -> str:
        """Why the game has come to its end."""
        raise NotImplementedError

    # ---- moves and ends look the same in all games

    def feed_move(self, event: list) -> None:
        seat, move = event[1], event[2]
        need(same(seat, self.turn), f"it is the turn of seat {self.turn}, not {seat!r}")
        need(isinstance(move, str), f"a move is a text, not {move!r}")
        legal = self.legal()
        if len(event) == 4:
            check_listing(event[3], legal)
        if move not in legal:
            raise Wrong(f"illegal move {move!r}: {self.why_not(move)}")
        self.play(move)

    def feed_end(self, body: Any) -> None:
        end = fields(body, "end", "scores", "winners", "reason")
        check_value("reason", end["reason"], self.reason())
        check_value("scores", end["scores"], self.scores())
        check_value("winners", end["winners"], self.winners())
        self.next_event = "nothing"

    def feed_stop(self, body: Any) -> None:
        """The game is stopped by a program or left by a player: nobody wins."""
        end = fields(body, "end", "scores", "winners", "reason")
        need(end["reason"] in STOPPED, f"a move must come next: the game is not over by {end['reason']!r}")
        check_value("scores", end["scores"], self.scores())
        check_value("winners", end["winners"], [])
        self.next_event = "nothing"

    # ---- small help for the games

    def next_seat(self) -> int:
        """Clockwise."""
        return (self.turn + 1) % self.players

    def option(self, key: str, *choices: str) -> str:
        """A variant that is one of a few words; the first is the default."""
        value = self.variant.get(key, choices[0])
        need(value in choices, f"variant {key}: one of {choices}, not {value!r}")
        return str(value)

    def chosen_first(self) -> int | None:
        """The starting seat the host chose, or None when it is drawn at random."""
        value = self.variant.get("first", "random")
        if value == "random":
            return None
        need(is_int(value) and 0 <= value < self.players, f"variant first: 'random' or a seat, not {value!r}")
        return value

    def check_first(self, first: Any, chosen: int | None, clause: str) -> None:
        """The deal's first player is a seat, and the chosen one if one was chosen."""
        need(is_int(first) and 0 <= first < self.players, f"{clause}: first player {first!r} is not a seat")
        if chosen is not None:
            need(first == chosen, f"{clause}: seat {chosen} was chosen to start, not {first}")

    def check_hands(self, hands: Any, size: int, clause: str) -> list[list[str]]:
        """One hand per player, all of one size."""
        need(isinstance(hands, list) and len(hands) == self.players, f"{clause}: not one hand per player")
        for hand in hands:
            pieces(hand, "hand")
            need(len(hand) == size, f"{clause}: a hand has {len(hand)} pieces instead of {size}")
        return hands


# ---- the look of things


def is_int(value: Any) -> bool:
    """A whole number; JSON's true and false are not numbers."""
    return isinstance(value, int) and not isinstance(value, bool)


def same(found: Any, expected: Any) -> bool:
    """Equal in value and in type, so that neither 1.0 nor true passes for 1."""
    if isinstance(expected, list):
        return (
            isinstance(found, list)
            and len(found) == len(expected)
            and all(same(one, other) for one, other in zip(found, expected))
        )
    return type(found) is type(expected) and found == expected


def kind_of(event: Any) -> str:
    """The kind of an event whose outer look is right."""
    need(isinstance(event, list) and len(event) > 0, "an event is a list that is not empty")
    kind = event[0]
    need(isinstance(kind, str) and kind in LENGTHS, f"unknown event {kind!r}")
    need(len(event) in LENGTHS[kind], f"a {kind!r} event has {len(event)} entries")
    return kind


def fields(body: Any, what: str, *names: str) -> dict:
    """An object with exactly these fields."""
    need(isinstance(body, dict), f"{what}: not an object")
    need(set(body) == set(names), f"{what}: the fields are {', '.join(names)}, not {', '.join(map(str, body))}")
    return body


def pieces(value: Any, what: str) -> list[str]:
    """A list of pieces, each a text."""
    need(isinstance(value, list), f"{what}: not a list")
    need(all(isinstance(piece, str) for piece in value), f"{what}: a piece is a text")
    return value


def check_value(what: str, found: Any, expected: Any) -> None:
    need(same(found, expected), f"{what}: {expected!r} expected, found {found!r}")


def check_listing(listed: Any, legal: list[str]) -> None:
    """The fourth field of a move event: all legal moves, sorted."""
    pieces(listed, "legal moves")
    if listed == legal:
        return
    missing = sorted(set(legal) - set(listed))
    extra = sorted(set(listed) - set(legal))
    raise Wrong(f"list of legal moves: missing {missing}, too many {extra}, or not in order")


def check_all_there(found: list[str], expected: list[str], clause: str) -> None:
    """The same pieces, each as many times, in any order."""
    missing = Counter(expected) - Counter(found)
    extra = Counter(found) - Counter(expected)
    lacking, surplus = sorted(missing.elements()), sorted(extra.elements())
    need(not lacking and not surplus, f"{clause}: missing {lacking}, too many {surplus}")


def without(whole: list, part: Iterable) -> list:
    """What is left of `whole` when each piece of `part` is taken out once."""
    left = list(whole)
    for piece in part:
        need(piece in left, f"{piece} is not there")
        left.remove(piece)
    return left
