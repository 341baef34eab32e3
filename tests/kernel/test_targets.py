"""Libraries for other platforms, made on this one: the same bytes every time, nothing unknown asked for, every entry
there. That they run is tried elsewhere (docs/wheels.md).
"""

from __future__ import annotations

import json
import subprocess

import pytest

from tuilerie.engine.registry import game_named
from tuilerie.kernel import places
from tuilerie.kernel.build import building, ir, linking
from tuilerie.kernel.build.symbols import Symbols, read_symbols
from tuilerie.kernel.build.targets import TARGETS
from tuilerie.kernel.errors import BuildFailed
from tuilerie.kernel.modules import PLAY

pytest.importorskip("ziglang", reason="the linkers of other platforms")
JUNIOR = game_named("junior").modules
PER_LINKER = ("linux-x86_64", "macos-arm64", "windows-x86_64", "wasm32")


def built(folder, *targets):
    command = building.command(JUNIOR, PLAY, *targets, folder=folder)
    done = subprocess.run(command, env=ir.environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {target: folder / places.file_name(JUNIOR, PLAY, target) for target in targets}


@pytest.fixture(scope="module")
def everywhere(tmp_path_factory):
    return built(tmp_path_factory.mktemp("everywhere"), *TARGETS)


@pytest.mark.parametrize("target", TARGETS)
def test_a_library_asks_for_the_c_library_only_and_has_every_entry(everywhere, target):
    described = json.loads(places.manifest_of(everywhere[target]).read_text(encoding="utf-8"))
    found = read_symbols(everywhere[target].read_bytes())
    assert set(described["entries"]) <= found.exported
    linking.check(found, TARGETS[target], tuple(described["entries"]))
    assert described["target"] == target


def test_the_same_sources_give_the_same_bytes(everywhere, tmp_path):
    again = built(tmp_path, *PER_LINKER)
    for target, path in again.items():
        assert path.read_bytes() == everywhere[target].read_bytes(), target
        assert places.manifest_of(path).read_bytes() == places.manifest_of(everywhere[target]).read_bytes()


@pytest.mark.parametrize(
    ("target", "imported", "exported", "why"),
    [
        ("linux-x86_64", {"malloc", "exp"}, {"step"}, "asks for exp"),
        ("wasm32", {"malloc"}, {"step"}, "asks for malloc"),
        ("macos-arm64", {"bzero", "malloc"}, set(), "lacks step"),
    ],
)
def test_what_would_not_run_there_is_refused(target, imported, exported, why):
    with pytest.raises(BuildFailed, match=why):
        linking.check(Symbols(frozenset(imported), frozenset(exported)), TARGETS[target], ("step",))
