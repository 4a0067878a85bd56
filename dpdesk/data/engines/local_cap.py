"""The rows of some units cut to their cap by DuckDB: few texts are hashed, and few rows are put in order.

A unit with no more rows than the cap keeps them all and needs no order. All rows are counted, by what is in them; of
the units with more rows than the cap all are then taken away, and those that are kept are put back. Which units these
are is seen from buckets of units, sorted as numbers: where a bucket has no more rows than the cap, no unit in it has.
Of the others the id is hashed once, and so is each different row they have (`row_cap`). What is left becomes codes,
each text looked up once for all its rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from dpdesk.data.counting.expression import Expression
from dpdesk.data.counting.lookups import UNSEEN
from dpdesk.data.counting.row_cap import KEPT, NO_ID, OVER, Cap, cells_of, numbers_sql, place_sql, written_sql
from dpdesk.data.engines.local_rows import Columns, Do, Rows, RowsByPlace, StoredRows
from dpdesk.data.engines.seam import Groups
from dpdesk.data.sources.base import Stored

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

ROWS_IN_ORDER = 7_000_000
"""Rows of units over the cap that are put in order together."""


class CappedRows:
    """The rows of a source whose units keep so many of them, by one engine; `do` carries out what takes long."""

    def __init__(self, engine: DuckDBPyConnection, stored: Stored, cap: Cap, expression: Expression, do: Do) -> None:
        self._engine, self._cap, self._expression, self._do = engine, cap, expression, do
        self._columns = Columns(engine, stored, cap, expression.blocks)
        as_stored = expression.together and self._columns.are_numbers
        self._rows: Rows = StoredRows(self._columns) if as_stored else RowsByPlace(engine, self._columns)

    def count(self, total: int) -> Iterator[Groups]:
        """Count so many rows, each kept, over its unit's cap, or without id: one part of the ids after the other."""
        for part in self._columns.parts(total, self._rows.bytes, self._do):
            self._forget("part", "every", "large", "crowded", "contents", "kept", "counted")
            self._do(f"CREATE TEMP TABLE part AS {self._rows.put_down(part)}", {})
            self._do(f"CREATE TEMP TABLE every AS {self._every()}", {})
            over = self._cut()
            self._do(f"CREATE TEMP TABLE counted AS {self._grouped(over)}", {})
            yield self._groups()

    def _forget(self, *tables: str) -> None:
        for table in tables:
            self._engine.execute(f"DROP TABLE IF EXISTS {table}")

    def _number_of(self, rows: str) -> int:
        return int(self._engine.execute(f"SELECT count(*) FROM {rows}").fetchall()[0][0])  # noqa: S608 -- a table by name

    def _every(self) -> str:
        """All rows by what is in them, those without an id apart."""
        alone = "unit IS NULL" if self._number_of("part WHERE unit IS NULL") else "false"
        columns = ", ".join([f"{alone} AS alone", *self._rows.counted])
        return f"SELECT {columns}, count(*) AS many FROM part GROUP BY ALL"  # noqa: S608 -- columns by number

    def _cut(self) -> int:
        """Make the tables of the rows of units over the cap and of those that are kept; return how many are not."""
        key = {"key": self._cap.key.hex()}
        self._flag_buckets()
        self._do(f"CREATE TEMP TABLE large AS {self._large()}", key)
        names = ", ".join([*self._rows.content, "number"])
        self._do(f"CREATE TEMP TABLE crowded AS SELECT {names} FROM part JOIN large USING (unit)", {})  # noqa: S608 -- columns by number
        self._engine.execute("DROP TABLE part")
        self._do(f"CREATE TEMP TABLE contents AS {self._contents()}", key)
        self._engine.execute("CREATE TEMP TABLE kept (content INTEGER)")
        crowded = self._number_of("crowded")
        slices, order = -(-crowded // ROWS_IN_ORDER), self._ordered_by()
        for which in range(slices):
            self._do(f"INSERT INTO kept {self._kept(which, slices, order)}", {})
        return crowded - self._number_of("kept")

    def _flag_buckets(self) -> None:
        """Name `flagged` the buckets with more rows than the cap; the units of others need no look."""
        found = self._engine.execute("SELECT bucket FROM part WHERE unit IS NOT NULL").fetchnumpy()
        buckets = np.asarray(found["bucket"])
        buckets.sort()
        most = self._cap.rows
        full = buckets[most:][buckets[most:] == buckets[:-most]]
        self._engine.register("flagged", {"place": full[np.diff(full, prepend=full[:1] - 1) != 0]})

    def _large(self) -> str:
        """The units with more rows than the cap: a number, and what orders their rows."""
        likely = "part SEMI JOIN flagged ON bucket = place WHERE unit IS NOT NULL"
        units = f"SELECT unit FROM {likely} GROUP BY unit HAVING count(*) > {self._cap.rows}"  # noqa: S608 -- a whole number
        first, second = numbers_sql(written_sql(["CAST(unit AS VARCHAR)"]))
        return f"SELECT unit, row_number() OVER ()::INTEGER AS number, {first} AS u0, {second} AS u1 FROM ({units})"  # noqa: S608 -- the units above; the key is bound

    def _contents(self) -> str:
        """What different rows there are of these units, in the order of their texts, with what orders them first."""
        first, second = numbers_sql("written")
        names = ", ".join(self._rows.content)
        different = self._rows.written(f"(SELECT DISTINCT {names} FROM crowded)")  # noqa: S608 -- columns by number
        number = "row_number() OVER (ORDER BY written)::INTEGER AS content"
        return f"SELECT {names}, {number}, {first} AS r0, {second} AS r1 FROM {different}"  # noqa: S608 -- tables and columns by number; the key is bound

    def _kept(self, which: int, slices: int, ordered: str) -> str:
        """The contents of the rows that some of these units keep."""
        place = place_sql(("u0", "u1"), ("r0", "r1"))
        same = " AND ".join(f"crowded.{name} IS NOT DISTINCT FROM contents.{name}" for name in self._rows.content)
        some = f"(SELECT * FROM crowded WHERE number % {slices} = {which})" if slices > 1 else "crowded"  # noqa: S608 -- whole numbers
        joined = f"{some} AS crowded JOIN large USING (number) JOIN contents ON {same}"
        placed = f"SELECT content, number, {place} AS place FROM {joined}"  # noqa: S608 -- tables and columns by number
        order = f"row_number() OVER (PARTITION BY number ORDER BY {ordered})"
        return f"SELECT content FROM ({placed}) QUALIFY {order} <= {self._cap.rows}"  # noqa: S608 -- the rows above, a whole number

    def _ordered_by(self) -> str:
        """Texts are compared where two different rows may have one place, which takes longer."""
        alike = "SELECT count(*) > count(DISTINCT r0 << 31 | r1) FROM contents"
        lost = "SELECT count(*) > 0 FROM large WHERE u0 = 0 AND u1 = 0"
        [(tied,)] = self._engine.execute(f"SELECT ({alike}) OR ({lost})").fetchall()
        return "place, content" if tied else "place"

    def _groups(self) -> Groups:
        """Counted groups as arrays."""
        groups: Groups = self._engine.execute("FROM counted").fetchnumpy()
        left = groups["left_over"]
        for row in np.flatnonzero(left != ""):
            left[row] = self._left_over(left[row])
        return groups

    def _grouped(self, over: int) -> str:
        """What is left of all rows, by packs; where some text has no place, by the cells of the row."""
        expression, columns, counted = self._expression, self._columns, ", ".join(self._rows.counted)
        packs, sums = ([name for name in expression.groups if name.startswith(kind)] for kind in ("pack", "sum"))
        away = f"SELECT false AS alone, {counted}, -count(*) AS many FROM crowded GROUP BY ALL"  # noqa: S608 -- columns by number
        often = "SELECT content, count(*) AS many FROM kept GROUP BY content"
        back = f"SELECT false AS alone, {counted}, many FROM ({often}) JOIN contents USING (content)"  # noqa: S608 -- columns by number
        alike = f"SELECT alone, {counted}, sum(many) AS many FROM (FROM every UNION ALL {away} UNION ALL {back})"  # noqa: S608 -- the rows above
        left = self._rows.told(f"({alike} GROUP BY ALL HAVING sum(many) > 0)")
        tables = "".join(
            f" LEFT JOIN (SELECT rowid::INTEGER AS {column}, * FROM seen{number}) AS seen{number} USING ({column})"  # noqa: S608 -- tables and columns by number, whole numbers
            for number, column in enumerate(columns.at)
        )
        lost = KEPT if self._cap.without_id == "own_unit" else NO_ID
        picked = [
            f"CASE WHEN alone THEN {lost} ELSE {KEPT} END AS state",
            "sum(many)::BIGINT AS records",
            *(f"CASE WHEN text IS NULL THEN {pack} ELSE {UNSEEN} END AS {pack}" for pack in packs),
            *(
                f"sum(CASE WHEN text IS NULL THEN coalesce({name}, 0) * many ELSE 0 END)::BIGINT AS {name}"
                for name in sums
            ),
            "coalesce(text, '') AS left_over",
        ]
        kept = f"SELECT {', '.join(picked)} FROM {left}{tables} GROUP BY ALL"  # noqa: S608 -- tables and columns by number, whole numbers
        nothing = [*(f"{UNSEEN}" for _ in packs), *("0" for _ in sums), "''"]
        left_out = f"SELECT {', '.join([str(OVER), str(over), *nothing])}"
        return f"({kept} LIMIT {expression.most + 1}) UNION ALL ({left_out})"

    def _left_over(self, text: str) -> str:
        """The cells of a row, as the blocks' columns that are left to be coded."""
        cells = cells_of(text)
        blocks: Sequence[tuple[int, ...]] = self._columns.blocks
        return "".join(f"{len(cells[position])}:{cells[position]}" for where in blocks for position in where)
