"""Every unit of a file given to whoever counts them: by the engine, or as a stream where that cannot be done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from dpdesk.data.counting.appearances import AppearanceCount, Appearances, StreamAppearances
from dpdesk.data.counting.coding import reading
from dpdesk.data.counting.one_pass import MOST_GROUPS, Counted, TooManyTexts, without_id
from dpdesk.data.counting.row_cap import Cap
from dpdesk.data.counting.units import StreamUnits, UnitCount, UnitReading
from dpdesk.data.sources.base import Source, wants_engine
from dpdesk.data.sources.database import OutOfMemory
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress


def pour_units(
    source: Source,
    asked: UnitReading,
    cap: Cap,
    total: int,
    progress: Progress,
    begin: Callable[[], None],
    add: Callable[[Counted], None],
) -> None:
    """Give every unit of a file to `add`, once, by the engine, or as a stream where that cannot be done.

    `begin` is called before each attempt and must forget what was added.

    Raises:
        BadInput: not as many records went through as `total`, or a cluster counts the file.
    """
    for way in _ways(source, asked, cap, total):
        begin()
        rows = 0
        try:
            for batch in way.units(progress):
                add(asked.counted(batch.numbers, batch.units))
                rows += batch.rows
        except (OutOfMemory, TooManyTexts):
            continue
        if way.without_id and cap.without_id == "refuse":
            raise BadInput(without_id(source.name))
        if rows + way.over + way.without_id != total:
            raise BadInput(problem("data.miscounted", file=source.name))
        return
    raise BadInput(problem("data.too_many_different", file=source.name))


def _ways(source: Source, asked: UnitReading, cap: Cap, total: int) -> Iterator[UnitCount]:
    """The ways in which the units of a source can be counted, the fastest first."""
    from dpdesk.data.engines.elsewhere import Remote
    from dpdesk.data.engines.seam import COUNT_HERE

    if isinstance(source, Remote):
        raise BadInput(problem("data.units_elsewhere", file=source.name, duckdb=COUNT_HERE))
    if wants_engine(source, total):
        from dpdesk.data.engines.local_units import LocalUnits

        yield LocalUnits(source, asked, cap, total, MOST_GROUPS)
    yield StreamUnits(source, asked, cap, total)


def pour_appearances(
    source: Source, columns: Sequence[str], cap: Cap, total: int, progress: Progress, counts: Appearances
) -> None:
    """Count every unit of a file, by the engine, or as a stream where that cannot be done.

    Args:
        source: the opened file.
        columns: all that a plan reads: they put a unit's rows in order.
        cap: the unit, and how many of its rows are kept.
        total: the independent count of rows.
        progress: told of each stage; may cancel by raising.
        counts: what is added to.

    Raises:
        BadInput: not as many records went through as `total`, or a cluster counts the file.
    """
    for way in _ways_of_appearances(source, columns, cap, total, counts):
        counts.clear()
        try:
            way.count(progress)
        except (OutOfMemory, TooManyTexts):
            continue
        if way.without_id and cap.without_id == "refuse":
            raise BadInput(without_id(source.name))
        if way.kept + way.over + way.without_id != total:
            raise BadInput(problem("data.miscounted", file=source.name))
        return
    raise BadInput(problem("data.too_many_different", file=source.name))


def _ways_of_appearances(
    source: Source, columns: Sequence[str], cap: Cap, total: int, counts: Appearances
) -> Iterator[AppearanceCount]:
    """The ways in which the units of a source can be counted, the fastest first."""
    from dpdesk.data.engines.elsewhere import Remote
    from dpdesk.data.engines.seam import COUNT_HERE

    if isinstance(source, Remote):
        raise BadInput(problem("data.units_elsewhere", file=source.name, duckdb=COUNT_HERE))
    if wants_engine(source, total):
        from dpdesk.data.engines.local_appearances import LocalAppearances

        yield LocalAppearances(source, columns, cap, total, counts)
    variables = [*counts.variables.values()]
    yield StreamAppearances(source, reading(variables, [], source.numeric, columns), cap, total, counts)
