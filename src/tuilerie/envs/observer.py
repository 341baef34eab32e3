"""What OpenSpiel's algorithms see of a state: tensors by field name, and strings."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

from tuilerie.envs.position import RECENT, Position
from tuilerie.envs.records import SEATS
from tuilerie.envs.table import Table


class TuilerieObserver:
    """The default observer sees the present; with perfect recall the string also has a digest of all that the seat has
    seen, and the tensor the last RECENT actions (their seat, counted from the observer on, and (id + 1) / actions), the
    latest first.

    The public and the private part alone are strings only: features mix the two.
    """

    def __init__(self, table: Table, kind: Any = None) -> None:
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self._table = table
        self._recall = kind.perfect_recall
        self._public = kind.public_info
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: np.ndarray | None = None
        self.dict: dict[str, np.ndarray] = {}
        if self._public and self._private:
            self._make_tensor()

    def _make_tensor(self) -> None:
        fields: list[tuple[str, tuple[int, ...]]] = [
            (name, (length,)) for name, length, _ in self._table.game.record.FEATURE_LAYOUT
        ]
        if self._recall:
            fields.append(("recent", (RECENT, SEATS + 1)))
        self.tensor = np.zeros(sum(int(np.prod(shape)) for _, shape in fields), np.float32)
        at = 0
        for name, shape in fields:
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: Any, player: int) -> None:
        if self.tensor is None:
            return
        self.tensor.fill(0)
        position: Position | None = state.position
        if position is None:
            return
        self.tensor[: self._table.features] = position.features(player)
        if self._recall:
            for row, (seat, action) in enumerate(reversed(position.recent)):
                self.dict["recent"][row, (seat - player) % self._table.players] = 1.0
                self.dict["recent"][row, SEATS] = (action + 1) / self._table.actions

    def string_from(self, state: Any, player: int) -> str:
        position: Position | None = state.position
        if position is None:
            return "before the deal"
        common, mine = self._table.game.view(position.state, None), self._table.game.view(position.state, player)
        if not self._private:
            return _written(common, position)
        if not self._public:
            return json.dumps({key: value for key, value in mine.items() if common.get(key) != value})
        text = _written(mine, position)
        return f"{text} past {position.past(player)}" if self._recall else text


def _written(view: dict[str, Any], position: Position) -> str:
    """The view, and the parts already done of the move in progress."""
    return json.dumps(view) + (f" so far {list(position.path)}" if position.path else "")
