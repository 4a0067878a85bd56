"""The program's sign as Windows and macOS want it: one file with pictures of several sizes, painted from the SVG.

Both kinds are a list of PNG pictures behind a head. They are painted when a program is built; none is kept here.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path

ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
ICNS_KINDS = {b"ic11": 32, b"ic12": 64, b"ic07": 128, b"ic13": 256, b"ic14": 512, b"ic10": 1024}


def ico(pictures: Mapping[int, bytes]) -> bytes:
    """A Windows icon of square PNG pictures, by size."""
    head, at = struct.pack("<HHH", 0, 1, len(pictures)), 6 + 16 * len(pictures)
    entries = []
    for size, data in sorted(pictures.items()):
        side = 0 if size == 256 else size  # a byte, in which 0 stands for 256
        entries.append(struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(data), at))
        at += len(data)
    return head + b"".join(entries) + b"".join(data for _, data in sorted(pictures.items()))


def icns(pictures: Mapping[bytes, bytes]) -> bytes:
    """A macOS icon of PNG pictures, by kind."""
    body = b"".join(kind + struct.pack(">I", 8 + len(data)) + data for kind, data in pictures.items())
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def painted(drawing: Path, size: int) -> bytes:
    """The drawing as a square PNG; to be called where Qt is."""
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
    from PySide6.QtGui import QImageReader, QImageWriter

    reader = QImageReader(str(drawing))
    reader.setScaledSize(QSize(size, size))
    held = QByteArray()
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"PNG")).write(reader.read()):
        raise OSError(f"{drawing.name} could not be painted.")
    return bytes(held.data())


def write(drawing: Path, folder: Path, platform: str) -> str | None:
    """Write the icon that a platform wants into a folder and return its path; None where it wants none."""
    folder.mkdir(parents=True, exist_ok=True)
    if platform == "win32":
        target, data = folder / "dpdesk.ico", ico({size: painted(drawing, size) for size in ICO_SIZES})
    elif platform == "darwin":
        target, data = folder / "dpdesk.icns", icns({kind: painted(drawing, at) for kind, at in ICNS_KINDS.items()})
    else:
        return None
    target.write_bytes(data)
    return str(target)
