"""Counting on this computer, by DuckDB, in memory that does not grow with the file.

The rows over a unit's cap are found one hash partition of the ids at a time (`local_units`), so that memory stays
bounded; which partition a unit falls in changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from dpdesk.data.counting.coding import Cells, Reading
from dpdesk.data.counting.expression import ROWS, Expression
from dpdesk.data.counting.lookups import Block, learn
from dpdesk.data.counting.row_cap import Cap, columns_read
from dpdesk.data.engines.local_cap import CappedRows
from dpdesk.data.engines.seam import Groups
from dpdesk.data.sources.base import Source, Stored
from dpdesk.data.sources.database import MEMORY_LIMIT, MEMORY_LIMIT_OF_CAP, run, translated
from dpdesk.progress import Progress, Stage

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST_ALIKE = 200_000
"""Different rows up to which equal ones are counted together before any text is looked at."""
T = TypeVar("T")


class LocalEngine:
    """DuckDB, in this process."""

    def __init__(self, source: Source) -> None:
        self._source = source

    @contextmanager
    def counting(self, columns: Sequence[str], cap: Cap | None) -> Iterator[LocalCounting | None]:
        """Begin a counting with every precaution; None where the engine cannot read the file by itself."""
        file = self._source.name
        with self._source.engine(MEMORY_LIMIT if cap is None else MEMORY_LIMIT_OF_CAP) as engine:
            stored = self._source.stored(engine, columns_read(columns, cap))
            yield None if stored is None else LocalCounting(file, engine, stored, len(columns))


class LocalCounting:
    """One counting by DuckDB; with a cap the id is the column after the last."""

    def __init__(self, file: str, engine: DuckDBPyConnection, stored: Stored, width: int) -> None:
        self._file, self._engine, self._stored = file, engine, stored
        self._cells = [f"c{number}" for number in range(width)]

    def learn(self, reading: Reading, rows: int, total: int, progress: Progress) -> tuple[list[Block], bool]:
        """Learn from the first rows, which stay in the engine: only what is different comes out of it."""
        names = ", ".join(self._cells) or "0"
        head = f"(SELECT {names} FROM {self._stored.table} LIMIT {rows})"  # noqa: S608 -- columns by number, a source's own FROM item, a whole number
        query = f"CREATE TEMP TABLE sample AS SELECT {names}, count(*) AS often FROM {head} GROUP BY ALL"  # noqa: S608 -- columns by number, the rows above
        self._run(lambda: self._engine.execute(query), "reading", progress)
        with translated(self._file):
            kinds = "SELECT count(*), count(*) FILTER (often = 1), count(*) FILTER (often = 2) FROM sample"
            different, once, twice = self._engine.execute(kinds).fetchall()[0]
            return learn(reading, self._seen, total), few(different, once, twice)

    def _seen(self, where: Sequence[int], most: int | None) -> Counter[Cells] | None:
        """Count the texts of some columns in the sample; None where more than so many are different."""
        names = ", ".join(f"c{position}" for position in where)
        texts = ", ".join(f"{self._stored.texts[position]} AS c{position}" for position in where)
        alike = f"(SELECT {names}, sum(often) AS often FROM sample GROUP BY {names})"  # noqa: S608 -- columns by number
        seen = f"(SELECT {texts}, often FROM {alike})"  # noqa: S608 -- the rows above, a source's own texts of its columns
        if most is not None:  # many rows take longer to come out than to be counted
            different = f"SELECT count(*) FROM (SELECT 1 FROM {seen} GROUP BY {names} LIMIT {most + 1})"  # noqa: S608 -- columns by number, a whole number
            if self._engine.execute(different).fetchall()[0][0] > most:
                return None
        query = f"SELECT {names}, sum(often)::BIGINT FROM {seen} GROUP BY {names}"  # noqa: S608 -- columns by number
        return Counter({row[:-1]: row[-1] for row in self._engine.execute(query).fetchall()})

    def store(self, number: int, columns: dict[str, list[Any]]) -> None:
        """Write a table of texts into the engine's memory."""
        picked = [
            f"unnest(${place + 1}::{'VARCHAR' if name.startswith('k') else 'BIGINT'}[]) AS {name}"
            for place, name in enumerate(columns)
        ]
        with translated(self._file):
            self._engine.execute(f"CREATE TEMP TABLE seen{number} AS SELECT {', '.join(picked)}", [*columns.values()])

    def count(self, expression: Expression, progress: Progress) -> Groups:
        """Count all rows, as they are stored where this is done together."""
        with translated(self._file):
            frame = expression.of_joined(self._engine.sql(self._joined(expression)))
        return self._run(frame.fetchnumpy, Stage.COUNT, progress)

    def _joined(self, expression: Expression) -> str:
        """Every row of texts beside what the tables say of them, in one statement.

        The engine looks through all of a relation whenever another is joined to it, which took as long as counting.
        """
        stored = ", ".join(self._cells) or "0 AS none"
        counted, alike = (f", count(*) AS {ROWS}", "GROUP BY ALL") if expression.together else ("", "")
        rows = f"SELECT {stored}{counted} FROM {self._stored.table} {alike}"  # noqa: S608 -- columns by number, a source's own FROM item
        texts = [f"{text} AS {name}" for text, name in zip(self._stored.texts, self._cells, strict=False)]
        names = ", ".join([*texts, *([ROWS] if expression.together else [])]) or "none"
        told, joins = "texts.*", ""
        for number, where in enumerate(expression.blocks):
            keys = [f"k{place}" for place in range(len(where))]
            same = " AND ".join(f"texts.c{at} = seen{number}.{key}" for at, key in zip(where, keys, strict=True))
            told += f", seen{number}.* EXCLUDE ({', '.join(keys)})"
            joins += f" LEFT JOIN seen{number} ON {same}"
        return f"SELECT {told} FROM (SELECT {names} FROM ({rows})) AS texts{joins}"  # noqa: S608 -- the rows above, tables and columns by number

    def count_units(self, expression: Expression, cap: Cap, total: int, progress: Progress) -> Iterator[Groups]:
        """Count the units, one part after the other; how many parts is told nowhere: it depends on the records."""

        def do(query: str, named: dict[str, str]) -> DuckDBPyConnection:
            return self._run(lambda: self._engine.execute(query, named), Stage.COUNT, progress)

        with translated(self._file):
            yield from CappedRows(self._engine, self._stored, cap, expression, do).count(total)

    def _run(self, work: Callable[[], T], stage: str, progress: Progress) -> T:
        """Do some work of the engine, told and cancelled as `run` does, with its errors replaced."""
        with translated(self._file):
            return run(self._engine, work, stage, progress)


def few(different: int, once: int, twice: int) -> bool:
    """Whether a source has few different rows, by those of a sample and those it must have missed (Chao, 1984)."""
    return different + once**2 / (2 * max(twice, 1)) <= MOST_ALIKE
