"""What a client should do about each refusal and each end of a connection, and what each limit counts. `describe`
writes it into the documents.

A test fails when the server uses a code, a close code or a rate that is not told here.
"""

from __future__ import annotations

WAIT = "Wait as long as `Retry-After` says (on the socket: a few seconds), then ask again."

# What to do, by code without `server.`; what it means is its sentence in the catalogue.
CODES = {
    "after-reveal": "Play the list up to the move that draws or reveals, wait for the `update`, then go on from there.",
    "already": "Nothing: it is as asked for.",
    "already-seated": "Show the seat that the person has; `leave` gives it up before the start.",
    "bad-cookie": "Throw the cookie away and ask `GET /me` for a new one.",
    "bad-key": "Ask `POST /tables/{table}/keys` for the keys again; without any, connect without keys to watch.",
    "bad-message": "A fault of the client: compare with the schema; `details.detail` says where. Do not send it again.",
    "bad-name": "Let the person choose another name.",
    "bad-text": "Let the person write it again without these characters.",
    "blocked": "Offer another table.",
    "bot-plays": "Send `return` first, then play.",
    "clock": "Choose an amount within the range.",
    "daily-first": "Offer the attempt that counts first.",
    "daily-over": "Ask `GET /daily` for today's deals; an earlier day is played with `practice`.",
    "daily-played": "Show the result, and offer practice.",
    "daily-sealed": "Ask again when the day is over: `GET /daily` says when; an hour is left to finish.",
    "free-seats": "Wait for people, or send `seat-bot` for every free seat, then `start` again.",
    "hello-first": "A fault of the client: connect again and send `hello` first, in time.",
    "hints-off": "Offer no hints at this table.",
    "host": "Use the address that the person who runs the server gave.",
    "kept-already": "Offer to change the passphrase, or to log out.",
    "logged-out": "Throw the cookie and the seat keys away; ask `GET /me`, then offer to log in.",
    "login": "Let the person type both again.",
    "long-name": "Let the person choose a shorter name.",
    "many-attempts": WAIT,
    "many-changes": "Leave it as it is.",
    "many-entries": "Make a new table.",
    "many-hints": WAIT,
    "many-phrases": WAIT,
    "many-replays": WAIT,
    "many-reports": WAIT,
    "many-reviews": WAIT,
    "many-sockets": "Close connections that are not needed, then connect again.",
    "many-tables": "Finish or abandon a table first.",
    "many-watched": "Close the connection to another table of bots, then connect again.",
    "method": "A fault of the client: this address takes other methods.",
    "metrics": "Ask from the server's own machine.",
    "move-code": "Let the person make a new code on the other device.",
    "name-taken": "Let the person choose another name.",
    "no-chat": "Offer the preset phrases only.",
    "no-page": "A fault of the client, or a game that this server does not have.",
    "no-record": "Ask again after the end (`phase` is `over`); a game that ended before the deal has none.",
    "no-review": "Ask again after the end.",
    "no-table": "Check the code or the link; forget the table.",
    "no-tap": "Let the player of the seat to move take the device, send `tap`, wait for the `snapshot`, then go on.",
    "nobody-there": "Look at `seats`: the seat is free already.",
    "nonce": (
        "Send the nonce whose hash was given on sitting down; if it is lost, send nothing: the deal goes on without it."
    ),
    "not-compiled": "Offer another game; whoever runs the server finds the reason in its log.",
    "not-host": "Offer this to the host only (`welcome.host`).",
    "not-json": "A fault of the client: send the header `Content-Type: application/json`.",
    "not-kept": "Offer to keep the identity by a name and a passphrase.",
    "not-seated": "Connect again with the key of this seat; a spectator cannot do this.",
    "not-your-turn": "Wait for an `update` whose `turn` is one's own seat.",
    "nothing-to-review": "Offer no review for this game.",
    "origin": "A page of another site: whoever runs the server can allow it with `--origin`.",
    "passphrase": "Let the person type it again.",
    "phase": "Compare with `phase`, and look at what is offered there; nothing is to be sent again.",
    "private": "Ask the host for the code, and sit down.",
    "protocol": "A newer or older client is needed: load the page again.",
    "rated-away": "Offer a bot for this seat once its clock has run out.",
    "rated-bots": "Wait for people, or make the table unrated.",
    "rated-clock": "Send a `clock`, or make the table unrated.",
    "rated-device": "Make the table with a device for each person, or unrated.",
    "rated-kept": "Offer to keep the identity by a name and a passphrase, then ask again.",
    "rated-rules": "Send no `variant`, or make the table unrated.",
    "seat-taken": "Look at `seats` and choose a free one.",
    "stale": "A `snapshot` follows: show it, and let the person decide again. Do not send the old move again.",
    "stopping": "Connect again after `again` milliseconds: nothing is lost.",
    "too-fast": WAIT,
    "too-long": "A fault of the client: send less.",
    "too-slow": "Send the request again, without a pause.",
    "unavailable": "Nothing was written. Send the same again, with the same key, after a second.",
    "unwritable": "Let the person write it again without unusual characters.",
}

# By close code of the socket; `goodbye` comes before, with a code of its own, unless it says otherwise.
CLOSES = {
    1001: "The server stops (`server.stopping`). Come back after `again` milliseconds, saying `last`.",
    1003: "A binary frame was sent (`server.bad-message`). A fault of the client: do not come back with the same.",
    4000: (
        "`hello` was refused, or did not come in time, or a table by invitation began without this device "
        "(`server.private`); the code of `goodbye` says why. Do as it says; the same `hello` is refused again."
    ),
    4001: "This device was logged out (`server.logged-out`). Do not come back with the same cookie or keys.",
    4008: (
        "Too many messages, or too many refusals (`server.too-fast`). With `again`: come back after "
        "that; without: do not."
    ),
}

# By name in limits.py: what a rate counts.
RATES = {
    "ATTEMPTS": "attempts at the deals of the day begun from one address (`server.many-attempts`)",
    "BYTES": "bytes sent by one address, on all its connections (the connection is cut, without a word)",
    "HINTS": "hints of one identity (`server.many-hints`)",
    "LOGINS": "passphrases tried for one name",
    "MANY_TABLES": "tables made from one address, over a longer time (`server.many-tables`)",
    "MESSAGES": "messages of one address, on all its sockets (`server.too-fast`)",
    "PHRASES": "phrases and lines said by one identity, and from one address (`server.many-phrases`)",
    "RECORDS": (
        "records and replays read by one identity, and from one address (`server.many-replays`); "
        "one that is kept ready counts a tenth"
    ),
    "REPORTS": "reports of one identity, and from one address (`server.many-reports`)",
    "REQUESTS": "HTTP requests of one address",
    "BRANCHES": "thinking about games played otherwise, in seconds, of one identity or address",
    "REVIEWS": (
        "reviews computed for one identity, and for one address (`server.many-reviews`); one that "
        "is finished can be read for nothing"
    ),
    "SECRETS": "passphrases and codes made or tried from one address",
    "SOCIAL": "changes of name or language, reports, blocks and deletions of one identity, and of one address",
    "SOCKET": "messages and WebSocket pings of one socket (the connection is closed, 4008)",
    "SOCKETS": "new sockets of one address, and as many short codes looked up",
    "TABLES": "tables made, and as many seats taken, by one identity, and from one address",
    "TRIALS": (
        "moves tried in drafts and checks by one identity, and from one address; a snapshot counts for ten, "
        "whatever brings it"
    ),
}
