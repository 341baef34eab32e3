"""The process that builds one library: `python -m tuilerie.kernel.build.worker MODULES PART TARGET FOLDER`, started by
`building`.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import warnings
from pathlib import Path

from tuilerie.kernel.build.building import build
from tuilerie.kernel.errors import BuildFailed
from tuilerie.kernel.modules import KernelModules


def main(modules: str, part: str, target: str, folder: str) -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)  # whoever plays goes first
    warnings.simplefilter("ignore")
    try:
        build(KernelModules(*json.loads(modules)), part, target, Path(folder))
    except BuildFailed as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(*sys.argv[1:])
