"""How the commands print: lines of text, one JSON object, a path as it is typed."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

_COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


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
        print(visible(line), flush=True)


def print_exactly(lines: Iterable[str]) -> None:
    """Print lines as they stand in the file of the same name, byte for byte."""
    as_in_the_file()
    for line in lines:
        print(line, flush=True)


def visible(text: str) -> str:
    """`text` with signs that would command a terminal, or turn round what follows them, written as escapes.

    Titles and reasons come from files and other people; a listing of the ledger must show what stands in it.
    """
    return _COMMANDS.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def quoted(path: Path) -> str:
    """A path as it is typed in a shell."""
    import shlex
    import subprocess

    return subprocess.list2cmdline([str(path)]) if sys.platform == "win32" else shlex.quote(str(path))
