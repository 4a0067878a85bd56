"""A workbook opened so that no part of it can take more memory or time than a workbook of its kind needs.

The guard (`workbook_guard`) knows what the archive says of itself; a few bytes can still ask for a sheet of two
thousand million rows, for a row of as many cells, or for a million styles. So openpyxl is given only what it needs (the
list of sheets, shared texts, which styles are dates), out of an archive that hands out small parts whole and large ones
as streams, and each stream stops where more lies between the ends of two rows than any row holds. Places outside the
largest sheet the format knows are refused. Properties, themes, charts, pictures and links are never opened.

Neither openpyxl's public read-only mode nor calamine can be kept within such limits; what they do with these files is
in docs/decisions/0008-workbooks-as-streams.md.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from openpyxl.reader.excel import ExcelReader
from openpyxl.styles.numbers import builtin_format_code, is_date_format, is_timedelta_format
from openpyxl.worksheet._read_only import ReadOnlyWorksheet
from openpyxl.worksheet._reader import ROW_TAG, WorkSheetParser
from openpyxl.xml.constants import ARC_STYLE, SHARED_STRINGS, SHEET_MAIN_NS
from openpyxl.xml.functions import iterparse

from dpdesk import limits
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem

_AnyParser: Any = WorkSheetParser
_AnySheet: Any = ReadOnlyWorksheet
_AnyReader: Any = ExcelReader
_LONGEST_FORMAT = 1_000  # characters of a number format; Excel takes 255


def unsafe(file: str) -> BadInput:
    """The sentence for a workbook whose parts hold more than any workbook needs."""
    return BadInput(problem("data.workbook_unsafe", file=file))


class _Stream:
    """A part read piece by piece; whoever parses it says when a row has ended."""

    def __init__(self, raw: IO[bytes], file: str, most: int) -> None:
        self._raw, self._file, self._left = raw, file, most
        self._bytes = self._tags = 0

    def row_ended(self) -> None:
        """From here on another row is counted."""
        self._bytes = self._tags = 0

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes.

        Raises:
            BadInput: more in all, or since the last row, than there may be.
        """
        if size < 0:
            raise unsafe(self._file)  # nothing reads a stream in one go
        data = self._raw.read(size)
        self._left -= len(data)
        self._bytes += len(data)
        self._tags += data.count(b"<")
        if self._left < 0 or self._bytes > limits.LONGEST_ROW or self._tags > limits.MOST_TAGS_OF_ROW:
            raise unsafe(self._file)
        return data

    def close(self) -> None:
        """Close the part."""
        self._raw.close()

    def __enter__(self) -> _Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Archive(zipfile.ZipFile):
    """The archive as openpyxl sees it: small parts whole, large ones through `_Stream`."""

    def stream(self, part: str, most: int = limits.LARGEST_RELEASE) -> _Stream:
        """Open a part to be read piece by piece, at most so many bytes of it."""
        return _Stream(super().open(part), Path(self.filename or "").name, most)

    def read(self, name: Any, pwd: bytes | None = None) -> bytes:
        """Return a small part whole."""
        if self.getinfo(name if isinstance(name, str) else name.filename).file_size > limits.LARGEST_WHOLE:
            raise unsafe(Path(self.filename or "").name)
        with super().open(name) as raw:
            content = raw.read()
        if content.count(b"<") > limits.MOST_TAGS_OF_WHOLE:
            raise unsafe(Path(self.filename or "").name)
        return content


def _cleared(stream: _Stream, tag: str) -> Iterator[Any]:
    """Yield the elements of a name as they end; they and what came before them in their parent are not kept."""
    parents: list[Any] = []
    for event, element in iterparse(stream, events=("start", "end")):
        if event == "start":
            parents.append(element)
            continue
        parents.pop()
        if element.tag == tag:
            yield element
            stream.row_ended()
            if parents:
                del parents[-1][:]


class _Parser(_AnyParser):  # type: ignore[misc]  # what is used of it is not in its types
    """Rows in their order, within the limits of the format, none kept."""

    def parse(self) -> Iterator[tuple[int, list[dict[str, Any]]]]:
        before = 0
        file = self.source._file
        for element in _cleared(self.source, ROW_TAG):
            number, cells = self.parse_row(element)
            if not before < number <= limits.SHEET_ROWS:
                raise BadInput(problem("data.rows_out_of_order", file=file))
            if any(not 0 < cell["column"] <= limits.SHEET_COLUMNS for cell in cells):
                raise BadInput(problem("data.cells_beyond", file=file))
            before = number
            yield number, cells

    def parse_cell(self, element: Any) -> dict[str, Any]:
        """Return a cell; the text of one is read as a shared text is."""
        cell: dict[str, Any] = super().parse_cell(element)
        if cell["value"] and element.get("t") == "inlineStr":
            cell["value"] = cell["value"].replace("x005F_", "")
        return cell

    def parse_formula(self, element: Any) -> str:
        """Say that there is a formula; what it says is no value."""
        return "=formula"


class Sheet(_AnySheet):  # type: ignore[misc]  # as above
    """A sheet whose rows come from `_Parser`. The size it states of itself is not looked for: it may be wrong."""

    def _get_size(self) -> None:
        """Leave the size open."""

    def _cells_by_row(
        self, min_col: int, min_row: int, max_col: int | None, max_row: int | None, values_only: bool = False
    ) -> Iterator[tuple[Any, ...]]:
        book = self.parent
        after = min_row
        blank = (None,) * (max_col + 1 - min_col) if max_col else ()
        with book._archive.stream(self._worksheet_path) as source:
            parser = _Parser(
                source,
                self._shared_strings,
                data_only=book.data_only,
                epoch=book.epoch,
                date_formats=book._date_formats,
                timedelta_formats=book._timedelta_formats,
            )
            for number, cells in parser.parse():
                if max_row is not None and number > max_row:
                    break
                for _ in range(after, number):
                    yield blank
                if number >= min_row:
                    yield self._get_row(cells, min_col, max_col, values_only)
                after = max(number + 1, min_row)


class _Reader(_AnyReader):  # type: ignore[misc]  # as above
    """What openpyxl must know of a workbook before its sheets can be read, and no more."""

    def read(self) -> None:
        self.read_manifest()
        self.read_strings()
        self.read_workbook()
        self.wb._date_formats, self.wb._timedelta_formats = self._dates()
        names = frozenset(self.valid_files)
        for sheet, relation in self.parser.find_sheets():
            if len(self.wb._sheets) >= limits.MOST_SHEETS:
                raise BadInput(
                    problem("data.too_many_sheets", file=Path(self.archive.filename).name, most=limits.MOST_SHEETS)
                )
            if relation.target in names and "chartsheet" not in relation.Type:
                self.wb._sheets.append(Sheet(self.wb, sheet.name, relation.target, self.shared_strings))

    def read_strings(self) -> None:
        part = self.package.find(SHARED_STRINGS)
        if part is None:
            return
        with self.archive.stream(part.PartName[1:], limits.LARGEST_TEXTS) as stream:
            for element in _cleared(stream, f"{{{SHEET_MAIN_NS}}}si"):
                self.shared_strings.append(_plain_text(element).replace("x005F_", ""))
                if len(self.shared_strings) > limits.MOST_TEXTS:
                    raise unsafe(Path(self.archive.filename).name)

    def _dates(self) -> tuple[set[int], set[int]]:
        """Which cell styles show a date, and which of them a length of time."""
        dates: set[int] = set()
        lengths: set[int] = set()
        if ARC_STYLE not in self.valid_files:
            return dates, lengths
        space = f"{{{SHEET_MAIN_NS}}}"
        with self.archive.stream(ARC_STYLE, limits.LARGEST_TEXTS) as stream:
            formats = {}
            for element in _cleared(stream, space + "numFmts"):
                for entry in element[: limits.MOST_STYLES]:
                    formats[int(entry.get("numFmtId", 0))] = entry.get("formatCode", "")[:_LONGEST_FORMAT]
                break
        with self.archive.stream(ARC_STYLE, limits.LARGEST_TEXTS) as stream:
            for element in _cleared(stream, space + "cellXfs"):
                for style_number, style in enumerate(element):
                    number = int(style.get("numFmtId", 0))
                    shown = formats[number] if number in formats else builtin_format_code(number)
                    if is_date_format(shown):
                        dates.add(style_number)
                    if is_timedelta_format(shown):
                        lengths.add(style_number)
                break
        return dates, lengths


def _plain_text(element: Any) -> str:
    """The text of a shared string without its formats and its phonetic reading."""
    space = f"{{{SHEET_MAIN_NS}}}"
    text_tag, runs = space + "t", space + "r"
    if len(element) == 1 and element[0].tag == text_tag:
        return element[0].text or ""
    pieces = [element.findtext(text_tag) or ""]
    pieces += [run.findtext(text_tag) or "" for run in element if run.tag == runs]
    return "".join(pieces)


def read_book(path: Path, *, data_only: bool) -> Any:
    """Open a workbook the guard has let pass; close it after use."""
    reader = _Reader(path, read_only=True, keep_vba=False, data_only=data_only, keep_links=False)
    reader.archive.close()
    reader.archive = _Archive(path)
    try:
        reader.read()
    except BaseException:
        reader.archive.close()
        raise
    return reader.wb
