"""A layout in CSV: a line for each column, with its name, its first place and its width or last place.

The first line names what follows: `name`, `start`, `width` or `end`, and `label` if there is one. Commas, semicolons or
tabs separate them.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from dpdesk.data.sources.fixed.codebook import Codebook, Place, origin
from dpdesk.data.sources.known import Known
from dpdesk.errors import BadInput
from dpdesk.limits import LARGEST_CODEBOOK, LONGEST_HEADING
from dpdesk.problems.problem import problem

_MOST = 1_000_000


def read_layout(path: Path) -> Codebook:
    """Read a layout.

    Raises:
        BadInput: it is none, or a line does not fit.
    """
    if path.stat().st_size > LARGEST_CODEBOOK:
        raise BadInput(problem("data.layout_too_large", file=path.name, most=LARGEST_CODEBOOK >> 20))
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeError:
        raise BadInput(problem("data.layout_not_utf8", file=path.name)) from None
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    try:
        lines = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error:
        raise BadInput(problem("data.layout_not_csv", file=path.name)) from None
    heading = [cell.strip().lower() for cell in (lines[0] if lines else [])]
    if not {"name", "start"} <= set(heading) or not {"width", "end"} & set(heading):
        raise BadInput(problem("data.layout_heading", file=path.name))
    return Codebook(
        path.name,
        tuple(
            _place(dict(zip(heading, cells, strict=False)), number, path.name)
            for number, cells in enumerate(lines[1:], 2)
            if any(cell.strip() for cell in cells)
        ),
    )


def _place(cells: dict[str, str], line: int, file: str) -> Place:
    name, label = (" ".join(cells.get(key, "").split()) for key in ("name", "label"))
    start, width, end = (_whole(cells.get(key, "")) for key in ("start", "width", "end"))
    if width is None and start is not None and end is not None:
        width = end - start + 1
    if not name or len(name) > LONGEST_HEADING or start is None or width is None or min(start, width) < 1:
        raise BadInput(problem("data.layout_line", line=line, file=file))
    return Place(name, start, width, Known(label, origin=origin(file)))


def _whole(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.isdecimal() and len(text) < 8 and int(text) <= _MOST else None
