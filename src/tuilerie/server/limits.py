"""Rate limits: buckets that fill with time and empty with use, per address, per identity and per socket."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from tuilerie.server.denied import Denied

MOST_BUCKETS = 50_000


@dataclass(frozen=True, slots=True)
class Rate:
    per_second: float
    burst: float


SOCKET = Rate(60, 120)  # messages of one socket
REQUESTS = Rate(50, 200)  # HTTP requests of one address
SOCKETS = Rate(20, 200)  # new sockets of one address
TABLES = Rate(0.5, 30)  # new tables of one identity or address
SECRETS = Rate(0.1, 10)  # passphrases and codes tried by one address
REVIEWS = Rate(1 / 60, 12)  # reviews computed for one identity or address; looking at one that is there costs nothing
HINTS = Rate(1 / 60, 20)  # of one identity
SOCIAL = Rate(0.2, 10)  # names, reports, blocks of one identity


@dataclass(slots=True)
class Bucket:
    rate: Rate
    level: float = -1.0
    at: float = field(default_factory=time.monotonic)

    def take(self) -> bool:
        """False when it is empty."""
        now = time.monotonic()
        filled = self.rate.burst if self.level < 0 else min(self.rate.burst, self.level + (now - self.at) * self.rate.per_second)
        self.at = now
        if filled < 1:
            self.level = filled
            return False
        self.level = filled - 1
        return True


class Limits:
    """All buckets of one process."""

    def __init__(self, enforced: bool) -> None:
        self.enforced = enforced
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def require(self, name: str, rate: Rate, who: str, otherwise: str = "too-fast") -> None:
        if not self.enforced:
            return
        key = (name, who)
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= MOST_BUCKETS:
                self._forget()
            bucket = self._buckets[key] = Bucket(rate)
        if not bucket.take():
            raise Denied(otherwise)

    def _forget(self) -> None:
        """Buckets that have long been full again say nothing."""
        now = time.monotonic()
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if (now - bucket.at) * bucket.rate.per_second < bucket.rate.burst}
        if len(self._buckets) >= MOST_BUCKETS:
            self._buckets.clear()
