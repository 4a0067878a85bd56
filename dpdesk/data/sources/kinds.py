"""The formats that are read, which of them a file is by its first bytes, and the sentences that refuse any other.

A file is what its first bytes say it is, whatever its name.
"""

from __future__ import annotations

from pathlib import Path

from dpdesk.data.sources.delimited import DelimitedFormat
from dpdesk.data.sources.duckdb_table import DuckdbFormat
from dpdesk.data.sources.fixed import FixedFormat
from dpdesk.data.sources.format import HEAD, Format
from dpdesk.data.sources.packed import GZIP, is_packed
from dpdesk.data.sources.parquet_parts import ParquetFormat
from dpdesk.data.sources.sqlite_table import SqliteFormat
from dpdesk.data.sources.statistical.formats import SasFormat, SpssFormat, StataFormat
from dpdesk.data.sources.workbook import ZIP, WorkbookFormat, archive_parts
from dpdesk.errors import BadInput

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

_SAVE = "save it as .xlsx, CSV or Parquet"
_UNPACK = "unpack it, and name the file in it"
_UNREAD = {
    b"\xd0\xcf\x11\xe0": f"an old or encrypted Excel file (.xls): {_SAVE}",
    GZIP: f"a gzip archive: {_UNPACK}",
    b"7z\xbc\xaf\x27\x1c": f"a 7z archive: {_UNPACK}",
    b"\xfd7zXZ\0": f"an xz archive: {_UNPACK}",
    b"(\xb5/\xfd": f"a zstd archive: {_UNPACK}",
    b"\x80\x04": f"a Python pickle: {_SAVE}",
    b"\x93NUMPY": f"a numpy file: {_SAVE}",
    b"ARROW1\0": f"an Arrow file: {_SAVE}",
}
_NAMES_UNREAD = {".xls", ".ods", ".xlsb", ".pkl", ".npy"}


def format_of(kind: str) -> Format:
    """Return the format of a kind that a dictionary names."""
    for one in FORMATS:
        if one.kind == kind:
            return one
    raise BadInput(f"The kind {kind!r} of a source is none that is read; check the source format.")


def beginning(path: Path) -> bytes:
    """Return the bytes by which a file is recognised."""
    with path.open("rb") as file:
        return file.read(HEAD)


def recognised(path: Path) -> Format | None:
    """Return the format that a file certainly has, None for a text and for what nobody knows."""
    head = beginning(path)
    return next((one for one in FORMATS if one.recognises(path, head)), None)


def refuse_other(path: Path, declared: Format) -> None:
    """Refuse in words what is recognisably no file of the declared format.

    Raises:
        BadInput: what it is, and what to do.
    """
    found = recognised(path)
    packed_text = declared.unpacks and is_packed(path)
    if not packed_text and (found is None or not found.refuses_others):
        refuse_unread(path)
    if found is not None and found is not declared:
        raise BadInput(found.misdeclared(path.name, declared))


def refuse_unread(path: Path) -> None:
    """Refuse in words what is recognisably a kind of file that is never read."""
    unread = _unread(path)
    if unread is not None:
        raise BadInput(f"{path.name} is {unread}.")
    ending = path.suffix.lower()
    if ending in _NAMES_UNREAD:
        raise BadInput(f"{path.name}: files of kind {ending} are not read; save it as .xlsx, CSV or Parquet.")


def _unread(path: Path) -> str | None:
    """Say what a file is that no reader reads, and what to do with it; None where that is not plain."""
    head = beginning(path)
    for magic, what in _UNREAD.items():
        if head.startswith(magic):
            return what
    if not head.startswith(ZIP):
        return None
    if b"opendocument" in head:
        return "an OpenDocument file (.ods): save it as .xlsx or CSV"
    parts = archive_parts(path)
    if not parts or any(name == "[Content_Types].xml" or name.startswith("xl/") for name in parts):
        return None  # a workbook, or damaged: its own reader says what is wrong
    return f"a zip archive: {_UNPACK}"


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
