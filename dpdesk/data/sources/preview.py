"""The first rows of a file as text, for the confidential panel in which a custodian confirms how it is written.

Only the beginning is read. What is returned is microdata: it is shown, and never stored, logged or exported.
"""

from __future__ import annotations

from dpdesk.data.sources.base import Source
from dpdesk.data.sources.typed import TypedSource

LONGEST_CELL = 200
MOST_ROWS = 1_000


def preview(source: Source, rows: int = 20) -> tuple[tuple[str, ...], ...]:
    """Return the first rows of an opened file, one cell for each of its columns.

    Args:
        source: the opened file.
        rows: how many, at most 1,000; a shorter file gives fewer.

    Returns:
        The cells as text, "" for a missing one; a cell of more than 200 characters is cut and ends in "…".

    Raises:
        BadInput: one of these rows does not follow the declared format.
    """
    wanted = max(0, min(rows, MOST_ROWS))
    if not wanted:
        return ()
    if isinstance(source, TypedSource):
        with source.engine() as engine:
            scan = source.scan(engine, source.columns)
            first_rows = engine.execute(f"SELECT * FROM {scan} LIMIT {wanted}").fetchall()  # noqa: S608 -- what scan() quoted, a whole number
    else:
        batches = source.batches(source.columns, wanted)
        first_rows = next(batches, [])
    return tuple(tuple(_short(cell) for cell in row) for row in first_rows)


def _short(cell: str) -> str:
    return cell if len(cell) <= LONGEST_CELL else cell[: LONGEST_CELL - 1] + "…"
