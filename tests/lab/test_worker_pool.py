"""Whoever does the work, the results are the same, in order, each once; workers that die are replaced."""

from __future__ import annotations

import multiprocessing
import os
import signal
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from tests.lab.dying import Squares, Wrong
from tests.lab.planning import plan_of
from tuilerie.engine.errors import TuilerieError
from tuilerie.lab.batches import run
from tuilerie.lab.simulation import RecordGames
from tuilerie.lab.worker_pool import ALONE, REPLACEMENTS, WorkerPool

SPANS = [(first, 5) for first in range(0, 60, 5)]


def test_a_process_that_dies_is_replaced_and_nothing_is_counted_twice(tmp_path):
    found = list(WorkerPool(2).do(Squares(str(tmp_path), fatal=22), SPANS))
    assert [number for part in found for number in part] == [number * number for number in range(60)]
    assert (tmp_path / "20").read_text() == "xx"  # done again, once


def test_work_that_kills_every_worker_is_given_up_with_a_sentence(tmp_path):
    with pytest.raises(TuilerieError) as error:
        list(WorkerPool(2).do(Squares(str(tmp_path), fatal=2, again=True), SPANS))
    assert error.value.code == "worker.dies"
    assert len((tmp_path / "0").read_text()) == REPLACEMENTS
    assert "game 0" in error.value.sentence("en")


def test_an_error_in_the_work_is_no_death():
    with pytest.raises(ZeroDivisionError):
        list(WorkerPool(2).do(Wrong(), SPANS))


def test_recorded_games_survive_a_killed_process():
    job = RecordGames(plan_of("junior", bots="random"), False)
    spans = [(first, 8) for first in range(0, 96, 8)]
    expected = [lines for lines, _ in ALONE.do(job, spans)]
    found, results = [], WorkerPool(2).do(job, spans)
    found.append(next(results)[0])
    victim = multiprocessing.active_children()[0]
    os.kill(victim.pid, signal.SIGKILL)
    found += [lines for lines, _ in results]
    assert found == expected


@dataclass(frozen=True)
class Numbers:
    processes: ClassVar[bool] = False

    def open(self):
        return self

    def __call__(self, first, count):
        return first

    def close(self):
        pass


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_threads_keep_the_order(workers):
    assert list(WorkerPool(workers).do(Numbers(), ((first, 1) for first in range(50)))) == list(range(50))


def test_a_reader_who_stops_early_leaves_nothing_running():
    results = WorkerPool(2).do(Numbers(), ((first, 1) for first in range(10**9)))
    assert next(results) == 0
    results.close()


def test_a_run_can_begin_later():
    plan = plan_of("famille")
    whole = list(run(plan, 10_000, 1))
    later = list(run(plan, 10_000, 2, begin=8192))
    assert len(later) == 1
    assert np.array_equal(later[0].shares, whole[2].shares)
