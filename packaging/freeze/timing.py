"""How long the program takes to start, on a screen and as a command, and how large its folder is.

Seconds of a wall clock say what a user waits; seconds of the processor are steadier where the machine has other work.
Of several starts the quickest counts: what else the machine does only ever adds to it.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import struct
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_PAPER = b"\xff\xff\xff"
_STEP = 0.01


@dataclass(frozen=True)
class Seconds:
    """By the wall clock and of the processor."""

    wall: float
    processor: float

    def __str__(self) -> str:
        return f"{self.wall:.2f} s ({self.processor:.2f} s of the processor)"


def command(words: Sequence[str | Path], starts: int, variables: Mapping[str, str], folder: Path) -> Seconds:
    """The quickest of several runs of a command from its start to its end."""
    best = Seconds(float("inf"), float("inf"))
    for _ in range(starts):
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run([*map(str, words)], capture_output=True, env=dict(variables), cwd=folder, check=True)
        wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = Seconds(min(best.wall, wall), min(best.processor, spent))
    return best


@dataclass(frozen=True)
class Screen:
    """A running X server whose picture is a file."""

    display: str
    frame: Path

    def shows_a_window(self) -> bool:
        """Whether the top of the screen has paper and letters on it."""
        try:
            with self.frame.open("rb") as stream:
                head = struct.unpack(">25I", stream.read(100))
                row, start = head[12], head[0] + head[19] * 12
                stream.seek(start)
                band = stream.read(row * 100)
        except (OSError, struct.error):
            return False
        seen: dict[bytes, int] = defaultdict(int)
        for at in range(0, len(band), 4 * 7):
            seen[band[at : at + 3]] += 1
        return seen[_PAPER] > 3000 and len(seen) > 20


@contextmanager
def screen(folder: Path) -> Iterator[Screen]:
    """Start a screen of 1280 × 800 for the time being."""
    server = shutil.which("Xvfb")
    if server is None:
        raise OSError("Xvfb is not on this machine.")
    reader, writer = os.pipe()
    words = ["-screen", "0", "1280x800x24", "-fbdir", str(folder), "-nolisten", "tcp", "-noreset"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        [server, "-displayfd", str(writer), *words], pass_fds=(writer,), stdout=quiet, stderr=quiet
    ) as process:
        os.close(writer)
        with os.fdopen(reader) as told:
            number = told.readline().strip()
        try:
            yield Screen(f":{number}", folder / "Xvfb_screen0")
        finally:
            process.terminate()


def _processor(process: int) -> float:
    """Seconds of the processor a running process has used (Linux)."""
    words = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def window(words: Sequence[str | Path], starts: int, variables: Mapping[str, str], folder: Path) -> Seconds:
    """From the start of the program to a window that can be read on the screen; the quickest of several."""
    best = Seconds(float("inf"), float("inf"))
    for number in range(starts):
        place = folder / f"screen-{number}"
        place.mkdir(parents=True, exist_ok=True)
        with screen(place) as on:
            begun = time.perf_counter()
            with subprocess.Popen(
                [*map(str, words)], env={**variables, "DISPLAY": on.display}, cwd=folder, start_new_session=True,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            ) as process:  # fmt: skip
                try:
                    while not on.shows_a_window():
                        if process.poll() is not None or time.perf_counter() - begun > 60:
                            raise OSError("No window came up.")
                        time.sleep(_STEP)
                    wall, spent = time.perf_counter() - begun, _processor(process.pid)
                    best = Seconds(min(best.wall, wall), min(best.processor, spent))
                finally:
                    os.killpg(process.pid, signal.SIGTERM)
        shutil.rmtree(place)
    return best


def sizes(folder: Path) -> list[tuple[str, int]]:
    """Bytes by package, the largest first; what lies at the top is put together by kind."""
    inside = folder / "_internal"
    found: dict[str, int] = defaultdict(int)
    for path in folder.rglob("*"):
        if path.is_symlink() or not path.is_file():
            continue
        parts = path.relative_to(inside).parts if path.is_relative_to(inside) else ("",)
        top = parts[0].split(".")[0] if len(parts) > 1 else path.name
        if not path.is_relative_to(inside):
            named = path.name.startswith("dpdesk")
            top = "the program itself and the modules in Python" if named else "lists and licences"
        elif parts[0] == "PySide6" and "icu" in path.name:
            top = "PySide6 (ICU)"
        elif top.startswith("_duckdb"):
            top = "duckdb"
        elif top.startswith(("python3", "base_library", "libpython")):
            top = "Python"
        elif len(parts) == 1 or parts[0].endswith(".dist-info"):
            top = "system libraries" if len(parts) == 1 else "names and versions of packages"
        found[top] += path.stat().st_size
    return sorted(found.items(), key=lambda one: -one[1])
