"""How the commands print: lines of text, one JSON object, a path as it is typed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def as_in_the_file() -> None:
    """Print in UTF-8 with bare line ends, whatever the terminal's own are: these lines are verified byte for byte."""
    import io

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")


def print_json(tree: Any) -> None:
    """Print one JSON object and nothing else."""
    as_in_the_file()
    print(json.dumps(tree, ensure_ascii=False, allow_nan=False, separators=(",", ":")))


def print_lines(lines: Iterable[str]) -> None:
    """Print lines, each at once."""
    for line in lines:
        print(line, flush=True)


def quoted(path: Path) -> str:
    """A path as it is typed in a shell."""
    import shlex
    import subprocess

    return subprocess.list2cmdline([str(path)]) if sys.platform == "win32" else shlex.quote(str(path))
