"""Tables whose columns have types, read by the engine: Parquet files, and what else stores values rather than text.

Every value is cast to its exact text: whole numbers and decimals digit by digit, binary numbers by the shortest
decimal that is the stored one, whole ones without a point (`plain_texts`), dates as 2000-04-01, true and false; a
missing value is the empty text. Nested and binary values have no such text, and their columns are refused when they are
asked for.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk.data.sources import headings
from dpdesk.data.sources.base import BATCH, OneFile, Row, Stored
from dpdesk.data.sources.database import path_literal
from dpdesk.data.sources.parquet.guard import check_footer
from dpdesk.data.sources.plain_texts import plain_number_sql
from dpdesk.errors import BadInput
from dpdesk.problems.problem import Phrase, problem
from dpdesk.progress import Progress, silent
from dpdesk.schema.variables.numberformat import NumberFormat

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_ONE_TEXT = frozenset(
    "BOOLEAN TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT VARCHAR DATE UUID "
    "TIMESTAMP TIMESTAMP_S TIMESTAMP_MS TIMESTAMP_NS".split()
)
"""Types whose equal values have one text; not so 0.0 and -0.0, or one month and thirty days."""
_WHOLE = frozenset(kind for kind in _ONE_TEXT if kind.endswith(("INT", "INTEGER")))
_BINARY = frozenset({"FLOAT", "DOUBLE"})


def as_text(column: str) -> str:
    """Return SQL for the exact text of a column's values, '' for missing ones."""
    return f"coalesce(CAST({column} AS VARCHAR), '')"


def plain_text(column: str, kind: str) -> str:
    """Return SQL for the same, whole binary numbers written as those of a column of whole numbers are."""
    return plain_number_sql(as_text(column)) if kind in _BINARY else as_text(column)


def without_collation(column: str) -> str:
    """Return SQL for a text column's values, which are compared sign by sign from here on."""
    return f"coalesce(decode(encode({column})), '')"


def quoted(name: str) -> str:
    """Return a name as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


class TypedSource(OneFile):
    """A table that the engine reads by itself from `_table`, a FROM item.

    `_collated` says that some of its texts may be declared to count as equal though they differ in their signs.
    """

    hint: Phrase | None = None
    numbers = NumberFormat()
    only_by_engine = True
    columns: tuple[str, ...]
    _table: str
    _collated = False

    def _describe(self, engine: DuckDBPyConnection) -> None:
        """Take the names and types of the columns from the engine."""
        described = engine.execute(f"DESCRIBE SELECT * FROM {self._table}").fetchall()  # noqa: S608 -- paths by path_literal(), names by quoted()
        self._stored = tuple(str(row[0]) for row in described)
        self._types = tuple(str(row[1]).upper() for row in described)
        headings.require_headings(self._stored, self.name)
        self.columns = headings.column_names(self._stored)

    @property
    def numeric(self) -> frozenset[str]:
        """The columns of whole numbers and of binary floating-point numbers."""
        return frozenset(name for name, kind in zip(self.columns, self._types, strict=True) if kind in _WHOLE | _BINARY)

    def scan(self, engine: DuckDBPyConnection, wanted: Sequence[str]) -> str | None:
        """Return the wanted columns cast to text."""
        stored = self.stored(engine, wanted)
        columns = ", ".join(f"{text} AS c{number}" for number, text in enumerate(stored.texts))
        return f"(SELECT {columns or '0 AS c0'} FROM {stored.table})"  # noqa: S608 -- columns by number, and what stored() quoted

    def stored(self, engine: DuckDBPyConnection, wanted: Sequence[str]) -> Stored:
        """Return the wanted columns as they are stored, those as text whose equal values can differ in their texts."""
        parts, texts = [], []
        for number, position in enumerate(headings.positions(self.columns, wanted, self.name)):
            kind = self._types[position]
            if kind.endswith("]") or kind.startswith(("STRUCT", "MAP", "UNION", "BLOB", "LIST", "VARIANT")):
                raise BadInput(problem("data.nested", column=self.columns[position], file=self.name))
            stored = quoted(self._stored[position])
            if kind == "VARCHAR" and self._collated:
                parts.append(f"{without_collation(stored)} AS c{number}")
                texts.append(f"c{number}")
                continue
            exact = kind in _ONE_TEXT or kind.startswith("DECIMAL(")
            parts.append(f"{stored if exact else plain_text(stored, kind)} AS c{number}")
            texts.append(as_text(f"c{number}") if exact else f"c{number}")
        return Stored(f"(SELECT {', '.join(parts) or '0 AS c0'} FROM {self._table})", tuple(texts))  # noqa: S608 -- columns by quoted(); _table as above

    @abstractmethod
    def count(self, progress: Progress = silent) -> int:
        """Return the number of records."""

    def has_records(self) -> bool:
        """Say whether there is a record, by their number, which such tables know."""
        return self.count() > 0

    def batches(self, wanted: Sequence[str], size: int = BATCH) -> Iterator[list[Row]]:
        """Yield rows through a streamed query."""
        with self.engine() as engine:
            yield from streamed(engine, self.scan(engine, wanted) or "", size)


def streamed(engine: DuckDBPyConnection, scan: str, size: int = BATCH) -> Iterator[list[Row]]:
    """Yield the rows of a scan without holding more than one batch of them."""
    engine.execute(f"SELECT * FROM {scan}")  # noqa: S608 -- what scan() quoted
    while batch := engine.fetchmany(size):
        yield batch


class ParquetSource(TypedSource):
    """One Parquet file, read by the engine itself."""

    def __init__(self, path: Path) -> None:
        check_footer(path)
        self.path = path
        # What the folders above the file are called is none of its columns.
        self._table = f"read_parquet({path_literal(path)}, hive_partitioning=false)"
        with self.engine() as engine:
            self._describe(engine)

    def count(self, progress: Progress = silent) -> int:
        """Return the number of rows the file's own footer states."""
        progress("counting records", None)
        with self.engine() as engine:
            query = f"SELECT num_rows FROM parquet_file_metadata({path_literal(self.path)})"  # noqa: S608 -- a path by path_literal()
            row = engine.execute(query).fetchone()
        return int(row[0]) if row else 0
