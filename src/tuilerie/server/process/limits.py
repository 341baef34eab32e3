"""Rate limits: buckets that fill with time and empty with use, per address, per identity and per socket; and what may
be held at the same time.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv4Address, ip_address

from tuilerie.table.errors import NotAllowed

MOST_BUCKETS = 50_000
WATCHED_BY_PERSON, WATCHED_BY_ADDRESS = 2, 4  # tables of bots alone that think at the same time
SOCKETS_AT_ONCE = 256  # of one address: enough for a club behind one router
CONNECTIONS_AT_ONCE = 512  # of one address: its sockets, and those that ask for pages
ADDRESS_FACTOR = 4.0  # several people share an address


@dataclass(frozen=True, slots=True)
class Rate:
    per_second: float
    burst: float


SOCKET = Rate(60, 120)  # messages and pings of one socket
MESSAGES = Rate(600, 6000)  # messages of one address
BYTES = Rate(250_000, 1_000_000)  # sent by one address, whatever they are
REQUESTS = Rate(50, 200)  # HTTP requests of one address
SOCKETS = Rate(20, 200)  # new sockets of one address
TABLES = Rate(0.5, 30)  # new tables of one identity or address
MANY_TABLES = Rate(1 / 20, 200)  # new tables of one address, over a longer time
ATTEMPTS = Rate(1 / 600, 30)  # at the deals of the day, from one address
SECRETS = Rate(0.1, 10)  # passphrases and codes tried by one address
LOGINS = Rate(1 / 30, 10)  # passphrases tried for one name
REVIEWS = Rate(1 / 60, 12)  # reviews computed for one identity or address; looking at one that is there costs nothing
BRANCHES = Rate(1, 120)  # seconds of thinking about games played otherwise, for one identity or address
HINTS = Rate(1 / 60, 20)  # of one identity; so are those below
SOCIAL = Rate(0.2, 10)  # names and blocks
REPORTS = Rate(1 / 60, 5)
PHRASES = Rate(0.5, 12)  # phrases and lines said
RECORDS = Rate(1, 40)  # records and replays; a tenth for one that is kept ready
TRIALS = Rate(150, 1500)  # moves tried in drafts and checks; a snapshot counts for ten


@dataclass(slots=True)
class Bucket:
    rate: Rate
    level: float = -1.0
    at: float = field(default_factory=time.monotonic)

    def take(self, cost: float = 1.0) -> bool:
        """False when there is not enough in it."""
        now = time.monotonic()
        filled = (
            self.rate.burst
            if self.level < 0
            else min(self.rate.burst, self.level + (now - self.at) * self.rate.per_second)
        )
        self.at = now
        if filled < cost:
            self.level = filled
            return False
        self.level = filled - cost
        return True

    def wait(self, cost: float = 1.0) -> int:
        """Whole seconds until there is enough again; at least one."""
        return max(1, math.ceil((min(cost, self.rate.burst) - max(self.level, 0.0)) / self.rate.per_second))


class Limits:
    """All buckets of one process."""

    def __init__(self, enforced: bool) -> None:
        self.enforced = enforced
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def bucket(self, name: str, rate: Rate, who: str) -> Bucket:
        key = (name, who)
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= MOST_BUCKETS:
                self._forget()
            bucket = self._buckets[key] = Bucket(rate)
        return bucket

    def require(self, name: str, rate: Rate, who: str, otherwise: str = "too-fast", cost: float = 1.0) -> None:
        if not self.enforced:
            return
        bucket = self.bucket(name, rate, who)
        if not bucket.take(cost):
            denied = NotAllowed(otherwise)
            denied.again = bucket.wait(cost)
            raise denied

    def require_both(
        self, name: str, rate: Rate, person: str | None, where: str, *, otherwise: str = "too-fast", cost: float = 1.0
    ) -> None:
        """Per identity, and per address, which several people may share: a new cookie or socket is no new bucket."""
        if person is not None:
            self.require(name, rate, f"person/{person}", otherwise, cost)
        self.require(name, Rate(rate.per_second * ADDRESS_FACTOR, rate.burst * ADDRESS_FACTOR), where, otherwise, cost)

    def _forget(self) -> None:
        """Buckets that have long been full again say nothing."""
        now = time.monotonic()
        self._buckets = {
            key: bucket
            for key, bucket in self._buckets.items()
            if (now - bucket.at) * bucket.rate.per_second < bucket.rate.burst
        }
        if len(self._buckets) >= MOST_BUCKETS:  # those used longest ago: a flood of strangers frees nobody who is busy
            busy = sorted(self._buckets.items(), key=lambda item: item[1].at)
            self._buckets = dict(busy[MOST_BUCKETS // 2 :])


@lru_cache(maxsize=4096)
def network(address: str) -> str:
    """Whom an address is counted for: an IPv4 address by itself, also where it is written as IPv6; of IPv6 the /64,
    which one household has.
    """
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:60]
    if isinstance(known, IPv4Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ip_address(int(known) >> 64 << 64)) + "/64"


class AtOnce:
    """How many of something each address holds now."""

    def __init__(self, most: int, enforced: bool) -> None:
        self._most = most
        self._enforced = enforced
        self._held: Counter[str] = Counter()

    def take(self, who: str) -> bool:
        """True: one more, until `release`."""
        if self._enforced and self._held[who] >= self._most:
            return False
        self._held[who] += 1
        return True

    def release(self, who: str) -> None:
        self._held[who] -= 1
        if self._held[who] <= 0:
            del self._held[who]


class Watching:
    """Tables of bots alone whose hosts look at them: so many at the same time for one identity and for one address."""

    def __init__(self, enforced: bool) -> None:
        self._enforced = enforced
        self._watched: dict[str, tuple[str, str]] = {}  # table: identity and address

    def allows(self, table: str, person: str | None, address: str) -> bool:
        """True: this table's bots may think; it counts until `release`."""
        if not self._enforced or table in self._watched:
            return True
        who = person or address
        by_person = sum(other == who for other, _ in self._watched.values())
        by_address = sum(other == address for _, other in self._watched.values())
        if by_person >= WATCHED_BY_PERSON or by_address >= WATCHED_BY_ADDRESS:
            return False
        self._watched[table] = (who, address)
        return True

    def release(self, table: str) -> None:
        self._watched.pop(table, None)
