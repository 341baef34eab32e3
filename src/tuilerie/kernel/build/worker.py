"""The process that builds the libraries of one game and part: `python -m tuilerie.kernel.build.worker MODULES PART
FOLDER TARGET ...`, started by `building`.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import sys
import warnings
from pathlib import Path

from tuilerie.kernel.build.building import build
from tuilerie.kernel.errors import BuildFailed
from tuilerie.kernel.modules import KernelModules


def main(modules: str, part: str, folder: str, *targets: str) -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)  # whoever plays goes first
    warnings.simplefilter("ignore")
    gc.disable()  # a short life that keeps nearly everything
    try:
        for target in targets:
            build(KernelModules(*json.loads(modules)), part, target, Path(folder))
    except BuildFailed as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(*sys.argv[1:])
