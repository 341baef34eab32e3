"""What both the HTTP API and the socket speak of: tables, seats, clocks, refusals.

Typed once, documented field by field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from msgspec import Meta, Struct

from tuilerie.words import LANGUAGES

PROTOCOL = 1
API = "/api/1"  # where the paths of the HTTP interface begin

# No control characters, none that change the direction of the text around them, no half surrogate pairs. Python and
# JSON Schema read it alike; there
# is no `$`, which in Python also matches before a last newline.
PLAIN = r"^(?![\s\S]*[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff])"

if TYPE_CHECKING:
    Lang = str
else:
    Lang = Literal[LANGUAGES]  # whatever languages there are: the schemas list them
Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$(?!\n)", description="Random id made by the server.")]
Key = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern=PLAIN,
        description="Idempotency key, chosen by the client: new for every intention, the same for every retry.",
    ),
]
Question = Annotated[int, Meta(ge=0, le=2**31, description="Number chosen by the client; the answer carries it.")]
SeatNumber = Annotated[int, Meta(ge=0, le=3, description="Seats count from 0, in turn order.")]
Seq = Annotated[int, Meta(ge=0, description="A table's sequence number: 1 for its first entry; 0 means nothing yet.")]
SeatKey = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{32}$(?!\n)", description="128-bit key of a seat, hex. Never put it into a URL.")
]
Hash = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}$(?!\n)",
        description="SHA-256 of the 32 random bytes (the nonce) that this client adds to the deal, hex.",
    ),
]
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", description="The 32 random bytes themselves, hex.")]
Move = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=200,
        pattern=PLAIN,
        description="A move in the notation of records: `g4+g5`, `take c5+h5`, `flip 17`.",
    ),
]
Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=24,
        pattern=PLAIN,
        description="A person's name as others see it; something of it can be seen.",
    ),
]
Text = Annotated[
    str, Meta(min_length=1, max_length=200, pattern=PLAIN, description="One line; something of it can be seen.")
]
Word = Annotated[str, Meta(max_length=40, pattern=PLAIN)]
Event = Annotated[
    list[Any],
    Meta(
        description="An event of the record format (records.md), with what the receiver may not know replaced by a "
        "count: the cards or tiles of a hand, of the box, of a draw. "
        "In ReStart the count of a hand is what is left behind the screen once the 1s are on the table."
    ),
]
View = Annotated[
    dict[str, Any],
    Meta(
        description="What the seat (or a spectator) sees now; the fields are those of `view` in the bot protocol "
        "(bots.md). After the end, abandoned games included, `turn` is null and all hands are laid open."
    ),
]
Phase = Literal["seating", "revealing", "playing", "over"]
Kind = Literal["", "sit", "leave", "return", "bot", "start", "nonce", "deal", "play", "abandon", "stop", "rematch"]
By = Literal["", "bot", "clock"]
Face = Literal[
    "leo", "camille", "papa", "ines", "nour", "minh", "awa", "lou",
    "mamie", "papi", "sacha", "tom", "chien", "herisson", "loutre", "tortue",
]  # fmt: skip
FACES: tuple[str, ...] = get_args(Face)
Phrase = Literal["hello", "well-played", "thanks", "oops", "your-turn", "one-moment", "good-luck", "again", "bye"]


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """Time per move. When it is up the seat's fallback is played."""

    kind: Annotated[
        Literal["none", "move", "days"], Meta(description="`none`; `move`: seconds per move; `days`: days per move.")
    ] = "none"
    amount: Annotated[
        int, Meta(ge=0, le=600, description="Seconds (5..600) for `move`, days (1..14) for `days`, 0 for `none`.")
    ] = 0
    fallback: Annotated[
        Literal["quiet", "bot"],
        Meta(description="`quiet`: a legal move that changes as little as possible; `bot`: a bot's move."),
    ] = "quiet"


class Seat(Struct, omit_defaults=True):
    """Who sits where, as everybody sees it."""

    seat: SeatNumber
    kind: Annotated[Literal["free", "human", "bot"], Meta(description="Who plays this seat now.")]
    name: Annotated[
        str | None,
        Meta(
            description="The person's name, or the bot's; null for a free seat and for somebody who deleted their data."
        ),
    ] = None
    face: Annotated[
        Face | None, Meta(description="The person's face; no two at a table are alike. Absent without a person.")
    ] = None
    bot: Annotated[str | None, Meta(description="The bot's name of the roster.")] = None
    left: Annotated[bool, Meta(description="A person left; a bot plays until they return.")] = False
    here: Annotated[bool, Meta(description="The person has a live connection.")] = False
    hash: Annotated[str | None, Meta(description="The hash of the person's nonce; shown once the seats are fixed.")] = (
        None
    )


class DailyDeal(Struct):
    """What makes a table one of the deal of the day."""

    day: Annotated[str, Meta(description="The UTC date of the deal: `2026-11-16`.")]
    counts: Annotated[bool, Meta(description="The one attempt that counts; else practice.")]
    sealed: Annotated[bool, Meta(description="The secret and the record come when the day is over.")]


class Table(Struct, omit_defaults=True):
    """A table as everybody sees it."""

    id: Id
    code: Annotated[
        str, Meta(description="Short code to join by: six letters and digits that cannot be mistaken for each other.")
    ]
    link: Annotated[str, Meta(description="Address to send to friends, path only: `/t/CODE`.")]
    game: str
    variant: Annotated[dict[str, Any], Meta(description="Only what differs from the default.")]
    players: Annotated[int, Meta(ge=2, le=4)]
    clock: Clock
    public: Annotated[
        bool, Meta(description="Listed, joinable and watchable by anyone; else by code or link only, no spectators.")
    ]
    chat: Annotated[bool, Meta(description="Free text allowed (preset phrases always are).")]
    rated: Annotated[
        bool,
        Meta(
            description=(
                "Counts for ratings: kept identities, a clock, the default rules, no bots, no shared device, no hints."
            )
        ),
    ]
    pass_and_play: Annotated[
        bool,
        Meta(
            description=(
                "One device plays several seats; the hand of the seat to move is sent after a `tap` only, if hidden."
            )
        ),
    ]
    commitment: Annotated[
        str, Meta(description="SHA-256 of the server's secret for this deal, fixed when the table was made.")
    ]
    phase: Phase
    seats: list[Seat]
    seq: Seq
    created: Annotated[int, Meta(description="Milliseconds since 1970.")]
    rematch: Annotated[str | None, Meta(description="Id of the table where the rematch is played.")] = None
    rematch_of: Annotated[str | None, Meta(description="Id of the table that this one is the rematch of.")] = None
    daily: Annotated[DailyDeal | None, Meta(description="Absent unless this is a deal of the day.")] = None


class Why(Struct, omit_defaults=True):
    """A refusal: a code for programs, a clause for the curious, a sentence for people."""

    code: Annotated[
        str,
        Meta(
            description=(
                "Stable code, also the key of the sentence in the catalogue: "
                "`refusal.restart.not-greater`, `server.stale`."
            )
        ),
    ]
    sentence: Annotated[str, Meta(description="The sentence in the connection's language.")]
    clause: Annotated[str | None, Meta(description="Id of the rule that refuses, where a rule does.")] = None
    details: Annotated[dict[str, Any], Meta(description="What fills the sentence's placeholders.")] = {}
    again: Annotated[int | None, Meta(description="Too often: it may be tried again after this many seconds.")] = None
