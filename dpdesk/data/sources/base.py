"""What every opened source offers: its columns, and its rows as text, whatever its format.

A `Source` offers the same two things for every format. `scan` names, for an engine, a table of the wanted
columns as text, if the engine may read this file by itself (regular UTF-8 text, Parquet); `batches` yields
rows of the wanted columns as lists of text, which every format can do. A missing cell is the empty text in
both. `count` is the number of records found independently of either, `fingerprint` recognises the file
before and after it is read, and `records_fingerprint` the records of a text file that was written anew.

Opening reads the heading only, and says what is wrong with the file in one sentence without its content.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from dpdesk.data.sources import fingerprints
from dpdesk.data.sources.database import MEMORY_LIMIT, connection
from dpdesk.data.sources.records import unreadable
from dpdesk.errors import BadInput
from dpdesk.limits import BATCH_CELLS, BATCH_CHARACTERS
from dpdesk.problems.problem import Phrase
from dpdesk.progress import Progress, silent
from dpdesk.schema.variables.numberformat import NumberFormat

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

BATCH = 20_000
WORTH_AN_ENGINE = 600_000
"""Cells that are read and counted as fast without the engine, which takes 0.1 s and 50 MiB to load."""
FEW_COLUMNS = 10
"""A record of fewer is as much work as one of so many."""
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

    `hint` says what its heading alone suggests is wrong with the declared format; None where nothing is.
    """

    path: Path
    columns: tuple[str, ...]
    hint: Phrase | None

    @property
    def name(self) -> str:
        """What sentences call it."""
        ...

    @property
    def numeric(self) -> frozenset[str]:
        """The columns of numbers, whose texts say nothing of how the file stores them: 1 for 1.0."""
        ...

    @property
    def numbers(self) -> NumberFormat:
        """How the file writes numbers."""
        ...

    @property
    def only_by_engine(self) -> bool:
        """Whether nothing but the engine reads its rows, so that it is loaded in any case."""
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

    def alike(self, wanted: Sequence[str]) -> Iterator[Counter[Row]]:
        """Yield the same rows, those of equal texts counted together, some at a time."""
        ...


def wants_engine(source: Source, records: int) -> bool:
    """Whether the engine counts so many records of a source sooner, once it is loaded, than is done without it."""
    return source.only_by_engine or records * max(len(source.columns), FEW_COLUMNS) >= WORTH_AN_ENGINE


def batched(rows: Iterator[list[str]], where: Sequence[int], size: int) -> Iterator[list[Row]]:
    """Yield rows cut down to the positions `where`, at most `size` at a time, fewer where they are long."""
    size = max(1, min(size, BATCH_CELLS // max(len(where), 1)))
    batch: list[Row] = []
    held = 0
    cut = itemgetter(*where) if len(where) > 1 else lambda row: tuple([row[position] for position in where])
    for row in rows:
        cells = cut(row)
        batch.append(cells)
        held += len("".join(cells))
        if len(batch) == size or held > BATCH_CHARACTERS:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


class OneFile(ABC):
    """What is alike for sources that are one file: its fingerprint, and that most store text."""

    path: Path
    only_by_engine = False

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.name

    @property
    def numeric(self) -> frozenset[str]:
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

    def _state(self) -> tuple[int, int]:
        """What changes when the file is written."""
        try:
            status = self.path.stat()
        except OSError as error:
            raise BadInput(unreadable(self.name, error)) from None
        return status.st_size, status.st_mtime_ns

    @abstractmethod
    def batches(self, wanted: Sequence[str], size: int = BATCH) -> Iterator[list[Row]]:
        """Yield the rows of the wanted columns as text."""

    def alike(self, wanted: Sequence[str]) -> Iterator[Counter[Row]]:
        """Yield the rows counted, a batch at a time."""
        return map(Counter, self.batches(wanted))

    def fingerprint(self, key: bytes, progress: Progress = silent) -> str:
        """Return the keyed fingerprint of the file's bytes."""
        return fingerprints.fingerprint(self.path, key, progress)

    def records_fingerprint(self, key: bytes, progress: Progress = silent) -> str:
        """Return none: most formats write the same records in the same way."""
        return ""
