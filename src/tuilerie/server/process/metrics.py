"""Counters for Prometheus. Labels are codes and kinds, never a name, a table or an address."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from tuilerie.server.process.server_process import ServerProcess

MOVE_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Moments(Collector):
    """How long moves took.

    The event loop alone counts, so there is no lock; with one, counting a move cost more than checking it.
    """

    def __init__(self) -> None:
        self._counts = [0] * (len(MOVE_SECONDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(MOVE_SECONDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[Metric]:
        upto = list(accumulate(self._counts))
        buckets = [(str(float(bound)), count) for bound, count in zip(MOVE_SECONDS, upto, strict=False)] + [
            ("+Inf", upto[-1])
        ]
        yield HistogramMetricFamily(
            "tuilerie_move_seconds",
            "From a move's arrival to its acknowledgement",
            buckets=buckets,
            sum_value=self._sum,
        )


class Kinds(Collector):
    """Entries appended, by kind; the event loop alone counts."""

    def __init__(self) -> None:
        self.counted: dict[str, int] = {}

    def collect(self) -> Iterator[Metric]:
        family = CounterMetricFamily("tuilerie_log_entries", "Entries appended to logs", labels=["kind"])
        for kind, count in self.counted.items():
            family.add_metric([kind], count)
        yield family


class Metrics:
    """The figures of one process."""

    def __init__(self, process: ServerProcess) -> None:
        registry = self._registry = CollectorRegistry()
        Gauge("tuilerie_tables", "Tables that this process keeps in memory", registry=registry).set_function(
            lambda: len(process.tables)
        )
        sockets = Gauge("tuilerie_sockets", "Live connections", registry=registry)
        sockets.set_function(lambda: sum(len(live.connections) for live in process.tables.values()))
        groups = Gauge("tuilerie_commit_groups", "Transactions committed by the writing thread", registry=registry)
        groups.set_function(lambda: process.writer.groups)
        self._move = Moments()
        registry.register(self._move)
        self._bot = Histogram("tuilerie_bot_seconds", "Thinking time of a bot's move", ["bot"], registry=registry)
        self._log = Kinds()
        registry.register(self._log)
        self._refused = Counter("tuilerie_refusals", "Refusals by code", ["code"], registry=registry)

    def moved(self, seconds: float) -> None:
        self._move.add(seconds)

    def thought(self, bot: str, seconds: float) -> None:
        self._bot.labels(bot).observe(seconds)

    def appended(self, kind: str) -> None:
        self._log.counted[kind] = self._log.counted.get(kind, 0) + 1

    def refused(self, code: str) -> None:
        self._refused.labels(code).inc()

    def text(self) -> bytes:
        return generate_latest(self._registry)
