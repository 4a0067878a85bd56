"""Parts of files as Arrow tables, their texts, and the expression computed over one of them.

Everything here runs where a part is read, on this computer or on a worker, and is called by its name there. Texts are
the same, sign by sign, as DuckDB's, or the part is an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from dpdesk.data.counting.coding import Cells
from dpdesk.data.counting.expression import Expression, gathered
from dpdesk.data.counting.row_cap import KEPT, NO_ID, OVER, Cap, order
from dpdesk.data.engines.layout import FIRST_DATE, LAST_DATE, Layout
from dpdesk.data.engines.seam import COUNT_HERE
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem

BYTES_OF_TEXT = 1 << 25
"""Of a text in one part, to the next line end."""
ROWS_OF_GROUPS = 1_000_000
"""In one part at most, unless one row group has more."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some row groups of a Parquet file, or the bytes of a text from `start` to `stop`, both at line ends."""

    layout: Layout
    file: str
    start: int
    stop: int
    positions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Parts:
    """All parts of a source, and how many rows they may have."""

    name: str
    layout: Layout
    each: tuple[Part, ...]
    rows: int

    def chosen(self, wanted: Sequence[str]) -> Parts:
        """The same parts with the wanted columns as c0, c1, …."""
        positions = self.layout.positions(wanted)
        return replace(self, each=tuple(replace(part, positions=positions) for part in self.each))


def parts_of(layout: Layout) -> Parts:
    """Cut a source into parts."""
    each, rows = [], 0
    for file in layout.files:
        if layout.kind == "csv":
            cuts = _cuts(Path(file), layout)
            each += [Part(layout, file, start, stop) for start, stop in pairwise(cuts)]
            rows += Path(file).stat().st_size // max(8, 2 * len(layout.columns))
        else:
            for start, stop, held in _groups(file, layout):
                each.append(Part(layout, file, start, stop))
                rows += held
    return Parts(layout.name, layout, tuple(each), rows)


def _cuts(path: Path, layout: Layout) -> list[int]:
    """Where a text is cut: behind its heading, and at line ends so many bytes apart."""
    size = path.stat().st_size
    with path.open("rb") as file:
        start = len(file.readline()) if layout.header else 0
        cuts = [start]
        while cuts[-1] + BYTES_OF_TEXT < size:
            file.seek(cuts[-1] + BYTES_OF_TEXT)
            file.readline()
            cuts.append(file.tell())
    return [*cuts, size] if cuts[-1] < size else cuts


def _groups(file: str, layout: Layout) -> list[tuple[int, int, int]]:
    """Row groups of a file put together to parts: first, one after the last, rows."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(file) as opened:
        if tuple(opened.schema_arrow.names) != layout.stored:
            raise BadInput(problem("data.names_alike", file=layout.name, duckdb=COUNT_HERE))
        sizes = [opened.metadata.row_group(number).num_rows for number in range(opened.metadata.num_row_groups)]
    groups: list[tuple[int, int, int]] = []
    for number, rows in enumerate(sizes):
        if groups and groups[-1][2] + rows <= ROWS_OF_GROUPS:
            groups[-1] = (groups[-1][0], number + 1, groups[-1][2] + rows)
        else:
            groups.append((number, number + 1, rows))
    return groups


def read(part: Part) -> pa.Table:
    """Return a part's columns c0, c1, … as they are stored."""
    table = _delimited(part) if part.layout.kind == "csv" else _stored(part)
    if not part.positions:  # a table without columns would not know how many rows it has
        return pa.table({"none": pa.nulls(table.num_rows, pa.int64())})
    return pa.table({f"c{number}": table.column(position) for number, position in enumerate(part.positions)})


def _stored(part: Part) -> pa.Table:
    import pyarrow.parquet as pq

    names = part.layout.stored
    picked = [names[position] for position in part.positions]
    with pq.ParquetFile(part.file) as opened:
        rows = sum(opened.metadata.row_group(number).num_rows for number in range(part.start, part.stop))
        table = opened.read_row_groups(range(part.start, part.stop), columns=picked, use_threads=False)
    columns = {position: table.column(names[position]) for position in set(part.positions)}
    empty = pa.nulls(rows)
    return pa.table(
        [columns.get(position, empty) for position in range(len(names))], names=[f"x{n}" for n in range(len(names))]
    )


def _delimited(part: Part) -> pa.Table:
    import pyarrow.csv as csv

    layout = part.layout
    with Path(part.file).open("rb") as file:
        file.seek(part.start)
        content = file.read(part.stop - part.start)
    names = [f"x{number}" for number in range(len(layout.columns))]
    return csv.read_csv(
        pa.BufferReader(content),
        read_options=csv.ReadOptions(column_names=names, use_threads=False, block_size=max(len(content), 1)),
        parse_options=csv.ParseOptions(
            delimiter=layout.delimiter,
            quote_char=layout.quote or False,
            double_quote=True,
            escape_char=False,
            newlines_in_values=False,
            ignore_empty_lines=len(names) == 1,
        ),
        convert_options=csv.ConvertOptions(
            check_utf8=True,
            column_types=dict.fromkeys(names, pa.string()),
            strings_can_be_null=False,
            quoted_strings_can_be_null=False,
        ),
    )


def texts(table: pa.Table) -> pa.Table:
    """Give the columns c0, c1, … their texts, '' for a missing one."""
    columns = {
        name: _text(column) if name.startswith("c") else column
        for name, column in zip(table.column_names, table.columns, strict=True)
    }
    return pa.table(columns)


def _text(column: pa.ChunkedArray) -> pa.ChunkedArray:
    kind = column.type
    if pa.types.is_date(kind):
        column = column.cast(pa.date32())
        first, last = (pa.scalar(date.fromisoformat(day), pa.date32()) for day in (FIRST_DATE, LAST_DATE))
        if pc.any(pc.or_(pc.less(column, first), pc.greater(column, last))).as_py():
            raise BadInput(problem("data.dates_not_alike"))
        column = column.cast(pa.string())
    elif not (
        pa.types.is_integer(kind) or pa.types.is_boolean(kind) or pa.types.is_decimal(kind) or pa.types.is_null(kind)
    ):
        if not (pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_dictionary(kind)):
            raise BadInput(problem("data.other_type"))
        column = column.cast(pa.string())
        column.validate(full=True)
    else:
        column = column.cast(pa.string())
    return pc.fill_null(column, "")


def table_of(columns: dict[str, list[Any]]) -> pa.Table:
    """Return a table of seen texts."""
    return pa.table({n: pa.array(v, pa.string() if n.startswith("k") else pa.int64()) for n, v in columns.items()})


def distinct(part: Part, wheres: Sequence[tuple[int, ...]], rows: int) -> list[list[Cells]]:
    """Return for each of some groups of columns their distinct texts among a part's first rows."""
    some = texts(read(part).slice(0, rows))
    distinct_texts = []
    for where in wheres:
        names = [f"c{position}" for position in where]
        groups = some.select(names).group_by(names).aggregate([])
        distinct_texts.append(list(zip(*(groups.column(name).to_pylist() for name in names), strict=True)))
    return distinct_texts


def counted(expression: Expression, part: Part, tables: Sequence[pa.Table], width: int) -> pa.Table:
    """Read one part of the rows and count it by the expression."""
    rows = read(part)
    if expression.together and width:
        rows = gathered(rows, width)
    elif expression.together:
        rows = pa.table({"rows": pa.array([rows.num_rows], pa.int64())})
    return expression(texts(rows), tables)


def split(part: Part, width: int, many: int) -> list[pa.Table]:
    """Return a part's rows as text with their unit, in as many tables as there are parts of units."""
    import pandas as pd

    rows = texts(read(part))
    unit = pc.utf8_trim(rows.column(f"c{width}"), characters=" \t")
    cells = [f"c{number}" for number in range(width)]
    rows = pa.table({**{name: rows.column(name) for name in cells}, "unit": unit})
    codes = unit.combine_chunks().dictionary_encode()
    codes = codes.combine_chunks() if isinstance(codes, pa.ChunkedArray) else codes
    hashed = pd.util.hash_array(np.asarray(codes.dictionary.to_numpy(zero_copy_only=False), object)) % np.uint64(many)
    goes = hashed[codes.indices.to_numpy()] if len(rows) else np.zeros(0, np.uint64)
    return [rows.take(pa.array(np.flatnonzero(goes == number))) for number in range(many)]


def counted_units(
    expression: Expression, cap: Cap, rows: Sequence[pa.Table], tables: Sequence[pa.Table], width: int
) -> pa.Table:
    """Count the rows of some units, all of whose rows these are."""
    every = pa.concat_tables(rows)
    states = _states(cap, every, width)
    every = every.drop_columns(["unit"]).append_column("state", pa.array(states, pa.int64()))
    return expression(every, tables, lambda coded: _lost(coded, expression.content))


def _states(cap: Cap, rows: pa.Table, width: int) -> np.ndarray:
    """Say of each row whether it is kept, over its unit's cap, or without id."""
    unit = rows.column("unit").combine_chunks()
    unit = unit.combine_chunks() if isinstance(unit, pa.ChunkedArray) else unit
    coded = unit.dictionary_encode()
    names, which = coded.dictionary.to_pylist(), coded.indices.to_numpy(zero_copy_only=False)
    without = np.array([not cap.has_id(name) for name in names], bool)
    large = (np.bincount(which, minlength=len(names)) > cap.rows) & ~without
    states = np.full(len(which), KEPT, np.int64)
    if cap.without_id != "own_unit":
        states[without[which]] = NO_ID
    few = np.flatnonzero(large[which])
    some = rows.take(pa.array(few))
    cells = [some.column(f"c{number}").to_pylist() for number in range(width)]
    written = zip(*cells, strict=True) if cells else (() for _ in few)
    places = [order(cap.key, names[number], row) for number, row in zip(which[few], written, strict=True)]
    sequence = np.lexsort((np.array(places, np.int64), which[few]))
    units = which[few][sequence]
    begins = np.r_[True, units[1:] != units[:-1]] if len(units) else np.zeros(0, bool)
    rank = np.arange(len(units)) - np.flatnonzero(begins)[np.cumsum(begins) - 1] if len(units) else units
    states[few[sequence[rank >= cap.rows]]] = OVER
    return states


def _lost(coded: pa.Table, content: Sequence[str]) -> pa.Table:
    """Take away the content of what is not kept."""
    kept = pc.equal(coded.column("state"), KEPT)
    columns = {"state": coded.column("state")}
    for name in content:
        column = coded.column(name)
        columns[name] = pc.if_else(kept, column, pa.scalar("" if name == "left_over" else None, column.type))
    return pa.table(columns)


def stacked(tables: Sequence[pa.Table]) -> pa.Table:
    """Put counted groups one below the other."""
    return pa.concat_tables(tables, promote_options="permissive")


def nothing(expression: Expression) -> pa.Table:
    """The groups of no rows."""
    kinds = {name: pa.string() if name == "left_over" else pa.int64() for name in expression.groups}
    return pa.table({name: pa.array([], kind) for name, kind in kinds.items()})
