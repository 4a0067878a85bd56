"""Microdata, opened: a file, a table of a database or a folder of parts, as its dictionary says it is written.

Opening reads the heading only, and says what is wrong with the file in one sentence without its content.
"""

from __future__ import annotations

from pathlib import Path

from dpdesk.data.sources.base import Source
from dpdesk.data.sources.kinds import format_of, refuse_other, require_file
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.schema.dictionary import SourceFormat


def open_source(path: str | Path, format: SourceFormat) -> Source:
    """Open a file of microdata, or a folder of Parquet files, as its dictionary says it is written.

    Raises:
        BadInput: one sentence saying why it cannot be read as declared; never any of its content.
    """
    path, declared = Path(path), format_of(format.kind)
    if path.is_dir():
        if not declared.takes_folders:
            raise BadInput(problem("data.is_folder", path=str(path)))
        return declared.open(path, format)
    require_file(path)
    if not declared.refuses_others:
        refuse_other(path, declared)
    return declared.open(path, format)
