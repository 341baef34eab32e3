"""The raw games of a study as a Parquet file: one row per game (and variant), streamed, so that memory does not grow.

Rows go to part files beside it until the run is complete, so that an interrupted run can go on; then they become one
file.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tuilerie.engine.errors import BadInput
from tuilerie.lab.figures import reason_names
from tuilerie.lab.marks import Mark, marks_of
from tuilerie.lab.plan import Plan
from tuilerie.lab.study_batches import StudyBatch

GROUP = 65536  # rows that are compressed together


class ParquetFile:
    def __init__(self, path: Path, plans: dict[str, Plan]) -> None:
        """`plans` by the name of their variant, in the order of the batches.

        What cannot be written is said before any game is played.
        """
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise BadInput("parquet.missing") from None
        self._arrow, self._parquet = pyarrow, pyarrow.parquet
        self.path, self._folder = path, path.with_name(f".{path.name}.parts")
        self._plans = list(plans.items())
        self._marks = [marks_of(plan) for plan in plans.values()]
        self._waiting: list[Any] = []
        self._rows = self._parts = 0
        self._writer: Any = None
        try:
            if path.is_dir():
                raise IsADirectoryError(21, os.strerror(21))
            self._folder.mkdir(exist_ok=True)
        except OSError as error:
            raise BadInput("file.write", file=str(path), why=error.strerror or str(error)) from None

    def begin(self, parts: int) -> None:
        """Go on after this many parts; later ones belong to games that will be played again."""
        self._parts = parts
        for file in self._folder.iterdir():
            if file.suffix != ".parquet" or not file.stem.isdigit() or int(file.stem) >= parts:
                file.unlink()

    def add(self, batches: Sequence[StudyBatch]) -> None:
        for (name, plan), marks, batch in zip(self._plans, self._marks, batches, strict=True):
            self._waiting.append(self._arrow.table(columns_of(name, plan, marks, batch)))
            self._rows += len(batch)
        if self._rows >= GROUP:
            self._flush()

    def commit(self) -> int:
        """Close the part being written; the number of whole parts."""
        self._flush()
        if self._writer is not None:
            self._writer.close()
            self._writer = None
            self._parts += 1
        return self._parts

    def finish(self) -> None:
        """All parts as one file, in place of what stood there."""
        self.commit()
        draft = self._folder / "whole"
        writer = None
        for number in range(self._parts):
            for rows in self._parquet.ParquetFile(self._folder / f"{number}.parquet").iter_batches(GROUP):
                if writer is None:
                    writer = self._parquet.ParquetWriter(draft, rows.schema, compression="zstd")
                writer.write_batch(rows)
        if writer is not None:
            writer.close()
            os.replace(draft, self.path)
        shutil.rmtree(self._folder)

    def _flush(self) -> None:
        if not self._waiting:
            return
        rows = self._arrow.concat_tables(self._waiting, promote_options="default")
        if self._writer is None:
            self._writer = self._parquet.ParquetWriter(
                self._folder / f"{self._parts}.parquet", self._schema(rows), compression="zstd"
            )
        self._writer.write_table(rows.select(self._writer.schema.names), GROUP)
        self._waiting, self._rows = [], 0

    def _schema(self, rows: Any) -> Any:
        return rows.schema


def columns_of(variant: str, plan: Plan, marks: Sequence[Mark], batch: StudyBatch) -> dict[str, Any]:
    """Columns of one batch; marks are counts per seat."""
    names = reason_names(plan)
    found: dict[str, Any] = {
        "game": np.arange(batch.first, batch.first + len(batch)),
        "variant": np.full(len(batch), variant),
        "reason": [names.get(code, "") for code in batch.rows["reason"].tolist()],
    }
    for name in batch.rows.dtype.names or ():
        if name != "reason":
            found[name] = np.ascontiguousarray(batch.rows[name])
    for seat in range(plan.players):
        found[f"share_{seat}"] = np.ascontiguousarray(batch.shares[:, seat])
        found[f"score_{seat}"] = np.ascontiguousarray(batch.points[:, seat])
        for mark in marks:
            found[f"{mark.name}_{seat}"] = np.ascontiguousarray(batch.marks[:, seat, mark.index])
    return found
