"""What must be true of an Excel workbook before anything parses it.

A workbook is a zip of XML: both can be made to explode. Before a parser sees it, the archive's own directory
is checked: number of parts, total and single sizes, ratio of compression, names that climb out, encryption.
XML is read by defusedxml or not at all (entities and external references are refused there). Macros, external
links, pictures and everything else that is not the sheet's cells are never opened. A formula counts by the
result Excel stored with it; a sheet with a formula that has none is refused.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

from dpdesk.errors import BadInput
from dpdesk.limits import (
    LARGEST_DIRECTORY,
    LARGEST_RATIO,
    LARGEST_TEXTS,
    LARGEST_TOTAL,
    LARGEST_WORKBOOK,
    LONGEST_ROW,
    MOST_PARTS,
    SHEET_ROWS,
    SMALL_PART,
)
from dpdesk.problems.problem import problem

_BLOCK = 1 << 20
_PROLOG = 1 << 16
_DOCTYPE = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_EMPTY = rb"(?:\s[^<>]*)?(?:/>|>\s*</(?:\w+:)?v>)"
_UNSOLVED = re.compile(
    rb"<(?:\w+:)?c(\s[^<>]*)?>\s*<(?:\w+:)?f(?:\s[^<>]*)?(?:/>|>[^<]*</(?:\w+:)?f>)\s*"
    rb"(<(?:\w+:)?v" + _EMPTY + rb"\s*)?</(?:\w+:)?c>"
)
"""A cell with a formula and no value, or an empty one; its attributes, and the empty value."""
_TEXT = re.compile(rb"""\st=["']str["']""")
_ROW = re.compile(rb"<(?:\w+:)?row[\s>/]")
_HELD = re.compile(rb"<(?:\w+:)?(?:v|is)(?:\s[^<>]*)?(?<!/)>(?!</)")
_NUMBER = re.compile(rb'\sr="([0-9]{1,9})"')


class _LongRead(Exception):
    """More was to be read at once than an archive's directory may take."""


class _ShortReads:
    """A file from which no more is read at once than a directory of so many parts takes.

    The directory is read in one go and becomes an object for each entry before anything can be counted.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes; all that is left where no size is given."""
        data = self._file.read(LARGEST_DIRECTORY + 1 if size < 0 else min(size, LARGEST_DIRECTORY + 1))
        if len(data) > LARGEST_DIRECTORY:
            raise _LongRead
        return data


def _directory(path: Path) -> list[zipfile.ZipInfo]:
    with path.open("rb") as file, zipfile.ZipFile(_ShortReads(file)) as archive:
        return archive.infolist()


def part_names(path: Path) -> list[str]:
    """Return the names of an archive's parts as its directory gives them, none where it has too many."""
    try:
        return [part.filename for part in _directory(path)]
    except _LongRead:
        return []


def check_archive(path: Path, largest: int | None = None) -> None:
    """Refuse a workbook that is not one, or that is larger than its file admits.

    Args:
        path: the file.
        largest: bytes that all parts together may unpack to; those of a data file unless given.

    Raises:
        BadInput: says which limit; nothing but the beginnings of parts has been decompressed.
    """
    name = path.name
    if path.stat().st_size > LARGEST_WORKBOOK:
        raise BadInput(problem("data.workbook_too_large", file=name, most=LARGEST_WORKBOOK))
    try:
        parts = _directory(path)
    except _LongRead:
        raise BadInput(problem("data.workbook_parts", file=name, most=MOST_PARTS)) from None
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):  # as in `workbook.archive_parts`
        raise BadInput(problem("data.no_workbook", file=name)) from None
    if len(parts) > MOST_PARTS:
        raise BadInput(problem("data.workbook_parts", file=name, most=MOST_PARTS))
    if any(part.flag_bits & 1 for part in parts):
        raise BadInput(problem("data.workbook_encrypted", file=name))
    if any(part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for part in parts):
        raise BadInput(problem("data.workbook_packing", file=name))
    if any(part.filename.startswith(("/", "\\")) or ".." in re.split(r"[/\\]", part.filename) for part in parts):
        raise BadInput(problem("data.workbook_names_leave", file=name))
    if len({part.filename for part in parts}) != len(parts):
        raise BadInput(problem("data.workbook_names_twice", file=name))
    total = sum(part.file_size for part in parts)
    largest = LARGEST_TOTAL if largest is None else largest
    if total > largest:
        raise BadInput(problem("data.workbook_unpacks_to", file=name, most=largest))
    for part in parts:
        if part.file_size > SMALL_PART and part.file_size > LARGEST_RATIO * max(part.compress_size, 1):
            raise BadInput(problem("data.workbook_ratio", file=name, times=LARGEST_RATIO))
        if part.filename.lower().endswith("sharedstrings.xml") and part.file_size > LARGEST_TEXTS:
            raise BadInput(problem("data.workbook_texts", file=name, most=LARGEST_TEXTS))
    _check_prologs(path, parts)


def _check_prologs(path: Path, parts: list[zipfile.ZipInfo]) -> None:
    """Refuse any part that declares a document type: entities live there, and no workbook needs one."""
    try:
        with zipfile.ZipFile(path) as archive:
            for part in parts:
                if part.filename.lower().endswith((".xml", ".rels", ".vml")):
                    with archive.open(part) as text:
                        if _DOCTYPE.search(text.read(_PROLOG).replace(b"\0", b"")):
                            raise BadInput(problem("data.workbook_entities", file=path.name))
    except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, zlib.error):
        raise BadInput(problem("data.workbook_damaged", file=path.name)) from None


def require_safe_parser() -> None:
    """Refuse to read workbooks unless openpyxl parses XML through defusedxml."""
    try:
        import defusedxml.ElementTree
        from openpyxl.xml import functions
    except ImportError:
        raise BadInput(problem("data.excel_package")) from None
    if functions.iterparse is not defusedxml.ElementTree.iterparse:
        raise BadInput(problem("data.excel_switched_off"))


def survey_sheet(path: Path, part: str, header_row: int) -> int:
    """Count the rows below the heading that hold a value, from the sheet's XML alone.

    Raises:
        BadInput: a formula without a stored result, or a size other than the archive's directory says.
    """
    rows, number, seen, tail = 0, 0, 0, b""
    with zipfile.ZipFile(path) as archive:
        left = archive.getinfo(part).file_size
        with archive.open(part) as sheet:
            while True:
                block = sheet.read(_BLOCK)
                left -= len(block)
                if left < 0:
                    raise BadInput(problem("data.workbook_declares_less", file=path.name))
                pieces = _split(tail + block)
                tail = pieces.pop() if block else b""
                seen += len(pieces)
                if len(tail) > LONGEST_ROW or seen > SHEET_ROWS + 1:
                    raise BadInput(problem("data.workbook_rows", file=path.name))
                for piece in pieces:
                    number = _row_number(piece, number)
                    if _unsolved(piece):
                        raise BadInput(problem("data.formulas_unsolved", file=path.name))
                    if number > header_row and _HELD.search(piece):
                        rows += 1
                if not block:
                    return rows


def _unsolved(row: bytes) -> bool:
    """Whether a row has a formula without a stored result; an empty text is a result where the cell says it is one."""
    if b"<f" not in row and b":f" not in row:  # hardly any row has one
        return False
    return any(match.group(2) is None or not _TEXT.search(match.group(1) or b"") for match in _UNSOLVED.finditer(row))


def _split(text: bytes) -> list[bytes]:
    """Cut a piece of a sheet before each row; the first piece is what comes before the first row."""
    starts = [match.start() for match in _ROW.finditer(text)]
    if not starts:
        return [text]
    bounds = [0, *starts, len(text)] if starts[0] else [*starts, len(text)]
    return [text[a:b] for a, b in pairwise(bounds)]


def _row_number(piece: bytes, before: int) -> int:
    if not _ROW.match(piece):
        return before
    stated = _NUMBER.search(piece[: piece.find(b">") + 1])
    return int(stated.group(1)) if stated else before + 1
