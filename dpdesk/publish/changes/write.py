"""A change or a total as files in a folder of its own: a workbook a language, a CSV file a table, and their list.

Nothing in the folder is confidential; all of it may be made again at any time, with the same content. `change.json`, or
`total.json`, names the releases by number, ledger entry and result hash, and every file by its SHA-256: with the
folders of both releases beside it `verify.py` works changes out anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from dpdesk.planning.document.formats import file_stems
from dpdesk.publish import folders
from dpdesk.publish.changes import book, table
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.metadata import metadata_bytes
from dpdesk.publish.languages import chosen
from dpdesk.publish.outbox import Outbox
from dpdesk.release.canonical import level_text
from dpdesk.release.result import Release
from dpdesk.release.series.sides import Beside

VERSION = 1


def write_beside(found: Beside, out: Path | str, *, languages: Sequence[str] | None = None) -> list[Path]:
    """Write all files of a change or total into a folder, which is made if it is missing; returns their paths.

    Raises:
        BadInput: the last release is not published in one of the languages.
        Refused: a file of the same name with other contents stands there.
    """
    made = chosen(found.release.plan, languages)
    names = file_stems([one.shell.name for one in found.tables])
    sums: dict[str, str] = {}
    paths: list[Path] = []
    with Outbox(Path(out)) as outbox:

        def add(name: str, write: Callable[[BinaryIO], None]) -> None:
            paths.append(outbox.add(name, write))
            digest = hashlib.sha256()
            for block in outbox.read(paths[-1]):
                digest.update(block)
            sums[name] = digest.hexdigest()

        for language in made:
            stem = f"{folders.stem(found.release, language)}-{found.kind}" + (f"-{language}" if len(made) > 1 else "")
            add(f"{stem}.xlsx", partial(book.write, found, language=language))
        for name, one in zip(names, found.tables, strict=True):
            add(f"{name}.csv", partial(_all, b"".join(table.lines(found, one, made[0]))))
        told = metadata_bytes(description(found) | {"files": dict(sorted(sums.items()))})
        paths.append(outbox.add(f"{found.kind}.json", partial(_all, told)))
        outbox.publish()
    return paths


def _all(content: bytes, stream: BinaryIO) -> None:
    stream.write(content)


def description(found: Beside) -> dict[str, Any]:
    """What the list says but for the files."""
    if found.kind == "change":
        sides: dict[str, Any] = {"now": _which(found.release), "before": _which(found.earlier[0])}
    else:
        sides = {"waves": [_which(one) for one in (*found.earlier, found.release)]}
    return {
        "format": f"dpdesk-{found.kind}",
        "version": VERSION,
        "software": {"name": "dpdesk", **facts.program(found.release)},
        "dataset_id": found.release.dictionary.dataset_id,
        **sides,
        "level": level_text(found.release.level),
        "tables": [one.shell.name for one in found.tables],
        "left_out": list(found.left_out),
    }


def _which(release: Release) -> dict[str, Any]:
    wave = release.wave
    waved = {} if wave is None else {"wave": {"number": wave.number, "waves": wave.waves, "day": wave.day}}
    named = {"release": release.release_id, "date": release.date, "result": release.result_hash}
    return {**named, "entry": release.entry, "head": release.head, **waved}
