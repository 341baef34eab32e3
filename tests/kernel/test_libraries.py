"""Libraries: found by their sources, refused when damaged or foreign, built once whoever asks."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tuilerie.engine.registry import game_named
from tuilerie.kernel import library, places, sources
from tuilerie.kernel.build import building, module
from tuilerie.kernel.errors import BuildFailed, LibraryProblem
from tuilerie.kernel.modules import PLAY, KernelModules
from tuilerie.kernel.platforms import host_name

JUNIOR = game_named("junior").modules


@pytest.fixture
def built(tmp_path):
    """A copy of junior's library, to be damaged."""
    _ = game_named("junior").library
    path = places.find(JUNIOR, PLAY, host_name())
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    places.manifest_of(copy).write_bytes(places.manifest_of(path).read_bytes())
    return copy


def test_a_whole_library_is_opened(built):
    assert library.open_library(built, JUNIOR, PLAY).constants["ACTIONS"] == 52


def flip(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize(
    "damage",
    [
        flip,
        lambda path: path.write_bytes(path.read_bytes()[:-1]),
        lambda path: path.write_bytes(b""),
        lambda path: places.manifest_of(path).unlink(),
        lambda path: places.manifest_of(path).write_text("{"),
        lambda path: places.manifest_of(path).write_text(json.dumps({"format": 1})),
    ],
    ids=["a bit", "cut", "empty", "no description", "no JSON", "half a description"],
)
def test_a_damaged_library_is_refused_with_a_sentence(built, damage):
    damage(built)
    with pytest.raises(LibraryProblem, match="tuilerie warm"):
        library.open_library(built, JUNIOR, PLAY)


def test_the_library_of_another_game_is_refused(built):
    with pytest.raises(LibraryProblem, match="other sources"):
        library.open_library(built, game_named("famille").modules, PLAY)


def test_an_edited_kernel_is_another_library(tmp_path, monkeypatch):
    package = tmp_path / "edited"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text("from edited import tiles\n")
    (package / "tiles.py").write_text("ONE = 1\n")
    (package / "adapter.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    keys = set()
    for name, text in (("rules", "from . import tiles\n"), ("tiles", "ONE = 2\n"), ("adapter", "# of no concern\n")):
        keys.add(fresh_key())
        (package / f"{name}.py").write_text(text)
    assert len(keys | {fresh_key()}) == 3  # the adapter is not compiled


def fresh_key() -> str:
    sources.key.cache_clear()
    return sources.key(KernelModules("edited", "edited.rules"), PLAY)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("@x = global ptr inttoptr (i64 139729693886416 to ptr)", "address"),
        ("@numba.dynamic.globals.7f = global i64 0", "address"),
        ("declare double @exp(double)", "nobody provides exp"),
    ],
)
def test_the_builder_refuses_what_would_not_run_elsewhere(text, why):
    with pytest.raises(BuildFailed, match=why):
        module.check(text, module.OF_C)


def test_without_the_compilers_a_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(building.NEEDED, "numba", "0.0.1")
    with pytest.raises(LibraryProblem, match=r"pip install 'tuilerie\[build\]'"):
        building.missing_tools(JUNIOR)


def test_a_cache_that_cannot_be_written_is_replaced(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TUILERIE_CACHE", str(tmp_path / "file" / "below"))
    assert places.cache_folder().is_dir()


def test_a_full_disk_is_told_in_a_sentence_and_leaves_nothing(tmp_path, monkeypatch):
    def write(modules, part, target, path):
        path.write_bytes(b"half")
        path.unlink()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(building, "_write", write)
    with pytest.raises(BuildFailed, match="TUILERIE_CACHE"):
        building.build(JUNIOR, PLAY, host_name(), tmp_path)
    assert [path.suffix for path in tmp_path.iterdir()] == [".lock"]


def test_two_who_need_a_library_at_once_build_it_once(built, tmp_path, monkeypatch):
    folder, written = tmp_path / "cache", []
    folder.mkdir()

    def write(modules, part, target, path):
        written.append(path)
        places.manifest_of(path).write_bytes(places.manifest_of(built).read_bytes())
        path.write_bytes(built.read_bytes())

    monkeypatch.setattr(building, "_write", write)
    with ThreadPoolExecutor(4) as pool:  # the lock is one of files: threads wait for it as processes do
        paths = set(pool.map(lambda _: building.build(JUNIOR, PLAY, host_name(), folder), range(8)))
    assert len(paths) == len(written) == 1


def test_what_nobody_used_for_a_month_is_cleared_away(tmp_path, monkeypatch):
    monkeypatch.setenv("TUILERIE_CACHE", str(tmp_path))
    old, new = (places.cache_folder() / name for name in ("old.so", "new.so"))
    for path in (old, new):
        path.write_bytes(b"")
    month = time.time() - (places.KEPT_DAYS + 1) * 86400
    os.utime(old, (month, month))
    places.clear_old()
    assert not old.exists()
    assert new.exists()


LIGHT = (
    "import sys, tuilerie; tuilerie.new('restart', players=2, seed=1).legal(); "
    "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
)


def test_playing_from_python_needs_no_compiler_and_no_numpy():
    done = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True, env=os.environ)
    assert not {"numba", "llvmlite", "numpy"} & set(done.stdout.split())
