"""For studies that bring kernels of their own: import this before any game's kernels, and `@kernel` compiles with Numba
in this process.

Everything else goes on calling the libraries. Needs `tuilerie[build]`; nothing is kept, so the first call of every
function takes a while.
"""

from __future__ import annotations

from typing import Any

import numba

from tuilerie.engine.game import Game
from tuilerie.kernel import compiled
from tuilerie.kernel.modules import PLAY, assemble


def _kernel(function: Any) -> Any:
    return numba.njit(nogil=True, error_model="numpy")(function)


compiled.kernel = _kernel


def known(game: Game) -> None:
    """Make a game's kernels known to the generic ones."""
    assemble(game.modules, PLAY)
