"""Fair deals: a secret fixed before anyone sits down, nonces from every human, and a seed that nobody could steer
(docs/fair-deals.md).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tuilerie.engine.errors import WrongRecord

SECRET_BYTES = 32
NO_NONCE = bytes(SECRET_BYTES)  # what a bot contributes, and a human who did not reveal


def fresh_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def numbered_secret(seed: int, number: int = 0) -> bytes:
    """The secret of game `number` of a run with this seed: for simulations and tests, where nobody needs convincing."""
    return run_prefix(seed) + number.to_bytes(8, "little")


@cache
def run_prefix(seed: int) -> bytes:
    """What the secrets of a run have in common: 24 bytes."""
    return hashlib.sha256(f"tuilerie/{seed}".encode()).digest()[:24]


def commitment(secret: bytes) -> str:
    """What is published before the first deal."""
    return hashlib.sha256(secret).hexdigest()


def game_seed(secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """The ChaCha20 key: SHA-256 of the secret followed by the nonces in seat order (32 zero bytes for an empty one)."""
    return hashlib.sha256(secret + b"".join(nonce or NO_NONCE for nonce in nonces)).digest()


def numbered_seeds(seed: int, numbers: range, players: int) -> bytes:
    """`game_seed(numbered_secret(seed, n), no nonces)` of many games, one after another: the hot loop of
    simulations.
    """
    prefix, tail, sha256 = run_prefix(seed), NO_NONCE * players, hashlib.sha256
    return b"".join([sha256(prefix + number.to_bytes(8, "little") + tail).digest() for number in numbers])


@dataclass(frozen=True)
class Kept:
    """What a player kept from before the deal, in hex: the commitment they were shown, and their own nonces by seat."""

    commitment: str | None = None
    nonces: Mapping[int, str] = field(default_factory=dict)


def compare_kept(record: dict[str, Any], kept: Kept) -> None:
    """A record can be right in itself and still be of another deal than the promised one; WrongRecord if it is.

    The record has been checked.
    """
    if kept.commitment is not None and kept.commitment != record["commitment"]:
        raise WrongRecord("kept-commitment", found=record["commitment"], kept=kept.commitment)
    for seat, nonce in sorted(kept.nonces.items()):
        found = record["nonces"][seat]
        if found != nonce:
            raise WrongRecord("kept-nonce" if found else "kept-absent", seat=seat)
