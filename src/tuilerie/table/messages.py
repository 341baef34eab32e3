"""Every message of the socket, protocol 1. Client to server first, then server to client; the docs are generated from
here (see `describe`).

One socket is one table, seen by one device. JSON text frames; the tag is `t`. The first message is `hello`; everything
that the table lives through arrives as `update`s numbered without a gap, so that a client that misses a number asks
with `resync`. What a client sends is refused with a code if it is unknown, ill-typed or too long, never
half-understood.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from tuilerie.table.shapes import (
    By,
    Event,
    Hash,
    Id,
    Key,
    Kind,
    Lang,
    Move,
    Nonce,
    Phase,
    Phrase,
    Seat,
    SeatKey,
    SeatNumber,
    Seq,
    Table,
    Text,
    View,
    Why,
    Word,
)

LONGEST_MESSAGE = 8192  # bytes of one frame from a client

Question = Annotated[int, Meta(ge=0, le=2**31, description="Number chosen by the client; the answer carries it.")]
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


# --- from the server --------------------------------------------------------------------------------


class ServerMessage(Struct, tag_field="t", omit_defaults=True):
    """A message that the server sends. Fields at their default are left out."""


class Choice(Struct, omit_defaults=True):
    """What the receiver may do now; present only when it holds the seat to move."""

    seat: SeatNumber
    legal: Annotated[
        list[str] | None,
        Meta(
            description=(
                "Every legal move, sorted. Null where there can be thousands (Romi Rami's fills): then see `fills`."
            )
        ),
    ] = None
    fills: Annotated[
        dict[str, str] | None,
        Meta(
            description=(
                "Romi Rami: contracts that can be completed, by number, each with its best fill; `done` is legal too."
            )
        ),
    ] = None


class Timing(Struct, omit_defaults=True):
    """The clock of the seat to move."""

    seat: SeatNumber
    until: Annotated[
        int,
        Meta(
            description=(
                "When its time is up, milliseconds since 1970 by the server's clock (`now` of `beat` and `welcome`)."
            )
        ),
    ]


class Welcome(ServerMessage, tag="welcome"):
    """The answer to `hello`."""

    table: Table
    seats: Annotated[list[int], Meta(description="Seats this connection holds; empty for a spectator.")]
    host: Annotated[bool, Meta(description="This connection may start the game and seat bots.")]
    now: Annotated[int, Meta(description="The server's clock, milliseconds since 1970.")]
    lang: Lang
    protocol: int = 1
    missed: Annotated[
        int | None,
        Meta(
            description="So many updates follow instead of a `snapshot`: they go on from `last`, tell what happened, "
            "and the last that is no bare number tells how things are now. Null: a `snapshot` follows."
        ),
    ] = None


class Snapshot(ServerMessage, tag="snapshot"):
    """Everything this connection may know now. Replaces all it knew before."""

    seq: Seq
    phase: Phase
    seats: list[Seat]
    seat: Annotated[
        int | None,
        Meta(
            description=(
                "Whose eyes `view` and `events` are seen with; null: a spectator's (or a "
                "pass-and-play device before the tap)."
            )
        ),
    ] = None
    turn: Annotated[int | None, Meta(description="The seat to move.")] = None
    view: View | None = None
    events: Annotated[list[Event], Meta(description="The record's events so far, as this seat may see them.")] = []
    choice: Choice | None = None
    clock: Timing | None = None
    abandoning: Annotated[list[int], Meta(description="Seats that have asked to abandon.")] = []
    fair: Fair | None = None
    rematch: str | None = None


class Fair(Struct, omit_defaults=True):
    """The fair deal, as far as it is public."""

    commitment: str
    hashes: Annotated[
        list[str | None],
        Meta(description="By seat, once the seats are fixed; null for bots and for people whose client gave none."),
    ] = []
    nonces: Annotated[
        list[str] | None,
        Meta(description='By seat, once dealt; "" for bots, and for people who did not reveal in time.'),
    ] = None
    late: Annotated[list[int], Meta(description="Seats that gave a hash but did not reveal in time.")] = []
    seed: Annotated[str | None, Meta(description="The server's secret, after the end.")] = None


class Update(ServerMessage, tag="update"):
    """One entry of the table's log, as this connection may see it. Every connection gets every number; a bare one is
    something it may not see.

    `kind`, `seat`, `by`, `events` and `n` tell what happened. All other fields tell how things are now, and have one
    meaning each: a field that is absent is unchanged; null, where it is possible, says that there is nothing now
    (nobody to move, no choice, no clock); any other value replaces what was known.
    """

    seq: Seq
    kind: Annotated[Kind, Meta(description="What happened; left out with a bare number.")] = ""
    seat: Annotated[int | UnsetType, Meta(description="The seat concerned; left out where an entry concerns none.")] = (
        UNSET
    )
    by: Annotated[
        By, Meta(description='Who chose the moves of a `play`, if not the person: a bot, or the clock ("time is up").')
    ] = ""
    events: Annotated[list[Event], Meta(description="New events of the record, as this seat may see them.")] = []
    n: Annotated[
        int,
        Meta(description="Number of the first of `events` (from 0): they replace whatever was known from there on."),
    ] = 0
    turn: Annotated[
        int | UnsetType | None, Meta(description="The seat to move from now on; null: nobody, the game is over.")
    ] = UNSET
    phase: Phase | UnsetType = UNSET
    view: View | UnsetType = UNSET
    choice: Annotated[Choice | UnsetType | None, Meta(description="Null: none any more.")] = UNSET
    clock: Annotated[
        Timing | UnsetType | None, Meta(description="Null: no clock runs, the game is over or a bot plays this turn.")
    ] = UNSET
    seats: Annotated[list[Seat] | UnsetType, Meta(description="All seats, when one changed.")] = UNSET
    abandoning: Annotated[
        list[int] | UnsetType, Meta(description="All seats that have asked to abandon, when this changed.")
    ] = UNSET
    fair: Annotated[
        Fair | UnsetType, Meta(description="When more of it became public: at the start, with the deal, at the end.")
    ] = UNSET
    record: Annotated[str | UnsetType, Meta(description="Path of the finished record, with the end of the game.")] = (
        UNSET
    )
    rematch: Annotated[str | UnsetType, Meta(description="Id of the rematch's table.")] = UNSET


class Accepted(ServerMessage, tag="accepted"):
    """What the client asked for under `key` is on disk, as entry `seq`.

    A repeated key gets the same answer, and a `snapshot`.
    """

    key: str
    seq: Seq


class Refused(ServerMessage, tag="refused"):
    """Nothing has changed. With code `server.stale` a `snapshot` follows."""

    why: Why
    key: Annotated[str | None, Meta(description="The key of what was refused.")] = None
    id: Annotated[int | None, Meta(description="The question that was refused.")] = None


class Drafted(ServerMessage, tag="drafted"):
    """The position as it would be after the drafted moves. Only for the one who asked."""

    id: Question
    based: Seq
    moves: list[str]
    view: View
    passes: Annotated[
        bool, Meta(description="The turn would pass: nothing is left but to confirm (`play`) or to undo.")
    ] = False
    choice: Choice | None = None


class Checked(ServerMessage, tag="checked"):
    """The answer to `check`."""

    id: Question
    legal: bool
    why: Why | None = None


class Advised(Struct):
    """A move worth considering."""

    move: str
    chance: Annotated[float, Meta(description="Chance of winning the game with it, 0..1, for what this seat knows.")]
    reason: Annotated[str, Meta(description="Code of the reason: `restart.closes`.")]
    sentence: Annotated[str, Meta(description="The reason in the connection's language; it goes on from the move.")]


class Hinted(ServerMessage, tag="hinted"):
    """A good move for what this seat knows, and others worth considering."""

    id: Question
    move: str
    moves: Annotated[list[Advised], Meta(description="At most three, the best first.")] = []


class Said(ServerMessage, tag="said"):
    """Somebody said something."""

    seat: Annotated[int | None, Meta(description="Who; null for a spectator.")] = None
    phrase: str | None = None
    text: str | None = None


class Presence(ServerMessage, tag="presence"):
    """Who has a live connection, and how many watch."""

    here: Annotated[list[int], Meta(description="Seats with a live connection.")]
    watching: int = 0


class Beat(ServerMessage, tag="beat"):
    """Every few seconds: the latest number, so that a lost last message is noticed."""

    seq: Seq
    now: int


class Goodbye(ServerMessage, tag="goodbye"):
    """The last message before the server closes the connection."""

    why: Why
    again: Annotated[int | None, Meta(description="Come back after this many milliseconds; null: do not.")] = None


FromServer = (
    Welcome | Snapshot | Update | Accepted | Refused | Drafted | Checked | Hinted | Said | Presence | Beat | Goodbye
)
