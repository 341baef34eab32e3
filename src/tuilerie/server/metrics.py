"""Counters for Prometheus. Labels are codes and kinds, never a name, a table or an address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from tuilerie.server.hall import Hall

MOVE_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """The figures of one process."""

    def __init__(self, hall: Hall) -> None:
        registry = self._registry = CollectorRegistry()
        Gauge("tuilerie_tables", "Tables that this process keeps in memory", registry=registry).set_function(lambda: len(hall.rooms))
        sockets = Gauge("tuilerie_sockets", "Live connections", registry=registry)
        sockets.set_function(lambda: sum(len(room.connections) for room in hall.rooms.values()))
        groups = Gauge("tuilerie_commit_groups", "Transactions committed by the writing thread", registry=registry)
        groups.set_function(lambda: hall.writer.groups)
        self._move = Histogram("tuilerie_move_seconds", "From a move's arrival to its acknowledgement", buckets=MOVE_SECONDS, registry=registry)
        self._bot = Histogram("tuilerie_bot_seconds", "Thinking time of a bot's move", ["bot"], registry=registry)
        self._appended: dict[str, Counter] = {}
        self._log = Counter("tuilerie_log_entries", "Entries appended to logs", ["kind"], registry=registry)
        self._refused = Counter("tuilerie_refusals", "Refusals by code", ["code"], registry=registry)

    def moved(self, seconds: float) -> None:
        self._move.observe(seconds)

    def thought(self, bot: str, seconds: float) -> None:
        self._bot.labels(bot).observe(seconds)

    def appended(self, kind: str) -> None:
        counter = self._appended.get(kind)
        if counter is None:  # looking a label up costs more than counting
            counter = self._appended[kind] = self._log.labels(kind)
        counter.inc()

    def refused(self, code: str) -> None:
        self._refused.labels(code).inc()

    def text(self) -> bytes:
        return generate_latest(self._registry)
