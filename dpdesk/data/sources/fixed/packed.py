"""Files that gzip has compressed, read as what they hold."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem

GZIP = b"\x1f\x8b"


def is_packed(path: Path) -> bool:
    """Whether a file begins as gzip's do."""
    with path.open("rb") as file:
        return file.read(len(GZIP)) == GZIP


@contextmanager
def unpacked(path: Path) -> Iterator[BinaryIO]:
    """Open a file to read what it holds, unpacked on the way where gzip has compressed it.

    Raises:
        BadInput: it is packed, and damaged.
    """
    if not is_packed(path):
        with path.open("rb") as plain:
            yield plain
        return
    try:
        with gzip.open(path, "rb") as file:
            yield cast(BinaryIO, file)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise BadInput(problem("data.packed_damaged", file=path.name)) from None


def position(file: BinaryIO) -> int:
    """How many bytes of the file itself have been read, packed as they are."""
    raw: BinaryIO = getattr(file, "fileobj", file)
    return raw.tell()
