"""All complete moves of a position, for games whose moves are several actions: followed inside compiled code, where a
step costs nothing.
"""

from __future__ import annotations

import numpy as np

from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.verbs import apply, legal


@kernel
def follow_paths(states, actions, paths, lengths):
    """Write every path of actions from states[0] to the end of its move; their number, of which as many as fit have
    been written.

    states: room for one record per action of a move, the first is the position; actions: (longest move, ACTIONS) int32;
    paths: (room, longest move) int32; lengths: (room,).
    """
    deepest = paths.shape[1]
    count = np.zeros(deepest, np.int64)
    tried = np.zeros(deepest, np.int64)
    path = np.empty(deepest, np.int32)
    found = 0
    depth = 0
    count[0] = legal(states[0], actions[0])
    while depth >= 0:
        if tried[depth] == count[depth]:
            depth -= 1
            continue
        action = actions[depth, tried[depth]]
        tried[depth] += 1
        path[depth] = action
        states[depth + 1] = states[depth]
        apply(states[depth + 1], action)
        if states[depth + 1].pending:
            depth += 1
            count[depth] = legal(states[depth], actions[depth])
            tried[depth] = 0
            continue
        if found < len(lengths):
            lengths[found] = depth + 1
            for i in range(depth + 1):
                paths[found, i] = path[i]
        found += 1
    return found
