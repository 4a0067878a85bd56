"""The formats that are read, and which of them a file is by its first bytes; `unread` has the kinds that are not.

A file is what its first bytes say it is, whatever its name.
"""

from __future__ import annotations

from pathlib import Path

from dpdesk.data.sources.delimited import DelimitedFormat
from dpdesk.data.sources.duckdb_table import DuckdbFormat
from dpdesk.data.sources.fixed.source import FixedFormat
from dpdesk.data.sources.format import HEAD, Format
from dpdesk.data.sources.parquet.parts import ParquetFormat
from dpdesk.data.sources.sqlite_table import SqliteFormat
from dpdesk.data.sources.statistical.formats import SasFormat, SpssFormat, StataFormat
from dpdesk.data.sources.unread import refuse_unread
from dpdesk.data.sources.workbook.source import WorkbookFormat
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem

FORMATS: tuple[Format, ...] = (
    SqliteFormat(),
    DuckdbFormat(),
    WorkbookFormat(),
    ParquetFormat(),
    SpssFormat(),
    StataFormat(),
    SasFormat(),
    FixedFormat(),
    DelimitedFormat(),
)
"""What is read. A file is offered to them in this order; the last takes any text."""


def format_of(kind: str) -> Format:
    """Return the format of a kind that a dictionary names."""
    for candidate in FORMATS:
        if candidate.kind == kind:
            return candidate
    raise BadInput(problem("data.kind_unknown", kind=kind))


def beginning(path: Path) -> bytes:
    """Return the bytes by which a file is recognised."""
    with path.open("rb") as file:
        return file.read(HEAD)


def recognised(path: Path) -> Format | None:
    """Return the format that a file certainly has, None for a text and for what nobody knows."""
    head = beginning(path)
    return next((candidate for candidate in FORMATS if candidate.recognises(path, head)), None)


def refuse_other(path: Path, declared: Format) -> None:
    """Refuse in words what is recognisably no file of the declared format.

    Raises:
        BadInput: what it is, and what to do.
    """
    known_format = recognised(path)
    if known_format is None or not known_format.refuses_others:
        refuse_unread(path, packed_texts=not declared.unpacks)
    if known_format is not None and known_format is not declared:
        raise BadInput(known_format.misdeclared(path.name, declared))


def require_file(path: Path) -> None:
    """Refuse a path at which there is no file that can be read again and again.

    Raises:
        BadInput: nothing is there, or a pipe or device, which gives its bytes once.
    """
    if path.is_file():
        return
    if path.exists():
        raise BadInput(problem("data.pipe", path=str(path)))
    raise BadInput(problem("data.no_file", path=str(path)))
