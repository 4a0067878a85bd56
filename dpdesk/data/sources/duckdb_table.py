"""One table or view of a DuckDB file, opened read-only: nothing is written to it or beside it.

The file is attached to an engine of its own, which then can reach nothing else: a view that reads another file, the
network or another database is refused when it is opened. What a crashed writer left in the log beside the file
(`.wal`) is read with it, in memory, and belongs to its fingerprint; a file that another program has open for writing
is refused.

The engine stores and counts such a table itself, so its number of records is `count(*)`, which reads the row groups'
own numbers and deletions and no column. What it is compared with are rows put together from the columns wanted, which
are stored apart: a column that is cut short, or a reader that skips rows, shows.

A view is read as the table it gives. A row of it is then what is protected: what a view makes of several persons'
records (a sum, a rank, a join with other persons) is nobody's record any more, which no program can see.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk import limits
from dpdesk.data.sources.database import ATTACHED, MEMORY_LIMIT, connection, run
from dpdesk.data.sources.fingerprints import fingerprint_of_all
from dpdesk.data.sources.format import DatabaseFormat
from dpdesk.data.sources.typed import TypedSource, quoted
from dpdesk.errors import BadInput
from dpdesk.problems.problem import phrase, problem
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_BESIDE = (".wal", ".wal.checkpoint", ".wal.recovery")
"""What the engine may leave beside a file and read with it."""
_NAMED = (
    "SELECT schema_name AS folder, table_name AS own, false AS is_view FROM duckdb_tables() "  # noqa: S608 -- ATTACHED is a constant
    f"WHERE database_name = '{ATTACHED}' AND NOT internal AND NOT temporary UNION ALL "
    f"SELECT schema_name, view_name, true FROM duckdb_views() WHERE database_name = '{ATTACHED}' AND NOT internal"
)
_NAME = "CASE WHEN folder = 'main' THEN own ELSE folder || '.' || own END"


def table_names(path: Path) -> tuple[str, ...]:
    """Return the names of tables and views, those of `main` first, one more than `limits.MOST_TABLES` at most."""
    most = limits.MOST_TABLES + 1
    with _opened(path) as engine:
        query = f"SELECT {_NAME} AS name FROM ({_NAMED}) ORDER BY folder <> 'main', name LIMIT {most}"  # noqa: S608 -- constants, a whole number
        return tuple(str(row[0]) for row in engine.execute(query).fetchall())


@contextmanager
def _opened(path: Path, memory_limit: str = MEMORY_LIMIT) -> Iterator[DuckDBPyConnection]:
    for beside in _beside(path):
        if not beside.is_file():
            raise BadInput(problem("data.log_is_no_file", log=beside.name, file=path.name))
    with connection(path.name, memory_limit, attached=path) as engine:
        yield engine


def _beside(path: Path) -> list[Path]:
    """The logs that lie beside a file."""
    every = (path.with_name(path.name + ending) for ending in _BESIDE)
    return [beside for beside in every if beside.exists() or beside.is_symlink()]


def _draws(engine: DuckDBPyConnection, view: str) -> bool:
    """Whether a view, or a view or macro that may be named in it, calls what answers otherwise each time."""
    defined = engine.execute(
        f"SELECT view_name, sql FROM duckdb_views() WHERE database_name = '{ATTACHED}' AND NOT internal "  # noqa: S608 -- ATTACHED is a constant
        "UNION ALL SELECT function_name, macro_definition FROM duckdb_functions() "
        f"WHERE database_name = '{ATTACHED}' AND macro_definition IS NOT NULL"
    ).fetchall()
    query = "SELECT DISTINCT function_name FROM duckdb_functions() WHERE stability = 'VOLATILE' AND internal"
    calls = "|".join(re.escape(str(name)) for (name,) in engine.execute(query).fetchall())
    anew = re.compile(rf'\b(?:(?:{calls})"?\s*\(|TABLESAMPLE\b|USING\s+SAMPLE\b)', re.IGNORECASE)
    left = [(_words(str(name)), str(sql)) for name, sql in defined]
    words = _words(view)
    while named := [sql for name, sql in left if name <= words]:
        if any(anew.search(sql) for sql in named):
            return True
        left = [entry for entry in left if not entry[0] <= words]
        words = words.union(*map(_words, named))
    return False


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))


class DuckdbSource(TypedSource):
    """A table or view of a DuckDB file; outside the schema `main` its name has the schema and a point before it."""

    def __init__(self, path: Path, table: str) -> None:
        self.path, self.table = path, table
        with self.engine() as engine:
            folder, table_name, self.is_view = self._find(engine)
            self._table = f"{ATTACHED}.{quoted(folder)}.{quoted(table_name)}"
            self._open(engine)

    def _find(self, engine: DuckDBPyConnection) -> tuple[str, str, bool]:
        query = f"SELECT folder, own, is_view FROM ({_NAMED}) WHERE {_NAME} = $name LIMIT 2"  # noqa: S608 -- constants; the name is bound
        tables = engine.execute(query, {"name": self.table}).fetchall()
        if not tables:
            raise BadInput(problem("data.no_table", file=self.name, table=self.table))
        if len(tables) > 1:
            raise BadInput(problem("data.two_tables", file=self.name, table=self.table))
        folder, table, is_view = tables[0]
        return str(folder), str(table), bool(is_view)

    def _open(self, engine: DuckDBPyConnection) -> None:
        import duckdb

        table = phrase("data.the_view" if self.is_view else "data.the_table", name=self.table, file=self.name)
        try:
            self._describe(engine)
            # Only the definition of a table says which texts count as equal: it is read from an empty one like it.
            engine.execute(f"CREATE TEMP TABLE like_it AS SELECT * FROM {self._table} LIMIT 0")  # noqa: S608 -- names by quoted()
            made = engine.execute("SELECT sql FROM duckdb_tables() WHERE table_name = 'like_it'").fetchone()
            engine.execute("DROP TABLE temp.like_it")
        except duckdb.OutOfMemoryException:
            raise
        except duckdb.PermissionException:
            raise BadInput(problem("data.reads_outside", table=table)) from None
        except (duckdb.Error, RuntimeError):
            raise BadInput(problem("data.table_broken", table=table)) from None
        if self.is_view and _draws(engine, self.table):
            raise BadInput(problem("data.view_draws", table=self.table, file=self.name))
        self._collated = made is None or "COLLATE" in str(made[0]).upper()

    def engine(self, memory_limit: str = MEMORY_LIMIT) -> AbstractContextManager[DuckDBPyConnection]:
        """Open an engine that can reach this database and nothing else."""
        return _opened(self.path, memory_limit)

    def count(self, progress: Progress = silent) -> int:
        """Return the number of rows without reading a column."""
        with self.engine() as engine:
            query = f"SELECT count(*) FROM {self._table}"  # noqa: S608 -- names by quoted()
            row = run(engine, lambda: engine.execute(query).fetchone(), "counting records", progress)
        return int(row[0]) if row else 0

    def fingerprint(self, key: bytes, progress: Progress = silent) -> str:
        """Return the keyed fingerprint of the file, and of the logs beside it that hold anything."""
        logs = [(log.name.removeprefix(self.path.name), log) for log in _beside(self.path) if log.stat().st_size]
        return fingerprint_of_all([("database", self.path), *logs], key, progress)


class DuckdbFormat(DatabaseFormat):
    """Knows a DuckDB file by its mark, lists its tables and views and opens one."""

    kind = "duckdb"
    what = phrase("data.duckdb_database")
    endings = (".duckdb", ".ddb", ".db")

    def recognises(self, path: Path, head: bytes) -> bool:
        """A DuckDB file has its mark after a checksum, and then a NUL, which no text has."""
        return head[8:12] == b"DUCK" and b"\0" in head[12:20]

    def tables(self, path: Path) -> Sequence[str]:
        """Return the names of tables and views."""
        return table_names(path)

    def table(self, path: Path, name: str) -> DuckdbSource:
        """Open one table or view."""
        return DuckdbSource(path, name)
