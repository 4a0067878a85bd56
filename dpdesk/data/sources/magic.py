"""What a file is by its first bytes, whatever its name says: for sentences that say what to do with it."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

ZIP = b"PK\x03\x04"
"""What a zip archive begins with; a text whose first column is named PK does not."""
PARQUET = b"PAR1"
READ = {"xlsx": "an Excel workbook (.xlsx)", "parquet": "a Parquet file"}
"""Kinds that are read, with what sentences call them."""
_SAVE = "save it as .xlsx, CSV or Parquet"
_UNPACK = "unpack it, and name the file in it"
_UNREAD = {
    b"\xd0\xcf\x11\xe0": f"an old or encrypted Excel file (.xls): {_SAVE}",
    b"\x1f\x8b": f"a gzip archive: {_UNPACK}",
    b"7z\xbc\xaf\x27\x1c": f"a 7z archive: {_UNPACK}",
    b"\xfd7zXZ\0": f"an xz archive: {_UNPACK}",
    b"(\xb5/\xfd": f"a zstd archive: {_UNPACK}",
    b"\x80\x04": f"a Python pickle: {_SAVE}",
    b"\x93NUMPY": f"a numpy file: {_SAVE}",
    b"ARROW1\0": f"an Arrow file: {_SAVE}",
    b"$FL2@(#)": f"an SPSS file: {_SAVE}",
    b"$FL3@(#)": f"an SPSS file: {_SAVE}",
    b"<stata_dta>": f"a Stata file: {_SAVE}",
}


def kind_of(path: Path) -> str | None:
    """Return "xlsx" or "parquet" for a file that is one, else None."""
    with path.open("rb") as file:
        head = file.read(100)
        if head.startswith(PARQUET):
            file.seek(-4, os.SEEK_END)
            return "parquet" if b"\0" in head or file.read() == PARQUET else None  # a text has no NUL
    return "xlsx" if head.startswith(ZIP) and any(name.startswith("xl/") for name in _parts(path)) else None


def is_archive(path: Path) -> bool:
    """Whether a file begins as a zip archive does, which a workbook is."""
    with path.open("rb") as file:
        return file.read(4) == ZIP


def unread(path: Path) -> str | None:
    """Say what a file is that no reader reads, and what to do with it; None where that is not plain."""
    with path.open("rb") as file:
        head = file.read(100)
    for magic, what in _UNREAD.items():
        if head.startswith(magic):
            return what
    if not head.startswith(ZIP):
        return None
    if b"opendocument" in head:
        return "an OpenDocument file (.ods): save it as .xlsx or CSV"
    parts = _parts(path)
    if not parts or any(name == "[Content_Types].xml" or name.startswith("xl/") for name in parts):
        return None  # a workbook, or damaged: its own reader says what is wrong
    return f"a zip archive: {_UNPACK}"


def _parts(path: Path) -> list[str]:
    """The names of an archive's parts, none where it cannot be read."""
    from dpdesk.data.sources.workbook_guard import part_names

    try:
        return part_names(path)
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return []
