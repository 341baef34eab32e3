"""Messages of the socket to a client, protocol 1."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from tuilerie.table.shapes import (
    By,
    Event,
    Kind,
    Lang,
    Phase,
    Question,
    Seat,
    SeatNumber,
    Seq,
    Table,
    View,
    Why,
)


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
                "Romi Rami: contracts that can be completed, by number, each with its best fill, which is the move to "
                "play (`fill 24 *+d3+d4+l5`); `done` is legal too."
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
    seed: Annotated[
        str | None,
        Meta(description="The server's secret, after the end, hex: `commitment` is the SHA-256 of its bytes."),
    ] = None


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
    record: Annotated[
        str | UnsetType,
        Meta(description="Address of the finished record from the root (`/api/1/...`), with the end of the game."),
    ] = UNSET
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
