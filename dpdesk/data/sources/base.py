"""Microdata, opened: a file, a table of a database or a folder of parts; its columns, and its rows as text.

A `Source` offers the same two things for every format. `scan` names, for an engine, a table of the wanted
columns as text, if the engine may read this file by itself (regular UTF-8 text, Parquet); `batches` yields
rows of the wanted columns as lists of text, which every format can do. A missing cell is the empty text in
both. `count` is the number of records found independently of either, `fingerprint` recognises the file
before and after it is read, and `records_fingerprint` the records of a text file that was written anew.

Opening reads the heading only, and says what is wrong with the file in one sentence without its content.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from dpdesk.data.sources import encodings, fingerprints, headings, magic
from dpdesk.data.sources.database import MEMORY_LIMIT, OutOfMemory, connection, path_literal, text_literal, translated
from dpdesk.data.sources.records import data_records, records
from dpdesk.data.sources.survey import survey, survey_decoded
from dpdesk.errors import BadInput
from dpdesk.limits import BATCH_CELLS, BATCH_CHARACTERS, MOST_BLANK_LINES
from dpdesk.progress import Progress, silent
from dpdesk.schema.dictionary import SourceFormat
from dpdesk.schema.source import DATABASES
from dpdesk.schema.variables.numberformat import NumberFormat

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

BATCH = 20_000
SQLITE = b"SQLite format 3\0"
"""What every SQLite file begins with."""
_NULL = "\x01\x01"
"""What the engine's reader is told to take for null, which it must be told."""
Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stored:
    """A FROM item with columns c0, c1, … whose equal values have equal texts, and SQL for the text of each.

    Rows of equal values can be counted together before any text is made of them.
    """

    table: str
    texts: tuple[str, ...]


class Source(Protocol):
    """An opened file of microdata; `columns` are its names in order, `numbers` how it writes numbers.

    `hint` says what its heading alone suggests is wrong with the declared format; "" where nothing is.
    """

    path: Path
    columns: tuple[str, ...]
    hint: str

    @property
    def name(self) -> str:
        """What sentences call it."""
        ...

    @property
    def floating(self) -> frozenset[str]:
        """The columns that hold floating-point numbers, whose whole numbers read 1.0."""
        ...

    @property
    def numbers(self) -> NumberFormat:
        """How the file writes numbers."""
        ...

    def count(self, progress: Progress = silent) -> int:
        """Return the number of records, found without the engine's reader."""
        ...

    def has_records(self) -> bool:
        """Say whether there is a record at all, without counting them where that takes long."""
        ...

    def fingerprint(self, key: bytes, progress: Progress = silent) -> str:
        """Return a keyed fingerprint of everything that is read."""
        ...

    def records_fingerprint(self, key: bytes, progress: Progress = silent) -> str:
        """Return a keyed fingerprint of the records, however they are written and ordered; "" where there is none."""
        ...

    def engine(self, memory_limit: str = MEMORY_LIMIT) -> AbstractContextManager[DuckDBPyConnection]:
        """Open an engine that may read this source: the one to be given to `scan` and `stored`."""
        ...

    def scan(self, engine: DuckDBPyConnection, wanted: Sequence[str]) -> str | None:
        """Return a FROM item with columns c0, c1, … (the wanted ones, text, '' for missing), or None."""
        ...

    def stored(self, engine: DuckDBPyConnection, wanted: Sequence[str]) -> Stored | None:
        """Return the same table with its columns as they are stored, or None where `scan` does."""
        ...

    def batches(self, wanted: Sequence[str], size: int = BATCH) -> Iterator[list[Row]]:
        """Yield the rows of the wanted columns as text, `size` at a time."""
        ...


def batched(rows: Iterator[list[str]], where: Sequence[int], size: int) -> Iterator[list[Row]]:
    """Yield rows cut down to the positions `where`, at most `size` at a time, fewer where they are long."""
    size = max(1, min(size, BATCH_CELLS // max(len(where), 1)))
    batch: list[Row] = []
    held = 0
    for row in rows:
        cells = tuple([row[position] for position in where])
        batch.append(cells)
        held += sum(map(len, cells))
        if len(batch) == size or held > BATCH_CHARACTERS:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


class OneFile:
    """What is alike for sources that are one file: its fingerprint, and that most store text."""

    path: Path

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.name

    @property
    def floating(self) -> frozenset[str]:
        """No columns: most formats store text."""
        return frozenset()

    def engine(self, memory_limit: str = MEMORY_LIMIT) -> AbstractContextManager[DuckDBPyConnection]:
        """Open an engine with every precaution."""
        return connection(self.name, memory_limit)

    def stored(self, engine: DuckDBPyConnection, wanted: Sequence[str]) -> Stored | None:
        """Return what `scan` does: the columns are text as they are stored."""
        scan = self.scan(engine, wanted)
        return None if scan is None else Stored(scan, tuple(f"c{number}" for number in range(len(wanted))))

    def scan(self, engine: DuckDBPyConnection, wanted: Sequence[str]) -> str | None:
        """Return no table: most formats are not for the engine."""
        return None

    def has_records(self) -> bool:
        """Say whether there is a first record."""
        return next(self.batches((), 1), None) is not None

    def batches(self, wanted: Sequence[str], size: int = BATCH) -> Iterator[list[Row]]:
        """Yield the rows of the wanted columns as text."""
        raise NotImplementedError

    def fingerprint(self, key: bytes, progress: Progress = silent) -> str:
        """Return the keyed fingerprint of the file's bytes."""
        return fingerprints.fingerprint(self.path, key, progress)

    def records_fingerprint(self, key: bytes, progress: Progress = silent) -> str:
        """Return none: most formats write the same records in the same way."""
        return ""


class DelimitedSource(OneFile):
    """A CSV or TSV file of any encoding, delimiter and line end."""

    def __init__(self, path: Path, format: SourceFormat) -> None:
        if len(format.delimiter) != 1 or format.delimiter in "\r\n\0" or format.delimiter == format.quote:
            raise BadInput("The delimiter must be one character, not a line end and not the quote.")
        if len(format.quote) > 1 or format.quote in {"\r", "\n", "\0"}:
            raise BadInput("The quote must be one character or empty.")
        self.path, self.format = path, format
        self.encoding = encodings.resolve(path, format.encoding)
        before, heading, self._first = self._head()
        self._skipped = before + (1 if format.header_row else 0)
        self.columns = headings.column_names(heading)
        alone = format.header_row and len(heading) == 1
        self.hint = headings.separator_hint(heading[0], format.delimiter) if alone else ""
        self._regular: bool | None = None
        self._surveyed: tuple[int | None, tuple[int, int]] | None = None  # a count made on the way, and of what file

    @property
    def numbers(self) -> NumberFormat:
        """The declared decimal and grouping marks."""
        return self.format.numbers

    def _records(self) -> Iterator[tuple[int, list[str]]]:
        return records(self.path, self.encoding, self.format.delimiter, self.format.quote)

    def _head(self) -> tuple[int, list[str], list[str] | None]:
        """Return (non-blank records before the heading, its cells, first record of data)."""
        before, name = 0, self.path.name
        header: list[str] | None = None
        blank = 0
        for line, fields in self._records():
            if not fields:
                blank += 1
                if header is None and line > self.format.header_row > 0:
                    break
                if blank > MOST_BLANK_LINES:
                    raise BadInput(f"{name} has more than {MOST_BLANK_LINES} blank lines before its records.")
                continue
            if line < self.format.header_row:
                before += 1
            elif header is None:
                if self.format.header_row and line != self.format.header_row:
                    break
                header = fields if self.format.header_row else [""] * len(fields)
                headings.require_headings(header, name)
                if not self.format.header_row:
                    return before, header, fields
            else:
                return before, header, fields
        if header is None:
            if before == 0 and self.format.header_row <= 1:
                raise BadInput(f"{name} is empty: it has no header row.")
            raise BadInput(f"{name} has no record that starts at line {self.format.header_row}: check the header row.")
        return before, header, None

    def _survey(self, progress: Progress) -> int | None:
        """Return the number of records counted from the bytes; None where only the exact reader can tell."""
        delimiter, quote = self.format.delimiter, self.format.quote
        self._regular = False
        if self.encoding.codec == "utf-8" and delimiter.isascii() and quote.isascii():
            found = survey(self.path, self.encoding.mark, delimiter, quote, progress)
            self._regular = found.regular
        if not self._regular:
            found = survey_decoded(self.path, self.encoding, delimiter, quote)
        return found.records - self._skipped if found.regular else None

    def records_fingerprint(self, key: bytes, progress: Progress = silent) -> str:
        """Return the keyed fingerprint of the multiset of records; of the bytes where not all records can be read.

        A file that cannot be read is refused when it is counted, which may want some of its columns only.
        """
        from dpdesk.data.sources.record_fingerprints import RecordHash, of_bytes_alone

        records = RecordHash(key, self.columns)
        try:
            with suppress(OutOfMemory), self.engine() as engine:
                state = self._state()
                rows = self._survey(lambda _, fraction=None: progress("fingerprint", fraction))
                self._surveyed = rows, state
                table = self.scan(engine, self.columns)
                found = None if table is None else records.of_table(engine, table, self.path.name, rows, progress)
                if found is not None:
                    return found
            return records.of_rows(self.batches(self.columns), progress)
        except BadInput:
            return of_bytes_alone(key, self.fingerprint(key, progress))

    def _state(self) -> tuple[int, int]:
        """What changes when the file is written."""
        try:
            status = self.path.stat()
        except OSError as error:
            raise BadInput(f"{self.path.name} cannot be read ({error.strerror or 'input error'}).") from None
        return status.st_size, status.st_mtime_ns

    def count(self, progress: Progress = silent) -> int:
        """Return the number of records after the heading, blank lines not counted."""
        known, self._surveyed = self._surveyed, None
        counted = known[0] if known is not None and known[1] == self._state() else self._survey(progress)
        if counted is not None:
            return counted
        total = 0
        for line, fields in self._records():
            if fields and line > self.format.header_row:
                total += 1
                if total % BATCH == 0:
                    progress("counting records", None)
        return total

    def scan(self, engine: DuckDBPyConnection, wanted: Sequence[str]) -> str | None:
        """Return the engine's reader for a regular UTF-8 file whose first record it reads as we do."""
        where = headings.positions(self.columns, wanted, self.path.name, self.hint)
        if self._regular is None:
            self._survey(silent)
        if not self._regular or self._first is None or len(self._first) != len(self.columns):
            return None
        reader = self._reader()
        with translated(self.path.name):
            first = engine.execute(f"SELECT * FROM {reader} LIMIT 1").fetchone()  # noqa: S608 -- literals quoted
        if first is None or list(first) != self._first:
            return None
        # No text is missing to us: what the reader takes for null is put back as the text it was.
        picked = ", ".join(
            f"coalesce(x{position}, {text_literal(_NULL)}) AS c{number}" for number, position in enumerate(where)
        )
        return f"(SELECT {picked or '0 AS c0'} FROM {reader})"  # noqa: S608 -- our own names only

    def _reader(self) -> str:
        columns = ", ".join(f"'x{i}': 'VARCHAR'" for i in range(len(self.columns)))
        quote = text_literal(self.format.quote)
        skip = self._lines_before_data()
        return (
            f"read_csv({path_literal(self.path)}, auto_detect=false, columns={{{columns}}}, "
            f"delim={text_literal(self.format.delimiter)}, quote={quote}, escape={quote}, header=false, "
            f"skip={skip}, strict_mode=true, null_padding=false, ignore_errors=false, all_varchar=true, "
            f"nullstr={text_literal(_NULL)}, compression='none', "
            "max_line_size=2000000)"
        )

    def _lines_before_data(self) -> int:
        """How many lines the engine must skip: every record up to the heading, blank lines included."""
        if not self.format.header_row:
            return 0
        skipped = 0
        for line, _ in self._records():
            if line > self.format.header_row:
                break
            skipped += 1
        return skipped

    def batches(self, wanted: Sequence[str], size: int = BATCH) -> Iterator[list[Row]]:
        """Yield rows through the exact reader."""
        where = headings.positions(self.columns, wanted, self.path.name, self.hint)
        rows = data_records(
            self.path,
            self.encoding,
            self.format.delimiter,
            self.format.quote,
            self.format.header_row,
            len(self.columns),
            self.hint,
        )
        return batched(rows, where, size)


def open_source(path: str | Path, format: SourceFormat) -> Source:
    """Open a file of microdata, or a folder of Parquet files, as its dictionary says it is written.

    Raises:
        BadInput: one sentence saying why it cannot be read as declared; never any of its content.
    """
    path = Path(path)
    if path.is_dir():
        if format.kind != "parquet":
            raise BadInput(f"{path} is a folder; name the file of microdata in it.")
        from dpdesk.data.sources.parquet_parts import PartsSource

        return PartsSource(path)
    require_file(path)
    if format.kind in DATABASES:
        return _database(path, format)
    refuse_by_name(path)
    refuse_other_kind(path, format.kind)
    if format.kind == "parquet":
        from dpdesk.data.sources.typed import ParquetSource

        return ParquetSource(path)
    if format.kind == "xlsx":
        from dpdesk.data.sources.workbook import WorkbookSource

        return WorkbookSource(path, format.sheet, format.header_row)
    return DelimitedSource(path, format)


def _database(path: Path, format: SourceFormat) -> Source:
    if format.table is None:
        raise BadInput(f"{path.name} is a database: the source format must name its table.")
    if format.kind == "sqlite":
        from dpdesk.data.sources.sqlite_table import SqliteSource

        return SqliteSource(path, format.table)
    from dpdesk.data.sources.duckdb_table import DuckdbSource

    return DuckdbSource(path, format.table)


def database_kind(path: Path) -> str | None:
    """Return "duckdb" or "sqlite" for what begins as such a database does, else None."""
    with path.open("rb") as file:
        head = file.read(20)
    if head.startswith(SQLITE):
        return "sqlite"
    return "duckdb" if head[8:12] == b"DUCK" and b"\0" in head[12:] else None  # no text has a NUL


def refuse_by_name(path: Path) -> None:
    """Refuse in words what is recognisably a kind of file that is never read, or one that another reader reads."""
    kind = database_kind(path)
    if kind is not None:
        named = {"sqlite": "an SQLite", "duckdb": "a DuckDB"}[kind]
        raise BadInput(f'{path.name} is {named} database: the source format must have the kind "{kind}".')
    unread = magic.unread(path)
    if unread is not None:
        raise BadInput(f"{path.name} is {unread}.")
    if path.suffix.lower() in {".xls", ".ods", ".xlsb", ".pkl", ".npy", ".sav", ".dta", ".sas7bdat"}:
        raise BadInput(
            f"{path.name}: files of kind {path.suffix.lower()} are not read; save it as .xlsx, CSV or Parquet."
        )


def require_file(path: Path) -> None:
    """Refuse a path at which there is no file that can be read again and again.

    Raises:
        BadInput: nothing is there, or a pipe or device, which gives its bytes once.
    """
    if path.is_file():
        return
    if path.exists():
        raise BadInput(
            f"{path} is a pipe or a device, which can be read only once, and a file is read several times: write it "
            "to a file and name that."
        )
    raise BadInput(f"There is no file {path}; check the path.")


def refuse_other_kind(path: Path, kind: str) -> None:
    """Refuse a file that its first bytes show to be of another kind than the dictionary says.

    Raises:
        BadInput: what it is, and what to do.
    """
    found = magic.kind_of(path)
    if found is None or found == kind:
        return
    what, text = magic.READ[found], "delimited text" if kind == "csv" else magic.READ[kind]
    raise BadInput(
        f"{path.name} is {what} whatever its name says, and the dictionary says that it is {text}: give the source "
        f'format the kind "{found}", or save the file as {text}.'
    )
