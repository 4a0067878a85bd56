"""One table or view of an SQLite file, read as a stream of rows by Python's own library, without a trace beside it.

The file is opened read-only. One whose writers keep a write-ahead log is opened as a file that does not change, since
SQLite would otherwise make files beside it; so a log that holds anything (`-wal`), or a journal of an unfinished change
(`-journal`), is a reason to refuse: what it says is not in the file yet. A file that changes while it is read is known
by its fingerprint before and after.

The file's own definitions are not trusted: no function but SQLite's own plain ones runs, no virtual table is opened, no
recursion, no random number; whatever a view asks for beyond that is refused when the statement is compiled, before a
row is read. A cell longer than `limits.LONGEST_VALUE` is refused by SQLite itself.

A value's text: text as it is, whole numbers digit by digit, other numbers by the shortest decimal that is the stored
one, nothing for NULL. A floating-point 1.0 is `1` wherever it is stored (`plain_texts`): a view's columns have no types
of their own, and those it reads have the types that all persons' values fit. SQLite has no other types: what was stored
as true is 1, a date is the text or number that was stored. BLOBs have no text and are refused. `count(*)` walks the
smallest index or the table's tree and decodes no row; the stream decodes every one.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk import limits
from dpdesk.data.sources import headings
from dpdesk.data.sources.base import BATCH, OneFile, Row
from dpdesk.data.sources.fingerprints import fingerprint_of_all
from dpdesk.data.sources.format import DatabaseFormat
from dpdesk.data.sources.plain_texts import plain_number
from dpdesk.data.sources.records import unreadable
from dpdesk.data.sources.sqlite_numbers import Numbers
from dpdesk.data.sources.typed import quoted
from dpdesk.errors import BadInput
from dpdesk.problems.problem import Phrase, phrase, problem
from dpdesk.progress import Progress, silent
from dpdesk.schema.variables.numberformat import NumberFormat

if TYPE_CHECKING:
    from collections.abc import Callable

    from duckdb import DuckDBPyConnection

SQLITE = b"SQLite format 3\0"
"""What every SQLite file begins with."""
_HEADER = 100
_WAL = 2  # in the two bytes of the header that say how the file is written and read
_JOURNAL = bytes.fromhex("d9d505f920a163d7")
_LOGS = ("-wal", "-journal")
_CELLS_AT_ONCE = 64  # of the longest cells so many fit into memory at once
_SHORT = 2_000  # bytes of a row to which most tables keep
_SHORT_AT_ONCE = 2_000  # rows, while they are short
_COUNTED = 50_000  # short rows that are counted together
_NUMERIC = re.compile("REAL|FLOA|DOUB|INT|NUM|DEC|^$", re.IGNORECASE)  # what SQLite goes by; no type is any
_STEPS = 500_000  # of SQLite's machine between two reports
_TABLES = (
    "SELECT name, type = 'view' FROM sqlite_master WHERE (type = 'view' OR (type = 'table' AND rootpage > 0)) "
    "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
)
_NO_FUNCTIONS = frozenset({"load_extension", "fts3_tokenizer", "readfile", "writefile", "edit", "random", "randomblob"})


def table_names(path: Path) -> tuple[str, ...]:
    """Return the names of tables and views in their order, one more than `limits.MOST_TABLES` at most."""
    with _opened(path) as database:
        query = f"SELECT name FROM ({_TABLES}) ORDER BY name LIMIT {limits.MOST_TABLES + 1}"  # noqa: S608 -- a constant, a whole number
        return tuple(str(row[0]) for row in database.execute(query))


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file read-only with every precaution; every exception of the library is replaced."""
    try:
        with closing(_connected(path)) as database:
            yield database
    except (sqlite3.Error, sqlite3.Warning, UnicodeError, MemoryError, OverflowError) as error:
        raise _error_of(error, path.name) from None


def _connected(path: Path) -> sqlite3.Connection:
    with path.open("rb") as file:
        header = file.read(_HEADER)
    if not header.startswith(SQLITE):
        raise BadInput(problem("data.no_sqlite", file=path.name))
    _require_no_log(path)
    unchanging = "&immutable=1" if _WAL in header[18:20] else ""
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{unchanging}", uri=True, check_same_thread=False)
    try:
        database.enable_load_extension(False)
    except (AttributeError, sqlite3.NotSupportedError):
        pass  # built without extensions
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, limits.LONGEST_VALUE)
    database.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    for pragma in ("trusted_schema = OFF", "query_only = ON", "cell_size_check = ON", "mmap_size = 0"):
        database.execute(f"PRAGMA {pragma}")
    database.execute("PRAGMA temp_store = MEMORY")  # what a view sorts is never written to a disk
    return database


def _require_no_log(path: Path) -> None:
    """Refuse a file beside which changes lie that are not in it."""
    for ending in _LOGS:
        log = path.with_name(path.name + ending)
        try:
            if not log.exists() and not log.is_symlink():
                continue
            if not log.is_file():
                raise BadInput(problem("data.log_is_no_file", log=log.name, file=path.name))
            with log.open("rb") as file:
                begun = file.read(len(_JOURNAL))
        except OSError as error:
            raise BadInput(unreadable(log.name, error)) from None
        if begun and (ending == "-wal" or begun == _JOURNAL):
            raise BadInput(problem("data.changes_in_log", file=path.name, log=log.name))


def _error_of(error: BaseException, file: str) -> BadInput:
    """The sentence for an error of the library, whose own text may quote the data."""
    reason = str(error).lower()
    if isinstance(error, MemoryError):
        return BadInput(problem("data.table_out_of_memory", file=file))
    if "locked" in reason or "busy" in reason:
        return BadInput(problem("data.being_written", file=file))
    if "utf-8" in reason or isinstance(error, UnicodeError):
        return BadInput(problem("data.text_not_valid", file=file))
    if "too big" in reason:
        return BadInput(problem("data.value_too_long", file=file, most=limits.LONGEST_VALUE))
    if "malformed" in reason or "not a database" in reason or "corrupt" in reason or "disk i/o" in reason:
        return BadInput(problem("data.sqlite_damaged", file=file))
    return BadInput(problem("data.sqlite_unreadable", file=file))


class SqliteSource(OneFile):
    """A table or view of an SQLite file."""

    hint: Phrase | None = None
    numbers = NumberFormat()

    def __init__(self, path: Path, table: str) -> None:
        self.path, self.table = path, table
        with _opened(path) as database:
            row = database.execute(f"SELECT * FROM ({_TABLES}) WHERE name = ?", (table,)).fetchone()  # noqa: S608 -- a constant; the name is bound
            if row is None:
                raise BadInput(problem("data.no_table", file=self.name, table=table))
            self.is_view = bool(row[1])
            named = "SELECT name, type FROM pragma_table_info(?)"
            declared = [] if self.is_view else database.execute(named, (table,)).fetchall()
            numeric = {str(name).lower() for name, kind in declared if _NUMERIC.search(str(kind))}
            if self.is_view:
                readable = {str(name).lower() for name, _ in database.execute(_TABLES)}
            else:
                readable = {table.lower()}
            self._allowed = _allowing(frozenset(readable))
            described = self._compiled(database, f"SELECT * FROM {quoted(table)} LIMIT 0").description  # noqa: S608 -- the name by quoted()
        self._stored = tuple(str(column[0]) for column in described)
        headings.require_headings(self._stored, self.name)
        self.columns = headings.column_names(self._stored)
        typed = zip(self.columns, self._stored, strict=True)
        self._numeric = frozenset(name for name, stored in typed if self.is_view or stored.lower() in numeric)
        if len({name.lower() for name in self._stored}) < len(self._stored):
            raise BadInput(problem("data.view_columns", table=table, file=self.name))

    @property
    def numeric(self) -> frozenset[str]:
        """The columns that may hold numbers: those of a table that are not declared to hold others, all of a view."""
        return self._numeric

    def _compiled(self, database: sqlite3.Connection, query: str) -> sqlite3.Cursor:
        """Begin a query that may do nothing but read this table."""
        database.set_authorizer(self._allowed)
        try:
            return database.execute(query)
        except sqlite3.DatabaseError as error:
            reason = str(error).lower()
            if not any(word in reason for word in ("prohibited", "not authorized", "no such", "unsafe", "access to")):
                raise
        table = phrase("data.the_view" if self.is_view else "data.the_table", name=self.table, file=self.name)
        raise BadInput(problem("data.table_not_allowed", table=table))

    def count(self, progress: Progress = silent) -> int:
        """Return the number of rows without decoding one."""
        progress("counting records", None)
        stopped: list[BaseException] = []

        def report() -> int:
            try:
                progress("counting records", None)
            except BaseException as wish:
                stopped.append(wish)
            return len(stopped)

        try:
            with _opened(self.path) as database:
                database.set_progress_handler(report, _STEPS)
                return int(self._compiled(database, f"SELECT count(*) FROM {quoted(self.table)}").fetchone()[0])  # noqa: S608 -- the name by quoted()
        except BadInput:
            if stopped:
                raise stopped[0] from None
            raise

    def scan(self, engine: DuckDBPyConnection, wanted: Sequence[str]) -> str | None:
        """Return None: the engine never reads an SQLite file."""
        headings.positions(self.columns, wanted, self.name)
        return None

    def batches(self, wanted: Sequence[str], size: int = BATCH) -> Iterator[list[Row]]:
        """Yield the rows of the wanted columns as text, `size` at a time, fewer where they are long."""
        where = headings.positions(self.columns, wanted, self.name)
        size = max(1, min(size, limits.BATCH_CELLS // max(len(where), 1)))
        batch: list[Row] = []
        held = 0
        for rows in self._rows(where, size):
            texts = self._texts(rows, where)
            batch += texts
            held += sum(map(len, chain.from_iterable(texts)))
            if len(batch) >= size or held > limits.BATCH_CHARACTERS:
                yield batch
                batch, held = [], 0
        if batch:
            yield batch

    def alike(self, wanted: Sequence[str]) -> Iterator[Counter[Row]]:
        """Yield the rows counted, many at a time: as they are stored, so that only different ones become text.

        Rows of whole numbers are counted as numbers (sqlite_numbers.py), up to the first that has anything else.
        Two numbers can be equal though their texts differ, a whole and a floating-point one or the two zeros; rows with
        floating-point numbers become text before they are counted.
        """
        where = headings.positions(self.columns, wanted, self.name)
        numbers = Numbers(self.table, [self._stored[position] for position in where], self._stored)
        if not self.is_view:
            with _opened(self.path) as database:
                yield from numbers.counted(lambda query: self._compiled(database, query))
        stored: Counter[tuple[Any, ...]] = Counter()
        counted = 0
        for rows in self._rows(where, _SHORT_AT_ONCE, numbers.order):
            if float in set(map(type, chain.from_iterable(rows))):
                yield Counter(self._texts(rows, where))
                continue
            stored.update(rows)
            counted += len(rows)
            if counted >= _COUNTED or len(rows) < _SHORT_AT_ONCE:
                yield self._as_texts(stored, where)
                stored, counted = Counter(), 0
        if stored:
            yield self._as_texts(stored, where)

    def _as_texts(self, stored: Counter[tuple[Any, ...]], where: Sequence[int]) -> Counter[Row]:
        """Counted rows as rows of text; a NULL and an empty text are one text."""
        texts: Counter[Row] = Counter()
        for text, often in zip(self._texts(list(stored), where), stored.values(), strict=True):
            texts[text] += often
        return texts

    def _rows(self, where: Sequence[int], most: int, order: str = "") -> Iterator[list[tuple[Any, ...]]]:
        """Rows as they are stored: many at once while they are short, few from the first long one on."""
        read = 0
        with _opened(self.path) as database:
            database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _SHORT)
            try:
                cursor = self._selected(database, where, order)
                while rows := cursor.fetchmany(min(most, _SHORT_AT_ONCE)):
                    read += len(rows)
                    yield rows
                return
            except sqlite3.DataError as error:
                if "too big" not in str(error).lower():
                    raise
        few = min(most, max(1, _CELLS_AT_ONCE // max(len(where), 1)))
        with _opened(self.path) as database:
            cursor = self._selected(database, where, order)
            while rows := cursor.fetchmany(few):
                if read < len(rows):
                    yield rows[read:]
                read = max(0, read - len(rows))

    def _selected(self, database: sqlite3.Connection, where: Sequence[int], order: str) -> sqlite3.Cursor:
        """Begin to read some columns."""
        names = ", ".join(quoted(self._stored[position]) for position in where) or "0"
        return self._compiled(database, f"SELECT {names} FROM {quoted(self.table)}{order}")  # noqa: S608 -- names by quoted()

    def _texts(self, rows: list[tuple[Any, ...]], where: Sequence[int]) -> list[Row]:
        """Rows of stored values as rows of text."""
        if not where:
            return [()] * len(rows)
        made: list[Sequence[str]] = []
        for position, column in zip(where, zip(*rows, strict=True), strict=True):
            kinds = set(map(type, column))
            if bytes in kinds:
                raise BadInput(problem("data.binary", column=self.columns[position], file=self.name))
            if kinds == {str}:
                made.append(column)
            elif float in kinds:
                made.append(list(map(_plain, column)))
            elif type(None) in kinds:
                made.append(["" if value is None else str(value) for value in column])
            else:
                made.append(list(map(str, column)))
        return list(zip(*made, strict=True))

    def fingerprint(self, key: bytes, progress: Progress = silent) -> str:
        """Return the keyed fingerprint of the file; a log beside it that holds anything is a refusal."""
        _require_no_log(self.path)
        return fingerprint_of_all([("database", self.path)], key, progress)


def _plain(value: Any) -> str:
    """The text of a value of any type but binary."""
    if isinstance(value, float):
        return plain_number(str(value))
    return "" if value is None else str(value)


def _allowing(readable: frozenset[str]) -> Callable[[int, str | None, str | None, str | None, str | None], int]:
    """What a statement may do: read these tables, and compute with SQLite's own plain functions."""

    def allowed(action: int, first: str | None, second: str | None, database: str | None, inside: str | None) -> int:
        if action == sqlite3.SQLITE_SELECT:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_READ and (first or "").lower() in readable:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() not in _NO_FUNCTIONS:
            return sqlite3.SQLITE_OK
        return sqlite3.SQLITE_DENY

    return allowed


class SqliteFormat(DatabaseFormat):
    """Knows an SQLite file by its first bytes, lists its tables and opens one."""

    kind = "sqlite"
    what = phrase("data.sqlite_database")
    endings = (".sqlite", ".sqlite3", ".db3")

    def recognises(self, path: Path, head: bytes) -> bool:
        """Every SQLite file begins alike."""
        return head.startswith(SQLITE)

    def tables(self, path: Path) -> Sequence[str]:
        """Return the names of tables and views."""
        return table_names(path)

    def table(self, path: Path, name: str) -> SqliteSource:
        """Open one table or view."""
        return SqliteSource(path, name)
