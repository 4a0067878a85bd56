"""The `source` object of a dictionary, format by format: which keys it has, and what is wrong with them together.

A format is a subclass of `SourceRecord` and stands in `AnySource`; whoever asks for the keys of a kind asks `SOURCES`.
"""

import codecs
from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, get_args

from pydantic import Field, StringConstraints

from dpdesk.limits import MOST_COLUMNS
from dpdesk.schema.file.fields import Column, Record

TableName = Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=r"^[^\x00]+$")]
EncodingName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.\-]{2,40}$")]
DecimalMark = Literal[".", ","]
ThousandsMark = Literal["", ",", ".", " ", "'", "’", "\u00a0", "\u202f"]


class SourceRecord(Record):
    """What every format says of itself, beside its keys: `called` is its proper name, "" for one described in words."""

    called: ClassVar[str] = ""

    @classmethod
    def hides_empty_records(cls, columns: int | None) -> bool:
        """Whether a record without any value looks like no record; `columns` is their number, if it is known."""
        return False

    def marks(self) -> tuple[str, str]:
        """The decimal and the grouping mark of its numbers."""
        return ".", ""

    def problems(self) -> Iterator[tuple[str, str]]:
        """Yield each key that cannot be so, and the code of its problem."""
        return iter(())


class CsvSource(SourceRecord):
    """A delimited text file."""

    kind: Literal["csv"]
    delimiter: Annotated[str, StringConstraints(min_length=1, max_length=1)] = ","
    encoding: EncodingName = "utf-8"
    decimal: DecimalMark = "."
    thousands: ThousandsMark = ""
    quote: Literal["", '"', "'"] = '"'
    header_row: Annotated[int, Field(ge=0, le=1_000_000)] = 1

    @classmethod
    def hides_empty_records(cls, columns: int | None) -> bool:
        """A record of one empty cell is a blank line."""
        return columns == 1

    def marks(self) -> tuple[str, str]:
        """The decimal and the grouping mark of its numbers."""
        return self.decimal, self.thousands

    def problems(self) -> Iterator[tuple[str, str]]:
        """Yield marks that cannot be told apart, and an encoding nobody knows."""
        yield from marks_alike(self)
        if self.delimiter in ("\n", "\r") or self.delimiter == self.quote:
            yield "delimiter", "schema.delimiter"
        yield from unknown_encoding(self.encoding)


class ParquetSource(SourceRecord):
    """A Parquet file, or a folder of Parquet files that are parts of one table; no marks to choose."""

    called: ClassVar[str] = "Parquet"
    kind: Literal["parquet"]


class XlsxSource(SourceRecord):
    """One sheet of an Excel workbook; its numbers have no marks to choose."""

    kind: Literal["xlsx"]
    header_row: Annotated[int, Field(ge=0, le=1_048_576)] = 1
    sheet: Annotated[str, StringConstraints(min_length=1, max_length=31)] | None = None

    @classmethod
    def hides_empty_records(cls, columns: int | None) -> bool:
        """A row of empty cells is no row."""
        return True


class DuckdbSource(SourceRecord):
    """One table or view of a DuckDB file; outside the schema `main` its name has the schema and a point before it."""

    kind: Literal["duckdb"]
    table: TableName


class SqliteSource(SourceRecord):
    """One table or view of an SQLite file."""

    kind: Literal["sqlite"]
    table: TableName


class FixedColumn(Record):
    """Where a column of a text of fixed width stands: its first place, counted from 1 in characters, and its width."""

    name: Column
    start: Annotated[int, Field(ge=1, le=1_000_000)]
    width: Annotated[int, Field(ge=1, le=1_000_000)]


class FixedSource(SourceRecord):
    """A text file whose records are lines and whose columns stand at fixed places; it has no column names."""

    kind: Literal["fixed"]
    columns: Annotated[list[FixedColumn], Field(min_length=1, max_length=MOST_COLUMNS)]
    encoding: EncodingName = "utf-8"
    decimal: DecimalMark = "."
    thousands: ThousandsMark = ""

    def marks(self) -> tuple[str, str]:
        """The decimal and the grouping mark of its numbers."""
        return self.decimal, self.thousands

    def problems(self) -> Iterator[tuple[str, str]]:
        """Yield two columns of one name, marks that cannot be told apart, and an encoding nobody knows."""
        if len({column.name for column in self.columns}) < len(self.columns):
            yield "columns", "schema.columns_alike"
        yield from marks_alike(self)
        yield from unknown_encoding(self.encoding)


class StatisticalSource(SourceRecord):
    """What files of statistical programs share: `characters` is their encoding, "" for what the file itself says."""

    characters: EncodingName | Literal[""] = ""

    def problems(self) -> Iterator[tuple[str, str]]:
        """Yield an encoding nobody knows."""
        if self.characters:
            yield from (("characters", what) for _, what in unknown_encoding(self.characters))


class SpssSource(StatisticalSource):
    """A file of SPSS (.sav, .zsav, .por); `characters` is the encoding of its texts where it states a wrong one."""

    kind: Literal["spss"]


class StataSource(StatisticalSource):
    """A file of Stata (.dta); `characters` is the encoding of its texts where it states a wrong one."""

    kind: Literal["stata"]


class SasSource(StatisticalSource):
    """A file of SAS (.sas7bdat, .xpt); `characters` is the encoding of its texts where it states a wrong one."""

    kind: Literal["sas"]


AnySource = Annotated[
    CsvSource
    | ParquetSource
    | XlsxSource
    | DuckdbSource
    | SqliteSource
    | FixedSource
    | SpssSource
    | StataSource
    | SasSource,
    Field(discriminator="kind"),
]

SOURCES: dict[str, type[SourceRecord]] = {
    get_args(record.model_fields["kind"].annotation)[0]: record for record in get_args(get_args(AnySource)[0])
}
"""The keys of each kind of source."""


def marks_alike(source: SourceRecord) -> Iterator[tuple[str, str]]:
    """Yield the grouping mark where it is the decimal mark."""
    decimal, thousands = source.marks()
    if decimal == thousands:
        yield "thousands", "schema.marks_alike"


def unknown_encoding(name: str) -> Iterator[tuple[str, str]]:
    """Yield the encoding where nobody knows it."""
    try:
        codecs.lookup(name)
    except LookupError:
        yield "encoding", "schema.encoding"
