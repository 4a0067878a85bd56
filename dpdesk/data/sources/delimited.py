"""A CSV or TSV file, read by the engine where that reads it as the exact reader does, else by the exact reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk.data.sources import delimited_proposal, encodings, headings
from dpdesk.data.sources.base import BATCH, OneFile, Row, batched
from dpdesk.data.sources.database import path_literal, text_literal, translated
from dpdesk.data.sources.fixed.packed import is_packed
from dpdesk.data.sources.format import Format, Proposal
from dpdesk.data.sources.record_fingerprints import of_records
from dpdesk.data.sources.records import data_records, records
from dpdesk.data.sources.survey import survey, survey_decoded
from dpdesk.errors import BadInput
from dpdesk.limits import MOST_BLANK_LINES
from dpdesk.problems.problem import phrase, problem
from dpdesk.progress import Progress, Stage, as_stage, silent
from dpdesk.schema.dictionary import SourceFormat
from dpdesk.schema.variables.numberformat import NumberFormat

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_NULL = "\x01\x01"
"""What the engine's reader is told to take for null, which it must be told."""


class DelimitedSource(OneFile):
    """A CSV or TSV file of any encoding, delimiter and line end."""

    def __init__(self, path: Path, format: SourceFormat) -> None:
        if len(format.delimiter) != 1 or format.delimiter in "\r\n\0" or format.delimiter == format.quote:
            raise BadInput(problem("data.delimiter"))
        if len(format.quote) > 1 or format.quote in {"\r", "\n", "\0"}:
            raise BadInput(problem("data.quote"))
        self.path, self.format = path, format
        self.encoding = encodings.resolve(path, format.encoding)
        before, heading, self._first = self._head()
        self._skipped = before + (1 if format.header_row else 0)
        self.columns = headings.column_names(heading)
        alone = format.header_row and len(heading) == 1
        self.hint = headings.separator_hint(heading[0], format.delimiter) if alone else None
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
                    raise BadInput(problem("data.blank_lines", file=name, most=MOST_BLANK_LINES))
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
                raise BadInput(problem("data.no_header_row", file=name))
            raise BadInput(problem("data.no_record_at", file=name, line=self.format.header_row))
        return before, header, None

    def _survey(self, progress: Progress) -> int | None:
        """Return the number of records counted from the bytes; None where only the exact reader can tell."""
        delimiter, quote = self.format.delimiter, self.format.quote
        self._regular = False
        if self.encoding.codec == "utf-8" and delimiter.isascii() and quote.isascii():
            surveyed = survey(self.path, self.encoding.mark, delimiter, quote, progress)
            self._regular = surveyed.regular
        if not self._regular:
            surveyed = survey_decoded(self.path, self.encoding, delimiter, quote)
        return surveyed.records - self._skipped if surveyed.regular else None

    def records_fingerprint(self, key: bytes, progress: Progress = silent) -> str:
        """Return the keyed fingerprint of the multiset of records; of the bytes where not all records can be read."""

        def rows() -> int | None:
            state = self._state()
            self._surveyed = self._survey(as_stage(progress, Stage.FINGERPRINT)), state
            return self._surveyed[0]

        return of_records(self, key, rows, progress)

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
            first = engine.execute(f"SELECT * FROM {reader} LIMIT 1").fetchone()  # noqa: S608 -- path and texts by text_literal()
        if first is None or list(first) != self._first:
            return None
        # No text is missing to us: what the reader takes for null is put back as the text it was.
        picked = ", ".join(
            f"coalesce(x{position}, {text_literal(_NULL)}) AS c{number}" for number, position in enumerate(where)
        )
        return f"(SELECT {picked or '0 AS c0'} FROM {reader})"  # noqa: S608 -- columns and cuts by number; the reader as above

    def _reader(self) -> str:
        columns = ", ".join(f"'x{i}': 'VARCHAR'" for i in range(len(self.columns)))
        quote = text_literal(self.format.quote)
        skip = self._lines_before_data()
        packed = "gzip" if is_packed(self.path) else "none"
        return (
            f"read_csv({path_literal(self.path)}, auto_detect=false, columns={{{columns}}}, "
            f"delim={text_literal(self.format.delimiter)}, quote={quote}, escape={quote}, header=false, "
            f"skip={skip}, strict_mode=true, null_padding=false, ignore_errors=false, all_varchar=true, "
            f"nullstr={text_literal(_NULL)}, compression={text_literal(packed)}, "
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


class DelimitedFormat(Format):
    """Text with a delimiter, which any text may be."""

    kind = "csv"
    what = phrase("data.delimited_text")
    endings = (".csv", ".tsv", ".txt", ".tab", ".dat")
    unpacks = True

    def open(self, path: Path, form: SourceFormat) -> DelimitedSource:
        """Open a text as its dictionary says."""
        return DelimitedSource(path, form)

    def propose(self, path: Path, head: bytes) -> Proposal:
        """Propose how a text is written."""
        form, sampled, remarks = delimited_proposal.guess(path)
        return Proposal(form, DelimitedSource(path, form).columns, sampled, remarks=remarks)
