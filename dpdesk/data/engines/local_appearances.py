"""Units counted once in each cell by DuckDB: the different codes of each unit's kept rows, then the units of each cell.

Every row has its codes from tables of what each distinct text means (`local_units`); the cell of each combination of
codes is worked out here. Memory is bounded by one hash partition of the ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dpdesk.data.counting.appearances import NOWHERE, Appearances
from dpdesk.data.counting.coding import Variable, reading
from dpdesk.data.counting.one_pass import MOST_GROUPS, SAMPLE, TooManyTexts
from dpdesk.data.counting.row_cap import Cap, columns_read, numbers_sql, place_sql, written_sql
from dpdesk.data.counting.tally import Integers
from dpdesk.data.counting.units import UnitReading
from dpdesk.data.engines import local_units
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.database import MEMORY_LIMIT_OF_CAP
from dpdesk.progress import Progress


@dataclass(frozen=True, slots=True)
class _AsNumber:
    """A variable read as a number: its code, -1 for nowhere."""

    variable: Variable
    size: int = 0

    @property
    def name(self) -> str:
        return self.variable.name

    @property
    def columns(self) -> tuple[str, ...]:
        return self.variable.columns

    def encode(self, cells: Sequence[str | None]) -> int:
        return -1

    def value(self, cells: Sequence[str | None]) -> int | None:
        return self.variable.encode(cells)

    def texts_of(self, column: str) -> frozenset[str]:
        return self.variable.texts_of(column)


class LocalAppearances:
    """The counting of one source; `kept`, `over` and `without_id` are known when `count` has ended."""

    def __init__(self, source: Source, columns: Sequence[str], cap: Cap, total: int, counts: Appearances) -> None:
        self._source, self._cap, self._total, self._counts = source, cap, total, counts
        read = [_AsNumber(variable) for variable in counts.variables.values()]
        self._asked = UnitReading(reading([], read, source.numeric, columns), (), {}, {})
        self.kept = self.over = self.without_id = 0

    def count(self, progress: Progress) -> None:
        """Add all units to the counts.

        Raises:
            TooManyTexts, OutOfMemory: count the source in another way; forget what was added.
        """
        columns = columns_read(self._asked.rows.columns, self._cap)
        with self._source.engine(MEMORY_LIMIT_OF_CAP) as engine:
            stored = self._source.stored(engine, columns)
            if stored is None:
                raise TooManyTexts
            pass_ = _Pass(self._source.name, engine, stored, self._asked, self._cap, MOST_GROUPS, progress)
            pass_.learn(SAMPLE)
            parts = max(1, -(-self._total // local_units.ROWS_AT_ONCE))
            for part in range(parts):
                self.kept += pass_.add_part(part, parts, self._counts)
            self.over, self.without_id = pass_.over, pass_.without_id


class _Pass(local_units.UnitPass):
    """What is asked of the engine of one partition of the ids."""

    def add_part(self, part: int, parts: int, counts: Appearances) -> int:
        """Add the units of one partition; return how many of their rows are kept."""
        rows = self._rows_of(part, parts)
        every, identified, over = self._grouped(rows)
        self.over += over
        self._codes = [self._given[name] for name in counts.variables]
        self._named = [f"v{number}" for number in range(len(self._codes))]
        self._keep(rows)
        self._add_once(counts)
        if every > identified and self._cap.without_id == "own_unit":
            self._add_alone(rows, counts)
            return every - over
        self.without_id += every - identified
        return identified - over

    def _keep(self, rows: str) -> None:
        """Make the table of the different codes of each unit's kept rows."""
        key = self._unit if self._padded else self._id
        numbered = f"SELECT {self._id} AS own, row_number() OVER () AS number, n FROM units WHERE NOT no_id"  # noqa: S608 -- columns by number
        self._do(f"CREATE OR REPLACE TEMP TABLE numbered AS {numbered}")
        joined = f"FROM {rows} r JOIN numbered k ON {key} = k.own{self._joins}"
        codes = ", ".join(f"{given} AS {name}" for given, name in zip(self._codes, self._named, strict=True))
        names = ", ".join(["unit", *self._named])
        texts = list(self._stored.texts[: self._width])
        place = place_sql(numbers_sql(written_sql([self._unit])), numbers_sql(written_sql(texts)))
        ranked = f"row_number() OVER (PARTITION BY k.number ORDER BY {place}) AS rank"
        self._do(
            f"CREATE OR REPLACE TEMP TABLE kept AS SELECT DISTINCT k.number AS unit, {codes} {joined} "  # noqa: S608 -- columns by number, a source's own FROM item; the key is bound
            f"WHERE k.n <= {self._cap.rows} UNION ALL SELECT DISTINCT {names} FROM "
            f"(SELECT k.number AS unit, {codes}, {ranked} {joined} WHERE k.n > {self._cap.rows}) "
            f"WHERE rank <= {self._cap.rows}",
            {"key": self._cap.key.hex()},
        )

    def _add_once(self, counts: Appearances) -> None:
        """Count each unit of the table of kept rows once in each cell."""
        names = ", ".join(self._named)
        rows = self._ask(f"SELECT DISTINCT {names} FROM kept LIMIT {self._most + 1}")  # noqa: S608 -- columns by number
        if len(rows) > self._most:
            raise TooManyTexts
        places = counts.places(self._decoded(rows, counts), len(rows))
        columns = [*zip(*rows, strict=True)] if rows else [() for _ in self._named]
        lists = [*map(list, columns), *(cells.tolist() for cells in places)]
        where = [f"cell{number}" for number in range(len(places))]
        unnested = ", ".join(f"unnest(${at + 1}::BIGINT[]) AS {name}" for at, name in enumerate([*self._named, *where]))
        self._do(f"CREATE OR REPLACE TEMP TABLE cells AS SELECT {unnested}", lists)
        for number, cell in enumerate(where):
            found = self._ask(
                f"SELECT {cell}, count(DISTINCT unit) FROM kept JOIN cells USING ({names}) "  # noqa: S608 -- columns by number
                f"WHERE {cell} <> {NOWHERE} GROUP BY 1"
            )
            counts.add(number, *np.array(found, np.int64).reshape(-1, 2).T)

    def _add_alone(self, rows: str, counts: Appearances) -> None:
        """Rows without an id, each a unit of its own."""
        codes = ", ".join(self._codes)
        alone = f"SELECT {codes}, count(*) FROM {rows} r{self._joins} WHERE {self._unit} IN ({self._missing})"  # noqa: S608 -- columns by number, a source's own FROM item, codes by text_literal()
        found = self._ask(f"{alone} GROUP BY ALL LIMIT {self._most + 1}")
        if len(found) > self._most:
            raise TooManyTexts
        many = np.array([row[-1] for row in found], np.int64)
        for number, cells in enumerate(counts.places(self._decoded(found, counts), len(found))):
            counts.add(number, cells, many)

    def _decoded(self, rows: Sequence[Sequence[int]], counts: Appearances) -> dict[str, Integers]:
        """The codes of rows by variable."""
        return {name: np.array([row[at] for row in rows], np.int64) for at, name in enumerate(counts.variables)}
