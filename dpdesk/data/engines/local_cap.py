"""The rows of some units cut to their cap by DuckDB: the file is read once, and few texts are hashed.

A part of the rows is put down as whole numbers, the places of its texts in the tables of texts already seen, with the
unit of each. A unit with no more rows than the cap keeps them all and needs no order. That most units are such is seen
from buckets of them: where a bucket has no more rows than the cap, no unit in it has. Of the others the id is hashed
once, and so is each different row they have (`row_cap`). What is left is counted by those numbers, each text's code
looked up once for all its rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from dpdesk.data.counting.expression import Expression
from dpdesk.data.counting.lookups import UNSEEN
from dpdesk.data.counting.row_cap import KEPT, NO_ID, OVER, Cap, cells_of, numbers_sql, place_sql, written_sql
from dpdesk.data.engines.seam import Groups
from dpdesk.data.sources.base import Stored
from dpdesk.data.sources.database import text_literal

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_WHOLE = frozenset("TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT".split())
_DAYS = frozenset(("BOOLEAN", "DATE"))
_BUCKET_BITS = 25  # at most: about as many buckets as a part has rows are told apart
_BUCKET = f"CAST(hash(unit) >> {64 - _BUCKET_BITS} AS INTEGER)"
_WRITTEN_SO = re.compile("0|-?[1-9][0-9]*")
_SURELY_WHOLE = 19
"""Signs that a number must have to be more than 64 bits, if it is."""


class CappedRows:
    """The rows of a source whose units keep so many of them, by one engine; `do` carries out what takes long."""

    def __init__(self, engine: DuckDBPyConnection, stored: Stored, cap: Cap, blocks: Sequence[tuple[int, ...]]) -> None:
        self._engine, self._stored, self._cap, self._blocks = engine, stored, cap, blocks
        self._width = len(stored.texts) - 1
        types = engine.sql(f"SELECT * FROM {stored.table}").types  # noqa: S608 -- a source's own FROM item
        self._types = [str(kind) for kind in types][: len(stored.texts)]
        self._at = [f"at{number}" for number in range(len(blocks))]
        counted = {position for where in blocks for position in where}
        self._loose = [position for position in range(self._width) if position not in counted]
        """Columns that only other tables count; they put a unit's rows in order, too."""
        self._runs = list(_runs([*blocks, *((position,) for position in self._loose)]))
        for number in range(len(blocks)):
            self._learn(number)

    def count(self, expression: Expression, part: int, parts: int, do: Callable[[str, dict[str, str]], None]) -> Groups:
        """Count one part's rows, each kept, over its unit's cap, or without id."""
        key = {"key": self._cap.key.hex()}
        for table in ("part", "full_buckets", "likely", "large", "crowded", "contents", "kept"):
            self._engine.execute(f"DROP TABLE IF EXISTS {table}")
        do(f"CREATE TEMP TABLE part AS {self._put_down(part, parts)}", {})
        coarse = self._find_full_buckets()
        do(f"CREATE TEMP TABLE likely AS SELECT * FROM part SEMI JOIN full_buckets ON (bucket >> {coarse}) = place", {})  # noqa: S608 -- a whole number
        do(f"CREATE TEMP TABLE large AS {self._large()}", key)
        do("CREATE TEMP TABLE crowded AS SELECT * EXCLUDE (unit, bucket) FROM likely JOIN large USING (unit)", {})
        self._engine.execute("DROP TABLE likely")
        do(f"CREATE TEMP TABLE contents AS {self._contents()}", key)
        do(f"CREATE TEMP TABLE kept AS {self._kept()}", {})
        do(f"CREATE OR REPLACE TEMP TABLE counted AS {self._groups(expression)}", {})
        groups: Groups = self._engine.execute("FROM counted").fetchnumpy()
        left = groups["left_over"]
        for row in np.flatnonzero(left != ""):
            left[row] = self._left_over(left[row])
        return groups

    def _key(self, position: int) -> str:
        """What a column is looked up by: its values as they are stored where these are no texts."""
        return f"c{position}" if self._is_plain(position) else self._stored.texts[position]

    def _is_plain(self, position: int) -> bool:
        return self._types[position] in _WHOLE | _DAYS

    def _learn(self, number: int) -> None:
        """Make the tables of a block: its places by values as they are stored, and the texts written out by place."""
        where, column = self._blocks[number], self._at[number]
        keys = {
            position: f"TRY_CAST(k{place} AS {self._types[position]})" if self._is_plain(position) else f"k{place}"
            for place, position in enumerate(where)
        }
        same = [f"coalesce(CAST({keys[position]} AS VARCHAR), '') = k{place}" for place, position in enumerate(where)]
        values = ", ".join(f"{key} AS value{position}" for position, key in keys.items())
        self._engine.execute(
            f"CREATE TEMP TABLE known{number} AS SELECT {values}, rowid::INTEGER AS {column} "  # noqa: S608 -- tables and columns by number, types among the names of _WHOLE and _DAYS
            f"FROM seen{number} WHERE {' AND '.join(same)}"
        )
        texts = [
            f"concat({written_sql([f'k{where.index(position)}' for position in run])}) AS run{which}"
            for which, (block, run) in enumerate(self._runs)
            if block == number
        ]
        columns = ", ".join([f"rowid::INTEGER AS {column}", *texts])
        self._engine.execute(f"CREATE TEMP TABLE written{number} AS SELECT {columns} FROM seen{number}")  # noqa: S608 -- columns by number

    def _put_down(self, part: int, parts: int) -> str:
        """The places of each row's texts, its cells where some text has none, and its unit, NULL without an id."""
        cells = self._stored.texts[: self._width]
        unseen = " OR ".join(f"{column} IS NULL" for column in self._at)
        text = f"CASE WHEN {unseen} THEN concat({written_sql(cells)}) END" if cells else "NULL::VARCHAR"
        rows = f"(SELECT *, {self._unit()} AS unit FROM {self._stored.table})"  # noqa: S608 -- a source's own FROM item, codes by text_literal()
        if parts > 1:
            rows = f"(SELECT * FROM {rows} WHERE hash(unit) % {parts} = {part})"  # noqa: S608 -- a source's own FROM item, codes by text_literal(); whole numbers
        for number, where in enumerate(self._blocks):
            same = [f"{self._key(position)} IS NOT DISTINCT FROM value{position}" for position in where]
            rows += f" LEFT JOIN known{number} ON {' AND '.join(same)}"
        loose = [f"{cells[position]} AS loose{position}" for position in self._loose]
        columns = [*self._at, *loose, f"{text} AS text", "unit", f"{_BUCKET} AS bucket"]
        return f"SELECT {', '.join(columns)} FROM {rows}"  # noqa: S608 -- columns by number, a source's own FROM item, codes by text_literal()

    def _unit(self) -> str:
        """The unit a row states, NULL for none: two spellings that differ in outer spaces and tabs are one."""
        missing = self._cap.missing
        if self._types[-1] in _WHOLE and all(len(text) < _SURELY_WHOLE for text in missing):
            unit = f"c{self._width}"
            none = [text for text in missing if _WRITTEN_SO.fullmatch(text)]
            return f"CASE WHEN {unit} NOT IN ({', '.join(none)}) THEN {unit} END" if none else unit
        text = self._stored.texts[-1]
        # Few ids have a space or tab anywhere, and looking for one is ten times as fast as cutting it off.
        unit = f"CASE WHEN contains({text}, ' ') OR contains({text}, '\t') THEN trim({text}, ' \t') ELSE {text} END"
        for sign in missing:
            unit = f"nullif({unit}, {text_literal(sign)})"
        return unit

    def _find_full_buckets(self) -> int:
        """Put down in which buckets there are more rows than one unit keeps; the units of others need no look.

        Buckets are about as many as rows; returned is how many bits of a unit's bucket were left out for that.
        """
        buckets = self._engine.execute("SELECT bucket FROM part WHERE bucket IS NOT NULL").fetchnumpy()["bucket"]
        coarse = max(0, _BUCKET_BITS - buckets.size.bit_length())
        full = np.flatnonzero(np.bincount(buckets >> coarse, minlength=1) > self._cap.rows)
        self._engine.execute("CREATE TEMP TABLE full_buckets AS SELECT unnest($1::INTEGER[]) AS place", [full])
        return coarse

    def _large(self) -> str:
        """The units with more rows than the cap: a number, and what orders their rows."""
        units = f"SELECT unit FROM likely GROUP BY unit HAVING count(*) > {self._cap.rows}"  # noqa: S608 -- tables and columns by number, whole numbers
        first, second = numbers_sql(written_sql(["CAST(unit AS VARCHAR)"]))
        return f"SELECT unit, row_number() OVER () AS number, {first} AS u0, {second} AS u1 FROM ({units})"  # noqa: S608 -- tables and columns by number; the key is bound

    @property
    def _content(self) -> list[str]:
        """The columns of a row put down that say what is in it."""
        return [*self._at, *(f"loose{position}" for position in self._loose), "text"]

    def _contents(self) -> str:
        """What different rows there are of these units, in the order of their texts, with what orders them first."""
        runs = [
            f"run{which}" if number < len(self._at) else written_sql([f"loose{run[0]}"])
            for which, (number, run) in enumerate(self._runs)
        ]
        written = f"coalesce(text, concat({', '.join(runs)}))" if runs else "''"
        first, second = numbers_sql("written")
        tables = "".join(f" LEFT JOIN written{number} USING ({column})" for number, column in enumerate(self._at))
        names = ", ".join(self._content)
        picked = f"{names}, row_number() OVER (ORDER BY written) AS content, {first} AS r0, {second} AS r1"
        rows = f"SELECT {names}, {written} AS written FROM (SELECT DISTINCT {names} FROM crowded){tables}"  # noqa: S608 -- tables and columns by number
        return f"SELECT {picked} FROM ({rows})"  # noqa: S608 -- columns by number; the key is bound

    def _kept(self) -> str:
        """The contents of the rows that these units keep."""
        place = place_sql(("u0", "u1"), ("r0", "r1"))
        same = " AND ".join(f"crowded.{name} IS NOT DISTINCT FROM contents.{name}" for name in self._content)
        rows = f"SELECT content, number, {place} AS place FROM crowded JOIN contents ON {same}"  # noqa: S608 -- tables and columns by number, whole numbers
        order = "row_number() OVER (PARTITION BY number ORDER BY place, content)"
        return f"SELECT content FROM ({rows}) QUALIFY {order} <= {self._cap.rows}"  # noqa: S608 -- tables and columns by number, whole numbers

    def _groups(self, expression: Expression) -> str:
        """Counted groups, by packs; where some text has no place, by the cells of the row."""
        packs, sums = ([name for name in expression.groups if name.startswith(kind)] for kind in ("pack", "sum"))
        lost = KEPT if self._cap.without_id == "own_unit" else NO_ID
        names = ", ".join([*self._at, "text"])
        every = (
            f"SELECT CASE WHEN unit IS NULL THEN {lost} ELSE {KEPT} END AS state, {names}, count(*) AS many FROM part"  # noqa: S608 -- tables and columns by number, whole numbers
        )
        large = f"SELECT {KEPT} AS state, {names}, -count(*) AS many FROM crowded GROUP BY ALL"  # noqa: S608 -- tables and columns by number, whole numbers
        often = "SELECT content, count(*) AS many FROM kept GROUP BY content"
        back = f"SELECT {KEPT} AS state, {names}, many FROM ({often}) JOIN contents USING (content)"  # noqa: S608 -- tables and columns by number, whole numbers
        alike = f"({every} GROUP BY ALL) UNION ALL ({large}) UNION ALL ({back})"
        tables = "".join(
            f" LEFT JOIN (SELECT rowid::INTEGER AS {column}, * FROM seen{number}) AS seen{number} USING ({column})"  # noqa: S608 -- tables and columns by number, whole numbers
            for number, column in enumerate(self._at)
        )
        columns = [
            *("state", "sum(many)::BIGINT AS records"),
            *(f"CASE WHEN text IS NULL THEN {pack} ELSE {UNSEEN} END AS {pack}" for pack in packs),
            *(
                f"sum(CASE WHEN text IS NULL THEN coalesce({name}, 0) * many ELSE 0 END)::BIGINT AS {name}"
                for name in sums
            ),
            "coalesce(text, '') AS left_over",
        ]
        kept = f"SELECT {', '.join(columns)} FROM ({alike}){tables} GROUP BY ALL HAVING records > 0"  # noqa: S608 -- tables and columns by number, whole numbers
        nothing = [*(f"{UNSEEN}" for _ in packs), *("0" for _ in sums), "''"]
        many = "(SELECT count(*) FROM crowded) - (SELECT count(*) FROM kept)"
        over = f"SELECT {', '.join([str(OVER), many, *nothing])}"
        return f"({kept} LIMIT {expression.most + 1}) UNION ALL ({over})"

    def _left_over(self, text: str) -> str:
        """The cells of a row, as the blocks' columns that are left to be coded."""
        cells = cells_of(text)
        return "".join(f"{len(cells[position])}:{cells[position]}" for where in self._blocks for position in where)


def _runs(blocks: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, list[int]]]:
    """Columns side by side that stand in one block, in their order, with its number."""
    home = {position: number for number, where in enumerate(blocks) for position in where}
    for number, run in groupby(sorted(home), key=home.__getitem__):
        yield number, list(run)
