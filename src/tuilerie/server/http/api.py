"""The HTTP API, version 1: every route once, with the types of what goes in and out.

`describe` turns this list into OpenAPI; `routes` answers it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from tuilerie.server.http.daily_shapes import DailyArchive, DailyBoard, DailyChain, DailyToday, PlayDaily
from tuilerie.server.http.played_shapes import History, Leaderboard, Running
from tuilerie.table import branches, puzzles
from tuilerie.table.reviews import Review
from tuilerie.table.shapes import Event, Face, Hash, Id, Lang, Name, Seat, SeatKey, SeatNumber, Table, View, Why
from tuilerie.table.terms import CreateTable

LONGEST_BODY = 65_536

Passphrase = Annotated[str, Meta(min_length=8, max_length=200, description="At least 8 characters.")]


class Body(Struct, forbid_unknown_fields=True):
    """What a client may send."""


class SitDown(Body):
    """Take a free seat."""

    seat: Annotated[SeatNumber | None, Meta(description="Null: any free seat.")] = None
    hash: Annotated[Hash | None, Meta(description="Hash of the caller's nonce, for the fair deal.")] = None


class HeldSeat(Struct):
    seat: int
    key: SeatKey


class Seated(Struct):
    """The table, and the keys of the caller's seats. Keep them; show them with `hello`."""

    table: Table
    seats: list[HeldSeat]


class Tables(Struct):
    tables: list[Table]


class GameOption(Struct):
    key: str
    clause: str
    values: Annotated[str, Meta(description="What is possible, in words: `consecutive, table`, `1..1000`.")]
    default: str | int


class GameOnShelf(Struct):
    id: str
    players: list[int]
    lowest_wins: bool
    options: list[GameOption]
    ready_in: Annotated[
        int,
        Meta(
            description="0: it can be played. Else it is being compiled, and ready in about so many seconds: who makes "
            "a table of it is answered then."
        ),
    ] = 0


class Shelf(Struct):
    """What can be played, and with which bots."""

    games: list[GameOnShelf]
    bots: Annotated[
        list[str], Meta(description="Names for the `bots` of a table, weakest first; each plays every game.")
    ]
    phrases: list[str]


class Replay(Struct):
    """A finished game to look at again, position by position; everything is public now."""

    game: str
    code: str
    seats: list[Seat]
    events: Annotated[list[Event], Meta(description="The whole record's events.")]
    steps: Annotated[
        list[int], Meta(description="For each position, how many events led to it; the first is the deal.")
    ]
    views: Annotated[
        list[View],
        Meta(
            description=(
                "Each position, seen with the eyes of the seat that `?as=` names, else of the seat that moves next "
                "(at the end: of the last mover, or of whose turn it was)."
            )
        ),
    ]


class Me(Struct):
    """Who the cookie says you are."""

    id: str
    name: str | None
    kept: Annotated[bool, Meta(description="The identity is kept by name and passphrase.")]
    lang: Lang | None
    face: Annotated[Face | None, Meta(description="The face to sit down with; null: the next free one.")] = None


class ChangeMe(Body):
    name: Name | UnsetType = UNSET
    lang: Lang | UnsetType = UNSET
    face: Face | UnsetType = UNSET


class KeepMe(Body):
    """Keep this identity: a name that nobody else has, and a passphrase."""

    name: Name
    passphrase: Passphrase


class LogIn(Body):
    name: Name
    passphrase: Passphrase


class ChangePassphrase(Body):
    """The passphrase of a kept identity, and the one to have from now on."""

    old: Annotated[str, Meta(min_length=1, max_length=200)]
    new: Passphrase


class MoveCode(Struct):
    """Type it on the other device within ten minutes. It works once."""

    code: str
    expires: Annotated[int, Meta(description="Milliseconds since 1970.")]


class UseMoveCode(Body):
    code: Annotated[str, Meta(min_length=8, max_length=20, pattern=r"^[A-Za-z0-9 -]{8,20}$(?!\n)")]


class Report(Body):
    """Somebody at a public table misbehaved."""

    table: Id
    seat: Annotated[int, Meta(ge=0, le=3)]
    about: Literal["name", "chat", "leaving", "other"] = "other"


class Block(Body):
    """Never again at a table with whoever sits there."""

    table: Id
    seat: Annotated[int, Meta(ge=0, le=3)]


class TryMove(Body):
    """A move in notation."""

    move: Annotated[str, Meta(min_length=1, max_length=200)]


class Done(Struct):
    done: bool = True


class Failure(Struct):
    """Every answer with a status of 400 or more."""

    why: Why


class Route(Struct, frozen=True):
    """One line of the API."""

    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: str
    name: str
    about: str
    takes: Any = None
    gives: Any = None
    refuses: tuple[int, ...] = ()


PUZZLE = "/puzzles/{game}/{number}"
READERS = "for those who sat there and the host (anyone at a public table)"
ROUTES = (
    Route("GET", "/games", "games", "The shelf: games, their variants, bots, preset phrases.", gives=Shelf),
    Route(
        "GET",
        "/rules/{game}/{lang}",
        "rules",
        "The rules of a game in our own words.",
        gives=dict[str, Any],
        refuses=(404,),
    ),
    Route("GET", "/tables", "tables", "Public tables with a free seat, or being played.", gives=Tables),
    Route("POST", "/tables", "create", "Make a table.", CreateTable, Seated, (400, 403, 409, 429)),
    Route("GET", "/tables/{table}", "table", "One table.", gives=Table, refuses=(404,)),
    Route("GET", "/codes/{code}", "code", "The table with this short code.", gives=Table, refuses=(404,)),
    Route("POST", "/tables/{table}/seats", "sit", "Take a free seat.", SitDown, Seated, (400, 403, 404, 409, 429)),
    Route(
        "POST",
        "/tables/{table}/keys",
        "keys",
        "The keys of the caller's seats again: to come back from this or another device.",
        gives=Seated,
        refuses=(404,),
    ),
    Route(
        "GET",
        "/tables/{table}/record",
        "record",
        f"The finished record (`tuilerie-record/1`), {READERS}.",
        None,
        dict[str, Any],
        (403, 404, 409),
    ),
    Route(
        "GET",
        "/tables/{table}/replay",
        "replay",
        f"A finished game, position by position, {READERS}.",
        None,
        Replay,
        (403, 404, 409),
    ),
    Route(
        "GET",
        "/tables/{table}/review",
        "review",
        f"Chances, mistakes and luck of a finished game, {READERS}. Computed "
        "behind everything else, once: ask again until `state` is `done`.",
        gives=Review,
        refuses=(403, 404, 409),
    ),
    Route("GET", "/tables/{table}/qr.svg", "qr", "The join link as a QR code.", gives=bytes, refuses=(404,)),
    Route("GET", "/puzzles", "puzzles", "All puzzles, by game.", gives=puzzles.PuzzleShelf),
    Route("GET", PUZZLE, "puzzle", "A position in which a move is to be found.", None, puzzles.PuzzleSheet, (404,)),
    Route("POST", f"{PUZZLE}/tries", "try", "What a move is worth.", TryMove, puzzles.PuzzleVerdict, (400, 404, 409)),
    Route("GET", f"{PUZZLE}/answer", "answer", "The best move, and why.", None, puzzles.PuzzleVerdict, (404,)),
    Route("GET", f"{PUZZLE}/study", "study", "The puzzle as `tuilerie-study/1`.", None, dict[str, Any], (404,)),
    Route("GET", "/daily", "daily", "Today's deals, and one's own attempts.", gives=DailyToday),
    Route("GET", "/daily/archive", "daily_archive", "Days that are over, with their secrets.", gives=DailyArchive),
    Route("GET", "/daily/chain", "daily_chain", "The published chain of secrets.", gives=DailyChain),
    Route("POST", "/daily/{game}", "play_daily", "Play a deal of the day.", PlayDaily, Seated, (400, 404, 409, 429)),
    Route(
        "GET", "/daily/{game}/{day}", "daily_board", "A deal beside all who played it.", None, DailyBoard, (404, 409)
    ),
    Route(
        "POST",
        "/branches",
        "branch",
        "A game that is over, played otherwise from some place on: the position after these moves, a bot's answer, the "
        "chances. Nothing is kept; the caller brings the record.",
        branches.TryBranch,
        branches.BranchPosition,
        (400, 409, 413, 429),
    ),
    Route("GET", "/me", "me", "Who the cookie says you are; makes a guest of a stranger.", gives=Me),
    Route("PATCH", "/me", "change", "Change one's name, face or language.", ChangeMe, Me, (400, 429)),
    Route("DELETE", "/me", "forget", "Delete everything personal. Games stay, without a name.", gives=Done),
    Route("POST", "/me/keep", "keep", "Keep this identity by name and passphrase.", KeepMe, Me, (400, 409, 429)),
    Route("POST", "/me/login", "login", "Become a kept identity on this device.", LogIn, Me, (400, 403, 429)),
    Route(
        "POST",
        "/me/passphrase",
        "passphrase",
        "Change the passphrase of a kept identity. Every other device is logged out; this one gets a new cookie.",
        ChangePassphrase,
        Me,
        (400, 403, 409, 429),
    ),
    Route(
        "POST",
        "/me/logout",
        "log_out",
        "This device becomes a new guest. Who is not kept cannot come back from here.",
        gives=Done,
    ),
    Route(
        "POST",
        "/me/logout/everywhere",
        "log_out_everywhere",
        "Every device of this identity is logged out, this one too: cookies, seat keys and "
        "codes made before are worthless, open sockets are closed (4001).",
        gives=Done,
        refuses=(429,),
    ),
    Route(
        "POST",
        "/me/code",
        "move_code",
        "A one-time code that moves this identity to another device.",
        gives=MoveCode,
        refuses=(429,),
    ),
    Route(
        "POST",
        "/me/move",
        "move_here",
        "Become the identity that the code belongs to.",
        UseMoveCode,
        Me,
        (400, 403, 429),
    ),
    Route("GET", "/me/games", "history", "One's latest 500 finished games, latest first.", gives=History),
    Route(
        "GET",
        "/me/tables",
        "running",
        "The tables where one sits and the game is not over, latest first; at most 20.",
        gives=Running,
        refuses=(429,),
    ),
    Route(
        "GET",
        "/leaderboard/{game}",
        "leaderboard",
        "The best of a game; guests may look.",
        gives=Leaderboard,
        refuses=(404,),
    ),
    Route("POST", "/reports", "report", "Report somebody at a public table.", Report, Done, (400, 404, 429)),
    Route("POST", "/blocks", "block", "Do not meet somebody again.", Block, Done, (400, 404, 429)),
    Route("DELETE", "/blocks", "unblock", "Forget one's blocklist.", gives=Done),
)
