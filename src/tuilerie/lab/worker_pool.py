"""Who does the work: this thread, threads, processes, or a Ray cluster. Pieces of work come back in order, each exactly
once, so that every worker pool gives the same result; a worker that dies is replaced and its piece done again.
"""

from __future__ import annotations

import os
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from tuilerie.engine.errors import BadInput, TuilerieError

Result = TypeVar("Result", covariant=True)
Span = tuple[int, int]  # first game, number of games
REPLACEMENTS = 3  # workers that may die on one and the same piece before the run is given up
CONNECT_TIMEOUT = 5.0  # seconds to wait for a cluster to answer


class Worker(Protocol[Result]):
    """Does pieces of one job; keeps what it needs between them."""

    def __call__(self, first: int, count: int) -> Result: ...

    def close(self) -> None: ...


class Job(Protocol[Result]):
    """Work that can travel: `open` makes a worker where the work is done.

    `processes`: it is Python's work, so threads would not help.
    """

    processes: ClassVar[bool]

    def open(self) -> Worker[Result]: ...


@dataclass(frozen=True)
class WorkerPool:
    """`ray` is the address of a cluster, or `local` for one of this machine alone."""

    workers: int = 1
    ray: str | None = None

    def do(self, job: Job[Result], spans: Iterable[Span]) -> Iterator[Result]:
        """The results of all spans, in order, at most a few ahead of the reader."""
        if self.ray is not None:
            return _by_ray(job, spans, self.ray, self.workers)
        if self.workers == 1:
            return _alone(job, spans)
        return _by_processes(job, spans, self.workers) if job.processes else _by_threads(job, spans, self.workers)


ALONE = WorkerPool()


def worker_pool_of(given: WorkerPool | int) -> WorkerPool:
    """A number of workers is a worker pool of this machine."""
    return WorkerPool(given) if isinstance(given, int) else given


def _alone(job: Job[Result], spans: Iterable[Span]) -> Iterator[Result]:
    worker = job.open()
    try:
        for first, count in spans:
            yield worker(first, count)
    finally:
        worker.close()


def _by_threads(job: Job[Result], spans: Iterable[Span], workers: int) -> Iterator[Result]:
    """Each thread opens a worker of its own, so that no program from outside plays two games at once."""
    mine = threading.local()
    opened: list[Worker[Result]] = []

    def work(first: int, count: int) -> Result:
        if not hasattr(mine, "worker"):
            mine.worker = job.open()
            opened.append(mine.worker)
        worker: Worker[Result] = mine.worker
        return worker(first, count)

    try:
        with ThreadPoolExecutor(workers) as pool:
            yield from _in_order(lambda span: pool.submit(work, *span), spans, workers)
    finally:
        for worker in opened:
            worker.close()


def _in_order(submit: Callable[[Span], Future[Result]], spans: Iterable[Span], workers: int) -> Iterator[Result]:
    ahead: deque[Future[Result]] = deque()
    try:
        for span in spans:
            ahead.append(submit(span))
            if len(ahead) > 2 * workers:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        for future in ahead:
            future.cancel()


# --- processes -----------------------------------------------------------------------------------


def do_span(job: Job[Result], span: Span) -> Result:
    """One piece of work, wherever this process is."""
    worker = job.open()
    try:
        return worker(*span)
    finally:
        worker.close()


class _Processes(Generic[Result]):
    """A pool of processes that is made anew when one of them dies: what had not come back is done again."""

    def __init__(self, job: Job[Result], workers: int) -> None:
        self._job, self._workers = job, workers
        self._pool = self._fresh()
        self.ahead: deque[tuple[Span, Future[Result]]] = deque()

    def _fresh(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"))

    def submit(self, span: Span) -> None:
        try:
            self.ahead.append((span, self._pool.submit(do_span, self._job, span)))
        except BrokenProcessPool:
            self._replace()
            self.ahead.append((span, self._pool.submit(do_span, self._job, span)))

    def next(self) -> Result:
        for left in reversed(range(REPLACEMENTS)):
            try:
                result = self.ahead[0][1].result()
            except BrokenProcessPool:
                if left:
                    self._replace()
            else:
                self.ahead.popleft()
                return result
        raise TuilerieError("worker.dies", first=self.ahead[0][0][0], times=REPLACEMENTS)

    def _replace(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._fresh()
        lost = [(span, future) for span, future in self.ahead]
        self.ahead.clear()
        for span, future in lost:
            kept = future.done() and not future.cancelled() and future.exception() is None
            self.ahead.append((span, future if kept else self._pool.submit(do_span, self._job, span)))

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


def _by_processes(job: Job[Result], spans: Iterable[Span], workers: int) -> Iterator[Result]:
    pool = _Processes(job, workers)
    try:
        for span in spans:
            pool.submit(span)
            if len(pool.ahead) > 2 * workers:
                yield pool.next()
        while pool.ahead:
            yield pool.next()
    finally:
        pool.close()


# --- a Ray cluster -------------------------------------------------------------------------------


def _by_ray(job: Job[Result], spans: Iterable[Span], address: str, workers: int) -> Iterator[Result]:
    """Ray itself runs a task again when its worker or its machine dies; a task's result is read once, in order."""
    ray = connected(address, workers)
    task = ray.remote(max_retries=REPLACEMENTS, num_cpus=1)(do_span)
    shared = ray.put(job)
    cpus = int(ray.cluster_resources().get("CPU", 1))
    ahead: deque[Any] = deque()
    waiting = iter(spans)
    try:
        ahead.extend(task.remote(shared, span) for span in islice(waiting, 2 * cpus))
        while ahead:
            result: Result = _fetched(ray, ahead.popleft())
            ahead.extend(task.remote(shared, span) for span in islice(waiting, 1))
            yield result
    finally:
        for left in ahead:
            ray.cancel(left, force=False)


def _fetched(ray: Any, reference: Any) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.cause if isinstance(error.cause, TuilerieError) else error from None
    except ray.exceptions.WorkerCrashedError:
        raise TuilerieError("worker.dies", first=0, times=REPLACEMENTS) from None


def connected(address: str, workers: int) -> Any:
    """The library, connected to the cluster at `address`: once per process.

    Nothing is sent home, no dashboard is started.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise BadInput("ray.missing") from None
    if ray.is_initialized():
        return ray
    if address != "local":
        _check_reachable(address)
    quiet = {"log_to_driver": False, "logging_level": "ERROR", "configure_logging": True}
    try:
        if address == "local":
            ray.init(
                address="local",
                num_cpus=workers,
                include_dashboard=False,
                object_store_memory=256 * 1024 * 1024,
                **quiet,
            )
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        raise BadInput("ray.unreachable", address=address[:60], why=str(error).splitlines()[0][:120]) from None
    return ray


def _check_reachable(address: str) -> None:
    """Ray waits minutes for a cluster that is not there; a person should not."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        return  # `auto`, or a name that Ray knows
    try:
        socket.create_connection((host, int(port)), CONNECT_TIMEOUT).close()
    except OSError as error:
        raise BadInput("ray.unreachable", address=address[:60], why=error.strerror or str(error)) from None
