"""The server in a simulated world: healthy, and with planted faults.

A failure names its seed; this line replays it (with a fault's name as third argument to plant it):

python -m tests.simulation.test_simulation SEED SECONDS
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.simulation.faults import FAULTS
from tests.simulation.invariants import Broken
from tests.simulation.world import simulate

# a seed with which each fault is found within so many simulated seconds
KEPT = {
    "acknowledged_before_the_commit": (1, 60),
    "lost_lease": (1, 600),
    "view_of_the_wrong_seat": (1, 60),
    "retry_applied_twice": (1, 120),
    "clock_read_twice": (1, 60),
    "stale_state": (1, 120),
}
HOUR = 3600


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_healthy_server_keeps_its_promises(seed, tmp_path):
    world = simulate(seed, 120, tmp_path)
    assert world.invariants.steps > 20
    assert sum(len(client.acknowledged) for client in world.clients) > 10
    assert world.life > 2, "killed and started again"


def test_the_same_seed_is_the_same_world(tmp_path):
    def told(world):
        return [client.acknowledged for client in world.clients], world.invariants.steps, world.life

    (tmp_path / "once").mkdir()
    (tmp_path / "again").mkdir()
    assert told(simulate(4, 60, tmp_path / "once")) == told(simulate(4, 60, tmp_path / "again"))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault, tmp_path, monkeypatch):
    FAULTS[fault](monkeypatch)
    seed, seconds = KEPT[fault]
    with pytest.raises(Broken):
        simulate(seed, seconds, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found_from_scratch_within_a_minute(fault, tmp_path, monkeypatch):
    FAULTS[fault](monkeypatch)
    began = time.monotonic()
    for seed in range(1000, 2000):
        try:
            simulate(seed, 900, tmp_path)
        except Broken as broken:
            print(fault, broken)
            break
        assert time.monotonic() - began < 60
    assert time.monotonic() - began < 60


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 106))
def test_an_hour_of_a_healthy_server(seed, tmp_path):
    """Six times ten minutes."""
    print(seed)
    simulate(seed, HOUR / 6, tmp_path)


def main() -> None:
    seed, seconds, *faults = sys.argv[1:]
    patch = pytest.MonkeyPatch()
    for fault in faults:
        FAULTS[fault](patch)
    with tempfile.TemporaryDirectory() as folder:
        world = simulate(int(seed), float(seconds), Path(folder))
    print(f"seed {seed}: {world.invariants.steps} commits, {world.life} lives, {world.loop.now:.0f} s simulated")


if __name__ == "__main__":
    main()
