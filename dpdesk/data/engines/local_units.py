"""The units of a source counted by DuckDB: one table of what each distinct text gives, joined and grouped by id.

Memory is bounded by one hash partition of the ids; which partition a unit falls in changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from dpdesk.data.counting.lookups import Block, block_of, blocks_of
from dpdesk.data.counting.one_pass import SAMPLE, TooManyTexts
from dpdesk.data.counting.row_cap import Cap, columns_read, order_sql
from dpdesk.data.counting.units import UnitReading, Units
from dpdesk.data.sources.base import Source, Stored
from dpdesk.data.sources.database import MEMORY_LIMIT_OF_CAP, run, text_literal, translated
from dpdesk.progress import Progress, Stage

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST_TEXTS = 200_000
"""Different texts of columns that rules read together, of which a table is made."""
ROWS_AT_ONCE = 2_000_000
"""Rows whose units are held in memory at once: each may be a unit of its own, with an id of any length."""
_WHOLE = frozenset("TINYINT SMALLINT INTEGER BIGINT UTINYINT USMALLINT UINTEGER UBIGINT".split())
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
            pass_ = UnitPass(self._source.name, engine, stored, self._asked, self._cap, self._most, progress)
            pass_.learn(SAMPLE)
            parts = max(1, -(-self._total // ROWS_AT_ONCE))
            for part in range(parts):
                yield from pass_.part(part, parts)
            self.over, self.without_id = pass_.over, pass_.without_id


class UnitPass:
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
        self._joins, self._blocks = "", 0
        self._given: dict[str, str] = {}  # what a row gives each part, as SQL
        self._id = f"c{self._width}"
        self._unit = f"trim({self._stored.texts[self._width]}, ' \t')"
        self._kind = self._stored_as()
        self._padded = False  # whether two ids as they are stored can be one

    def learn(self, some: int | None = None) -> None:
        """Make a table of what each distinct text of a block of columns gives, by so many rows or by all."""
        self._joins, self._given, self._blocks = "", {}, 0
        rows = f"(SELECT * FROM {self._stored.table} LIMIT {some})" if some else self._stored.table  # noqa: S608 -- a source's own FROM item, a whole number
        for number, where in enumerate(blocks_of(self._asked.rows)):
            block = block_of(self._asked.rows, where, Counter())
            keys = ", ".join(f"c{position} AS s{place}" for place, position in enumerate(where))
            texts = ", ".join(f"{self._stored.texts[position]} AS k{place}" for place, position in enumerate(where))
            picked = ", ".join(f"c{position}" for position in where)
            query = f"SELECT DISTINCT {picked} FROM {rows} LIMIT {MOST_TEXTS + 1}"  # noqa: S608 -- columns by number, a source's own FROM item
            self._do(f"CREATE OR REPLACE TEMP TABLE distinct{number} AS SELECT {keys}, {texts} FROM ({query})")  # noqa: S608 -- columns by number, the query above
            self._table_of(number, block)

    def _table_of(self, number: int, block: Block) -> None:
        columns = ", ".join(f"k{place}" for place in range(len(block.where)))
        rows = self._ask(f"SELECT rowid, {columns} FROM distinct{number}")  # noqa: S608 -- columns by number
        if len(rows) > MOST_TEXTS:
            raise TooManyTexts
        given = [block.code(tuple(texts))[1] for _, *texts in rows]
        names = [coder.variable.name for coder in block.quantities]
        lists: list[Any] = [
            [key for key, *_ in rows],
            *([value[which] for value in given] for which in range(len(names))),
        ]
        unnested = ", ".join(f"unnest(${place + 1}::BIGINT[]) AS u{place}" for place in range(len(lists)))
        keys = ", ".join(f"s{place}" for place in range(len(block.where)))
        kept = ", ".join(f"u{place + 1} AS p{place}" for place in range(len(names)))
        self._do(
            f"CREATE OR REPLACE TEMP TABLE known{number} AS SELECT {keys}, {kept}, true AS hit "  # noqa: S608 -- columns by number, values bound
            f"FROM distinct{number} d JOIN (SELECT {unnested}) u ON d.rowid = u.u0",
            lists,
        )
        on = " AND ".join(
            f"r.c{position} IS NOT DISTINCT FROM t{number}.s{place}" for place, position in enumerate(block.where)
        )
        self._joins += f" LEFT JOIN known{number} t{number} ON {on}"
        self._given |= {name: f"t{number}.p{place}" for place, name in enumerate(names)}
        self._blocks = number + 1

    def part(self, part: int, parts: int) -> Iterator[Units]:
        """Count the units of one partition of the ids."""
        rows, missing = self._rows_of(part, parts), self._missing
        every, identified, over = self._grouped(rows)
        self.over += over
        yield self._counted(f"SELECT {self._all}, n FROM units WHERE NOT no_id AND n <= {self._cap.rows}")  # noqa: S608 -- columns by number
        if over:
            yield self._large(rows)
        if every > identified and self._cap.without_id == "own_unit":
            yield self._alone(rows, missing)
        else:
            self.without_id += every - identified

    def _rows_of(self, part: int, parts: int) -> str:
        """The rows of one partition of the ids."""
        if parts == 1:
            return self._stored.table
        return f"(SELECT * FROM {self._stored.table} WHERE hash({self._unit}) % {parts} = {part})"  # noqa: S608 -- a source's own FROM item, a column by number, whole numbers

    @property
    def _missing(self) -> str:
        return ", ".join(text_literal(text) for text in self._cap.missing)

    def _grouped(self, rows: str) -> tuple[int, int, int]:
        """Make the table of units; return how many rows there are, how many with an id, how many over the cap."""
        if self._group(rows, self._missing):  # texts that the first rows do not have
            self.learn()
            self._group(rows, self._missing)
        every, identified, over = self._ask(
            "SELECT coalesce(sum(n), 0), coalesce(sum(n) FILTER (NOT no_id), 0), "  # noqa: S608 -- a whole number
            f"coalesce(sum(n - {self._cap.rows}) FILTER (NOT no_id AND n > {self._cap.rows}), 0) FROM units"
        )[0]
        return int(every), int(identified), int(over)

    def _group(self, rows: str, missing: str) -> bool:
        """Make the table of units: by their ids as they are stored, and again by what ids are where that differs.

        Say whether a text was met that is in no table, so that all is to be done again.
        """
        aggregates = [part.rule.aggregate for part in self._asked.parts]
        given = zip(aggregates, self._each(), strict=True)
        hits = " AND ".join(f"t{number}.hit" for number in range(self._blocks)) or "true"
        sums = [
            "count(*) AS n",
            f"count({hits}) AS hit",
            *(f"{_of(how, cell)} AS a{number}" for number, (how, cell) in enumerate(given)),
        ]
        self._do(
            f"CREATE OR REPLACE TEMP TABLE stored AS SELECT {self._id}, {', '.join(sums)} "  # noqa: S608 -- columns by number, a source's own FROM item
            f"FROM {rows} r{self._joins} GROUP BY 1"
        )
        if self._ask("SELECT coalesce(sum(n - hit), 0) FROM stored")[0][0]:
            return True
        self._padded = self._several_texts()
        grouped = "stored"
        if self._padded:
            again = [
                "sum(n) AS n",
                *(f"{_of(how, f'a{number}')} AS a{number}" for number, how in enumerate(aggregates)),
            ]
            grouped = f"(SELECT {self._unit} AS {self._id}, {', '.join(again)} FROM stored GROUP BY 1)"  # noqa: S608 -- columns by number
        text = self._id if self._padded else self._stored.texts[self._width]
        self._do(f"CREATE OR REPLACE TEMP TABLE units AS SELECT *, {text} IN ({missing}) AS no_id FROM {grouped}")  # noqa: S608 -- columns by number, codes by text_literal()
        return False

    def _several_texts(self) -> bool:
        """Whether two ids may be one though they are stored differently: text with spaces, or a number not whole."""
        if self._kind in _WHOLE:
            return False
        padded = f"SELECT count(*) FROM stored WHERE {self._unit} <> {self._stored.texts[self._width]}"  # noqa: S608 -- a column by number
        return self._kind != "VARCHAR" or bool(self._ask(padded)[0][0])

    def _large(self, rows: str) -> Units:
        """Units with more rows than the cap, by the first of their rows."""
        large = f"SELECT {self._id} FROM units WHERE NOT no_id AND n > {self._cap.rows}"  # noqa: S608 -- a column by number, a whole number
        if self._padded:
            large = f"SELECT {self._id} FROM stored WHERE {self._unit} IN ({large})"  # noqa: S608 -- columns by number, the query above
        self._do(f"CREATE OR REPLACE TEMP TABLE large AS {large}")
        texts = list(self._stored.texts[: self._width])
        wanted = [f"{given} AS g{number}" for number, given in enumerate(self._each())]
        some = f"(SELECT * FROM {rows} WHERE {self._id} IN (SELECT {self._id} FROM large)) r"  # noqa: S608 -- a column by number, a source's own FROM item
        rank = f"row_number() OVER (PARTITION BY {self._unit} ORDER BY {order_sql(self._unit, texts)})"
        ranked = f"SELECT {self._unit} AS unit, {rank} AS rank, {', '.join(wanted)} FROM {some}{self._joins}"  # noqa: S608 -- columns by number; the key is bound
        sums = [
            f"{_of(part.rule.aggregate, f'g{number}')} AS a{number}" for number, part in enumerate(self._asked.parts)
        ]
        units = f"SELECT {', '.join(sums)}, count(*) AS n FROM ({ranked}) WHERE rank <= {self._cap.rows} GROUP BY unit"  # noqa: S608 -- columns by number, the query above
        return self._counted(units, {"key": self._cap.key.hex()})

    def _alone(self, rows: str, missing: str) -> Units:
        """Rows without an id, each a unit of its own."""
        given = zip(self._asked.parts, self._each(), strict=True)
        columns = [
            f"coalesce({cell}, {_EMPTY[part.rule.aggregate]}) AS a{number}" for number, (part, cell) in enumerate(given)
        ]
        picked = f"{', '.join(columns)}, 1 AS n"
        return self._counted(f"SELECT {picked} FROM {rows} r{self._joins} WHERE {self._unit} IN ({missing})")  # noqa: S608 -- columns by number, codes by text_literal()

    def _counted(self, units: str, parameters: dict[str, str] | None = None) -> Units:
        """Count units that are alike."""
        query = f"SELECT {self._all}, count(*) AS many, sum(n) AS n FROM ({units}) GROUP BY ALL LIMIT {self._most + 1}"  # noqa: S608 -- columns by number, the query above
        rows = self._ask(query, parameters)
        if len(rows) > self._most:
            raise TooManyTexts
        numbers = [tuple(None if value is None else int(value) for value in row[:-2]) for row in rows]
        return Units(numbers, np.array([row[-2] for row in rows], np.int64), sum(int(row[-1]) for row in rows))

    @property
    def _all(self) -> str:
        return ", ".join(self._numbers)

    def _each(self) -> list[str]:
        return [self._given.get(part.name, "1") for part in self._asked.parts]

    def _stored_as(self) -> str:
        """How the engine stores ids; "" in a source without rows."""
        kind = self._ask(f"SELECT typeof({self._id}) FROM {self._stored.table} LIMIT 1")  # noqa: S608 -- a column by number, a source's own FROM item
        return str(kind[0][0]) if kind else ""

    def _do(self, query: str, values: Sequence[Any] | Mapping[str, str] | None = None) -> None:
        self._run(lambda: self._engine.execute(query, values))

    def _ask(self, query: str, parameters: dict[str, str] | None = None) -> list[tuple[Any, ...]]:
        return self._run(lambda: self._engine.execute(query, parameters).fetchall())

    def _run(self, work: Callable[[], T]) -> T:
        """Do some work of the engine, told and cancelled as `run` does, with its errors replaced."""
        with translated(self._file):
            return run(self._engine, work, Stage.COUNT, self._progress)


def _of(aggregate: str, given: str) -> str:
    return f"coalesce(sum({given}), 0)::BIGINT" if aggregate == "sum" else f"{aggregate}({given})"
