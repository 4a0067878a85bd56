"""The units of a source counted by DuckDB: one table of what each distinct text gives, joined and grouped by id.

Memory is bounded by one hash partition of the ids; which partition a unit falls in changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from dpdesk.data.counting.lookups import Block, block_of, blocks_of
from dpdesk.data.counting.one_pass import TooManyTexts
from dpdesk.data.counting.row_cap import Cap, columns_read, order_sql
from dpdesk.data.counting.units import UnitReading, Units
from dpdesk.data.sources.base import Source, Stored
from dpdesk.data.sources.database import MEMORY_LIMIT_OF_CAP, run, text_literal, translated
from dpdesk.progress import Progress, Stage

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST_TEXTS = 200_000
"""Different texts of columns that rules read together, of which a table is made."""
ROWS_AT_ONCE = 5_000_000
"""Rows whose units are held in memory at once."""
_INTEGERS = frozenset("TINYINT SMALLINT INTEGER BIGINT UTINYINT USMALLINT UINTEGER UBIGINT".split())
_EMPTY = {"sum": "0", "min": "NULL", "max": "NULL"}
T = TypeVar("T")


class LocalUnits:
    """The counting of the units of one source; `over` and `without_id` are known when `units` is exhausted."""

    def __init__(self, source: Source, asked: UnitReading, cap: Cap, total: int, most: int) -> None:
        self._source, self._asked, self._cap, self._total, self._most = source, asked, cap, total, most
        self.over = self.without_id = 0

    def units(self, progress: Progress) -> Iterator[Units]:
        """Yield all units.

        Raises:
            TooManyTexts, OutOfMemory: count the source in another way; forget what was yielded.
        """
        columns = columns_read(self._asked.rows.columns, self._cap)
        with self._source.engine(MEMORY_LIMIT_OF_CAP) as engine:
            stored = self._source.stored(engine, columns)
            if stored is None:
                raise TooManyTexts
            pass_ = _Pass(self._source.name, engine, stored, self._asked, self._cap, self._most, progress)
            pass_.learn()
            parts = max(1, -(-self._total // ROWS_AT_ONCE))
            for part in range(parts):
                yield from pass_.part(part, parts)
            self.over, self.without_id = pass_.over, pass_.without_id


class _Pass:
    """What is asked of the engine, step by step."""

    def __init__(
        self,
        file: str,
        engine: DuckDBPyConnection,
        stored: Stored,
        asked: UnitReading,
        cap: Cap,
        most: int,
        progress: Progress,
    ) -> None:
        self._file, self._engine, self._stored = file, engine, stored
        self._asked, self._cap, self._most, self._progress = asked, cap, most, progress
        self.over = self.without_id = 0
        self._width = len(asked.rows.columns)
        self._numbers = [f"a{number}" for number in range(len(asked.parts))]
        self._joins = ""
        self._given: dict[str, str] = {}  # what a row gives each part, as SQL
        self._id, self._unit = self._unit_sql()

    def learn(self) -> None:
        """Make a table of what each distinct text of a block of columns gives."""
        for number, where in enumerate(blocks_of(self._asked.rows)):
            block = block_of(self._asked.rows, where, Counter())
            keys = ", ".join(f"c{at} AS s{place}" for place, at in enumerate(where))
            texts = ", ".join(f"{self._stored.texts[at]} AS k{place}" for place, at in enumerate(where))
            picked = ", ".join(f"c{at}" for at in where)
            some = f"SELECT DISTINCT {picked} FROM {self._stored.table} LIMIT {MOST_TEXTS + 1}"  # noqa: S608 -- columns by number; a source's own
            self._do(f"CREATE TEMP TABLE distinct{number} AS SELECT {keys}, {texts} FROM ({some})")  # noqa: S608 -- the above
            self._table_of(number, block)

    def _table_of(self, number: int, block: Block) -> None:
        columns = ", ".join(f"k{place}" for place in range(len(block.where)))
        rows = self._ask(f"SELECT rowid, {columns} FROM distinct{number}")  # noqa: S608 -- columns by number
        if len(rows) > MOST_TEXTS:
            raise TooManyTexts
        given = [block.code(tuple(texts))[1] for _, *texts in rows]
        names = [coder.variable.name for coder in block.quantities]
        lists: list[Any] = [[at for at, *_ in rows], *([one[which] for one in given] for which in range(len(names)))]
        unnested = ", ".join(f"unnest(${place + 1}::BIGINT[]) AS u{place}" for place in range(len(lists)))
        keys = ", ".join(f"s{place}" for place in range(len(block.where)))
        kept = ", ".join(f"u{place + 1} AS p{place}" for place in range(len(names)))
        self._do(
            f"CREATE TEMP TABLE known{number} AS SELECT {keys}, {kept} "  # noqa: S608 -- columns by number, values bound
            f"FROM distinct{number} d JOIN (SELECT {unnested}) u ON d.rowid = u.u0",
            lists,
        )
        on = " AND ".join(f"r.c{at} IS NOT DISTINCT FROM t{number}.s{place}" for place, at in enumerate(block.where))
        self._joins += f" LEFT JOIN known{number} t{number} ON {on}"
        self._given |= {name: f"t{number}.p{place}" for place, name in enumerate(names)}

    def part(self, part: int, parts: int) -> Iterator[Units]:
        """Count the units of one partition of the ids."""
        rows = f"{self._stored.table} r"
        if parts > 1:
            rows = f"(SELECT * FROM {self._stored.table} WHERE hash({self._id}) % {parts} = {part}) r"  # noqa: S608 -- a column by number, whole numbers
        own = [self._aggregate(part) for part in self._asked.parts]
        picked = ", ".join(
            ["count(*) AS n", *(f"{one} AS {name}" for one, name in zip(own, self._numbers, strict=True))]
        )
        self._do(
            f"CREATE OR REPLACE TEMP TABLE units AS SELECT {self._id} AS c{self._width}, {picked} "  # noqa: S608 -- columns by number; a source's own
            f"FROM {rows}{self._joins} GROUP BY 1"
        )
        missing = ", ".join(text_literal(text) for text in self._cap.missing)
        no_id = f"({self._unit} IN ({missing}))"
        lost, over = self._ask(
            f"SELECT coalesce(sum(n) FILTER ({no_id}), 0), "  # noqa: S608 -- columns by number, codes by text_literal()
            f"coalesce(sum(n - {self._cap.rows}) FILTER (NOT {no_id} AND n > {self._cap.rows}), 0) FROM units"
        )[0]
        self.over += int(over)
        yield self._counted(f"SELECT {self._all}, 1 AS many, n FROM units WHERE NOT {no_id} AND n <= {self._cap.rows}")  # noqa: S608 -- columns by number, codes by text_literal()
        if over:
            yield self._large(rows, f"NOT {no_id} AND n > {self._cap.rows}")
        if lost and self._cap.without_id == "own_unit":
            yield self._alone(rows, missing)
        else:
            self.without_id += int(lost)

    def _large(self, rows: str, which: str) -> Units:
        """Units with more rows than the cap, by the first of their rows."""
        texts = list(self._stored.texts[: self._width])
        wanted = [f"{given} AS g{number}" for number, given in enumerate(self._each())]
        unit = f"trim({self._stored.texts[self._width]}, ' \t')"
        inner = (
            f"SELECT {unit} AS unit, {order_sql(unit, texts)} AS place, {', '.join(wanted) or '0'} FROM {rows}"  # noqa: S608 -- columns by number; the key is bound
            f"{self._joins} WHERE {self._id} IN (SELECT c{self._width} FROM units WHERE {which})"
        )
        ranked = f"SELECT *, row_number() OVER (PARTITION BY unit ORDER BY place) AS rank FROM ({inner})"  # noqa: S608 -- the above
        own = [
            f"{self._of(part.rule.aggregate, f'g{number}')} AS a{number}"
            for number, part in enumerate(self._asked.parts)
        ]
        query = (
            f"SELECT {', '.join(own)}, 1 AS many, count(*) AS n FROM ({ranked}) WHERE rank <= {self._cap.rows} "  # noqa: S608 -- the above
            "GROUP BY unit"
        )
        return self._counted(query, {"key": self._cap.key.hex()})

    def _alone(self, rows: str, missing: str) -> Units:
        """Rows without an id, each a unit of its own."""
        given = zip(self._asked.parts, self._each(), strict=True)
        own = [f"coalesce({one}, {_EMPTY[part.rule.aggregate]}) AS a{at}" for at, (part, one) in enumerate(given)]
        unit = f"trim({self._stored.texts[self._width]}, ' \t')"
        picked = f"{', '.join(own)}, 1 AS many, 1 AS n"
        return self._counted(f"SELECT {picked} FROM {rows}{self._joins} WHERE {unit} IN ({missing})")  # noqa: S608 -- columns by number, codes by text_literal()

    def _counted(self, units: str, parameters: dict[str, str] | None = None) -> Units:
        """Count units that are alike."""
        query = f"SELECT {self._all}, count(*) AS many, sum(n) AS n FROM ({units}) GROUP BY ALL LIMIT {self._most + 1}"  # noqa: S608 -- the above
        rows = self._ask(query, parameters)
        if len(rows) > self._most:
            raise TooManyTexts
        numbers = [tuple(None if one is None else int(one) for one in row[:-2]) for row in rows]
        return Units(numbers, np.array([row[-2] for row in rows], np.int64), sum(int(row[-1]) for row in rows))

    @property
    def _all(self) -> str:
        return ", ".join(self._numbers)

    def _each(self) -> list[str]:
        return [self._given.get(part.name, "1") for part in self._asked.parts]

    def _aggregate(self, part: Any) -> str:
        given = self._given.get(part.name)
        return "count(*)" if given is None else self._of(part.rule.aggregate, given)

    @staticmethod
    def _of(aggregate: str, given: str) -> str:
        return f"coalesce(sum({given}), 0)::BIGINT" if aggregate == "sum" else f"{aggregate}({given})"

    def _unit_sql(self) -> tuple[str, str]:
        """What rows are grouped by, and the id as text from it; whole numbers need no text to be told apart."""
        column, text = f"c{self._width}", self._stored.texts[self._width]
        kind = self._ask(f"SELECT typeof({column}) FROM {self._stored.table} LIMIT 1")  # noqa: S608 -- a column by number; a source's own
        if kind and kind[0][0] in _INTEGERS:
            return column, text
        return f"trim({text}, ' \t')", column

    def _do(self, query: str, values: Sequence[Any] | None = None) -> None:
        self._run(lambda: self._engine.execute(query, values))

    def _ask(self, query: str, parameters: dict[str, str] | None = None) -> list[tuple[Any, ...]]:
        return self._run(lambda: self._engine.execute(query, parameters).fetchall())

    def _run(self, work: Callable[[], T]) -> T:
        """Do some work of the engine, told and cancelled as `run` does, with its errors replaced."""

        def guarded() -> T:
            with translated(self._file):
                return work()

        return run(self._engine, guarded, Stage.COUNT, self._progress)
