"""A process under strace: which files it opened, for writing too, and which internet sockets it asked for."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

_OPEN = re.compile(
    r'\b(?:open|openat|openat2|creat)\((?:(?:AT_FDCWD|\d+)(?:<([^>]*)>)?, )?"((?:[^"\\]|\\.)*)", ([^)]*)\)'
)
_OPENED = re.compile(r"= (-?\d+)(?:<([^>]*)>)?")


@dataclass(frozen=True)
class Trace:
    """What was seen; `opened` and `written` are resolved paths of opens that succeeded."""

    status: int
    out: bytes
    err: bytes
    opened: frozenset[str]
    written: frozenset[str]
    internet: tuple[str, ...]


def strace(words: Sequence[str], folder: Path, env: Mapping[str, str]) -> Trace:
    """Run a command in `folder` under strace, children and threads included."""
    tool = shutil.which("strace")
    if tool is None:
        pytest.skip("strace is not installed")
    log = folder / "strace.log"
    calls = "trace=open,openat,openat2,creat,socket,connect,sendto,bind"
    done = subprocess.run(
        [tool, "-f", "-y", "-s", "4096", "-qq", "-e", calls, "-o", str(log), *words],
        capture_output=True,
        timeout=280,
        check=False,
        cwd=folder,
        env=dict(env),
    )
    opened, written, internet = set[str](), set[str](), []
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        if "AF_INET" in line:
            internet.append(line)
        call = _OPEN.search(line)
        result = _OPENED.search(line, call.end()) if call else None
        if call and result and not result[1].startswith("-"):
            path = result[2] or call[2]
            opened.add(path)
            if re.search(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND", call[3]):
                written.add(path)
    return Trace(done.returncode, done.stdout, done.stderr, frozenset(opened), frozenset(written), tuple(internet))
