"""What a cluster is told of a source: where its files lie and how they are read, so that they read as they do here.

The source is opened and judged on this computer first, by its heading or footer, and its records are counted and its
bytes fingerprinted here; the cluster must see the same files under the same path. Only what every engine turns into
the same texts is left to a cluster, and everything else is refused in a sentence:

- Parquet columns of whole numbers, texts, truth values, dates (1583 to 9999) and decimals with at most six places;
  not floating-point numbers and times of day, which engines write differently;
- delimited text that is UTF-8, regular (see `survey`), and has each record on a line of its own, below one header row
  at most. Then a file can be cut at any line end.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from dpdesk.data.engines.seam import COUNT_HERE
from dpdesk.data.sources import headings
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.delimited import DelimitedSource
from dpdesk.data.sources.parquet.parts import PartsSource
from dpdesk.data.sources.records import unreadable
from dpdesk.data.sources.typed import ParquetSource
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress, silent

_BLOCK = 1 << 22
_ALIKE = frozenset("BOOLEAN TINYINT SMALLINT INTEGER BIGINT UTINYINT USMALLINT UINTEGER UBIGINT VARCHAR DATE".split())
MOST_PLACES = 6
FIRST_DATE, LAST_DATE = "1583-01-01", "9999-12-31"


@dataclass(frozen=True, slots=True)
class Layout:
    """The files of a source and how they are read; `kinds` are DuckDB's names of the types of Parquet columns."""

    name: str
    kind: Literal["parquet", "csv"]
    files: tuple[str, ...]
    stored: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    delimiter: str = ","
    quote: str = ""
    header: bool = True
    columns: tuple[str, ...] = ()

    def positions(self, wanted: Sequence[str]) -> tuple[int, ...]:
        """Return where the wanted columns stand; BadInput if one is missing or not the same everywhere."""
        places = headings.positions(self.columns, wanted, self.name)
        if self.kind == "parquet":
            for position in places:
                self._require_alike(position)
        return places

    def _require_alike(self, position: int) -> None:
        if position >= len(self.kinds):
            raise BadInput(
                problem("data.column_of_folders", column=self.columns[position], file=self.name, duckdb=COUNT_HERE)
            )
        kind = self.kinds[position]
        if kind.startswith("DECIMAL("):
            alike = int(kind[len("DECIMAL(") : -1].split(",")[1]) <= MOST_PLACES
        else:
            alike = kind in _ALIKE
        if not alike:
            raise BadInput(
                problem("data.column_not_alike", column=self.columns[position], file=self.name, duckdb=COUNT_HERE)
            )


def layout_of(source: Source, progress: Progress = silent) -> Layout:
    """Describe an opened source for a cluster.

    Raises:
        BadInput: a cluster would not, or might not, read it as it is read here.
    """
    if isinstance(source, ParquetSource):
        files: tuple[Path, ...] = (source.path,)
    elif isinstance(source, PartsSource):
        files = tuple(source.path / relative for relative in source.parts)
    elif isinstance(source, DelimitedSource):
        return _delimited(source, progress)
    else:
        raise BadInput(problem("data.engine_format", file=source.name, duckdb=COUNT_HERE))
    many = len(source._stored) - (len(source.keys) if isinstance(source, PartsSource) else 0)
    return Layout(
        source.name,
        "parquet",
        tuple(str(path.absolute()) for path in files),
        source._stored[:many],
        source._types[:many],
        columns=source.columns,
    )


def _delimited(source: DelimitedSource, progress: Progress) -> Layout:
    form = source.format
    sure = source.encoding.codec == "utf-8" and form.delimiter.isascii() and form.quote in ("", '"')
    sure = sure and form.header_row <= 1 and not (source.encoding.mark and not form.header_row)
    if sure:
        records = source.count(progress)
        sure = bool(source._regular) and _lines(source.path, source.encoding.mark, progress) == (
            records + (1 if form.header_row else 0)
        )
    if not sure:
        raise BadInput(problem("data.text_not_alike", file=source.name, duckdb=COUNT_HERE))
    return Layout(
        source.name,
        "csv",
        (str(source.path.absolute()),),
        source.columns,
        delimiter=form.delimiter,
        quote=form.quote,
        header=bool(form.header_row),
        columns=source.columns,
    )


def _lines(path: Path, mark: int, progress: Progress) -> int | None:
    """Count the lines of a file; None where it is not UTF-8."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    lines, last = 0, b"\n"
    progress("counting records", None)
    try:
        with path.open("rb") as file:
            file.seek(mark)
            while block := file.read(_BLOCK):
                decoder.decode(block)
                lines += block.count(b"\n")
                last = block[-1:]
            decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return None
    except OSError as error:
        raise BadInput(unreadable(path.name, error)) from None
    return lines + (last != b"\n")
