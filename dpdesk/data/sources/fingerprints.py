"""A keyed fingerprint of a file's bytes, by which a changed or already known file is recognised.

HMAC-SHA256 under a secret of the ledger: without the key nobody can test a guess at the file's content
against a published fingerprint, as one could with a plain hash of a small table.

A file of a gibibyte or more is looked at part by part, by two threads, since a release reads it twice for this and one
hash after the other would take longer than the counting saves: keyed BLAKE2b in its tree mode (Aumasson, Neves,
Wilcox-O'Hearn, Winnerlein 2013, section 2.10), whose leaves are the parts and whose root is over their hashes and the
file's length. Every byte, its place, and where the file ends decide it just as well.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

from dpdesk.data.sources.records import unreadable
from dpdesk.errors import BadInput
from dpdesk.progress import Progress, Stage, Steps, silent

_BLOCK = 1 << 22
LARGE = 1 << 30
"""Bytes from which on a file is looked at in parts. Never to be changed: the ledger keeps fingerprints for years."""
PART = 1 << 26
THREADS = 2


def fingerprint(path: str | Path, key: bytes, progress: Progress = silent) -> str:
    """Return a keyed hash of a file's bytes in hexadecimal, every byte read once.

    Raises:
        BadInput: the file cannot be read.
    """
    path = Path(path)
    code = hmac.new(key, digestmod=hashlib.sha256)
    done = 0
    try:
        size = path.stat().st_size
        if size >= LARGE:
            return _of_parts(path, key, size, progress)
        with path.open("rb") as file:
            tell = Steps(progress, Stage.FINGERPRINT, size)
            while block := file.read(_BLOCK):
                code.update(block)
                done += len(block)
                tell(done)
            tell.end()
    except OSError as error:
        raise BadInput(unreadable(path.name, error)) from None
    return code.hexdigest()


def _of_parts(path: Path, key: bytes, size: int, progress: Progress) -> str:
    """The root of the tree; `progress` is told in the caller's thread, and what it raises ends the others."""
    ended = Event()
    count = -(-size // PART)

    def leaf(number: int) -> bytes:
        code = _node(key, number, depth=0, last=number == count - 1)
        left = PART
        with path.open("rb", buffering=0) as file:
            file.seek(number * PART)
            while left and not ended.is_set() and (block := file.read(min(_BLOCK, left))):
                code.update(block)
                left -= len(block)
        return code.digest()

    root = _node(key, 0, depth=1, last=True)
    tell = Steps(progress, Stage.FINGERPRINT, size)
    with ThreadPoolExecutor(THREADS, "dpdesk-fingerprint") as pool:
        try:
            for number, digest in enumerate(pool.map(leaf, range(count)), start=1):
                root.update(digest)
                tell(min(number * PART, size))
        finally:
            ended.set()
    root.update(size.to_bytes(8, "little"))
    tell.end()
    return root.hexdigest()


def _node(key: bytes, number: int, *, depth: int, last: bool) -> hashlib.blake2b:
    """A node of the tree: the leaves at depth 0, the root at depth 1; `last` of its depth."""
    return hashlib.blake2b(
        key=key, digest_size=32, fanout=0, depth=2, leaf_size=PART, inner_size=32,
        node_offset=number, node_depth=depth, last_node=last,
    )  # fmt: skip


def fingerprint_of_all(files: Sequence[tuple[str, Path]], key: bytes, progress: Progress = silent) -> str:
    """Return one fingerprint of several files, each under a name that is part of it, in the order given.

    It is the HMAC of the names and of the fingerprints of the files, each with its length before it, so that no byte
    can pass from one file, or from a name, to another unseen.
    """
    code = hmac.new(key, b"several files", digestmod=hashlib.sha256)
    for name, path in files:
        for text in (name.encode("utf-8", "surrogateescape"), fingerprint(path, key, progress).encode()):
            code.update(len(text).to_bytes(8, "big") + text)
    return code.hexdigest()
