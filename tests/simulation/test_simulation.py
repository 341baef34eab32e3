"""The server in a simulated world: healthy, and with planted faults.

A failure names its seed; this line replays it (with a fault's name as third argument to plant it):

python -m tests.simulation.test_simulation SEED SECONDS [letters]
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.simulation.faults import FAULTS
from tests.simulation.invariants import Broken
from tests.simulation.world import EVENING, HOUR, LETTERS, World, simulate

# a seed with which each fault is found within so many simulated seconds
KEPT = {
    "acknowledged_before_the_commit": (1, 60),
    "lost_lease": (1, 400),
    "view_of_the_wrong_seat": (1, 60),
    "retry_applied_twice": (1, 60),
    "clock_read_twice": (1, 60),
    "stale_state": (1, 120),
}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_healthy_server_keeps_its_promises(seed, tmp_path):
    world = simulate(seed, 120, tmp_path)
    assert world.invariants.steps > 20
    assert sum(len(client.acknowledged) for client in world.clients) > 10
    assert world.kills > 2, "killed and started again"


def test_a_hundred_hours_of_letters(tmp_path):
    """People who look at the table every few hours, with days per move."""
    world = simulate(7, 100 * HOUR, tmp_path, pace=LETTERS)
    assert world.invariants.steps > 30
    assert world.loop.now > 100 * HOUR


def test_one_process_by_itself(tmp_path):
    world = simulate(5, 60, tmp_path, processes=1)
    assert world.invariants.steps > 20


def test_the_same_seed_is_the_same_world(tmp_path):
    def told(world):
        return [client.acknowledged for client in world.clients], world.invariants.steps, world.kills

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
    began = time.process_time()  # of the processor: others may compute beside us
    for seed in range(1000, 2000):
        try:
            simulate(seed, 900, tmp_path)
        except Broken as broken:
            print(fault, broken)
            break
        assert time.process_time() - began < 60
    assert time.process_time() - began < 60


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 106))
def test_an_hour_of_a_healthy_server(seed, tmp_path):
    """Six times ten minutes."""
    _told(seed, simulate(seed, HOUR / 6, tmp_path))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(200, 204))
def test_thousands_of_hours_of_letters(seed, tmp_path):
    _told(seed, simulate(seed, 500 * HOUR, tmp_path, pace=LETTERS))


def _told(seed: int, world: World) -> None:
    hours = world.loop.now / HOUR
    print(
        f"seed {seed}: {hours:.1f} hours, {world.games} games, {world.invariants.steps} commits, {world.kills} kills; "
        f"{60 * hours / world.processor_seconds:.0f} simulated hours per minute of processor time"
    )


def main() -> None:
    arguments = [argument for argument in sys.argv[1:] if argument != "letters"]
    pace = LETTERS if "letters" in sys.argv else EVENING
    seed, seconds, *faults = arguments
    patch = pytest.MonkeyPatch()
    for fault in faults:
        FAULTS[fault](patch)
    with tempfile.TemporaryDirectory() as folder:
        _told(int(seed), simulate(int(seed), float(seconds), Path(folder), pace=pace))


if __name__ == "__main__":
    main()
