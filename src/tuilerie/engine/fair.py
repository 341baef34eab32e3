"""Fair deals: a secret fixed before anyone sits down, nonces from every human, and a seed that nobody could steer (docs/fair-deals.md)."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

import numpy as np

SECRET_BYTES = 32
NO_NONCE = bytes(SECRET_BYTES)  # what a bot contributes, and a human who did not reveal


def fresh_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def numbered_secret(seed: int, number: int = 0) -> bytes:
    """The secret of game `number` of a run with this seed: for simulations and tests, where nobody needs convincing."""
    return hashlib.sha256(f"tuilerie/{seed}/{number}".encode()).digest()


def commitment(secret: bytes) -> str:
    """What is published before the first deal."""
    return hashlib.sha256(secret).hexdigest()


def game_seed(secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """The ChaCha20 key: SHA-256 of the secret followed by the nonces in seat order (32 zero bytes for an empty one)."""
    return hashlib.sha256(secret + b"".join(nonce or NO_NONCE for nonce in nonces)).digest()


def key_words(seed: bytes) -> np.ndarray:
    """The seed as the eight little-endian words that a record keeps."""
    return np.frombuffer(seed, "<u4").astype(np.uint32)
