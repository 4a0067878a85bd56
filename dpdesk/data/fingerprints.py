"""A keyed fingerprint of a file's bytes, by which a changed or already known file is recognised.

HMAC-SHA256 under a secret of the ledger: without the key nobody can test a guess at the file's content
against a published fingerprint, as one could with a plain hash of a small table.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from pathlib import Path

from dpdesk.errors import BadInput
from dpdesk.progress import Progress, Steps, silent

_BLOCK = 1 << 22


def fingerprint(path: str | Path, key: bytes, progress: Progress = silent) -> str:
    """Return the HMAC-SHA256 of a file's bytes in hexadecimal, in one streamed pass.

    Raises:
        BadInput: the file cannot be read.
    """
    path = Path(path)
    code = hmac.new(key, digestmod=hashlib.sha256)
    done = 0
    try:
        with path.open("rb") as file:
            tell = Steps(progress, "fingerprint", path.stat().st_size)
            while block := file.read(_BLOCK):
                code.update(block)
                done += len(block)
                tell(done)
            tell.end()
    except OSError as error:
        raise BadInput(f"{path.name} cannot be read ({error.strerror or 'input error'}).") from None
    return code.hexdigest()


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
