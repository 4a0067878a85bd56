"""Files that people edit, written whole or not at all: documents as JSON, and what goes beside them."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.schema.editing.starting import is_unconfirmed


def write_json(path: Path, tree: Mapping[str, Any]) -> None:
    """Write a tree as a file of its own, readable by people, whole or not at all.

    A dictionary whose codes and bounds were read from the data and wait to be confirmed is for its owner alone.

    Raises:
        BadInput: if the file cannot be written.
    """
    waiting = any(is_unconfirmed(variable) for variable in tree.get("variables", ()))
    write_file(path, (json.dumps(tree, ensure_ascii=False, indent=2) + "\n").encode(), private=waiting)


def write_file(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write a file whole or not at all, over one of that name.

    Raises:
        BadInput: if the file cannot be written.
    """
    with saving(path, private=private) as file:
        file.write(content)


@contextmanager
def saving(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """A file to write to that is there under its name whole, and on the disk, or not at all.

    One that is private can be read by its owner alone; so can one that takes the place of such a file.

    Raises:
        BadInput: if the file cannot be written.
    """
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        alone = private or (path.exists() and not path.stat().st_mode & 0o077)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(part, flags, 0o600 if alone else 0o666), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise BadInput(problem("schema.unwritable", path=str(path), reason=str(error.strerror))) from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
