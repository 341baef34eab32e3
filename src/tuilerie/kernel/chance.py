"""Everything random: the game's own stream (ChaCha20 inside the record) and the callers' dice.

The stream of round r is the ChaCha20 key stream (RFC 8439) with the game's seed as key, r as nonce and the block
counter from 0, read two bytes at a time, little-endian. `below` and `shuffle` are the only readers, so that an outsider
can deal again in any language (docs/fair-deals.md).

Dice are a caller's generator: one uint64 in an array, advanced by SplitMix64. Bots and `hide` use dice, never the
game's stream.
"""

from __future__ import annotations

import numpy as np

from tuilerie.kernel.compiled import kernel


@kernel
def begin_game(state, players, seed):
    """What every game begins with; `seed`: 8 words."""
    state.players = players
    state.turns = 0
    state.pending = 0
    state.reason = 0
    for i in range(8):
        state.key[i] = seed[i]


@kernel
def begin_stream(state, number):
    """Set the stream to the beginning of round `number`."""
    state.round_number = number
    state.next_block = 0
    state.next_pair = 32


@kernel
def below(state, n):
    """A number 0..n-1 (n up to 65536) from the game's stream: the high half of pair * n, rejecting the few pairs that
    would favour some numbers.
    """
    while True:
        product = np.uint32(_pair(state)) * np.uint32(n)
        low = product & 0xFFFF
        if low >= n or low >= 0x10000 % n:
            return int(product >> 16)


@kernel
def shuffle(state, pieces, count):
    """Fisher-Yates from the last position down, in place, over pieces[:count]."""
    for last in range(count - 1, 0, -1):
        other = below(state, last + 1)
        pieces[last], pieces[other] = pieces[other], pieces[last]


@kernel
def roll(dice, n):
    """A number 0..n-1 from a caller's dice (n is small: the bias of the multiplication is below n / 2**32)."""
    return np.int64(((toss(dice) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@kernel
def toss(dice):
    """64 random bits from a caller's dice (SplitMix64)."""
    dice[0] += np.uint64(0x9E3779B97F4A7C15)
    z = dice[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel
def shuffle_by_dice(dice, pieces, count):
    for last in range(count - 1, 0, -1):
        other = roll(dice, last + 1)
        pieces[last], pieces[other] = pieces[other], pieces[last]


@kernel
def replace_stream(state, dice):
    """Give the record a seed of the caller's making: what was to come is forgotten."""
    for i in range(8):
        state.key[i] = np.uint32(toss(dice) >> np.uint64(32))
    state.next_pair = 32
    state.next_block = 0
    for i in range(16):
        state.block[i] = 0


@kernel
def _pair(state):
    if state.next_pair >= 32:
        _chacha20_block(state.key, state.next_block, state.round_number, state.block)
        state.next_block += 1
        state.next_pair = 0
    at = state.next_pair
    state.next_pair = at + 1
    return (state.block[at >> 1] >> ((at & 1) << 4)) & 0xFFFF


@kernel
def _rotate(x, by):
    return np.uint32((x << np.uint32(by)) | (x >> np.uint32(32 - by)))


@kernel
def _quarter(a, b, c, d):
    a = np.uint32(a + b)
    d = _rotate(np.uint32(d ^ a), 16)
    c = np.uint32(c + d)
    b = _rotate(np.uint32(b ^ c), 12)
    a = np.uint32(a + b)
    d = _rotate(np.uint32(d ^ a), 8)
    c = np.uint32(c + d)
    b = _rotate(np.uint32(b ^ c), 7)
    return a, b, c, d


@kernel
def _chacha20_block(key, counter, nonce, out):
    """One block (RFC 8439, 2.3): the nonce's first word is `nonce`, the other two are 0."""
    s0, s1, s2, s3 = np.uint32(0x61707865), np.uint32(0x3320646E), np.uint32(0x79622D32), np.uint32(0x6B206574)
    zero = np.uint32(0)
    x0, x1, x2, x3 = s0, s1, s2, s3
    x4, x5, x6, x7 = key[0], key[1], key[2], key[3]
    x8, x9, x10, x11 = key[4], key[5], key[6], key[7]
    x12, x13, x14, x15 = np.uint32(counter), np.uint32(nonce), zero, zero
    for _ in range(10):
        x0, x4, x8, x12 = _quarter(x0, x4, x8, x12)
        x1, x5, x9, x13 = _quarter(x1, x5, x9, x13)
        x2, x6, x10, x14 = _quarter(x2, x6, x10, x14)
        x3, x7, x11, x15 = _quarter(x3, x7, x11, x15)
        x0, x5, x10, x15 = _quarter(x0, x5, x10, x15)
        x1, x6, x11, x12 = _quarter(x1, x6, x11, x12)
        x2, x7, x8, x13 = _quarter(x2, x7, x8, x13)
        x3, x4, x9, x14 = _quarter(x3, x4, x9, x14)
    out[0], out[1], out[2], out[3] = x0 + s0, x1 + s1, x2 + s2, x3 + s3
    out[4], out[5], out[6], out[7] = x4 + key[0], x5 + key[1], x6 + key[2], x7 + key[3]
    out[8], out[9], out[10], out[11] = x8 + key[4], x9 + key[5], x10 + key[6], x11 + key[7]
    out[12], out[13], out[14], out[15] = x12 + np.uint32(counter), x13 + np.uint32(nonce), x14, x15
