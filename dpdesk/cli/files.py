"""Files that commands write beside a release: whole or not at all, and never over something else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem


def new_file(path: Path) -> Path:
    """A file that is not there yet, found out before anything is entered."""
    if path.exists():
        raise BadInput(problem("cli.file_exists", path=str(path)))
    if not path.parent.is_dir():
        raise BadInput(problem("cli.no_such_folder", path=str(path)))
    return path


def write(path: Path, content: bytes) -> None:
    """Write one file, whole or not at all."""
    write_all(path.parent, {path.name: content})


def write_all(folder: Path, contents: Mapping[str, bytes]) -> list[Path]:
    """Write files of one folder, all of them or none."""
    from dpdesk.publish.outbox import Outbox

    with Outbox(folder) as outbox:
        paths = list(_added(outbox, contents))
        outbox.publish()
    return paths


def _added(outbox: Any, contents: Mapping[str, bytes]) -> Iterator[Path]:
    for name, content in contents.items():
        yield outbox.add(name, lambda stream, content=content: stream.write(content))
