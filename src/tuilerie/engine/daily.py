"""The deal of the day: a chain of secrets that is fixed ahead and opened day by day, and what follows from a secret.

The secret of a day hashes to that of the day before, so that a published end of the chain commits to every day to come,
and an opened secret proves all earlier ones (docs/daily.md).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from tuilerie.engine.errors import WrongRecord
from tuilerie.engine.fair import SECRET_BYTES

FORMAT = "tuilerie-chain/1"
CHAIN_DAYS = 10_000  # that one chain is for


@dataclass(frozen=True)
class DailyForm:
    """How a game is played as the deal of the day; its variant is the game's short one."""

    players: int = 2
    bots: str = "club"  # on every seat but the first, which is the person's
    minutes: int = 10  # about, for a person


def previous(secret: bytes) -> bytes:
    """The secret of the day before."""
    return hashlib.sha256(secret).digest()


class Chain:
    """Every secret of a chain; whoever holds it knows all deals to come."""

    def __init__(self, last: bytes, first: date, days: int = CHAIN_DAYS) -> None:
        self.first = first  # its day number 1
        self._secrets = [last]
        for _ in range(days):
            self._secrets.append(previous(self._secrets[-1]))
        self._secrets.reverse()

    @property
    def anchor(self) -> bytes:
        """What is published ahead."""
        return self._secrets[0]

    def number(self, day: date) -> int:
        return (day - self.first).days + 1

    def secret(self, day: date) -> bytes:
        """The secret of a day of this chain; KeyError if it has none."""
        number = self.number(day)
        if not 1 <= number < len(self._secrets):
            raise KeyError(day)
        return self._secrets[number]


def game_secret(day_secret: bytes, day: date, game: str) -> bytes:
    """The secret of one game's deal."""
    return hashlib.sha256(f"tuilerie/daily/{day.isoformat()}/{game}/".encode() + day_secret).digest()


def offline_secret(day: date, game: str) -> bytes:
    """Without a server the date alone gives the deal: whoever wants to can know it."""
    return game_secret(hashlib.sha256(b"tuilerie/daily/offline").digest(), day, game)


def dice_seed(secret: bytes, position: bytes) -> int:
    """63 bits for a bot's dice: of the deal and the position alone, so that equal play gives equal games."""
    return int.from_bytes(hashlib.sha256(b"tuilerie/daily/dice/" + secret + position).digest()[:8], "little") >> 1


# --- checking ----------------------------------------------------------------------------------------------


def check_chain(chain: Any) -> Iterator[tuple[date, bytes]]:
    """Days and secrets that a published chain has opened, latest first; WrongRecord unless they lead to its end."""
    try:
        first, day = date.fromisoformat(chain["first"]), date.fromisoformat(chain["day"])
        secret, anchor = bytes.fromhex(chain["secret"]), bytes.fromhex(chain["anchor"])
        sound = chain["format"] == FORMAT and len(secret) == SECRET_BYTES and 0 <= (day - first).days < CHAIN_DAYS
    except (KeyError, TypeError, ValueError):
        sound = False
    if not sound:
        raise WrongRecord("chain-form")
    opened = []
    while day >= first:
        opened.append((day, secret))
        day, secret = day - timedelta(1), previous(secret)
    if secret != anchor:
        raise WrongRecord("chain-anchor")
    return iter(opened)


def day_of(record: dict[str, Any], chain: Any) -> date:
    """The day whose deal this record is; WrongRecord if it is none of the chain's. The record has been checked."""
    for day, secret in check_chain(chain):
        if game_secret(secret, day, record["game"]).hex() == record["seed"] and not any(record["nonces"]):
            return day
    raise WrongRecord("chain-day")
