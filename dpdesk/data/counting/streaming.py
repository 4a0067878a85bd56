"""A file counted as a stream of rows, for whatever the engine cannot read or count by itself.

Slower than the engine and exact in the same way; memory is bounded by one batch of rows, and under a cap by
one partition of the ids, the file being read once for each partition.
"""

from __future__ import annotations

import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

import numpy as np

from dpdesk.data.counting.coding import Cells, Reading
from dpdesk.data.counting.one_pass import Counted, texts_of, without_id
from dpdesk.data.counting.row_cap import Cap, Order, columns_read
from dpdesk.data.sources.base import Source
from dpdesk.errors import BadInput
from dpdesk.progress import Progress, Stage, Steps

ROWS_IN_MEMORY = 400_000


class StreamCount:
    """The counting of one file as a stream; `over` and `without_id` are known when `rows` is exhausted."""

    def __init__(self, source: Source, reading: Reading, cap: Cap | None, total: int) -> None:
        self.source, self.reading, self.cap, self.total = source, reading, cap, total
        self.over = self.without_id = 0

    def rows(self, progress: Progress) -> Iterator[Counted]:
        """Yield all records that are kept, counted."""
        passes = 1 if self.cap is None else max(1, -(-self.total // ROWS_IN_MEMORY))
        tell = Steps(progress, Stage.COUNT, self.total * passes)
        if self.cap is None:
            yield from self._whole(tell)
        else:
            for part in range(passes):
                yield from self._pass(self.cap, part, passes, tell)
        tell.end()

    def _whole(self, tell: Steps) -> Iterator[Counted]:
        """Count all rows; texts that come again and again are coded once for many batches."""
        done = 0
        together: Counter[Cells] = Counter()
        for rows in self.source.alike(self.reading.columns):
            done += rows.total()
            tell(done)
            together.update(rows)
            if len(together) > ROWS_IN_MEMORY // 10:
                yield self._coded(together)
                together = Counter()
        if together:
            yield self._coded(together)

    def _coded(self, rows: Counter[Cells]) -> Counted:
        return texts_of(self.reading, list(rows), np.fromiter(rows.values(), np.int64, len(rows)))

    def _pass(self, cap: Cap, part: int, passes: int, tell: Steps) -> Iterator[Counted]:
        """Count the units whose id falls in one partition, each cut to its first rows."""
        kept: defaultdict[str, list[Cells]] = defaultdict(list)
        order = Order(cap.key)
        done = part * self.total
        for batch in self.source.batches(columns_read(self.reading.columns, cap)):
            done += len(batch)
            tell(done)
            alone: Counter[Cells] = Counter()
            for *cells, written in batch:
                row, unit = tuple(cells), cap.unit(written)
                if not cap.has_id(unit):
                    if part == 0:
                        self._without_id(cap, row, alone)
                    continue
                if passes > 1 and zlib.crc32(unit.encode()) % passes != part:
                    continue
                rows = kept[unit]
                rows.append(row)
                if len(rows) > 2 * cap.rows:  # most units never have so many
                    kept[unit] = self._cut(cap, order, unit, rows)
            if alone:
                yield self._coded(alone)
        yield from self._units(self._cut(cap, order, unit, rows) for unit, rows in kept.items())

    def _cut(self, cap: Cap, order: Order, unit: str, rows: list[Cells]) -> list[Cells]:
        """Leave so many rows of a unit as count; one that has no more is not put in order."""
        if len(rows) <= cap.rows:
            return rows
        self.over += len(rows) - cap.rows
        return order.first(unit, rows, cap.rows)

    def _without_id(self, cap: Cap, row: Cells, alone: Counter[Cells]) -> None:
        if cap.without_id == "refuse":
            raise BadInput(without_id(self.source.name))
        if cap.without_id == "own_unit":
            alone[row] += 1
        else:
            self.without_id += 1

    def _units(self, units: Iterable[list[Cells]]) -> Iterator[Counted]:
        together: Counter[Cells] = Counter()
        for rows in units:
            together.update(rows)
            if len(together) > ROWS_IN_MEMORY // 10:
                yield self._coded(together)
                together = Counter()
        if together:
            yield self._coded(together)
