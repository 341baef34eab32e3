"""Fair deals: the stream is RFC 8439's ChaCha20, and anyone can deal again from the documented layout."""

from __future__ import annotations

import hashlib
import re
import struct
from pathlib import Path

import numpy as np
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms

import tuilerie
from tuilerie.engine.errors import BadInput
from tuilerie.engine.fair import commitment, game_seed, numbered_secret, numbered_seeds
from tuilerie.engine.match import Match
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import game_named
from tuilerie.games.restart import record as restart
from tuilerie.kernel.chance import _chacha20_block, begin_stream, below


def draw_many(states, number, n, out):
    begin_stream(states[0], number)
    with np.errstate(over="ignore"):
        for i in range(len(out)):
            out[i] = below(states[0], n)


def key_stream(key: bytes, number: int, length: int) -> bytes:
    """The same stream by another implementation."""
    nonce = struct.pack("<II", 0, number) + bytes(8)  # block counter, then the 12 bytes of the nonce
    return Cipher(algorithms.ChaCha20(key, nonce), mode=None).encryptor().update(bytes(length))


class OutsideDealer:
    """What docs/fair-deals.md says, written as an outsider would."""

    def __init__(self, key: bytes, number: int) -> None:
        self.pairs = iter(struct.unpack("<32768H", key_stream(key, number, 65536)))

    def below(self, n: int) -> int:
        while True:
            product = next(self.pairs) * n
            if product % 2**16 >= 2**16 % n:
                return product >> 16

    def shuffle(self, pieces: list) -> None:
        for last in range(len(pieces) - 1, 0, -1):
            other = self.below(last + 1)
            pieces[last], pieces[other] = pieces[other], pieces[last]


def test_the_block_function_is_that_of_the_rfc():
    """RFC 8439, 2.3.2, but for its nonce: ours is a round number, so the vector's first nonce word is tested and the
    rest is zero.
    """
    key = np.frombuffer(bytes(range(32)), "<u4").astype(np.uint32)
    out = np.zeros(16, np.uint32)
    with np.errstate(over="ignore"):
        _chacha20_block(key, np.uint32(1), np.uint32(0x09000000), out)
    nonce = struct.pack("<II", 1, 0x09000000) + bytes(8)
    assert out.astype("<u4").tobytes() == Cipher(
        algorithms.ChaCha20(bytes(range(32)), nonce), mode=None
    ).encryptor().update(bytes(64))


@pytest.mark.parametrize("number", [0, 1, 513])
@pytest.mark.parametrize("n", [1, 2, 3, 52, 83, 88, 40_000, 65_536])
def test_numbers_below_n_as_documented(number, n):
    states = restart.STATE.new().array
    key = hashlib.sha256(b"vector").digest()
    states["key"] = np.frombuffer(key, "<u4")
    out = np.zeros(2000, np.int64)
    draw_many(states, number, n, out)
    dealer = OutsideDealer(key, number)
    assert out.tolist() == [dealer.below(n) for _ in range(2000)]
    assert out.max() < n


def outside_restart_deal(key: bytes, number: int, players: int) -> dict:
    names = [c + v for c in "rgbok" for v in [*map(str, range(1, 16)), "E", "X"]] + ["S", "S", "T"]
    numbers = list(range(88))
    ones = [tile for tile in numbers if tile < 85 and tile % 17 == 0]
    dealer = OutsideDealer(key, number)
    box: list[int] = []
    if players == 3:
        others = [tile for tile in numbers if tile not in ones]
        box = [others[dealer.below(83)]]
        numbers.remove(box[0])
    elif players == 2:
        numbers = [tile for tile in numbers if tile not in ones]
    dealer.shuffle(numbers)
    each = {2: 30, 3: 29, 4: 22}[players]
    hands = [sorted(numbers[seat * each : (seat + 1) * each]) for seat in range(players)]
    if players == 2:
        box = sorted(numbers[60:])
        first = dealer.below(2)
    else:
        one = {3: 51, 4: 0}[players]
        first = next(seat for seat, hand in enumerate(hands) if one in hand)
    return {
        "hands": [[names[tile] for tile in hand] for hand in hands],
        "box": [names[tile] for tile in box],
        "first": first,
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_outsider_deals_the_same_tiles_in_every_round(players):
    game = game_named("restart")
    secret, nonces = bytes(range(32)), [bytes([seat]) * 32 for seat in range(players)]
    match = Match(game, players, read_variant(game.options, {}, players), secret, nonces=nonces)
    while not match.finished:
        match.play("pass")
    key = hashlib.sha256(secret + b"".join(nonces)).digest()
    deals = [event[1] for event in match.events if event[0] == "deal"]
    assert deals == [outside_restart_deal(key, number, players) for number in range(len(deals))]


def test_the_commitment_is_the_hash_of_the_secret():
    secret = bytes.fromhex("00" * 31 + "01")
    assert commitment(secret) == hashlib.sha256(secret).hexdigest()


def test_every_nonce_changes_the_deal():
    secret = bytes(32)
    deals = {
        str(Match.new("restart", 2, secret, nonces=[bytes([a]) * 32, bytes([b]) * 32]).events[0])
        for a in range(3)
        for b in range(3)
    }
    assert len(deals) == 9


def test_bots_count_as_32_zero_bytes():
    assert game_seed(bytes(32), [b"", b"\1" * 32]) == game_seed(bytes(32), [bytes(32), b"\1" * 32])


def test_seeds_of_a_run_are_those_of_its_games():
    seeds = numbered_seeds(9, range(3, 6), 2)
    assert seeds == b"".join(game_seed(numbered_secret(9, number), [b"", b""]) for number in range(3, 6))


def test_a_secret_of_the_wrong_length_is_refused():
    with pytest.raises(BadInput, match="32 bytes"):
        tuilerie.new("restart", 2, b"short")


def test_the_vector_of_the_documentation():
    page = (Path(__file__).parents[2] / "docs" / "fair-deals.md").read_text(encoding="utf-8")
    secret = bytes(range(32))
    seed = game_seed(secret, [b"", b""])
    dealer = OutsideDealer(seed, 0)
    assert f"`{commitment(secret)}`" in page
    assert f"`{seed.hex()}`" in page
    assert f"`{key_stream(seed, 0, 16).hex()}`" in page
    assert f"| {dealer.below(83)}, {dealer.below(82)}, {dealer.below(81)} |" in page
    hand = Match.new("restart", 2, secret).events[0][1]["hands"][0]
    assert set(re.search(r"before sorting \| (.*) \|", page)[1].split()) <= set(hand)
