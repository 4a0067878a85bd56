"""Which characters a file's bytes stand for: a byte order mark decides, then what the dictionary declares.

A file is decoded strictly and as a stream: nothing is replaced, dropped or written to disk on the way. Any
text encoding that Python knows by name can be declared; the few that can smuggle one text in as another
(escapes, UTF-7, domain names) cannot.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from pathlib import Path

from dpdesk.errors import BadInput

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16LE, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_REFUSED = {"idna", "punycode", "utf-7", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"}
_WITHOUT_MARK = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
_SCAN = 1 << 20


@dataclass(frozen=True, slots=True)
class Encoding:
    """The codec a file is decoded with, and the bytes of its byte order mark that are skipped."""

    codec: str
    mark: int


def codec_name(declared: str) -> str:
    """Return Python's own name of a text encoding; BadInput if it is none that may be used."""
    try:
        info = codecs.lookup(declared.strip())
    except (LookupError, ValueError):
        raise BadInput(
            f"The encoding {declared!r} is not known; name one such as utf-8, cp1252, latin-1 or utf-16-le."
        ) from None
    if not getattr(info, "_is_text_encoding", True) or info.name.replace("_", "-") in _REFUSED:
        raise BadInput(f"The encoding {declared!r} cannot be used; name one such as utf-8 or cp1252.")
    return _WITHOUT_MARK.get(info.name, info.name)


def mark_of(head: bytes) -> Encoding | None:
    """Return what a byte order mark at the start of a file says, None if there is none."""
    for mark, codec in _MARKS:
        if head.startswith(mark):
            return Encoding(codec, len(mark))
    return None


def resolve(path: Path, declared: str) -> Encoding:
    """Return how `path` is decoded: its byte order mark decides, else the declared encoding."""
    codec = codec_name(declared)
    with path.open("rb") as file:
        marked = mark_of(file.read(4))
    return marked if marked is not None else Encoding(codec, 0)


def guess(path: Path) -> str:
    """Propose an encoding: byte order mark, the zero bytes of UTF-16, strict UTF-8 throughout, else cp1252."""
    with path.open("rb") as file:
        head = file.read(_SCAN)
        marked = mark_of(head)
        if marked is not None:
            return marked.codec
        zeros = head[: 1 << 12]
        if zeros.count(0) * 3 > len(zeros) > 1:
            return "utf-16-be" if zeros[0::2].count(0) > zeros[1::2].count(0) else "utf-16-le"
        utf8 = codecs.getincrementaldecoder("utf-8")()
        try:
            block = head
            while block:
                utf8.decode(block)
                block = file.read(_SCAN)
            utf8.decode(b"", final=True)
        except UnicodeDecodeError:
            pass
        else:
            return "utf-8"
        file.seek(0)
        while block := file.read(_SCAN):
            if any(undefined in block for undefined in (b"\x81", b"\x8d", b"\x8f", b"\x90", b"\x9d")):
                return "iso8859-1"
    return "cp1252"
