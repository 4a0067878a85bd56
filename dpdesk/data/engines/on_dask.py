"""Counting by Dask: the files in parts, each counted where it is read, the counts added up.

A part is some row groups of a Parquet file, or some lines of a text; the one expression is computed over each as an
Arrow table, and over the groups of all. Under a cap the rows first go to the part of their unit (by a hash that is the
same everywhere), and each unit is cut there. Only counted groups come back; equal rows are interchangeable, so that a
part read twice, or in another order, changes no count.

Which machines compute is Dask's own setting: a client the process has already, the scheduler of its configuration
(DASK_SCHEDULER_ADDRESS), or threads of this process. Workers need dpdesk, too, and see the files under the same path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from dpdesk.data.coding import Cells, Reading
from dpdesk.data.engine import run_apart
from dpdesk.data.engines import arrow_rows
from dpdesk.data.engines.apart import learn_apart
from dpdesk.data.engines.elsewhere import Elsewhere
from dpdesk.data.engines.engine import Groups
from dpdesk.data.engines.layout import layout_of
from dpdesk.data.expression import Expression, together
from dpdesk.data.lookups import Block
from dpdesk.data.row_cap import Cap
from dpdesk.data.sources import Source, open_source
from dpdesk.errors import BadInput, DpdeskError
from dpdesk.progress import Progress
from dpdesk.schema.dictionary import SourceFormat

if TYPE_CHECKING:
    import pyarrow as pa

T = TypeVar("T")
ROWS_OF_UNITS = 1_000_000
_AT_ONCE = 8
NEEDED = "install them with `pip install 'dpdesk[cluster]'`"


def open_on_dask(data: str | Path, format: SourceFormat) -> Source:
    """Open a source that Dask shall count."""
    try:
        import dask  # noqa: F401 -- whether it is there
        import pyarrow  # noqa: F401 -- the same
    except ImportError:
        raise BadInput(f"Dask and pyarrow are not installed beside dpdesk: {NEEDED}.") from None
    if str(data).startswith("table:") or "://" in str(data):
        raise BadInput("Dask counts files that this computer sees, too: name a path, or count with --engine spark.")
    here = open_source(Path(data), format)
    layout = layout_of(here)
    with guarded(here.name):
        parts = arrow_rows.parts_of(layout)
    return Elsewhere(here, lambda: DaskEngine(parts), where_it_runs())


class DaskEngine:
    """The parts of a source, to be counted by Dask."""

    def __init__(self, parts: arrow_rows.Parts) -> None:
        self._parts = parts

    @contextmanager
    def counting(self, columns: Sequence[str], cap: Cap | None) -> Iterator[DaskCounting]:
        """Begin a counting."""
        wanted = (*columns, *((cap.column,) if cap else ()))
        yield DaskCounting(self._parts.chosen(wanted), len(columns))


class DaskCounting:
    """One counting of parts whose columns are c0, c1, …; with a cap the id is the one after the last."""

    def __init__(self, parts: arrow_rows.Parts, width: int) -> None:
        self._parts, self._width = parts, width
        self._tables: list[pa.Table] = []

    def learn(self, reading: Reading, rows: int, progress: Progress) -> tuple[list[Block], bool]:
        """Learn from the distinct texts of the first part, block by block; equal rows are always counted together."""

        def distinct(wheres: Sequence[tuple[int, ...]]) -> list[list[Cells]]:
            from dask import delayed

            if not wheres or not self._parts.each:
                return [[] for _ in wheres]
            work = delayed(arrow_rows.distinct)(self._parts.each[0], wheres, rows)
            return self._compute(work, "reading", progress)

        return learn_apart(reading, distinct), True

    def store(self, number: int, columns: dict[str, list[Any]]) -> None:
        """Keep a table of texts, to be sent along."""
        self._tables.append(arrow_rows.table_of(columns))

    def count(self, expression: Expression, progress: Progress) -> Groups:
        """Count all parts, each with the rows of equal values together."""
        from dask import delayed

        tables = delayed(self._tables, pure=False)
        counted = [delayed(arrow_rows.counted)(expression, part, tables, self._width) for part in self._parts.each]
        return self._added(expression, counted, progress)

    def parts(self, total: int) -> int:
        """Return one: the units are cut up by hash below."""
        return 1

    def count_units(self, expression: Expression, cap: Cap, part: int, parts: int, progress: Progress) -> Groups:
        """Count the rows of all units, each unit in one part."""
        from dask import delayed

        many = max(1, -(-self._parts.rows // ROWS_OF_UNITS))
        tables = delayed(self._tables, pure=False)
        split = [delayed(arrow_rows.split, nout=many)(one, self._width, many) for one in self._parts.each]
        counted = [
            delayed(arrow_rows.counted_units)(expression, cap, [one[number] for one in split], tables, self._width)
            for number in range(many)
        ]
        return self._added(expression, counted, progress)

    def _added(self, expression: Expression, counted: list[Any], progress: Progress) -> Groups:
        """Add up counted groups, some at a time, until one table is left."""
        from dask import delayed

        counted = counted or [delayed(arrow_rows.nothing)(expression)]
        while len(counted) > 1:
            counted = [
                delayed(together)(expression, delayed(arrow_rows.stacked)(counted[start : start + _AT_ONCE]))
                for start in range(0, len(counted), _AT_ONCE)
            ]
        table = self._compute(counted[0], "counting", progress)
        return {name: table.column(name).to_numpy() for name in table.column_names}

    def _compute(self, work: Any, stage: str, progress: Progress) -> Any:
        """Compute a delayed value on a second thread while reporting progress."""

        def safe() -> Any:
            with guarded(self._parts.name):
                return work.compute(**({} if _client() else {"scheduler": "threads"}))

        return run_apart(lambda: None, safe, stage, progress)


def _client() -> Any:
    """The client of a Dask cluster this process has or is told of; None to compute in this process."""
    import dask

    try:
        from distributed import Client, get_client
    except ImportError:
        return None
    with suppress(ValueError):
        return get_client()
    if dask.config.get("scheduler-address", None) is None:
        return None
    try:
        return Client()
    except Exception:
        raise BadInput("Dask's scheduler cannot be reached: check DASK_SCHEDULER_ADDRESS.") from None


def where_it_runs() -> str:
    """Say where the counting happens."""
    from dask import __version__ as version

    if _client() is None:
        return f"Counting happens on Dask {version}, in this process."
    return (
        f"Counting happens on the workers of Dask {version}, whose temporary files, where they have any, hold records "
        "in clear."
    )


@contextmanager
def guarded(name: str) -> Iterator[None]:
    """Replace every exception of Dask, Arrow and their workers by a sentence that quotes nothing."""
    try:
        yield
    except DpdeskError:
        raise
    except Exception as error:
        raise BadInput(
            f"Dask could not count {name} ({type(error).__name__}): is it complete, readable by every worker, and with "
            "the same number of fields in every record?"
        ) from None


Work = Callable[[], T]
