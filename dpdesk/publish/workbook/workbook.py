"""`TITLE.xlsx`: a release in one of the layouts, as a workbook whose parts depend on the release alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress, silent
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.revised import revised
from dpdesk.publish.documents.words import said
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.sheets import LAYOUTS, sheets_of_release
from dpdesk.release.canonical import Hashes, release_hashes
from dpdesk.release.result import Release


def write(
    release: Release,
    stream: BinaryIO,
    *,
    layout: str | None = None,
    language: str = "en",
    beside: Sequence[str] = (),
    hashes: Hashes | None = None,
    progress: Progress = silent,
) -> None:
    """Write the workbook into an open binary stream; `layout` is for all tables, and goes before the plan's.

    Its sheets in the languages `beside` the first stand after those in the first.

    Raises:
        BadInput: there is no such layout.
    """
    if layout is not None and layout not in LAYOUTS:
        raise BadInput(problem("publish.no_layout", layout=layout, known=tuple(LAYOUTS)))
    known = release_hashes(release.tables) if hashes is None else hashes
    sheets = sheets_of_release(revised(release), known, (language, *beside), layout, progress)
    title = carried(facts.title(release, language))
    if release.rehearsal:
        title = f"{said(language, facts.REHEARSAL)}: {title}"
    from dpdesk.publish.workbook.book import (  # openpyxl is loaded where a workbook is written
        Look,
        Properties,
        write_book,
    )

    house = release.plan.record.house
    write_book(stream, sheets, Properties(title, language, release.date, "dpdesk"), Look(house.font, house.paper))
