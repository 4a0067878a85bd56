"""A process under strace: which files it opened, for writing too, which internet sockets it asked for, and, where that
is wanted, every byte it handed to the system: files that were removed again, pipes and sockets included.
"""

from __future__ import annotations

import os
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
_TO_WRITE = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND")


@dataclass(frozen=True)
class Trace:
    """What was seen; `opened` and `written` are resolved paths of opens that succeeded."""

    status: int
    out: bytes
    err: bytes
    opened: frozenset[str]
    written: frozenset[str]
    internet: tuple[str, ...]


def before(calls: str, log: Path) -> list[str]:
    """The words before a command whose calls are to be recorded, its children's and threads' included."""
    tool = shutil.which("strace")
    if tool is None:
        pytest.skip("strace is not installed")
    return [tool, "-f", "--seccomp-bpf", "-y", "-s", "4096", "-qq", "-e", f"trace={calls}", "-o", str(log)]


def strace(words: Sequence[str], folder: Path, env: Mapping[str, str]) -> Trace:
    """Run a command in `folder` under strace, children and threads included."""
    log = folder / "strace.log"
    done = subprocess.run(
        [*before("open,openat,openat2,creat,socket,connect,sendto,bind", log), *words],
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
            if _TO_WRITE.search(call[3]):
                written.add(path)
    return Trace(done.returncode, done.stdout, done.stderr, frozenset(opened), frozenset(written), tuple(internet))


@dataclass(frozen=True)
class Handed:
    """What a process and its children handed to the system: bytes by where they went; `named` are new names of files.

    `made` are the full paths, tried in vain too, that were opened for writing, created, renamed to or made as folders;
    `shared` are files that were mapped so that what is written to memory reaches them.
    """

    status: int
    out: bytes
    err: bytes
    bytes_to: dict[str, bytes]
    named: frozenset[str]
    made: frozenset[str]
    shared: frozenset[str]


_WRITTEN = re.compile(r"\b(?:write|pwrite64|writev|pwritev2?|sendto|sendmsg)\(\d+<((?:\\.|[^>\\]|->)*)>, (.*)$")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')
_NAMED = re.compile(r"\b(?:rename|renameat2?|link|linkat|symlink|symlinkat|mkdir|mkdirat)\((.*)\) = 0")
_OPENS = "open,openat,openat2,creat"
_MAKES = "rename,renameat,renameat2,link,linkat,symlink,symlinkat,mkdir,mkdirat,mknod,mknodat,truncate"
_MADE = re.compile(rf"\b({_OPENS},{_MAKES})\((.*)$".replace(",", "|"))
_PATH = re.compile(r'(?:<((?:\\.|[^>\\])*)>, )?"((?:\\x[0-9a-f]{2})*)"')
_SHARED = re.compile(r"\bmmap\([^<]*PROT_WRITE[^<]*MAP_SHARED[^<]*<((?:\\.|[^>\\])*)>")


def handed_over(words: Sequence[str], folder: Path, env: Mapping[str, str]) -> Handed:
    """Run a command in `folder` and take down every write, whole."""
    tool = shutil.which("strace")
    if tool is None:
        pytest.skip("strace is not installed")
    log = folder / "handed.log"
    calls = f"trace=write,pwrite64,writev,pwritev,pwritev2,sendto,sendmsg,mmap,{_OPENS},{_MAKES}"
    options = ["-f", "--seccomp-bpf", "-y", "-xx", "-s", "16777216", "-qq", "-e", calls, "-e", "signal=none"]
    done = subprocess.run(
        [tool, *options, "-o", str(log), *words],
        capture_output=True,
        timeout=280,
        check=False,
        cwd=folder,
        env=dict(env),
    )
    bytes_to, named, made, shared = dict[str, list[bytes]](), set[str](), set[str](), set[str]()
    for line in log.read_text(encoding="ascii", errors="replace").splitlines():
        if written := _WRITTEN.search(line):
            texts = _TEXT.findall(written[2])
            assert not any(cut for _, cut in texts), "a write was not taken down whole"
            bytes_to.setdefault(_plain(written[1]), []).extend(_bytes(text) for text, _ in texts)
        elif found := _NAMED.search(line):
            named.update(_bytes(text).decode(errors="replace") for text, _ in _TEXT.findall(found[1]))
        elif mapped := _SHARED.search(line):
            shared.add(_plain(mapped[1]))
        call = None if written else _MADE.search(line)
        if call and (call[1] not in ("open", "openat", "openat2") or _TO_WRITE.search(call[2])):
            start, path = _PATH.findall(call[2])[-1]
            made.add(os.path.normpath(folder / _plain(start) / _bytes(path).decode(errors="replace")))
    log.unlink()
    whole = {where: b"".join(parts) for where, parts in bytes_to.items()}
    names = [frozenset(found) for found in (named, made, shared)]
    return Handed(done.returncode, done.stdout, done.stderr, whole, *names)


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def _plain(name: str) -> str:
    """A file's name as strace has it with -xx: its signs may be written in hexadecimal."""
    return re.sub(r"\\x([0-9a-f]{2})", lambda found: chr(int(found[1], 16)), name)
