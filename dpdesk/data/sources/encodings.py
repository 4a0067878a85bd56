"""Which characters a file's bytes stand for: a byte order mark decides, then what the dictionary declares.

A file is decoded strictly and as a stream: nothing is replaced, dropped or written to disk on the way. Any
text encoding that Python knows by name can be declared; the few that can smuggle one text in as another
(escapes, UTF-7, domain names) cannot.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from dpdesk.data.sources.fixed.packed import unpacked
from dpdesk.data.sources.languages.guessing import eight_bit
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16LE, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_REFUSED = {"idna", "punycode", "utf-7", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"}
_WITHOUT_MARK = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
_SCAN = 1 << 21
_PIECE, _PIECES = 1 << 16, 32


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
        raise BadInput(problem("data.encoding_unknown", encoding=declared)) from None
    if not getattr(info, "_is_text_encoding", True) or info.name.replace("_", "-") in _REFUSED:
        raise BadInput(problem("data.encoding_unusable", encoding=declared))
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
    with unpacked(path) as file:
        marked = mark_of(file.read(4))
    return marked if marked is not None else Encoding(codec, 0)


def guess(path: Path) -> str:
    """Propose an encoding: byte order mark, the zero bytes of UTF-16, strict UTF-8, else one of a language's.

    A file of more than 2 MiB is looked at in places only: its beginning, its end and pieces at even distances
    between them. What is proposed is confirmed by a person, and every byte is decoded strictly when it is read.
    """
    with path.open("rb") as file:
        return guess_in(file, path.stat().st_size)


def guess_in(file: BinaryIO, size: int) -> str:
    """Propose the encoding of an opened file of so many bytes."""
    marked = mark_of(file.read(4))
    if marked is not None:
        return marked.codec
    utf8, first, strange = True, True, b""
    for piece, whole in _pieces(file, size):
        if first:
            zeros = piece[: 1 << 12]
            if zeros.count(0) * 3 > len(zeros) > 1:
                return "utf-16-be" if zeros[0::2].count(0) > zeros[1::2].count(0) else "utf-16-le"
            first = False
        utf8 = utf8 and _is_utf8(piece, whole)
        if not piece.isascii():
            strange += piece if whole else b"\n" + _whole_lines(piece)
    return "utf-8" if utf8 else eight_bit(strange)


def _whole_lines(piece: bytes) -> bytes:
    """A piece without the lines that are cut at its ends, so that no sign is cut."""
    inner = piece[piece.find(b"\n") + 1 : piece.rfind(b"\n") + 1]
    return inner or piece


def _pieces(file: BinaryIO, size: int) -> Iterator[tuple[bytes, bool]]:
    """Yield pieces of a file from its start on, and whether each is cut at no character: the whole file if small."""
    if size <= _SCAN:
        file.seek(0)
        yield file.read(_SCAN), True
        return
    for number in range(_PIECES):
        start = (size - _PIECE) * number // (_PIECES - 1)
        file.seek(start)
        yield file.read(_PIECE), False


def _is_utf8(piece: bytes, whole: bool) -> bool:
    """Whether bytes are UTF-8, characters cut at the ends of a piece aside."""
    start = 0
    if not whole:
        while start < min(3, len(piece)) and piece[start] & 0xC0 == 0x80:
            start += 1
    try:
        codecs.getincrementaldecoder("utf-8")().decode(piece[start:], final=whole)
    except UnicodeDecodeError:
        return False
    return True
