"""Whole numbers of an SQLite table, counted without making a Python object of every value.

SQLite writes a column of many rows as one text, numpy reads it, and equal rows are counted as numbers. Only whole
numbers and NULLs are read so: of anything else, and of a table without row numbers, nothing is said, and whoever asked
reads row by row.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpdesk import limits
from dpdesk.data.sources.base import Row
from dpdesk.data.sources.typed import quoted
from dpdesk.errors import BadInput

Integers = NDArray[np.int64]

_AT_ONCE = 50_000  # rows whose numbers are one text: at most 21 bytes each
_TOGETHER = 250_000  # rows that are counted together
_NULL = -(2**63) + 1  # stands for NULL in a text
_FIRST = -(2**63)
_WIDEST = 2**62  # as many different rows can be told apart by one number
_NAMES = ("rowid", "_rowid_", "oid")


class Numbers:
    """The rows of some columns of a table, counted; `after`: the number of the last row that was, or None."""

    def __init__(self, table: str, columns: Sequence[str], taken: Sequence[str]) -> None:
        names = {name.lower() for name in taken}
        self._row = next((name for name in _NAMES if name not in names), None)
        self._columns, self._table = columns, table
        self._missing = False
        self.after: int | None = None

    @property
    def order(self) -> str:
        """What follows a SELECT of this table for the rows not read yet."""
        return "" if self.after is None else f" WHERE {self._row} > {self.after} ORDER BY {self._row}"

    def counted(self, run: Callable[[str], sqlite3.Cursor]) -> Iterator[Counter[Row]]:
        """Yield rows as texts, counted, up to the first that are not whole numbers.

        Args:
            run: begins a query of the table.
        """
        if self._row is None or not self._columns:
            return
        most = min(_TOGETHER, 2 * limits.BATCH_CELLS // len(self._columns))
        held: list[list[Integers]] = []
        reached, rows = self.after, 0
        while chunk := self._chunk(run, _FIRST if reached is None else reached):
            reached, columns = chunk
            held.append(columns)
            rows += columns[0].size
            if rows >= most:
                if (texts := _texts(held)) is None:
                    return
                yield texts
                self.after, held, rows = reached, [], 0
        if held and (texts := _texts(held)) is not None:
            yield texts
            self.after = reached

    def _chunk(self, run: Callable[[str], sqlite3.Cursor], after: int) -> tuple[int, list[Integers]] | None:
        """The last row's number, and columns; None where no row is left, or one has something else."""
        try:
            told = self._told(run, after)
            if told and told[1] != told[0] and not self._missing:
                self._missing = True  # from here on NULLs are looked for, which takes longer
                told = self._told(run, after)
        except (sqlite3.DataError, sqlite3.OperationalError, BadInput):
            return None  # longer than any number, or no row numbers; whatever else is wrong is found row by row again
        count, plain, last, *texts = told
        if not count or plain != count:
            return None
        columns = [np.fromstring(text, dtype=np.int64, sep=",") for text in texts[: len(self._columns)]]
        if any(column.size != count or int(column.min()) < _NULL for column in columns):
            return None
        for column, known in zip(columns, texts[len(columns) :] or [count] * len(columns), strict=True):
            if np.count_nonzero(column == _NULL) != count - known:
                return None
        return int(last), columns

    def _told(self, run: Callable[[str], sqlite3.Cursor], after: int) -> Sequence[Any]:
        """Of the next rows: how many, how many of whole numbers, the last one's number, and their columns as texts."""
        table, row, names = quoted(self._table), self._row, [quoted(column) for column in self._columns]
        rest = f"FROM {table} WHERE {row} {'>=' if after == _FIRST else '>'} {after}"
        most = max(1, min(_AT_ONCE, limits.BATCH_CELLS // len(names)))
        end = run(f"SELECT {row} {rest} ORDER BY {row} LIMIT 1 OFFSET {most - 1}").fetchone()
        whole = [f"typeof({name}) = 'integer'" for name in names]
        written, known = [f"group_concat({name})" for name in names], []
        if self._missing:
            whole = [f"({test} OR {name} IS NULL)" for test, name in zip(whole, names, strict=True)]
            written = [f"group_concat(ifnull({name}, {_NULL}))" for name in names]
            known = [f"count({name})" for name in names]
        asked = ", ".join(
            [f"count(*), count(CASE WHEN {' AND '.join(whole)} THEN 1 END), max({row})", *written, *known]
        )
        row_of = run(f"SELECT {asked} {rest}" + ("" if end is None else f" AND {row} <= {end[0]}")).fetchone()
        return tuple(row_of)


def _texts(held: Sequence[Sequence[Integers]]) -> Counter[Row] | None:
    """Rows as texts, counted; None where their numbers lie too far apart."""
    columns = [_Column.of(np.concatenate(parts)) for parts in zip(*held, strict=True)]
    different = prod(column.width for column in columns)
    if different > _WIDEST:
        return None
    label = np.zeros(columns[0].values.size, dtype=np.int64)
    for column in columns:
        label *= column.width
        label += column.values - column.least
    if different <= label.size:
        every = np.bincount(label)
        label = np.flatnonzero(every)
        often = every[label]
    else:
        label, often = np.unique(label, return_counts=True)
    texts: list[list[str]] = []
    for column in reversed(columns):
        label, value = np.divmod(label, column.width)
        texts.append(column.texts(value))
    return Counter(dict(zip(zip(*reversed(texts), strict=True), often.tolist(), strict=True)))


class _Column(NamedTuple):
    """Numbers from `least` on, `width` different ones; with a NULL the least stands for it."""

    values: Integers
    least: int
    width: int
    missing: bool

    @classmethod
    def of(cls, values: Integers) -> _Column:
        empty = values == _NULL
        missing = bool(empty.any())
        if missing:
            known = values[~empty]
            values = np.where(empty, int(known.min()) - 1 if known.size else 0, values)
        least = int(values.min())
        return cls(values, least, int(values.max()) - least + 1, missing)

    def texts(self, values: Integers) -> list[str]:
        """The texts of numbers above the least."""
        texts = list(map(str, (values + self.least).tolist()))
        if self.missing:
            texts = ["" if number == 0 else text for number, text in zip(values.tolist(), texts, strict=True)]
        return texts
