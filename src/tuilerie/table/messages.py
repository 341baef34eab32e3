"""Every message of the socket, protocol 1. Client to server first, then server to client; the docs are generated from
here (see `describe`).

One socket is one table, seen by one device. JSON text frames; the tag is `t`. The first message is `hello`; everything
that the table lives through arrives as `update`s numbered without a gap, so that a client that misses a number asks
with `resync`. What a client sends is refused with a code if it is unknown, ill-typed or too long, never
half-understood.

A field whose value is its default may be left out, in both directions: a `choice` without `legal` is one whose `legal`
is null. (In an `update`, fields whose default is "absent" mean more: see there.) Unknown fields of the server's
messages are to be ignored; those of a client are refused.

Seats are opened by their keys alone. The cookie of HTTP may come with the handshake and need not: it only says who
watches, and lets a host who has no seat start the game.
"""

from __future__ import annotations

from tuilerie.table.client_messages import (
    LONGEST_MESSAGE,
    Abandon,
    Check,
    ClientMessage,
    Draft,
    FreeSeat,
    FromClient,
    Hello,
    Hint,
    Leave,
    Ping,
    Play,
    Rematch,
    Resync,
    Return,
    Reveal,
    Say,
    SeatBot,
    Start,
    Tap,
)
from tuilerie.table.server_messages import (
    Accepted,
    Advised,
    Beat,
    Checked,
    Choice,
    Drafted,
    Fair,
    FromServer,
    Goodbye,
    Hinted,
    Presence,
    Refused,
    Said,
    ServerMessage,
    Snapshot,
    Timing,
    Update,
    Welcome,
)

__all__ = [
    "LONGEST_MESSAGE",
    "Abandon",
    "Accepted",
    "Advised",
    "Beat",
    "Check",
    "Checked",
    "Choice",
    "ClientMessage",
    "Draft",
    "Drafted",
    "Fair",
    "FreeSeat",
    "FromClient",
    "FromServer",
    "Goodbye",
    "Hello",
    "Hint",
    "Hinted",
    "Leave",
    "Ping",
    "Play",
    "Presence",
    "Refused",
    "Rematch",
    "Resync",
    "Return",
    "Reveal",
    "Said",
    "Say",
    "SeatBot",
    "ServerMessage",
    "Snapshot",
    "Start",
    "Tap",
    "Timing",
    "Update",
    "Welcome",
]
