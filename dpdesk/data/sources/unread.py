"""Kinds of files that are never read: how each is recognised, what it is called, and the way out of it."""

from __future__ import annotations

import re
from pathlib import Path

from dpdesk.data.sources.fixed.packed import GZIP, unpacked
from dpdesk.data.sources.workbook import ZIP, archive_parts
from dpdesk.errors import BadInput

_LOOKED_AT = 1_000  # bytes
_SAVE = "save it as .xlsx, CSV or Parquet"
_UNPACK = "unpack it, and name the file in it"
_R = "an R file: save its table from R as CSV (write.csv) or Parquet"
_ACCESS = "a database of Microsoft Access: export its table as CSV or .xlsx"
_FEATHER = "a Feather file: save it as Parquet"
_JSON = "JSON: save it as CSV or Parquet"
_CATALOGUE = (
    "a SAS catalogue, which holds labels and no records: name the data set (.sas7bdat), and leave this beside it"
)
_BEGIN = {
    b"\xd0\xcf\x11\xe0": f"an old or encrypted Excel file (.xls): {_SAVE}",
    GZIP: f"a gzip archive: {_UNPACK}",
    b"7z\xbc\xaf\x27\x1c": f"a 7z archive: {_UNPACK}",
    b"\xfd7zXZ\0": f"an xz archive: {_UNPACK}",
    b"(\xb5/\xfd": f"a zstd archive: {_UNPACK}",
    b"BZh91AY&SY": f"a bzip2 archive: {_UNPACK}",
    b"Rar!\x1a\x07": f"a rar archive: {_UNPACK}",
    b"\x80\x04": f"a Python pickle: {_SAVE}",
    b"\x80\x05": f"a Python pickle: {_SAVE}",
    b"\x93NUMPY": f"a numpy file: {_SAVE}",
    b"ARROW1\0": f"an Arrow file (or Feather): {_SAVE}",
    b"RDX2\nX\n": _R,
    b"RDX3\nX\n": _R,
    b"RDA2\nA\n": _R,
    b"RDA3\nA\n": _R,
    b"X\n\0\0\0": _R,
    b"\0\1\0\0Standard Jet DB\0": _ACCESS,
    b"\0\1\0\0Standard ACE DB\0": _ACCESS,
    bytes.fromhex("000000000000000000000000c2ea8163"): _CATALOGUE,
    b"**COMPRESSED** **COMPRESSED**": "a file of SAS PROC CPORT: save it as .sas7bdat or as .xpt (XPORT)",
    b"\x89HDF\r\n\x1a\n": f"an HDF5 file: {_SAVE}",
    b"MATLAB 5.0 MAT-file": f"a MATLAB file: {_SAVE}",
    b"Obj\x01": "an Avro file: save it as Parquet",
    b"%PDF-": f"a PDF document: {_SAVE}",
    b"{\\rtf": f"a document (RTF): {_SAVE}",
}
"""What files begin with, and what they then are."""
_BEGIN_LIKE_TEXT = {b"FEA1": _FEATHER, b"ORC": "an ORC file: save it as Parquet"}
"""The same, where a text may begin so, too; it has no zero bytes."""
_JSON_BEGINS = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\{\s*"[^"\n]*"\s*:|\[\s*[\[{"])')
_XML_BEGINS = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml|!DOCTYPE|html)", re.IGNORECASE)
_ENDINGS = {
    ".json": _JSON, ".jsonl": _JSON, ".ndjson": _JSON, ".geojson": _JSON, ".rdata": _R, ".rda": _R, ".rds": _R,
    ".feather": _FEATHER, ".mdb": _ACCESS, ".accdb": _ACCESS, ".sas7bcat": _CATALOGUE,
}  # fmt: skip
_ONLY_NAMED = {".xls", ".ods", ".xlsb", ".pkl", ".npy", ".dbf"}


def refuse_unread(path: Path) -> None:
    """Refuse in words what is recognisably a kind of file that is never read.

    Raises:
        BadInput: what it is, and what to do.
    """
    unread = _unread(path)
    if unread is not None:
        raise BadInput(f"{path.name} is {unread}.")
    ending = path.suffix.lower()
    if ending in _ENDINGS:
        raise BadInput(f"{path.name} is by its name {_ENDINGS[ending]}.")
    if ending in _ONLY_NAMED:
        raise BadInput(f"{path.name}: files of kind {ending} are not read; {_SAVE}.")


def _unread(path: Path) -> str | None:
    """Say what a file is that no reader reads, and what to do with it; None where that is not plain."""
    with path.open("rb") as file:
        head = file.read(_LOOKED_AT)
    for magic, what in _BEGIN.items():
        if head.startswith(magic):
            return _R if magic == GZIP and _holds_r(path) else what
    for magic, what in _BEGIN_LIKE_TEXT.items():
        if head.startswith(magic) and b"\0" in head:
            return what
    if _JSON_BEGINS.match(head):
        return _JSON
    if _XML_BEGINS.match(head) or head.lstrip().startswith(b"<codeBook"):
        if b"<codeBook" in head:
            return "a codebook (DDI): name the file of records it describes, and leave this beside it"
        return f"XML or a web page: {_SAVE}"
    if not head.startswith(ZIP):
        return None
    if b"opendocument" in head:
        return "an OpenDocument file (.ods): save it as .xlsx or CSV"
    parts = archive_parts(path)
    if "xl/workbook.bin" in parts:
        return "a binary Excel workbook (.xlsb): save it as .xlsx or CSV"
    if not parts or any(name == "[Content_Types].xml" or name.startswith("xl/") for name in parts):
        return None  # a workbook, or damaged: its own reader says what is wrong
    return f"a zip archive: {_UNPACK}"


def _holds_r(path: Path) -> bool:
    """Whether a packed file is one of R's, which packs its own."""
    try:
        with unpacked(path) as file:
            return file.read(5).startswith((b"RDX", b"RDA", b"X\n\0\0\0"))
    except BadInput:
        return False
