"""A zip file whose bytes depend on its contents alone.

Python's zip files carry the time of writing and the kind of system, and zlib's output differs between its versions
and replacements (zlib-ng, Apple's, Intel's). Here every entry has the same date (1 January 1980, as reproducible
builds do), the same attributes, the order of the calls, and is compressed by `deflate`, our own small compressor of
fixed behaviour. Sizes stand before the data, so there is nothing a strict reader could stumble over.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import BinaryIO

from dpdesk.errors import DpdeskError
from dpdesk.publish.workbook.deflate import Deflater

_DATE = (0 << 9) | (1 << 5) | 1
_VERSION = 20
_UTF8 = 0x800
_DEFLATED = 8
_LIMIT = 0xFFFFFFFF


class Package:
    """Writes a zip file part by part into an open binary stream."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._entries: list[bytes] = []
        self._offset = 0

    def part(self, name: str, pieces: Iterable[str]) -> None:
        """Add one file of text, given in pieces.

        Raises:
            DpdeskError: if the file would outgrow 4 GiB, the limit of the plain zip format.
        """
        deflater = Deflater()
        data = [deflater.add(piece.encode()) for piece in pieces]
        data.append(deflater.finish())
        packed = sum(map(len, data))
        encoded = name.encode()
        if max(packed, deflater.size, self._offset) > _LIMIT - 1000:
            raise DpdeskError("The workbook would be larger than 4 GiB: publish its largest table as CSV, or split it.")
        common = struct.pack(
            "<HHHHHIIIHH", _VERSION, _UTF8, _DEFLATED, 0, _DATE, deflater.crc, packed, deflater.size, len(encoded), 0
        )
        self._entries.append(
            b"PK\1\2" + struct.pack("<H", _VERSION) + common + struct.pack("<HHHII", 0, 0, 0, 0, self._offset) + encoded
        )
        self._write(b"PK\3\4" + common + encoded)
        for piece in data:
            self._write(piece)

    def close(self) -> None:
        """Write the directory; the stream stays open."""
        directory = b"".join(self._entries)
        start = self._offset
        self._write(directory)
        count = len(self._entries)
        self._write(b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), start, 0))

    def _write(self, data: bytes) -> None:
        self._stream.write(data)
        self._offset += len(data)
