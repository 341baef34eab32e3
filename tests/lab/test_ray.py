"""A Ray cluster of two nodes on this machine gives the same numbers, and a worker killed in the middle
changes nothing.
"""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import numpy as np
import pytest

from tests.commands.running import tuilerie
from tests.lab.planning import plan_of
from tuilerie.lab.batches import PlayGames, batch_size, spans
from tuilerie.lab.study_batches import StudyBatch
from tuilerie.lab.worker_pool import ALONE, WorkerPool

ray = pytest.importorskip("ray", reason="needs Ray (pip install 'tuilerie[lab]')")


@pytest.fixture(scope="module")
def cluster():
    """Two raylets, one core each."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    small = {"num_cpus": 1, "object_store_memory": 90 * 1024 * 1024}
    cluster = Cluster(initialize_head=True, head_node_args=small | {"include_dashboard": False})
    cluster.add_node(**small)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def numbers(*arguments: object) -> dict:
    done = tuilerie(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    found.pop("seconds")
    return found


def busy_workers_of(cluster) -> list[int]:
    """The processes of a cluster that do a piece of work now."""
    raylets = {info.process.pid for node in cluster.list_all_nodes() for info in node.all_processes["raylet"]}
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                title = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if parent in raylets and title.startswith(b"ray::") and b"do_span" in title:
                found.append(int(folder.name))
    return found


def test_two_nodes_give_the_same_json_as_one_worker(cluster):
    study = ("balance", "famille", "--games", 9000, "--deals", 12, "--positions", 4, "--compare", "free_draw=yes")
    assert numbers(*study, "--ray", cluster.address) == numbers(*study, "--workers", 1)


def test_a_killed_worker_changes_nothing(cluster):
    plan = plan_of("famille", bots="random")
    job, games = PlayGames([plan], StudyBatch), 200_000
    worker_pool = WorkerPool(ray=cluster.address)
    results = worker_pool.do(job, spans(games, batch_size(plan)))
    found, busy = [], []
    while not busy:  # a quick worker is done with its pieces before one looks: take a result, and there is work again
        found.append(next(results)[0])
        busy = busy_workers_of(cluster)
    os.kill(busy[0], signal.SIGKILL)
    found += [batch for (batch,) in results]
    assert [batch.first for batch in found] == list(range(0, games, 4096))
    expected = [batch for (batch,) in ALONE.do(job, spans(40_960, batch_size(plan)))]
    for one, two in zip(found, expected, strict=False):
        assert np.array_equal(one.shares, two.shares)
        assert one.rows.tobytes() == two.rows.tobytes()


def test_no_cluster_is_one_sentence():
    done = tuilerie("simulate", "restart", "--games", 10, "--ray", "127.0.0.1:9")
    assert done.returncode == 2
    assert "127.0.0.1:9" in done.stderr
    assert "Traceback" not in done.stderr
