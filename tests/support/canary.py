"""Looks for planted figures and texts in everything a program left behind, packed or not.

Whole numbers are found in the spellings people and programs use, but for groups set apart by a dot, which would be
decimals elsewhere; not, however, as part of a longer number, nor in fewer than eight bytes inside a page of a database
that no table uses any more. Numbers of five figures or more are worth planting: four stand by chance in packed bytes.
"""

from __future__ import annotations

import io
import re
import sqlite3
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PIECE = 256
_GIVEN = re.compile(
    rb"(?<=[/\\\\]pytest-)[0-9]+(?=[/\\\\])|(?<=pipe:\[)[0-9]+(?=\])|(?<=socket:\[)[0-9]+(?=\])"
    rb"|(?<=/)[0-9]+(?=-[0-9a-f]{12}\.(?:lock|json|fault)\b)"
)
"""Numbers that the system gives: to the folder of a run of tests, a pipe, a socket, the process in a file's name."""
_ZLIB = re.compile(rb"\x78[\x01\x5e\x9c\xda]")


_GROUPING = (",", " ", "_", "'", "\u2019", "\u00a0", "\u202f", "\u2009")


def spellings(number: int) -> Iterator[tuple[bytes, re.Pattern[bytes]]]:
    """A whole number as it would be printed or stored: alone among other signs, grouped, UTF-16, eight bytes.

    Each with the plain bytes that must be there for the pattern to be found.
    """
    grouped = f"{number:,}"
    for form in sorted({str(number), *(grouped.replace(",", sign) for sign in _GROUPING)}):
        plain = form.encode()
        sign = re.escape(form.strip("0123456789").encode())  # between groups
        apart = rb"(?<![0-9]" + sign + rb")", rb"(?!" + sign + rb"[0-9]{3})"
        before, after = apart if sign else (b"", b"")
        alone = rb"(?<![0-9A-Za-z.])" + before + re.escape(plain) + rb"(?:\.0+)?(?![0-9A-Za-z]|\.[0-9])" + after
        yield plain, re.compile(alone)
        for code, before, after in (("utf-16-le", b"", b"\0"), ("utf-16-be", b"\0", b"")):
            wide = form.encode(code)
            digit = re.escape(before) + rb"[0-9]" + re.escape(after)
            yield wide, re.compile(rb"(?<!" + digit + rb")" + re.escape(wide) + rb"(?!" + digit + rb")")
    stored = [number.to_bytes(8, order, signed=True) for order in ("little", "big")]  # type: ignore[arg-type]
    for raw in (*stored, *(struct.pack(order + "d", number) for order in "<>")):
        yield raw, re.compile(re.escape(raw))


def contents(name: str, data: bytes, depth: int = 0) -> Iterator[tuple[str, bytes]]:
    """The bytes of a file, and of everything packed in it: zip archives, SQLite columns, zlib streams."""
    yield name, data
    if depth > 3:
        return
    if data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            for part in package.namelist():
                yield from contents(f"{name}:{part}", package.read(part), depth + 1)
    elif data[:16] == b"SQLite format 3\x00":
        base = sqlite3.connect(":memory:")
        base.deserialize(data[:18] + b"\1\1" + data[20:])  # as if it had no write-ahead log, which memory has not
        with suppress(sqlite3.DatabaseError):  # in the middle of a transaction: its bytes are looked through below
            for (table,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                for row in base.execute(f"SELECT * FROM {table}"):  # a table's own name
                    for value in row:
                        packed = value if isinstance(value, bytes) else str(value).encode()
                        yield from contents(f"{name}:{table}", packed, depth + 1)
        base.close()
        yield from _packed(name, data, depth)  # pages no table uses any more
    else:
        yield from _packed(name, data, depth)


def _packed(name: str, data: bytes, depth: int) -> Iterator[tuple[str, bytes]]:
    """What zlib streams hold, whole or torn: as far as they can be unpacked."""
    for found in _ZLIB.finditer(data):
        unpacking, unpacked = zlib.decompressobj(), b""
        try:
            for start in range(found.start(), len(data), _PIECE):
                unpacked += unpacking.decompress(data[start : start + _PIECE])
                if unpacking.eof:
                    break
        except zlib.error:
            pass
        if unpacked:
            yield from contents(f"{name}:zlib", unpacked, depth + 1)


def leaks(
    found: Iterator[tuple[str, bytes]] | list[tuple[str, bytes]], numbers: list[int], texts: list[str]
) -> list[str]:
    """Where a planted figure or text stands."""
    patterns = [(str(number), plain, pattern) for number in numbers for plain, pattern in spellings(number)]
    words = [(text, text.lower().encode(code)) for text in texts for code in ("utf-8", "utf-16-le", "utf-16-be")]
    hits = set()
    for name, data in found:
        for where, part in contents(name, data):
            part = _GIVEN.sub(b"#", part)
            hits |= {
                f"{what} in {where}" for what, plain, pattern in patterns if plain in part and pattern.search(part)
            }
            lower = part.lower()
            hits |= {f"{what} in {where}" for what, word in words if word in lower}
    return sorted(hits)


def left_in(*folders: Path) -> list[tuple[str, bytes]]:
    """Every file below the folders."""
    return [(str(path), path.read_bytes()) for one in folders for path in sorted(one.rglob("*")) if path.is_file()]


def left_in_file(*paths: Path) -> list[tuple[str, bytes]]:
    """The files that exist among these."""
    return [(str(path), path.read_bytes()) for path in paths if path.exists()]
