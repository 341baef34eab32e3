"""What is installed from a checkout is what was locked: every file has its hash, and no way to install goes past the
lock files.
"""

from __future__ import annotations

import importlib.util
import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCKS = sorted(
    [*(ROOT / "requirements").glob("*.lock"), ROOT / "examples/learn/requirements.lock", ROOT / "bench/peer.lock"]
)
# those live in environments of their own
SHARED = [lock for lock in LOCKS if lock.name not in ("tools.lock", "peer.lock")]
NODE_LOCKS = [ROOT / "web", ROOT / "requirements/lighthouse"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def requirements(lock):
    """{line: hashes}: the pinned lines of a lock file, markers included."""
    text = lock.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return {line.partition(" --hash")[0].strip(): re.findall(r"--hash=sha256:[0-9a-f]{64}\b", line) for line in lines}


def normal(name):
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", name).group()).lower()


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: str(lock.relative_to(ROOT)))
def test_every_line_is_a_version_with_hashes_and_no_address(lock):
    found = requirements(lock)
    assert found
    for line, hashes in found.items():
        assert re.fullmatch(r"[\w.-]+(\[[\w,]+\])?==[^\s;]+( ; .+)?", line), line
        assert hashes, line
    assert "://" not in lock.read_text(encoding="utf-8")


def test_all_lock_files_agree():
    everything = {line.partition(";")[0].strip() for line in requirements(ROOT / "requirements/all.lock")}
    names = {normal(line) for line in everything}
    for lock in SHARED:
        pinned = {line.partition(";")[0].strip() for line in requirements(lock)}
        assert {line for line in pinned if normal(line) in names} <= everything, lock


def test_every_dependency_is_locked():
    extras = PROJECT["project"]["optional-dependencies"]
    main, built_by = PROJECT["project"]["dependencies"], [*PROJECT["build-system"]["requires"], "editables"]
    wanted = {
        "all": [*main, *built_by, *(name for extra in extras.values() for name in extra)],
        "player": [*main, *built_by, *extras["server"], *extras["compiler"]],
        "lab": [*main, *built_by, *extras["server"], *extras["compiler"], *extras["lab"]],
        "envs": [*main, *built_by, *extras["server"], *extras["compiler"], *extras["envs"]],
        "linker": [name for name in extras["build"] if normal(name) != normal(PROJECT["project"]["name"])],
    }
    for name, dependencies in wanted.items():
        locked = {normal(line) for line in requirements(ROOT / f"requirements/{name}.lock")}
        # an extra may name another one
        others = {normal(dependency) for dependency in dependencies} - {normal(PROJECT["project"]["name"])}
        assert others <= locked, f"make lock ({name})"


@pytest.mark.parametrize("folder", NODE_LOCKS, ids=lambda folder: folder.name)
def test_npm_ci_finds_every_package_of_every_platform(folder):
    """`npm ci` refuses a lock that lacks a package some locked package asks for, be it for another platform."""
    lock = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))
    asked = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    packages = {path: about for path, about in lock["packages"].items() if path}
    kinds = ("dependencies", "devDependencies")
    assert [lock["packages"][""].get(kind) for kind in kinds] == [asked.get(kind) for kind in kinds]
    wanted = {name: version for kind in kinds for name, version in asked.get(kind, {}).items()}
    names = {path.rpartition("node_modules/")[2] for path in packages}
    for path, about in packages.items():
        assert about["integrity"].startswith("sha512-"), path
        assert "resolved" not in about, path
        assert {*about.get("dependencies", {}), *about.get("optionalDependencies", {})} <= names, path
    for name, version in wanted.items():
        assert packages[f"node_modules/{name}"]["version"] == version


def test_no_way_to_install_goes_past_the_locks():
    recipes = (ROOT / "Makefile").read_text(encoding="utf-8")
    installs = re.findall(r"^.*\$\((?:INSTALL|LOCKED|ITSELF)\).*$|^.*pip install.*$", recipes, re.MULTILINE)
    assert len(installs) >= 8
    for line in installs:
        assert re.search(r"--require-hashes|\$\(LOCKED\)|\$\(ITSELF\)|--no-deps|^INSTALL :=", line), line
    installer = (ROOT / "requirements/install.py").read_text(encoding="utf-8")
    assert "--require-hashes" in installer, "the installer itself is locked"
    for file in ("Makefile", "hatch_build.py", ".ci/run", "bench/envs.py"):
        text = (ROOT / file).read_text(encoding="utf-8")
        assert "npm install" not in text, file
        assert '"install", "--no-save"' not in text, file
    for block in re.findall(
        r"^ *```\n(.*?)```", (ROOT / "docs/server.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    ):
        assert all(
            "--require-hashes" in line or "--no-deps" in line for line in block.splitlines() if "pip install" in line
        ), block


@pytest.fixture(scope="module")
def audit():
    spec = importlib.util.spec_from_file_location("audit", ROOT / "requirements/audit.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_audit_tells_fine_from_known_and_from_not_asked(audit):
    fine = {"name": "numba", "version": "1", "vulns": []}
    assert audit.python_verdict(json.dumps({"dependencies": [fine]}))[0] == audit.FINE
    assert (
        audit.python_verdict(json.dumps({"dependencies": [fine, {"name": "x", "skip_reason": "not found"}]}))[0]
        == audit.UNKNOWN
    )
    assert audit.python_verdict("")[0] == audit.UNKNOWN
    code, lines = audit.python_verdict(
        json.dumps({"dependencies": [{"name": "x", "version": "2", "vulns": [{"id": "PYSEC-1"}]}]})
    )
    assert (code, lines) == (audit.KNOWN, ["x 2: PYSEC-1"])
    assert audit.node_verdict('{"vulnerabilities": {}}')[0] == audit.FINE
    assert audit.node_verdict('{"vulnerabilities": {"vite": {"severity": "high"}}}') == (audit.KNOWN, ["vite: high"])
    assert audit.node_verdict('{"message": "405"}')[0] == audit.node_verdict("[]")[0] == audit.UNKNOWN


def test_the_audit_ends_with_a_sentence_and_its_code(audit, monkeypatch, capsys):
    for codes, ends, said in [((0, 0), 0, ""), ((0, 2), 2, "nothing is proved"), ((2, 1), 1, "make lock")]:
        monkeypatch.setattr(audit, "verdicts", lambda codes=codes: [("a.lock", code, ["line"]) for code in codes])
        assert audit.main() == ends
        assert said in capsys.readouterr().out
