"""Looks for planted figures and texts in everything a program left behind, packed or not."""

from __future__ import annotations

import io
import re
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

_ZLIB = re.compile(rb"\x78[\x01\x5e\x9c\xda]")


def spellings(number: int) -> list[re.Pattern[bytes]]:
    """A whole number as it would be printed or stored: alone among other signs, with a thousands sign, eight bytes."""
    plain, grouped = str(number).encode(), f"{number:,}".encode()
    alone = [
        rb"(?<![0-9A-Za-z.])" + form + rb"(?:\.0+)?(?![0-9A-Za-z])"
        for form in {plain, grouped, grouped.replace(b",", b" "), grouped.replace(b",", b"_")}
    ]
    raw = [re.escape(number.to_bytes(8, order, signed=True)) for order in ("little", "big")]  # type: ignore[arg-type]
    return [re.compile(pattern) for pattern in (*alone, *raw)]


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
        base.deserialize(data)
        for (table,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in base.execute(f"SELECT * FROM {table}"):  # a table's own name
                for value in row:
                    packed = value if isinstance(value, bytes) else str(value).encode()
                    yield from contents(f"{name}:{table}", packed, depth + 1)
        base.close()
    else:
        for found in _ZLIB.finditer(data):
            unpacking = zlib.decompressobj()
            try:
                unpacked = unpacking.decompress(data[found.start() :]) + unpacking.flush()
            except zlib.error:
                continue
            if unpacked:
                yield from contents(f"{name}:zlib", unpacked, depth + 1)


def leaks(
    found: Iterator[tuple[str, bytes]] | list[tuple[str, bytes]], numbers: list[int], texts: list[str]
) -> list[str]:
    """Where a planted figure or text stands."""
    patterns = [(str(number), pattern) for number in numbers for pattern in spellings(number)]
    patterns += [
        (text, re.compile(re.escape(text.encode(code)), re.IGNORECASE))
        for text in texts
        for code in ("utf-8", "utf-16-le", "utf-16-be")
    ]
    return sorted(
        {
            f"{what} in {where}"
            for name, data in found
            for where, part in contents(name, data)
            for what, pattern in patterns
            if pattern.search(part)
        }
    )


def left_in(*folders: Path) -> list[tuple[str, bytes]]:
    """Every file below the folders."""
    return [(str(path), path.read_bytes()) for one in folders for path in sorted(one.rglob("*")) if path.is_file()]


def left_in_file(*paths: Path) -> list[tuple[str, bytes]]:
    """The files that exist among these."""
    return [(str(path), path.read_bytes()) for path in paths if path.exists()]
