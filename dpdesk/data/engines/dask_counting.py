"""One counting by Dask: what is computed over each part of a source, and how the counts are added up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pyarrow as pa
from dask import delayed

from dpdesk.data.counting.coding import Cells, Reading
from dpdesk.data.counting.expression import Expression, together
from dpdesk.data.counting.lookups import Block
from dpdesk.data.counting.row_cap import Cap, columns_read
from dpdesk.data.engines import arrow_rows
from dpdesk.data.engines.apart import learn_apart
from dpdesk.data.engines.dask_session import client, guarded
from dpdesk.data.engines.seam import Groups
from dpdesk.data.sources.database import run_apart
from dpdesk.progress import Progress, Stage

ROWS_OF_UNITS = 1_000_000
"""Of the units that are looked at together under a cap, about so many: so many parts the units are split into."""
_AT_ONCE = 8
"""Counted parts that are added up in one step."""


class DaskEngine:
    """The parts of a source, to be counted by Dask."""

    def __init__(self, parts: arrow_rows.Parts) -> None:
        self._parts = parts

    @contextmanager
    def counting(self, columns: Sequence[str], cap: Cap | None) -> Iterator[DaskCounting]:
        """Begin a counting."""
        yield DaskCounting(self._parts.chosen(columns_read(columns, cap)), len(columns))


class DaskCounting:
    """One counting of parts whose columns are c0, c1, …; with a cap the id is the one after the last."""

    def __init__(self, parts: arrow_rows.Parts, width: int) -> None:
        self._parts, self._width = parts, width
        self._tables: list[pa.Table] = []

    def learn(self, reading: Reading, rows: int, total: int, progress: Progress) -> tuple[list[Block], bool]:
        """Learn from the distinct texts of the first part, block by block; equal rows are always counted together."""

        def distinct(wheres: Sequence[tuple[int, ...]]) -> list[list[Cells]]:
            if not wheres or not self._parts.each:
                return [[] for _ in wheres]
            work = delayed(arrow_rows.distinct)(self._parts.each[0], wheres, rows)
            blocks: list[list[Cells]] = self._compute(work, "reading", progress)
            return blocks

        return learn_apart(reading, distinct), True

    def store(self, number: int, columns: dict[str, list[Any]]) -> None:
        """Keep a table of texts, to be sent along."""
        self._tables.append(arrow_rows.table_of(columns))

    def count(self, expression: Expression, progress: Progress) -> Groups:
        """Count all parts, each with the rows of equal values together."""
        tables = delayed(self._tables, pure=False)
        counted = [delayed(arrow_rows.counted)(expression, part, tables, self._width) for part in self._parts.each]
        return self._added(expression, counted, progress)

    def count_units(self, expression: Expression, cap: Cap, total: int, progress: Progress) -> Iterator[Groups]:
        """Count the rows of all units, each unit in one part."""
        many = max(1, -(-self._parts.rows // ROWS_OF_UNITS))
        tables = delayed(self._tables, pure=False)
        split = [delayed(arrow_rows.split, nout=many)(rows_part, self._width, many) for rows_part in self._parts.each]
        counted = [
            delayed(arrow_rows.counted_units)(
                expression, cap, [pieces[number] for pieces in split], tables, self._width
            )
            for number in range(many)
        ]
        yield self._added(expression, counted, progress)

    def _added(self, expression: Expression, counted: list[Any], progress: Progress) -> Groups:
        """Add up counted groups, some at a time, until one table is left."""
        counted = counted or [delayed(arrow_rows.nothing)(expression)]
        while len(counted) > 1:
            counted = [
                delayed(together)(expression, delayed(arrow_rows.stacked)(counted[start : start + _AT_ONCE]))
                for start in range(0, len(counted), _AT_ONCE)
            ]
        table = self._compute(counted[0], Stage.COUNT, progress)
        return {name: table.column(name).to_numpy() for name in table.column_names}

    def _compute(self, work: Any, stage: str, progress: Progress) -> Any:
        """Compute a delayed value on a second thread while reporting progress."""

        def safe() -> Any:
            with guarded(self._parts.name):
                return work.compute(**({} if client() else {"scheduler": "threads"}))

        return run_apart(lambda: None, safe, stage, progress)
