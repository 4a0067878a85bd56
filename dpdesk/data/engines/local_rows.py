"""The rows of a source put down in DuckDB's memory, to be cut to a cap: as they are stored, or by places of texts.

Rows of numbers are put down as they are, where few of them are different. Others are put down as whole numbers, too:
the places of their texts in the tables of texts already seen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from dpdesk.data.counting.row_cap import Cap, written_sql
from dpdesk.data.sources.base import Stored
from dpdesk.data.sources.database import text_literal

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Do = Callable[[str, dict[str, str]], "DuckDBPyConnection"]
"""Carries out a query that takes long."""
PARTITION_MEMORY, LARGE_PARTITION = 330_000_000, 1_300_000_000
"""Bytes, as they are reckoned, of the rows of one part of the ids, and of a file so large that few parts matter more:
the whole file is read for each of them."""
FEW_PARTITIONS = 2
MOST_SAMPLED, STANDING_TOGETHER = 100_000, 100
"""Rows, about, whose ids say where parts have their bounds, and so many of them as are read together or passed over."""
_BYTES = {"TINYINT": 1, "SMALLINT": 2, "INTEGER": 4, "BIGINT": 8, "HUGEINT": 16}
_BYTES |= {f"U{name}": size for name, size in _BYTES.items()}
_WHOLE = frozenset(_BYTES)
_DAYS = frozenset(("BOOLEAN", "DATE"))
_WRITTEN_SO = re.compile("0|-?[1-9][0-9]*")
_SURELY_WHOLE = 19
"""Signs that a number must have to be more than 64 bits, if it is."""


_BYTES_OF_BUCKET = 16  # with its copies, while buckets are sorted
_BYTES_OF_PLACES = 64
_BUCKET = "CAST(hash(unit) >> 32 AS UINTEGER) AS bucket"


class Rows(Protocol):
    """Rows that are put down with their `unit`, NULL without an id, and the `bucket` it shares with few other units.

    `content` are the columns that put a unit's rows in order, `counted` those that tables count; a row takes about so
    many `bytes`.
    """

    content: list[str]
    counted: list[str]
    bytes: int

    def put_down(self, part: str) -> str:
        """Return the query of the rows of one part of the ids, those of which a condition is true."""
        ...

    def written(self, rows: str) -> str:
        """Return rows that have `content` with their canonical text, as `written`."""
        ...

    def told(self, rows: str) -> str:
        """Return rows that have `counted` with the place of each block's texts, and their text where one has none."""
        ...


class Columns:
    """The columns of a source, and the tables of their texts already seen, by blocks that are looked up together."""

    def __init__(self, engine: DuckDBPyConnection, stored: Stored, cap: Cap, blocks: Sequence[tuple[int, ...]]) -> None:
        self._engine, self._cap, self.blocks = engine, cap, blocks
        self._source, self.width = stored.table, len(stored.texts) - 1
        self.cells, self._id = stored.texts[: self.width], stored.texts[-1]
        types = engine.sql(f"SELECT * FROM {stored.table}").types  # noqa: S608 -- a source's own FROM item
        self._types = [str(kind) for kind in types][: len(stored.texts)]
        self.at = [f"at{number}" for number in range(len(blocks))]
        counted = {position for where in blocks for position in where}
        self.loose = [position for position in range(self.width) if position not in counted]
        """Columns that only other tables count; they put a unit's rows in order, too."""
        for number in range(len(blocks)):
            self._learn(number)

    @property
    def are_numbers(self) -> bool:
        """Whether there are columns to count, and all are stored as numbers, days or truth values."""
        return bool(self.blocks) and all(map(self._is_plain, range(self.width)))

    @property
    def bytes_as_stored(self) -> int:
        """Of a row of numbers and its id."""
        return sum(_BYTES.get(kind, 4) for kind in self._types[:-1]) + _BYTES.get(self._types[-1], 24)

    def _is_plain(self, position: int) -> bool:
        return self._types[position] in _WHOLE | _DAYS

    def _learn(self, number: int) -> None:
        """Make the table of a block's places by its values as they are stored."""
        keys = {
            position: f"TRY_CAST(k{place} AS {self._types[position]})" if self._is_plain(position) else f"k{place}"
            for place, position in enumerate(self.blocks[number])
        }
        same = [f"coalesce(CAST({key} AS VARCHAR), '') = k{place}" for place, key in enumerate(keys.values())]
        values = ", ".join(f"{key} AS value{position}" for position, key in keys.items())
        self._engine.execute(
            f"CREATE TEMP TABLE known{number} AS SELECT {values}, rowid::INTEGER AS at{number} "  # noqa: S608 -- tables and columns by number, types among the names of _WHOLE and _DAYS
            f"FROM seen{number} WHERE {' AND '.join(same)}"
        )

    @property
    def _ids_are_whole(self) -> bool:
        return self._types[-1] in _WHOLE and all(len(text) < _SURELY_WHOLE for text in self._cap.missing)

    def parts(self, total: int, each: int, do: Do) -> list[str]:
        """Return the conditions of the parts into which rows of so many bytes each are cut; of every row one is true.

        Ids that are whole numbers are cut by what they are, at bounds that some of them give: the reader passes over
        what by a file's own statistics is in another part, and a file about in the order of its ids is read about once.
        Others are cut by their hash, by bits of it that make no buckets.
        """
        every = total * each
        few, many = parts_of(every, LARGE_PARTITION), parts_of(every, PARTITION_MEMORY)
        if many == 1:
            return ["true"]
        if not self._ids_are_whole:
            cut, bounds = f"(hash(unit) & {(1 << 32) - 1})", [(part << 32) // few for part in range(1, few)]
        else:
            cut = f"c{self.width}"
            some = f"bernoulli({min(100, 100 * MOST_SAMPLED / total):.9f} PERCENT) REPEATABLE (1)"
            rows = f"(SELECT {cut} FROM {self._source} TABLESAMPLE {some})"  # noqa: S608 -- a source's own FROM item, a column by number, numbers
            do(f"CREATE TEMP TABLE some_ids AS SELECT {cut} FROM {rows} WHERE {cut} IS NOT NULL", {})  # noqa: S608 -- the rows above, a column by number
            ids = self._engine.execute("FROM some_ids").fetchnumpy()[cut]
            self._engine.execute("DROP TABLE some_ids")
            bounds = _bounds(np.asarray(ids), few, many)
        if not bounds:
            return ["true"]
        between = [f"{cut} >= {low} AND {cut} < {high}" for low, high in pairwise(bounds)]
        return [f"{cut} < {bounds[0]}", *between, f"{cut} >= {bounds[-1]}", f"{cut} IS NULL"]

    def of_part(self, part: str) -> str:
        """Return a FROM item of the rows of one part of the ids, with their unit."""
        rows = f"(SELECT *, {self._unit()} AS unit FROM {self._source})"  # noqa: S608 -- a source's own FROM item, codes by text_literal()
        return rows if part == "true" else f"(SELECT * FROM {rows} WHERE {part})"  # noqa: S608 -- the rows above, a condition of parts()

    def looked_up(self) -> str:
        """The joins that give rows of columns c0, c1, … the places of their texts."""
        joins = ""
        for number, where in enumerate(self.blocks):
            keys = {at: f"c{at}" if self._is_plain(at) else self.cells[at] for at in where}
            same = [f"{key} IS NOT DISTINCT FROM value{at}" for at, key in keys.items()]
            joins += f" LEFT JOIN known{number} ON {' AND '.join(same)}"
        return joins

    def text(self, cells: Sequence[str]) -> str:
        """The canonical text of a row that has a text without a place."""
        unseen = " OR ".join(f"{column} IS NULL" for column in self.at)
        return f"CASE WHEN {unseen} THEN concat({written_sql(cells)}) END" if unseen else "NULL::VARCHAR"

    def _unit(self) -> str:
        """The unit a row states, NULL for none: two spellings that differ in outer spaces and tabs are one."""
        missing = self._cap.missing
        if self._ids_are_whole:
            unit = f"c{self.width}"
            none = [text for text in missing if _WRITTEN_SO.fullmatch(text)]
            return f"CASE WHEN {unit} NOT IN ({', '.join(none)}) THEN {unit} END" if none else unit
        # Few ids have a space or tab anywhere, and looking for one is ten times as fast as cutting it off.
        spaced = f"contains({self._id}, ' ') OR contains({self._id}, '\t')"
        unit = f"CASE WHEN {spaced} THEN trim({self._id}, ' \t') ELSE {self._id} END"
        for sign in missing:
            unit = f"nullif({unit}, {text_literal(sign)})"
        return unit


class StoredRows:
    """Rows as they are stored."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self.content = [f"c{position}" for position in range(columns.width)]
        self.counted = [f"c{position}" for position in range(columns.width) if position not in columns.loose]
        self.bytes = columns.bytes_as_stored + _BYTES_OF_BUCKET

    def put_down(self, part: str) -> str:
        """Return the query of one part: each row's values, and its unit."""
        return f"SELECT {', '.join([*self.content, 'unit', _BUCKET])} FROM {self._columns.of_part(part)}"  # noqa: S608 -- columns by number; the rows as there

    def written(self, rows: str) -> str:
        """Return rows with their canonical text."""
        return f"(SELECT *, concat({written_sql(self._columns.cells)}) AS written FROM {rows})"  # noqa: S608 -- texts of a source, tables by name

    def told(self, rows: str) -> str:
        """Return rows with the places of their texts; columns that are not counted are empty in their text."""
        columns = self._columns
        cells = ["''" if position in columns.loose else cell for position, cell in enumerate(columns.cells)]
        return f"(SELECT *, {columns.text(cells)} AS text FROM {rows}{columns.looked_up()})"  # noqa: S608 -- texts of a source, tables by number


class RowsByPlace:
    """Rows by the places of their texts."""

    bytes = _BYTES_OF_PLACES

    def __init__(self, engine: DuckDBPyConnection, columns: Columns) -> None:
        self._columns = columns
        self.counted = [*columns.at, "text"]
        self.content = [*columns.at, *(f"loose{position}" for position in columns.loose), "text"]
        self._runs = list(_runs([*columns.blocks, *((position,) for position in columns.loose)]))
        for number, where in enumerate(columns.blocks):
            texts = [
                f"concat({written_sql([f'k{where.index(position)}' for position in run])}) AS run{which}"
                for which, (block, run) in enumerate(self._runs)
                if block == number
            ]
            names = ", ".join([f"rowid::INTEGER AS at{number}", *texts])
            engine.execute(f"CREATE TEMP TABLE written{number} AS SELECT {names} FROM seen{number}")  # noqa: S608 -- columns by number

    def put_down(self, part: str) -> str:
        """Return the query of one part: the places of each row's texts, its text where one has none, and its unit."""
        columns = self._columns
        loose = [f"{columns.cells[position]} AS loose{position}" for position in columns.loose]
        names = [*columns.at, *loose, f"{columns.text(columns.cells)} AS text", "unit", _BUCKET]
        return f"SELECT {', '.join(names)} FROM {columns.of_part(part)}{columns.looked_up()}"  # noqa: S608 -- columns by number; the rows as there

    def written(self, rows: str) -> str:
        """Return rows with their canonical text."""
        many = len(self._columns.at)
        runs = [
            f"run{which}" if number < many else written_sql([f"loose{run[0]}"])
            for which, (number, run) in enumerate(self._runs)
        ]
        written = f"coalesce(text, concat({', '.join(runs)}))" if runs else "''"
        tables = "".join(f" LEFT JOIN written{number} USING (at{number})" for number in range(many))
        return f"(SELECT *, {written} AS written FROM {rows}{tables})"  # noqa: S608 -- tables and columns by number

    def told(self, rows: str) -> str:
        """Return rows as they are."""
        return rows


def parts_of(every: int, memory: int) -> int:
    """Return into how many parts so many bytes are cut, each of so many at most where few parts do not matter more."""
    return max(1, -(-every // max(PARTITION_MEMORY, min(every // FEW_PARTITIONS, memory))))


def _bounds(ids: NDArray[Any], few: int, many: int) -> list[int]:
    """Where parts of about as many rows each have their bounds, by some ids in the order of the file.

    There are many parts where the file need not be read for each: where what stands together in it is in few of them.
    """
    ordered = np.sort(ids)

    def cut(parts: int) -> NDArray[Any]:
        return np.unique(ordered[np.arange(1, parts) * ordered.size // parts])

    if not ids.size:
        return []
    starts = np.arange(0, ids.size, STANDING_TOGETHER)
    first, last = (np.searchsorted(cut(many), end.reduceat(ids, starts), "right") for end in (np.minimum, np.maximum))
    read = (last - first + 1).mean()
    return [int(bound) for bound in cut(many if read <= FEW_PARTITIONS else few)]


def _runs(blocks: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, list[int]]]:
    """Columns side by side that stand in one block, in their order, with its number."""
    home = {position: number for number, where in enumerate(blocks) for position in where}
    for number, run in groupby(sorted(home), key=home.__getitem__):
        yield number, list(run)
