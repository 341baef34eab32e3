"""The name of this machine's platform, as libraries are called."""

from __future__ import annotations

import os
import sys

_SYSTEMS = {"linux": "linux", "darwin": "macos", "win32": "windows"}
_MACHINES = {"amd64": "x86_64", "x64": "x86_64", "aarch64": "aarch64", "arm64": "aarch64"}


def host_name() -> str:
    """It may be a platform that we do not build for."""
    if sys.platform == "win32":
        machine = os.environ.get("PROCESSOR_ARCHITECTURE", "amd64").lower()
    else:
        machine = os.uname().machine.lower()
    machine = _MACHINES.get(machine, machine)
    system = _SYSTEMS.get(sys.platform, sys.platform)
    return f"{system}-{'arm64' if (system, machine) == ('macos', 'aarch64') else machine}"
