"""A data frame of the caller's as a source: pandas, Polars, PyArrow, or what else narwhals knows to lie in memory.

Its values have the texts they would have in Parquet, so that the dictionary of the one is that of the other; the index
of a pandas frame is none of its columns. The text of a value depends on this value alone: a pandas column of Python
objects is turned into texts here, one by one, since the engine would choose one type for all of them, by which one
person's value would change what others' read as. Nothing is written anywhere, and the caller's frame is not changed.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.data.sources import headings
from dpdesk.data.sources.database import MEMORY_LIMIT, connection
from dpdesk.data.sources.frames.texts import text_of
from dpdesk.data.sources.record_fingerprints import RecordHash
from dpdesk.data.sources.typed import TypedSource, as_text, streamed
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress, silent
from dpdesk.schema.source import SourceFormat
from dpdesk.schema.variables.numberformat import NumberFormat

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

FORM = SourceFormat("parquet")
"""What a dictionary says of a frame: the Parquet file that it would be written to."""
_NAME = "DataFrame"
_TABLE = "handed_over"
_PLAIN_KINDS = "biufM"  # numpy's letters: yes and no, whole and other numbers, points in time
_TEXTS = ("str", "string")
_NO_TEXT = "VARCHAR[]"  # the type of a column that the engine has no text for either


class FrameSource(TypedSource):
    """A data frame in memory, opened to be counted."""

    path = Path(_NAME)

    def __init__(self, frame: Any) -> None:
        """Take a frame over as it is now.

        Raises:
            BadInput: it is no data frame in memory, or two of its columns have one name.
        """
        known = _known(frame)
        names = [str(name) for name in known.columns]
        headings.require_headings(names, self.name)
        self._rows, self._table = len(known), _TABLE
        pandas = known.implementation.is_pandas_like()
        self._native: Any
        self._native, unreadable = _of_pandas(known.to_native()) if pandas else (_Stream(known), frozenset[int]())
        with self.engine() as engine:
            self._describe(engine)
            self._require_no_nul(engine)
        self.columns = headings.column_names(names)
        self._types = tuple(_NO_TEXT if position in unreadable else kind for position, kind in enumerate(self._types))

    @contextmanager
    def engine(self, memory_limit: str = MEMORY_LIMIT) -> Iterator[DuckDBPyConnection]:
        """Open an engine that can read the frame."""
        with connection(self.name, memory_limit) as engine:
            engine.register(_TABLE, self._native)
            yield engine

    def _require_no_nul(self, engine: DuckDBPyConnection) -> None:
        """A fingerprint joins cells by NUL, which no text file that is read may hold either."""
        held = [
            f"coalesce(bool_or(contains({name}::VARCHAR, chr(0))), false)"
            for name, kind in zip(self._stored, self._types, strict=True)
            if kind.startswith(("VARCHAR", "ENUM")) and not kind.endswith("]")
        ]
        if held:
            row = engine.execute(f"SELECT {' OR '.join(held)} FROM {_TABLE}").fetchone()  # noqa: S608 -- names are v0, v1, …
            if row is not None and row[0]:
                raise BadInput(problem("data.nul", file=self.name))

    @property
    def name(self) -> str:
        """What sentences call it."""
        return _NAME

    def count(self, progress: Progress = silent) -> int:
        """Return the number of rows by the frame itself, not by the engine."""
        progress("counting records", None)
        return self._rows

    def fingerprint(self, key: bytes, progress: Progress = silent) -> str:
        """Return the keyed fingerprint of the records: a frame has no bytes of its own."""
        records = self.records_fingerprint(key, progress)
        return hmac.new(key, b"data frame" + records.encode(), digestmod=hashlib.sha256).hexdigest()

    def records_fingerprint(self, key: bytes, progress: Progress = silent) -> str:
        """Return the keyed fingerprint of the records, that of a text file with the same."""
        typed = zip(self.columns, self._stored, self._types, strict=True)
        readable = [(name, stored) for name, stored, kind in typed if not kind.endswith("]")]
        hashed = RecordHash(key, tuple(name for name, _ in readable))
        # With the zeros of their types: ledgers know frames by these texts.
        texts = ", ".join(f"{as_text(stored)} AS c{number}" for number, (_, stored) in enumerate(readable))
        table = f"(SELECT {texts or '0 AS c0'} FROM {_TABLE})"  # noqa: S608 -- names are v0, v1, …, columns by number
        with self.engine() as engine:
            digest = hashed.of_table(engine, table, self.name, self._rows, progress)
            return digest if digest is not None else hashed.of_rows(streamed(engine, table), progress)


def opened_as(source: FrameSource, form: SourceFormat) -> FrameSource:
    """Return the frame, for a dictionary whose file is written in some form.

    Raises:
        BadInput: the dictionary says that numbers are written in a way they are not written here.
    """
    if form.numbers != NumberFormat():
        raise BadInput(problem("data.frame_numbers"))
    return source


def _known(frame: Any) -> Any:
    """The frame as narwhals has it."""
    import narwhals as nw

    try:
        known = nw.from_native(frame, eager_only=True)
    except (TypeError, ValueError):
        known = None
    if known is None or not known.columns or len(set(known.columns)) != len(known.columns):
        raise BadInput(problem("data.no_frame", kind=type(frame).__name__))
    return known


class _Stream:
    """A frame with columns v0, v1, …, as Arrow's C interface hands it over: no other library is needed for that."""

    def __init__(self, known: Any) -> None:
        import narwhals as nw

        self._known = known.select(*(nw.col(name).alias(f"v{number}") for number, name in enumerate(known.columns)))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._known.__arrow_c_stream__(requested_schema)


def _is_plain(kind: Any) -> bool:
    """Whether the engine gives each value of a pandas type a text by itself."""
    name = str(kind)
    return name in _TEXTS or (getattr(kind, "kind", "O") in _PLAIN_KINDS and not name.startswith("Sparse"))


def _of_pandas(frame: Any) -> tuple[Any, frozenset[int]]:
    """A pandas frame under such names, columns of other than numbers as texts; and which of them hold what has none."""
    made, unreadable = {}, set()
    for number in range(frame.shape[1]):
        column = frame.iloc[:, number].reset_index(drop=True)
        if not _is_plain(column.dtype):
            pairs = zip(column, column.isna(), strict=True)
            texts = ["" if missing else text_of(value) for value, missing in pairs]
            if None in texts:
                unreadable.add(number)
                texts = [""] * len(texts)
            column = type(column)(texts, dtype=object)
        else:
            column = column.copy()  # the caller's numbers may change while they are counted
        made[f"v{number}"] = column
    return type(frame)(made, copy=False), frozenset(unreadable)
