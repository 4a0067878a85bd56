"""A screen for the window: Xvfb with its picture in a file, so that what stands on it can be looked at from outside."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class Screen:
    """A running X server; `display` is what DISPLAY must be."""

    display: str
    _frame: Path

    def pixels(self) -> tuple[int, int, bytes]:
        """Width, height and rows of 4 bytes a pixel (blue, green, red, unused) as they are now."""
        raw = self._frame.read_bytes()
        head = struct.unpack(">25I", raw[:100])
        size, width, height, row_bytes, colours = head[0], head[4], head[5], head[12], head[19]
        start = size + colours * 12
        rows = (raw[start + y * row_bytes : start + y * row_bytes + width * 4] for y in range(height))
        return width, height, b"".join(rows)

    def save(self, path: Path) -> None:
        """Write the picture as a file of the kind its name says."""
        from PySide6.QtGui import QImage

        width, height, pixels = self.pixels()
        QImage(pixels, width, height, width * 4, QImage.Format.Format_RGB32).save(str(path))


@contextmanager
def screen(folder: Path, width: int = 1280, height: int = 800) -> Iterator[Screen]:
    """Start a screen; skip the test where there is no Xvfb."""
    server = shutil.which("Xvfb")
    if server is None:
        pytest.skip("Xvfb is not on this machine")
    reader, writer = os.pipe()
    command = [server, "-displayfd", str(writer), "-screen", "0", f"{width}x{height}x24", "-fbdir", str(folder)]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        [*command, "-nolisten", "tcp", "-noreset"], pass_fds=(writer,), stdout=quiet, stderr=quiet
    ) as process:
        os.close(writer)
        with os.fdopen(reader) as told:
            number = told.readline().strip()
        try:
            yield Screen(f":{number}", folder / "Xvfb_screen0")
        finally:
            process.terminate()
