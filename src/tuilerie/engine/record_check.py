"""Is this record true? Commitment, deal, every move, every event that follows from it, and the result."""

from __future__ import annotations

import hashlib
from typing import Any

from tuilerie.engine.errors import BadInput, Refused, WrongRecord
from tuilerie.engine.fair import NO_NONCE, SECRET_BYTES
from tuilerie.engine.game import Event
from tuilerie.engine.match import Match
from tuilerie.engine.options import differences
from tuilerie.engine.registry import game_named

KEYS = ("format", "game", "variant", "players", "commitment", "seed", "nonces", "deck", "events")
OPTIONAL = ("deck",)
FORMAT = "tuilerie-record/1"
STOPPED = ("limit", "abandoned")


def check_record(record: dict[str, Any]) -> Match:
    """Play a record again and compare every event; the finished match, or WrongRecord at the first event
    that is wrong.
    """
    match = check_part(record)
    if not match.finished:
        raise WrongRecord("no-end", event=len(record["events"]))
    return match


def check_part(record: dict[str, Any]) -> Match:
    """The same for a record that may stop early, wherever a move is due; the match as far as it goes."""
    match = _deal_again(record)
    events = record["events"]
    if not isinstance(events, list) or not all(
        isinstance(event, list) and event and isinstance(event[0], str) for event in events
    ):
        raise WrongRecord("bad-field", field="events")
    _compare(match, events, 0, match.events[0])
    told = 1
    while told < len(events):
        event = events[told]
        if match.finished:
            raise WrongRecord("after-end", event=told)
        if event[0] == "end":
            _check_stop(match, event, told)
            told += 1
            continue
        _check_move(match, event, told)
        told = _compare_consequences(match, events, told)
    return match


def _compare_consequences(match: Match, events: list[Event], move_at: int) -> int:
    """The events that follow from the move just played; the number of the next event to look at."""
    expected = match.events
    for at in range(move_at + 1, len(expected)):
        _compare(match, events, at, expected[at])
    return len(expected)


def _compare(match: Match, events: list[Event], at: int, expected: Event) -> None:
    if at >= len(events):
        raise WrongRecord("no-end", event=at)
    found = events[at]
    if found != expected:
        clause = match.game.clauses.get(expected[0])
        if found[0] != expected[0]:
            raise WrongRecord("out-of-order", event=at, clause=clause, expected=expected[0], found=_short(found[0]))
        raise _differs(match, at, expected, found)


def _differs(match: Match, at: int, expected: Event, found: Event) -> WrongRecord:
    parts = {"expected": _difference(expected, found), "found": _difference(found, expected)}
    return WrongRecord("differs", event=at, clause=match.game.clauses.get(expected[0]), kind=expected[0], **parts)


def _check_move(match: Match, event: Event, at: int) -> None:
    if event[0] != "move":
        raise WrongRecord(
            "out-of-order", event=at, clause=match.game.clauses.get(event[0]), expected="move", found=_short(event[0])
        )
    if len(event) not in (3, 4) or not isinstance(event[2], str):
        raise WrongRecord("bad-field", event=at, field="move")
    if event[1] != match.turn or isinstance(event[1], bool):
        raise WrongRecord(
            "wrong-seat", event=at, clause=match.game.clauses["move"], expected=match.turn, found=_short(event[1])
        )
    if len(event) == 4:
        _check_legal_list(match, event, at)
    try:
        match.play(event[2])
    except Refused as refused:
        raise WrongRecord(
            "illegal", event=at, clause=refused.clause, move=_short(event[2]), why=refused.without_clause()
        ) from None
    if spelt := _respelt(match, event[2]):
        raise WrongRecord("spelling", event=at, move=_short(event[2]), expected=spelt)


def _respelt(match: Match, move: str) -> str | None:
    """How the move just played is written, if that differs."""
    last = next(event for event in reversed(match.events) if event[0] == "move")
    return None if last[2] == move else str(last[2])


def _check_legal_list(match: Match, event: Event, at: int) -> None:
    legal, listed = match.legal(), event[3]
    if listed == legal:
        return
    if not isinstance(listed, list) or not all(isinstance(move, str) for move in listed):
        raise WrongRecord("bad-field", event=at, field="legal")
    missing, surplus = sorted(set(legal) - set(listed)), sorted(set(listed) - set(legal))
    raise WrongRecord(
        "legal-list",
        event=at,
        clause=match.game.clauses["move"],
        missing=_short(missing[:3]),
        surplus=_short(surplus[:3]),
    )


def _check_stop(match: Match, event: Event, at: int) -> None:
    """A game ended from outside: it may be stopped wherever a move is due."""
    fields = event[1] if len(event) == 2 and isinstance(event[1], dict) else {}
    reason = fields.get("reason")
    if reason not in STOPPED:
        raise WrongRecord("too-early", event=at, clause=match.game.clauses["end"])
    match.stop(reason)
    expected = match.events[-1]
    if event != expected:
        raise _differs(match, at, expected, event)


# --- what stands before the events -----------------------------------------------------------------


def _deal_again(record: dict[str, Any]) -> Match:
    _check_form(record)
    secret = bytes.fromhex(record["seed"])
    if hashlib.sha256(secret).hexdigest() != record["commitment"]:
        raise WrongRecord("commitment")
    nonces = [bytes.fromhex(nonce) for nonce in record["nonces"]]
    try:
        match = Match.new(
            record["game"], len(record["players"]), secret, record["variant"], deck=record.get("deck"), nonces=nonces
        )
    except BadInput as bad:
        raise WrongRecord("settings", why=bad) from None
    if record["variant"] != differences(match.game.options, match.variant):
        raise WrongRecord("bad-field", field="variant")
    return match


def _check_form(record: dict[str, Any]) -> None:
    keys = list(record)
    if keys != [key for key in KEYS if key in record or key not in OPTIONAL]:
        raise WrongRecord("keys", expected=", ".join(key for key in KEYS if key not in OPTIONAL))
    if record["format"] != FORMAT:
        raise WrongRecord("format", expected=FORMAT)
    sound = {
        "game": isinstance(record["game"], str),
        "variant": isinstance(record["variant"], dict),
        "players": _sound_players(record["players"]),
        "commitment": _is_hex(record["commitment"]),
        "seed": _is_hex(record["seed"]),
        "nonces": _sound_nonces(record["nonces"], record["players"]),
    }
    for field, right in sound.items():
        if not right:
            raise WrongRecord("bad-field", field=field)
    try:
        game_named(record["game"])
    except BadInput as bad:
        raise WrongRecord("settings", why=bad) from None


def _sound_players(players: Any) -> bool:
    return isinstance(players, list) and all(
        isinstance(player, dict)
        and list(player) == ["name", "kind", "bot"]
        and isinstance(player["name"], str)
        and (
            (player["kind"] == "human" and player["bot"] is None)
            or (player["kind"] == "bot" and isinstance(player["bot"], str))
        )
        for player in players
    )


def _sound_nonces(nonces: Any, players: Any) -> bool:
    return (
        isinstance(nonces, list)
        and len(nonces) == len(players)
        and all(nonce == "" or (_is_hex(nonce) and nonce != NO_NONCE.hex()) for nonce in nonces)
    )


def _is_hex(text: Any) -> bool:
    return isinstance(text, str) and len(text) == 2 * SECRET_BYTES and set(text) <= set("0123456789abcdef")


def _difference(event: Event, other: Event) -> str:
    """The part of an event in which it differs from another of its kind."""
    mine, theirs = event[-1], other[-1]
    if isinstance(mine, dict) and isinstance(theirs, dict):
        for key in [*mine, *theirs]:
            if mine.get(key) != theirs.get(key):
                return f"{key} {_short(mine.get(key))}"
    return _short(event)


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 120 else text[:117] + "..."
