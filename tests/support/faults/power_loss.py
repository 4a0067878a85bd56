"""What a disk may hold after the power fails: system calls of a real process, replayed on a disk without mercy.

A process is run under strace, which sees what SQLite does in C as well. The calls that change files are replayed on a
model: what a file holds is safe when an fsync of that file has returned, a name (made, renamed, removed) when an fsync
of its folder has; until then each sector of 512 bytes and each name may be on the disk or not, in any order, and a
sector on its way may hold anything. That is less than any file system promises. After every call the model yields the
states the disk may be in:

    kept, dropped       all that is under way arrived, or nothing
    names, data         only names arrived, or only contents
    early               the first so many, in order
    alone, without      one alone (so it was reordered before all others), or all but one
    torn                half of the sectors of the last write
    garbled             one sector arrived as rubbish
    any                 any of them, by chance (the same at each run)
"""

from __future__ import annotations

import hashlib
import os
import random
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

SECTOR = 512
CALLS = (
    "open,openat,creat,close,write,pwrite64,writev,lseek,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,"
    "unlinkat,pread64,ftruncate,truncate,mkdir,mkdirat,copy_file_range,sendfile,mmap,fallocate,dup,dup2,dup3,fcntl"
)
_LINE = re.compile(r"^(?:\d+ +)?(\w+)\((.*)\) += (-?\d+|\?)")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


FAILED = "failed"
_FAILED = {
    "openat": "make", "pread64": "read", "pwrite64": "write", "fsync": "sync", "fdatasync": "sync", "ftruncate": "cut",
    "mkdir": "folder",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Call:
    """One call that changed something below the folder, or a mark of the process: `data` is then its line."""

    name: str  # make, read, write, cut, sync, rename, unlink, folder, sync folder, mark
    path: str
    other: str = ""  # the new name, or that the call was made to fail
    offset: int = 0
    data: bytes = b""
    by: str = ""  # the name of the system call
    number: int = 0  # its number among the calls of that name, as strace counts them

    @property
    def kind(self) -> str:
        """What the call does to what kind of file, for a sample that has every kind."""
        if "/anchors/" in self.path:
            return f"{self.name} anchor"
        ends = (".new-journal", "-journal", ".new", ".lock", ".part")
        role = next((end for end in ends if self.path.endswith(end)), "")
        return f"{self.name} {role or Path(self.path).suffix}"


def strace(
    words: Sequence[str], log: Path, env: Mapping[str, str], inject: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a process under strace, where `inject` says what is to go wrong."""
    tool = shutil.which("strace")
    assert tool is not None
    # The fast way of tracing does not count the calls to inject at.
    how = ["-e", f"inject={inject}"] if inject else ["--seccomp-bpf"]
    return subprocess.run(
        [tool, "-f", *how, "-qq", "-xx", "-s", "100000000", "-o", str(log), "-e", f"trace={CALLS}", *words],
        env=dict(env), capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def record(words: Sequence[str], root: Path, env: Mapping[str, str], kill: str = "") -> list[Call]:
    """Run a process under strace and return what it did to the files below `root`, in order.

    `kill`: what strace injects, where the process is to be killed. A call that the model does not know, on a file below
    `root`, is an error: nothing is overlooked.
    """
    log = root.with_name(root.name + ".strace")
    done = strace(words, log, env, kill)
    assert done.returncode == (-9 if kill else 0), done.stderr[-2000:]
    return list(read(log, root))


def read(log: Path, root: Path) -> Iterator[Call]:
    """The calls in a log of strace that changed files below `root`."""
    counts = Counter[str]()
    for call in _read(log.read_text(encoding="ascii").splitlines(), str(root), counts):
        yield replace(call, number=counts[call.by])


def _read(lines: list[str], root: str, counts: Counter[str]) -> Iterator[Call]:
    files: dict[int, str] = {}
    places: dict[int, int] = {}

    def inside(path: str) -> bool:
        return path == root or path.startswith(root + "/")

    for line in lines:
        found = _LINE.match(line)
        if found is not None:
            counts[found[1]] += 1
        failed = line.endswith("(INJECTED)")
        if found is None or found[3] == "?" or (int(found[3]) < 0 and not failed):
            continue
        name, words, result = found[1], found[2], int(found[3])
        texts = [bytes.fromhex(text.replace("\\x", "")) for text in _TEXT.findall(words)]
        paths = [os.path.normpath(text.decode("utf-8", "surrogateescape")) for text in texts]
        number = re.match(r"\d+", words)
        handle = int(number[0]) if number else -1
        if failed:
            path = files.get(handle, "") if number else paths[0]
            if inside(path):
                yield Call(_FAILED.get(name, name), path, FAILED, by=name)
        elif name in ("open", "openat", "creat"):
            files.pop(result, None)
            if inside(paths[0]):
                files[result], places[result] = paths[0], 0
                assert "O_APPEND" not in words or paths[0].endswith("/marks"), line
                if "O_CREAT" in words or name == "creat":
                    yield Call("make", paths[0], by=name)
                if "O_TRUNC" in words:
                    yield Call("cut", paths[0], by=name)
        elif name == "close":
            files.pop(handle, None)
        elif name in ("rename", "renameat", "renameat2"):
            assert inside(paths[0]) == inside(paths[1]), line
            if inside(paths[0]):
                for one, path in files.items():
                    files[one] = paths[1] if path == paths[0] else path
                yield Call("rename", paths[0], paths[1], by=name)
        elif name in ("unlink", "unlinkat", "mkdir", "mkdirat"):
            if inside(paths[0]):
                assert "AT_REMOVEDIR" not in words, line
                if name.startswith("unlink"):
                    for one, path in files.items():
                        files[one] = f"{path} (gone)" if path == paths[0] else path
                yield Call("unlink" if name.startswith("unlink") else "folder", paths[0], by=name)
        elif handle in files:
            path = files[handle]
            if path.endswith("/marks"):
                if name == "write":
                    yield Call("mark", "", data=texts[0], by=name)
            elif name in ("write", "pwrite64"):
                offset = places[handle] if name == "write" else int(words.rsplit(", ", 1)[1])
                if name == "write":
                    places[handle] += result
                yield Call("write", path, offset=offset, data=texts[0][:result], by=name)
            elif name in ("fsync", "fdatasync"):
                yield Call("sync", path, by=name)
            elif name == "ftruncate":
                yield Call("cut", path, offset=int(words.rsplit(", ", 1)[1]), by=name)
            elif name == "pread64":
                yield Call("read", path, by=name)
            elif name == "lseek":
                places[handle] = result
            else:
                # Locks and flags are not written; anything else would be a way to the disk that is not replayed.
                assert name == "fcntl" and not words.split(", ")[1].startswith("F_DUP"), line
        else:
            assert name not in ("truncate", "link", "linkat") or not any(map(inside, paths)), line


@dataclass(slots=True)
class File:
    """What is safe of a file."""

    data: bytearray = field(default_factory=bytearray)


@dataclass(frozen=True, slots=True)
class Piece:
    """The least that reaches the disk as a whole: a sector, a length, or a change of names in a folder."""

    call: int  # the number of the call it belongs to
    file: File | None = None
    offset: int = 0
    data: bytes | None = None  # None: the file is cut at `offset`
    folder: str = ""
    removed: str = ""
    added: str = ""

    def on(self, names: dict[str, File], contents: dict[int, bytearray]) -> None:
        """Apply it to a state that is being made."""
        if self.folder:
            names.pop(self.removed, None)
            if self.added and self.file is not None:
                names[self.added] = self.file
        elif self.file is not None:
            held = contents.setdefault(id(self.file), bytearray(self.file.data))
            if self.data is None:
                del held[self.offset :]
                held.extend(bytes(self.offset - len(held)))
            else:
                held.extend(bytes(max(0, self.offset - len(held))))
                held[self.offset : self.offset + len(self.data)] = self.data


FOLDER = File()


class Disk:
    """The model; `do` carries a call out, `states` yields what may be on the disk then."""

    def __init__(self, root: str, folders: Sequence[str] = ()) -> None:
        self.root = root
        names = [root, *(os.path.join(root, folder) for folder in folders)]  # there from the start
        self.seen: dict[str, File] = dict.fromkeys(names, FOLDER)  # names as the running system sees them
        self.safe: dict[str, File] = dict.fromkeys(names, FOLDER)  # names that are on the disk
        self.pending: list[Piece] = []
        self.count = 0

    def do(self, call: Call) -> None:
        """Carry out one call."""
        self.count += 1
        file = self.seen.get(call.path)
        if call.name in ("make", "folder"):
            if file is None:
                file = FOLDER if call.name == "folder" else File()
                self.seen[call.path] = file
                self._name(file, added=call.path)
        elif call.name == "rename":
            assert file is not None and os.path.dirname(call.path) == os.path.dirname(call.other)
            del self.seen[call.path]
            self.seen[call.other] = file
            self._name(file, removed=call.path, added=call.other)
        elif call.name == "unlink":
            self.seen.pop(call.path)
            self._name(None, removed=call.path)
        elif call.name == "sync" and file is FOLDER:
            self._settle([piece for piece in self.pending if piece.folder == call.path])
        elif file is None:
            assert call.path.endswith("(gone)") or call.name == "mark", call
        elif call.name == "sync":
            self._settle([piece for piece in self.pending if not piece.folder and piece.file is file])
        elif call.name == "write":
            start = call.offset
            while start < call.offset + len(call.data):
                end = min(call.offset + len(call.data), (start // SECTOR + 1) * SECTOR)
                data = call.data[start - call.offset : end - call.offset]
                self.pending.append(Piece(self.count, file, start, data))
                start = end
        elif call.name == "cut":
            self.pending.append(Piece(self.count, file, call.offset))

    def _name(self, file: File | None, *, removed: str = "", added: str = "") -> None:
        self.pending.append(
            Piece(self.count, file, folder=os.path.dirname(added or removed), removed=removed, added=added)
        )

    def _settle(self, pieces: list[Piece]) -> None:
        contents: dict[int, bytearray] = {}
        for piece in pieces:
            piece.on(self.safe, contents)
        for piece in pieces:
            if not piece.folder and piece.file is not None:
                piece.file.data = contents[id(piece.file)]
        settled = set(map(id, pieces))
        self.pending = [piece for piece in self.pending if id(piece) not in settled]

    def state(self, pieces: Sequence[Piece]) -> dict[str, bytes | None]:
        """The files (None: a folder) by path below the root, if exactly these pieces arrived, in this order."""
        names, contents = dict(self.safe), dict[int, bytearray]()
        for piece in pieces:
            piece.on(names, contents)
        # A folder whose own name did not arrive takes what is in it along.
        return {
            os.path.relpath(path, self.root): None if file is FOLDER else bytes(contents.get(id(file), file.data))
            for path, file in names.items()
            if path != self.root and all(up in names for up in _above(path, self.root))
        }

    def states(
        self, chance: random.Random, *, each: int = 1000, drawn: int = 6
    ) -> Iterator[tuple[str, dict[str, bytes | None]]]:
        """What may be on the disk now, by kind; `each`: at most so many of a kind, spread evenly."""
        all_of = self.pending
        yield "kept", self.state(all_of)
        if not all_of:
            return
        yield "dropped", self.state([])
        yield "names", self.state([piece for piece in all_of if piece.folder])
        yield "data", self.state([piece for piece in all_of if not piece.folder])
        chosen = range(len(all_of)) if len(all_of) <= each else sorted(chance.sample(range(len(all_of)), each))
        for at in chosen:
            yield "early", self.state(all_of[:at])
            yield "alone", self.state([all_of[at]])
            yield "without", self.state([piece for piece in all_of if piece is not all_of[at]])
            if all_of[at].data is not None:
                piece = all_of[at]
                rubbish = Piece(piece.call, piece.file, piece.offset, chance.randbytes(len(piece.data or b"")))
                yield "garbled", self.state([rubbish if one is piece else one for one in all_of])
        last = [piece for piece in all_of if piece.call == all_of[-1].call]
        for half in (last[::2], last[1::2], last[: len(last) // 2], last[len(last) // 2 :]):
            kept = set(map(id, half))
            yield "torn", self.state([piece for piece in all_of if piece not in last or id(piece) in kept])
        for _ in range(drawn):
            yield "any", self.state([piece for piece in all_of if chance.random() < 0.5])


def _above(path: str, root: str) -> list[str]:
    found = []
    while (path := os.path.dirname(path)) != root:
        found.append(path)
    return found


def name_of(state: Mapping[str, bytes | None]) -> str:
    """A hash of a state, the same for two that differ in empty files of locks only."""
    digest = hashlib.sha256()
    for path, data in sorted(state.items()):
        if not path.endswith(".lock"):
            digest.update(f"{path}\0{-1 if data is None else len(data)}\0".encode("utf-8", "surrogateescape"))
            digest.update(data or b"")
    return digest.hexdigest()


def lay_out(state: Mapping[str, bytes | None], folder: Path) -> None:
    """Make the files of a state in an empty folder."""
    for path, data in sorted(state.items()):
        target = folder / path
        if data is None:
            target.mkdir(parents=True, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
