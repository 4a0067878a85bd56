"""Text of fixed width: a record is a line, a column is some characters of it, and there is no heading.

A column's text is what stands between its places, characters of any length in bytes, without the blanks around it. What
stands beside the declared columns is not read. A line that ends before the last column does is refused with its number:
a program that drops blanks at the end of lines writes such ones, and so does one that writes another layout, and only
the custodian can say which. So is an empty line, which may have been a record of blanks.

The engine reads regular UTF-8 text as one column of lines and cuts them; everything else is read and cut here. A text
that gzip has compressed is unpacked on the way, by either, and never written.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk.data.sources import encodings, headings
from dpdesk.data.sources.base import BATCH, OneFile, Row, batched
from dpdesk.data.sources.database import path_literal, text_literal, translated
from dpdesk.data.sources.delimited_proposal import DELIMITERS, beginning
from dpdesk.data.sources.fixed.codebooks import beside, read_codebook
from dpdesk.data.sources.fixed.packed import is_packed, unpacked
from dpdesk.data.sources.format import Format, Proposal
from dpdesk.data.sources.known import Known
from dpdesk.data.sources.record_fingerprints import of_records
from dpdesk.data.sources.records import unreadable
from dpdesk.errors import BadInput
from dpdesk.limits import LONGEST_LINE, LONGEST_RECORD_OF_ENGINE
from dpdesk.problems.problem import Document, Phrase, phrase, problem
from dpdesk.progress import Progress, silent
from dpdesk.schema.dictionary import SourceFormat
from dpdesk.schema.file import sources
from dpdesk.schema.file.problems import validated

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_BLOCK = 1 << 19  # characters
_BLANKS = " \t"
_NO_DELIMITER, _NULL = "\x1f", "\x01\x01"
"""What the engine's reader is told to take for a delimiter and for null; a text that has the first is not its."""
_LONGEST_HEADING = 10  # characters: shorter lines may be one column of codes, and the first its name
_PEEK = 1 << 14  # bytes that mostly show that a text has a delimiter
_FEWEST_PROPOSED = 2


@dataclass(frozen=True, slots=True)
class _Survey:
    """How many lines a file has, the first of them, and whether the engine reads them as we do."""

    lines: int
    first: str | None
    regular: bool


class FixedSource(OneFile):
    """A text of fixed width, in any encoding and with any line ends; without a layout it has no columns."""

    hint: Phrase | None = None

    def __init__(self, path: Path, form: SourceFormat) -> None:
        self.path = path
        self.numbers = form.numbers
        self._packed = is_packed(path)
        self.encoding = encodings.resolve(path, form.encoding)
        self._layout = _layout(form)
        self._width = max((column.start + column.width - 1 for column in self._layout), default=0)
        self.columns = tuple(column.name for column in self._layout)
        self._known: tuple[_Survey, tuple[int, int]] | None = None  # and of what file

    def _lines(self) -> Iterator[tuple[list[str], bool]]:
        """Yield the lines without their ends, many at a time and long enough, and whether they are as the engine's."""
        done, rest = 0, ""
        try:
            with unpacked(self.path) as raw:
                raw.seek(self.encoding.mark)
                with io.TextIOWrapper(raw, encoding=self.encoding.codec, errors="strict") as text:
                    while block := text.read(_BLOCK):
                        if "\0" in block:
                            raise BadInput(problem("data.nul", file=self.name))
                        *lines, rest = (rest + block).split("\n")
                        self._check(lines, done, rest)
                        done += len(lines)
                        yield lines, _NO_DELIMITER not in block and text.newlines in (None, "\n", "\r\n")
                    if rest:
                        self._check([rest], done)
                        yield [rest], True
        except UnicodeError:
            raise BadInput(problem("data.not_encoded", file=self.name, encoding=self.encoding.codec)) from None
        except OSError as error:
            raise BadInput(unreadable(self.name, error)) from None

    def _check(self, lines: list[str], before: int, rest: str = "") -> None:
        """Refuse lines no table has, and those that do not reach the last column; `before` lines came before them."""
        if max(map(len, lines), default=0) > LONGEST_LINE or len(rest) > LONGEST_LINE:
            raise BadInput(problem("data.line_too_long", file=self.name, most=LONGEST_LINE))
        if min(map(len, lines), default=self._width) < self._width:
            number = before + next(place for place, line in enumerate(lines, 1) if len(line) < self._width)
            raise BadInput(problem("data.line_short", line=number, file=self.name, width=self._width))

    def _survey(self, progress: Progress) -> _Survey:
        """Read every line once, unless the file is as it was when that was done."""
        state = self._state()
        if self._known is None or self._known[1] != state:
            number, first, regular = 0, None, self.encoding.codec == "utf-8"
            for lines, plain in self._lines():
                first = lines[0] if first is None and lines else first
                number += len(lines)
                regular = regular and plain and 4 * max(map(len, lines), default=0) < LONGEST_RECORD_OF_ENGINE
                progress("counting records", None)
            self._known = _Survey(number, first, regular), state
        return self._known[0]

    def count(self, progress: Progress = silent) -> int:
        """Return the number of lines, every one of which is a record."""
        return self._survey(progress).lines

    def scan(self, engine: DuckDBPyConnection, wanted: Sequence[str]) -> str | None:
        """Return the engine's reader of lines, cut, for a regular UTF-8 file whose first line it reads as we do."""
        where = headings.positions(self.columns, wanted, self.name)
        survey = self._survey(silent)
        if not survey.regular:
            return None
        reader = (
            f"read_csv({path_literal(self.path)}, auto_detect=false, columns={{'x': 'VARCHAR'}}, "
            f"delim={text_literal(_NO_DELIMITER)}, quote='', escape='', header=false, skip=0, strict_mode=true, "
            f"null_padding=false, ignore_errors=false, all_varchar=true, nullstr={text_literal(_NULL)}, "
            f"compression={text_literal('gzip' if self._packed else 'none')}, max_line_size=2000000)"
        )
        with translated(self.name):
            first = engine.execute(f"SELECT * FROM {reader} LIMIT 1").fetchone()  # noqa: S608 -- path and texts by text_literal()
        if first is None or first[0] != survey.first:
            return None
        line = f"coalesce(x, {text_literal(_NULL)})"
        cut = (
            f"substring({line}, {self._layout[position].start}, {self._layout[position].width})" for position in where
        )
        picked = ", ".join(f"trim({text}, {text_literal(_BLANKS)}) AS c{number}" for number, text in enumerate(cut))
        return f"(SELECT {picked or '0 AS c0'} FROM {reader})"  # noqa: S608 -- columns and cuts by number; the reader as above

    def batches(self, wanted: Sequence[str], size: int = BATCH) -> Iterator[list[Row]]:
        """Yield the rows of the wanted columns, cut here."""
        layout = [self._layout[position] for position in headings.positions(self.columns, wanted, self.name)]
        spans = [slice(column.start - 1, column.start - 1 + column.width) for column in layout]
        rows = ([line[span].strip(_BLANKS) for span in spans] for lines, _ in self._lines() for line in lines)
        return batched(rows, range(len(spans)), size)

    def known(self) -> Mapping[str, Known]:
        """Return what a codebook beside the file says of those columns that it puts in the same place."""
        codebook = beside(self.path)
        if codebook is None:
            return {}
        try:
            places = {(place.name, place.start, place.width): place.known for place in read_codebook(codebook).places}
        except BadInput:
            return {}
        by_column = {column.name: places.get((column.name, column.start, column.width)) for column in self._layout}
        return {name: known for name, known in by_column.items() if known is not None}

    def records_fingerprint(self, key: bytes, progress: Progress = silent) -> str:
        """Return the keyed fingerprint of the multiset of records; of the bytes where not all records can be read."""
        return of_records(self, key, self.count, progress)


def _layout(form: SourceFormat) -> Sequence[sources.FixedColumn]:
    """The columns that a source format states; none where it is still to be filled in."""
    if not form.own.get("columns"):
        return ()
    record = validated(sources.FixedSource, form.to_json(), Document("source"))
    for key, code in record.problems():
        raise BadInput(problem(code, Document("source").whole.to(key)))
    return record.columns


class FixedFormat(Format):
    """Text of fixed width, which no first bytes show."""

    kind = "fixed"
    what = phrase("data.fixed_text")
    endings = (".asc", ".fwf", ".gz")
    unpacks = True

    def open(self, path: Path, form: SourceFormat) -> FixedSource:
        """Open a text as its dictionary says."""
        return FixedSource(path, form)

    def propose(self, path: Path, head: bytes) -> Proposal | None:
        """Propose fixed width where all lines are equally long and have no delimiter, or a codebook says so.

        The codebook beside the file gives the layout; without one it is to be filled in.
        """
        with unpacked(path) as file:
            peeked = file.read(_PEEK).decode("latin-1").split("\n")
        if _are_delimited(peeked[:-1] or peeked):
            return None  # as nearly always: nothing more is read to see it
        codec, text, whole = beginning(path)
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if not whole or not lines[-1]:
            lines.pop()
        if not lines or "\0" in text:
            return None
        even = _are_even(lines) and not _are_delimited(lines)
        codebook = beside(path)
        if codebook is not None and (even or not _are_delimited(lines)):
            proposal = self._described(codebook, codec, lines)
            if proposal is not None:
                return proposal
        if not even:
            return None
        remark = phrase("data.remark_fixed", width=len(lines[0]))
        return Proposal(SourceFormat(self.kind, encoding=codec), (), len(lines), remarks=(remark,))

    def _described(self, path: Path, codec: str, lines: Sequence[str]) -> Proposal | None:
        """The proposal of a layout that stands in a codebook; None where that is none, or of another file."""
        try:
            codebook = read_codebook(path)
        except BadInput:
            return None
        if min(map(len, lines)) < codebook.width:
            return None
        form = SourceFormat(self.kind, encoding=codec, own={"columns": codebook.layout()})
        remarks = [phrase("data.remark_codebook", file=codebook.file)]
        if any(place.decimals for place in codebook.places):
            remarks.append(phrase("data.remark_decimals", file=codebook.file))
        columns = tuple(place.name for place in codebook.places)
        return Proposal(form, columns, len(lines), remarks=tuple(remarks))


def _are_even(lines: Sequence[str]) -> bool:
    """Whether lines are equally long and the first is one of them: a heading that is as long looks otherwise."""
    length = len(lines[0])
    if len(lines) < _FEWEST_PROPOSED or not length or any(len(line) != length for line in lines):
        return False
    return length >= _LONGEST_HEADING or _shape(lines[0]) in {_shape(line) for line in lines[1:]}


def _shape(line: str) -> str:
    """What kinds of signs a line has."""
    return re.sub(r"\d", "9", re.sub(r"[^\W\d_]", "a", line))


def _are_delimited(lines: Sequence[str]) -> bool:
    """Whether most lines have one of the usual delimiters, or are quoted."""
    quoted = sum(1 for line in lines if line.startswith('"') and line.rstrip().endswith('"'))
    most = max(sum(1 for line in lines if mark in line) for mark in DELIMITERS)
    return max(quoted, most) * 2 > len(lines)
