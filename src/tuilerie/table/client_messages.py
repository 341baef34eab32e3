"""Messages of the socket from a client, protocol 1."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tuilerie.table.shapes import (
    Hash,
    Id,
    Key,
    Lang,
    Move,
    Nonce,
    Phrase,
    Question,
    SeatKey,
    SeatNumber,
    Seq,
    Text,
    Word,
)

LONGEST_MESSAGE = 8192  # bytes of one frame from a client

Based = Annotated[int, Meta(ge=0, description="The last sequence number this client had seen when the person decided.")]
Moves = Annotated[list[Move], Meta(min_length=1, max_length=64, description="Moves of one's own turn, in order.")]
MySeat = Annotated[
    SeatNumber | None, Meta(description="Which of the seats this connection holds; null when it holds one.")
]


class ClientMessage(Struct, forbid_unknown_fields=True, tag_field="t"):
    """A message that a client may send."""


# --- from the client: arriving and staying in step --------------------------------------------------


class Hello(ClientMessage, tag="hello"):
    """First message of a connection; answered by `welcome`, then by the updates that were missed since `last` if they
    are few, else by a `snapshot`.
    """

    table: Id
    protocol: Annotated[int, Meta(description="1.")] = 1
    keys: Annotated[list[SeatKey], Meta(max_length=4, description="Keys of the seats to play; none to watch.")] = []
    last: Annotated[Seq, Meta(description="The last number seen with the same keys; 0 asks for a snapshot.")] = 0
    lang: Annotated[Lang | None, Meta(description="Language of sentences; default: the person's, else English.")] = None


class Resync(ClientMessage, tag="resync"):
    """A number was missed: send what came after `last`.

    Answered by the missed updates if they are few, else by a `snapshot`.
    """

    last: Seq = 0


class Ping(ClientMessage, tag="ping"):
    """Answered by `beat`."""


# --- from the client: playing -----------------------------------------------------------------------


class Play(ClientMessage, tag="play"):
    """Play one's turn, or the part of it up to the next draw or reveal: written in one transaction, then told to
    everybody as `update`, then `accepted`.

    One move of `choice.legal`, or of `choice.fills`, is enough; while the turn goes on, the `update` brings the next
    `choice`.
    """

    key: Key
    based: Based
    moves: Moves
    seat: MySeat = None


class Draft(ClientMessage, tag="draft"):
    """Try unconfirmed moves: checked, shown to nobody, not logged. Always the whole list since the last confirmed move,
    so undo is a shorter list.

    Answered by `drafted`. A move that draws or reveals confirms: the list is then played as if by `play` (the answer is
    `accepted`), so it needs a `key`.
    """

    id: Question
    key: Key
    based: Based
    moves: Annotated[
        list[Move], Meta(max_length=64, description="Every unconfirmed move of the turn; empty takes all back.")
    ]
    seat: MySeat = None


class Check(ClientMessage, tag="check"):
    """Would `move` be legal after the drafted `moves`? Answered by `checked`; changes and shows nothing."""

    id: Question
    based: Based
    move: Move
    moves: Annotated[list[Move], Meta(max_length=64)] = []
    seat: MySeat = None


class Hint(ClientMessage, tag="hint"):
    """What would a good bot do, knowing what this seat knows? On one's own turn, not at rated tables.

    Answered by `hinted`, after moves that wait.
    """

    id: Question
    based: Based
    seat: MySeat = None


class Tap(ClientMessage, tag="tap"):
    """Pass-and-play: the player of `seat`, which is to move, has the device now. Answered by a `snapshot` seen with
    this seat's eyes, its `choice` included.

    From then until the turn passes, messages show this seat's hand. The `update` that passes the turn shows what a
    spectator sees, with `choice` null: hide the table, name the next player, and send `tap` again when they have the
    device.
    """

    seat: SeatNumber


# --- from the client: the table's life --------------------------------------------------------------


class Start(ClientMessage, tag="start"):
    """Host: fix the seats. Free seats must have been given to bots. Then hashes are published and nonces revealed."""

    key: Key


class Reveal(ClientMessage, tag="reveal"):
    """Fair deal: the nonce whose hash was given on sitting down. Send it as soon as `phase` is `revealing`, after every
    `hello` too.

    It must come within a few seconds of the start: see the limits. There is no `accepted`: what follows is an `update`
    of kind `nonce` (a bare number for everybody else), nothing at all if the same was revealed before, or `refused`
    (`server.nonce`; `server.phase` when it is too late). When all have revealed, or the time is up, an `update` of kind
    `deal` begins the game; `fair.late` names the seats that were not in time, and the deal does without their nonces.
    Pass-and-play: the hash given with the table counts for every seat of the device, so send it for each `seat`.
    """

    nonce: Nonce
    seat: MySeat = None


class Leave(ClientMessage, tag="leave"):
    """Give up a seat. Before the start it becomes free; later a bot plays it until its person returns.

    At a rated table who does not return has lost.
    """

    key: Key
    seat: MySeat = None


class Return(ClientMessage, tag="return"):
    """Take one's seat back from the bot that replaced one. Coming back does not do it: `hello` leaves the bot where it
    is.

    An `update` of kind `return` tells everybody the `seats`, and the `clock` if there is one: it counts from when the
    turn began. `accepted` follows. What the bot was thinking of is thrown away: if it is this seat's turn, the `choice`
    told before still holds. `server.phase`: no bot plays this seat.
    """

    key: Key
    seat: MySeat = None


class SeatBot(ClientMessage, tag="seat-bot"):
    """Host: put a bot on a free seat or change its strength before the start (null frees the seat); in a game, let it
    play for a person who is away.

    At a rated table: no bots before the start, and in a game only for a person whose time has run out since their last
    move.
    """

    key: Key
    seat: SeatNumber
    bot: Word | None = "greedy"


class FreeSeat(ClientMessage, tag="free-seat"):
    """Host: free the seat of a person before the start.

    They are told by an `update` of kind `leave`; their key opens nothing any more.
    """

    key: Key
    seat: SeatNumber


class Abandon(ClientMessage, tag="abandon"):
    """End the game without a winner: it happens when every person at the table has asked for it.

    At a rated table nobody waits for a person who is away and whose time has run out since their last move: they count
    as having left.
    """

    key: Key
    seat: MySeat = None


class Rematch(ClientMessage, tag="rematch"):
    """After the end: make (or find) the table of the rematch; its id comes in an `update` to all.

    Bots keep their seats there. Who makes the table with a `hash` keeps their seats too, and the game starts at once if
    no seat is free. All others sit down by HTTP as at any table.
    """

    key: Key
    hash: Hash | None = None


class Say(ClientMessage, tag="say"):
    """A preset phrase, or free text where the host allowed it. Not part of the log."""

    phrase: Phrase | None = None
    text: Text | None = None
    seat: MySeat = None


FromClient = (
    Hello | Resync | Ping | Play | Draft | Check | Hint | Tap | Start | Reveal
    | Leave | Return | SeatBot | FreeSeat | Abandon | Rematch | Say
)  # fmt: skip
