"""Nothing shown: every byte that a seat or a spectator receives is searched for pieces they cannot know."""

from __future__ import annotations

import asyncio
import json
import random
import re

import msgspec
import numpy as np
import pytest

from tests.record_arrays import redeal, states_of
from tests.server.client import Person, play_out, table_for
from tests.server.played_states import folded
from tuilerie.engine.registry import known_games
from tuilerie.table import bot_turns, entries, messages, visibility

TILE = re.compile(rb'"([rgbok](?:1[0-5]|[1-9EX]))"')


def known_by(device, seat):
    """The tiles a device was rightly shown, message by message: its own hand, rows, box, moves, hands once counted."""
    known, leaks, laid_open = set(), [], None
    for raw in device.received:
        message = json.loads(raw)
        if message["t"] not in ("snapshot", "update"):
            continue
        for event in message.get("events", []):
            if event[0] == "deal":
                others = [hand for at, hand in enumerate(event[1]["hands"]) if at != seat]
                leaks += [shown for shown in (*others, event[1]["box"]) if not isinstance(shown, int)]
                known |= {f"{colour}1" for colour in "rgbok"}
                if seat is not None:
                    known |= set(event[1]["hands"][seat])
            if event[0] == "move":
                known |= set(event[2].split("+"))
        view = message.get("view") or {}
        if message.get("phase") == "over" or "hands" in view:
            return known, leaks
        known |= {tile for row in view.get("rows", {}).values() for tile in row} | set(view.get("box", ()))
        if view and view.get("last_hands") != laid_open:  # RS-E2: at the end of a round, and at no other time
            laid_open = view["last_hands"]
            leaks += [] if any(event[0] == "round" for event in message["events"]) else [laid_open]
            known |= {tile for hand in laid_open for tile in hand}
        leaks += [tile for tile in (found.decode() for found in TILE.findall(raw)) if tile not in known]
    return known, leaks


def test_every_byte_of_a_whole_game(server):
    async def scene():
        async with Person(server.url) as ada, Person(server.url) as ben, Person(server.url) as eve:
            table, devices = await table_for([ada, ben], public=True)
            watcher = await eve.at(table)

            async def watch():
                while watcher.phase != "over":
                    await watcher.next()

            await asyncio.gather(play_out(devices, random.Random(7)), watch())
            return devices, watcher

    devices, watcher = asyncio.run(scene())
    for seat, device in enumerate(devices):
        known, leaks = known_by(device, seat)
        assert len(known) > 30
        assert not leaks
        assert b'"seed"' not in b"".join(raw for raw in device.received if b'"phase":"over"' not in raw)
    known, leaks = known_by(watcher, None)
    assert not leaks
    assert not any(b'"choice"' in raw for raw in watcher.received)


async def test_spectators_only_at_public_tables(server):
    async with Person(server.url) as ada, Person(server.url) as ben, Person(server.url) as eve:
        table, _ = await table_for([ada, ben])
        with pytest.raises(ConnectionError, match=r"server\.private"):
            await eve.at(table)


@pytest.mark.parametrize("game", known_games())
@pytest.mark.parametrize("players", [2, 4])
def test_hidden_pieces_permuted_give_the_same_bytes(game, players):
    """What a seat cannot know is dealt again; its messages must not differ in a single byte."""
    if players not in range(2, 5):
        return
    for seed in range(4):
        state, told, entry = folded(game, players, seed, moves=6 + 5 * seed)
        for viewer in range(players):
            before = _bytes(state, entry, told, viewer)
            for dice in range(3):
                other, _, _ = folded(game, players, seed, moves=6 + 5 * seed)
                redeal(states_of(other.match), viewer, np.array([dice + 1], np.uint64))
                # the past is what it was; `seen` decides what of it is shown
                other.match._event_list = state.match._event_list
                other.secret = bytes([dice]) * 32
                assert _bytes(other, entry, told, viewer) == before


def _bytes(state, entry, told, viewer):
    hidden = "x"  # the commitment is of the true secret, and public
    # everything but the first entry was missed
    rows = [(seq, entries.Play(0, ["x"])) for seq in range(2, state.seq + 1)]
    told_all = [
        visibility.snapshot(state, viewer, {}, ()),
        *visibility.updates(state, entry, told, [viewer], sitters={}, here=()),
        *visibility.missed(state, rows, viewer, {}, ()),
    ]
    assert sum(len(message.events) for message in told_all[2:]) == len(state.match.events)
    for message in told_all:
        if isinstance(message.fair, messages.Fair):
            message.fair.commitment = hidden
        if isinstance(message.choice, messages.Choice):
            message.choice = visibility.choice(state.match, viewer)
    return msgspec.json.encode(told_all)


@pytest.mark.parametrize(
    ("game", "bot"), [("restart", "expert"), ("restart", "master"), ("famille", "expert"), ("romirami", "master")]
)
def test_how_long_a_bot_takes_does_not_tell_that_it_had_no_choice(game, bot):
    quick, usual = (seconds + bot_turns.held_back(game, bot, seconds) for seconds in (0.0001, 0.1))
    assert quick == pytest.approx(usual)
    assert usual >= 0.15
    assert bot_turns.held_back(game, "greedy", 0.0) == 0, "a rule of thumb is as quick with one move as with twenty"


def test_another_seats_reveal_is_a_bare_number():
    state, _, _ = folded("restart", 2, 1, moves=0)
    entry = entries.Reveal(1, "ab" * 32)
    own, other, spectator = visibility.updates(state, entry, 0, [1, 0, None], sitters={}, here=())
    assert own.kind == "nonce"
    missed = visibility.missed(state, [(state.seq - 1, entries.Sit(1, "s")), (state.seq, entry)], 0, {}, ())
    assert msgspec.json.encode(missed[1]) == msgspec.json.encode(other)
    assert missed[0].phase == state.phase, "how things are now stands in the last update that is no bare number"
    assert msgspec.json.encode(other) == msgspec.json.encode(spectator) == b'{"t":"update","seq":%d}' % state.seq
