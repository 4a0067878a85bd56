"""Kinds of files that are never read: how each is recognised, what it is called, and the way out of it."""

from __future__ import annotations

import re
from pathlib import Path

from dpdesk.data.sources.encodings import mark_of
from dpdesk.data.sources.fixed.packed import GZIP, unpacked
from dpdesk.data.sources.workbook.source import ZIP, archive_parts
from dpdesk.errors import BadInput
from dpdesk.problems.problem import Phrase, phrase, problem

_LOOKED_AT = 1_000  # bytes
_SAVE = phrase("data.save_it")
_UNPACK = phrase("data.unpack_it")
_AS_PARQUET = phrase("data.save_as_parquet")
_AS_XLSX = phrase("data.save_as_xlsx")
Kind = tuple[Phrase, Phrase]
"""What a file is, and what to do with it."""
_R: Kind = phrase("data.r"), phrase("data.save_from_r")
_ACCESS: Kind = phrase("data.access"), phrase("data.export_table")
_FEATHER: Kind = phrase("data.feather"), _AS_PARQUET
_JSON: Kind = phrase("data.json"), phrase("data.save_as_csv")
_CATALOGUE: Kind = phrase("data.sas_catalogue"), phrase("data.name_data_set")
_PICKLE: Kind = phrase("data.pickle"), _SAVE
_BEGIN: dict[bytes, Kind] = {
    b"\xd0\xcf\x11\xe0": (phrase("data.old_excel"), _SAVE),
    GZIP: (phrase("data.archive", kind="gzip"), _UNPACK),
    b"7z\xbc\xaf\x27\x1c": (phrase("data.archive", kind="7z"), _UNPACK),
    b"\xfd7zXZ\0": (phrase("data.xz_archive"), _UNPACK),
    b"(\xb5/\xfd": (phrase("data.archive", kind="zstd"), _UNPACK),
    b"BZh91AY&SY": (phrase("data.archive", kind="bzip2"), _UNPACK),
    b"Rar!\x1a\x07": (phrase("data.archive", kind="rar"), _UNPACK),
    b"\x80\x04": _PICKLE,
    b"\x80\x05": _PICKLE,
    b"\x93NUMPY": (phrase("data.numpy"), _SAVE),
    b"ARROW1\0": (phrase("data.arrow"), _SAVE),
    b"RDX2\nX\n": _R,
    b"RDX3\nX\n": _R,
    b"RDA2\nA\n": _R,
    b"RDA3\nA\n": _R,
    b"X\n\0\0\0": _R,
    b"\0\1\0\0Standard Jet DB\0": _ACCESS,
    b"\0\1\0\0Standard ACE DB\0": _ACCESS,
    bytes.fromhex("000000000000000000000000c2ea8163"): _CATALOGUE,
    b"**COMPRESSED** **COMPRESSED**": (phrase("data.cport"), phrase("data.save_as_sas")),
    b"\x89HDF\r\n\x1a\n": (phrase("data.hdf5"), _SAVE),
    b"MATLAB 5.0 MAT-file": (phrase("data.matlab"), _SAVE),
    b"Obj\x01": (phrase("data.avro"), _AS_PARQUET),
    b"%PDF-": (phrase("data.pdf"), _SAVE),
    b"{\\rtf": (phrase("data.rtf"), _SAVE),
}
"""What files begin with, and what they then are."""
_BEGIN_LIKE_TEXT: dict[bytes, Kind] = {b"FEA1": _FEATHER, b"ORC": (phrase("data.orc"), _AS_PARQUET)}
"""The same, where a text may begin so, too; it has no zero bytes."""
_JSON_BEGINS = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\{\s*"[^"\n]*"\s*:|\[\s*[\[{"])')
_XML_BEGINS = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml|!DOCTYPE|html)", re.IGNORECASE)
_ENDINGS = {
    ".json": _JSON, ".jsonl": _JSON, ".ndjson": _JSON, ".geojson": _JSON, ".rdata": _R, ".rda": _R, ".rds": _R,
    ".feather": _FEATHER, ".mdb": _ACCESS, ".accdb": _ACCESS, ".sas7bcat": _CATALOGUE,
}  # fmt: skip
_ONLY_NAMED = {".xls", ".ods", ".xlsb", ".pkl", ".npy", ".dbf"}


def refuse_unread(path: Path, *, packed_texts: bool = False) -> None:
    """Refuse in words what is recognisably a kind of file that is never read.

    Args:
        path: the file.
        packed_texts: texts that gzip has compressed are refused, too.

    Raises:
        BadInput: what it is, and what to do.
    """
    unread = _unread(path, packed_texts)
    if unread is not None:
        what, advice = unread
        raise BadInput(problem("data.unread", file=path.name, what=what, advice=advice))
    ending = path.suffix.lower()
    if ending in _ENDINGS:
        what, advice = _ENDINGS[ending]
        raise BadInput(problem("data.unread_by_name", file=path.name, what=what, advice=advice))
    if ending in _ONLY_NAMED:
        raise BadInput(problem("data.ending_not_read", file=path.name, ending=ending, advice=_SAVE))


def _unread(path: Path, packed_texts: bool) -> Kind | None:
    """Say what a file is that no reader reads, and what to do with it; None where that is not plain."""
    with path.open("rb") as file:
        head = file.read(_LOOKED_AT)
    for magic, what in _BEGIN.items():
        if head.startswith(magic):
            return _packed(path, packed_texts, what) if magic == GZIP else what
    for magic, what in _BEGIN_LIKE_TEXT.items():
        if head.startswith(magic) and b"\0" in head:
            return what
    if _JSON_BEGINS.match(head):
        return _JSON
    if _XML_BEGINS.match(head) or head.lstrip().startswith(b"<codeBook"):
        if b"<codeBook" in head:
            return phrase("data.ddi"), phrase("data.name_records")
        return phrase("data.xml"), _SAVE
    if not head.startswith(ZIP):
        return None
    if b"opendocument" in head:
        return phrase("data.opendocument"), _AS_XLSX
    parts = archive_parts(path)
    if "xl/workbook.bin" in parts:
        return phrase("data.xlsb"), _AS_XLSX
    if not parts or any(name == "[Content_Types].xml" or name.startswith("xl/") for name in parts):
        return None  # a workbook, or damaged: its own reader says what is wrong
    return phrase("data.archive", kind="zip"), _UNPACK


def _packed(path: Path, packed_texts: bool, archive: Kind) -> Kind | None:
    """Say what a packed file is: one of R's, which packs its own, an archive to unpack, or None for a text."""
    try:
        with unpacked(path) as file:
            head = file.read(_LOOKED_AT)
    except BadInput:
        return archive if packed_texts else None  # its reader says that it is damaged
    if head.startswith((b"RDX", b"RDA", b"X\n\0\0\0")):
        return _R
    known = any(map(head.startswith, (*_BEGIN, ZIP))) or _JSON_BEGINS.match(head) or _XML_BEGINS.match(head)
    return archive if packed_texts or known or (b"\0" in head and mark_of(head) is None) else None
