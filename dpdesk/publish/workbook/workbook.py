"""`release.xlsx`: a release in one of the layouts, as a workbook whose bytes depend on the release alone."""

from __future__ import annotations

import re
from typing import BinaryIO

from dpdesk.errors import BadInput
from dpdesk.progress import Progress, silent
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.words import said
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.ooxml import write_workbook
from dpdesk.publish.workbook.package import Package
from dpdesk.publish.workbook.package_parts import Properties
from dpdesk.publish.workbook.sheets import LAYOUTS, sheets_of_release
from dpdesk.release.canonical import Hashes, release_hashes
from dpdesk.release.result import Release


def write(
    release: Release,
    stream: BinaryIO,
    *,
    layout: str | None = None,
    language: str = "en",
    hashes: Hashes | None = None,
    progress: Progress = silent,
) -> None:
    """Write the workbook into an open binary stream; `layout` is for all tables, and goes before the plan's.

    Raises:
        BadInput: there is no such layout.
    """
    if layout is not None and layout not in LAYOUTS:
        raise BadInput(f"There is no layout '{layout}' for the workbook: choose one of {', '.join(LAYOUTS)}.")
    known = release_hashes(release.tables) if hashes is None else hashes
    sheets = sheets_of_release(release, known, language, layout, progress)
    title = carried(facts.title(release, language))
    if release.rehearsal:
        title = f"{said(language, facts.REHEARSAL)}: {title}"
    package = Package(stream)
    write_workbook(package, sheets, Properties(title, language, release.date, "dpdesk", app_version(release)))
    package.close()


def app_version(release: Release) -> str:
    """The version that made the release in the form the document properties ask for (two numbers)."""
    found = re.match(r"([0-9]{1,2})\.([0-9]{1,4})", facts.program(release)["version"])
    return f"{int(found[1])}.{int(found[2]):04d}" if found else "0.0000"
