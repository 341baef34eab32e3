"""ReStart: the tables of the record as arrays, for compiled code."""

from __future__ import annotations

import numpy as np

from tuilerie.games.restart import record

ALL_BUT_ONES = np.array(record.ALL_BUT_ONES, np.uint8)
RUN_OFFSET, RUN_FIRST, RUN_LAST = (
    np.array(table, np.int64) for table in (record.RUN_OFFSET, record.RUN_FIRST, record.RUN_LAST)
)
BITS = np.array([1 << place for place in range(record.VALUES - 1)], np.uint32)
