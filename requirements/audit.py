"""`make audit`: is anything known against the versions in the lock files? Asks PyPI (pip-audit) and the npm registry
(npm audit).

Ends with 0 if nothing is known, 1 if something is, 2 if one of them could not be asked: then nothing is proved, and a
sentence says so.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PYTHON_LOCKS = ("requirements/all.lock", "requirements/tools.lock", "examples/learn/requirements.lock")
NODE_FOLDERS = ("web", "requirements/lighthouse")
FINE, KNOWN, UNKNOWN = 0, 1, 2


def python_verdict(answer: str) -> tuple[int, list[str]]:
    """What pip-audit found; packages that it had to skip were not looked at."""
    packages = _read(answer).get("dependencies", [])
    found = [
        f"{package['name']} {package['version']}: {flaw['id']}"
        for package in packages
        for flaw in package.get("vulns", [])
    ]
    skipped = sum("skip_reason" in package for package in packages)
    if found:
        return KNOWN, found
    if not packages or skipped:
        return UNKNOWN, [f"no answer from PyPI about {skipped} of {len(packages)} packages"]
    return FINE, [f"nothing known against {len(packages)} packages"]


def node_verdict(answer: str) -> tuple[int, list[str]]:
    """What npm audit found."""
    report = _read(answer)
    if "vulnerabilities" not in report:
        return UNKNOWN, [f"no answer from the npm registry ({report.get('message', 'no report')})"]
    found = [f"{name}: {flaw['severity']}" for name, flaw in report["vulnerabilities"].items()]
    return (KNOWN, found) if found else (FINE, ["nothing known"])


def _read(answer: str) -> dict[str, Any]:
    try:
        report = json.loads(answer)
    except json.JSONDecodeError:
        return {}
    return report if isinstance(report, dict) else {}


def _output(command: list[str], folder: Path) -> str:
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=600).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def verdicts() -> list[tuple[str, int, list[str]]]:
    audit = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes"]
    audit += ["--format", "json", "--progress-spinner", "off", "--requirement"]
    made = [(lock, *python_verdict(_output([*audit, lock], ROOT))) for lock in PYTHON_LOCKS]
    npm = shutil.which("npm") or str(ROOT / ".venv" / "bin" / "npm")
    for folder in NODE_FOLDERS:
        answer = _output([npm, "audit", "--json", "--package-lock-only"], ROOT / folder)
        made.append((f"{folder}/package-lock.json", *node_verdict(answer)))
    return made


def main() -> int:
    made = verdicts()
    for lock, _, lines in made:
        for line in lines:
            print(f"{lock}: {line}")
    codes = {code for _, code, _ in made}
    if KNOWN in codes:
        print("Something is known against a locked version: `make lock UP='-P NAME'` takes a newer one.")
        return KNOWN
    if UNKNOWN in codes:
        print(
            "Not everything could be asked from here, so nothing is proved: run `make audit` again where PyPI and the "
            "npm registry can be reached."
        )
        return UNKNOWN
    return FINE


if __name__ == "__main__":
    sys.exit(main())
