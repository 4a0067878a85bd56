"""One counting by Apache Spark: texts learnt, tables given to the session, rows or units counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from dpdesk.data.counting.coding import Cells, Reading
from dpdesk.data.counting.expression import ROWS, Expression, gathered
from dpdesk.data.counting.lookups import Block
from dpdesk.data.counting.row_cap import KEPT, NO_ID, OVER, PRIME, Cap
from dpdesk.data.engines.apart import learn_apart
from dpdesk.data.engines.seam import Groups
from dpdesk.data.engines.spark_rows import text_of
from dpdesk.data.engines.spark_session import guarded, run
from dpdesk.progress import Progress, Stage

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession


class SparkCounting:
    """One counting of a frame whose columns are c0, c1, …; with a cap the id is the one after the last."""

    def __init__(self, spark: SparkSession, name: str, rows: DataFrame, width: int) -> None:
        self._spark, self._name, self._rows, self._width = spark, name, rows, width
        self._cells = [f"c{number}" for number in range(width)]
        self._tables: list[DataFrame] = []

    def learn(self, reading: Reading, rows: int, total: int, progress: Progress) -> tuple[list[Block], bool]:
        """Learn from the distinct texts of some rows, block by block; equal rows are always counted together."""
        from pyspark.sql import functions as f

        def distinct(wheres: Sequence[tuple[int, ...]]) -> list[list[Cells]]:
            if not wheres:
                return []
            with guarded(self._name):
                some = self._texts(self._rows.select(*self._cells).limit(rows))
                sets = [
                    f.collect_set(f.array(*[f"c{position}" for position in where])).alias(f"s{n}")
                    for n, where in enumerate(wheres)
                ]
                collected = run(self._spark, some.agg(*sets).collect, "reading", progress, self._name)[0]
            return [[tuple(texts) for texts in collected[number]] for number in range(len(wheres))]

        return learn_apart(reading, distinct), True

    def store(self, number: int, columns: dict[str, list[Any]]) -> None:
        """Give a table of texts to the session."""
        from pyspark.sql import functions as f
        from pyspark.sql import types as t

        kinds = {True: t.StringType(), False: t.LongType()}
        schema = t.StructType([t.StructField(name, kinds[name.startswith("k")]) for name in columns])
        rows = list(zip(*columns.values(), strict=True))
        with guarded(self._name):
            self._tables.append(f.broadcast(self._spark.createDataFrame(rows, schema)))

    def count(self, expression: Expression, progress: Progress) -> Groups:
        """Count all rows, those of equal values together."""
        from pyspark.sql import functions as f

        with guarded(self._name):
            rows = self._rows.select(*self._cells)
            if expression.together and self._width:
                rows = gathered(rows, self._width)
            elif expression.together:  # there is nothing to group by
                rows = rows.agg(f.count(f.lit(1)).alias(ROWS))
            frame = expression(self._texts(rows), self._tables)
        return self._result(frame, progress)

    def count_units(self, expression: Expression, cap: Cap, total: int, progress: Progress) -> Iterator[Groups]:
        """Count the rows of all units; Spark cuts them into parts by itself."""
        with guarded(self._name):
            frame = expression(self._units(cap), self._tables, partial(_marked, cap, expression.content))
        yield self._result(frame, progress)

    def _texts(self, rows: DataFrame) -> DataFrame:
        """Give the columns c0, c1, … their texts."""
        from pyspark.sql import functions as f

        kinds = {field.name: field.dataType for field in self._rows.schema.fields}
        return rows.select(
            *[text_of(f.col(name), kinds[name]).alias(name) if name in kinds else f.col(name) for name in rows.columns]
        )

    def _units(self, cap: Cap) -> DataFrame:
        """The rows as text with their unit, and the place of each in its order."""
        from pyspark.sql import functions as f

        unit = f"c{self._width}"
        rows = self._texts(self._rows).withColumn("unit", f.btrim(f.col(unit), f.lit(" \t")))
        key = self._spark.createDataFrame([(cap.key.hex(),)], "secret string")
        place = _place(_numbers(["unit"]), _numbers(self._cells))
        written = f.concat(*_written(self._cells)) if self._cells else f.lit("")
        return rows.crossJoin(f.broadcast(key)).select(
            *self._cells,
            "unit",
            f.col("unit").isin(*cap.missing).alias("no_id"),
            place.alias("place"),
            written.alias("written"),
        )

    def _result(self, frame: DataFrame, progress: Progress) -> Groups:
        """Compute the counted groups."""
        table = run(self._spark, frame.toArrow, Stage.COUNT, progress, self._name)
        return {name: table.column(name).to_numpy() for name in table.column_names}


def _numbers(cells: Sequence[str]) -> tuple[Column, Column]:
    """`row_cap.numbers` of some cells, under the key in the column `secret`."""
    from pyspark.sql import functions as f

    digest = f.sha2(f.concat(f.col("secret"), *_written(cells)), 256)
    first, second = (f.conv(f.substring(digest, start, 8), 16, 10).cast("long") % PRIME for start in (1, 9))
    return first, second


def _written(cells: Sequence[str]) -> list[Column]:
    """The pieces of `row_cap.canonical`."""
    from pyspark.sql import functions as f

    return [piece for cell in cells for piece in (f.octet_length(f.col(cell)).cast("string"), f.lit(":"), f.col(cell))]


def _place(unit: tuple[Column, Column], row: tuple[Column, Column]) -> Column:
    """`row_cap.place`."""
    from pyspark.sql import functions as f

    (a, b), (c, d) = unit, row
    return f.shiftleft((a * c + (PRIME - b) * d) % PRIME, 31) + (a * d + b * c) % PRIME


def _marked(cap: Cap, content: Sequence[str], rows: DataFrame) -> DataFrame:
    """Mark each row as kept, over its unit's cap, or without id; what is not kept loses its content."""
    from pyspark.sql import Window
    from pyspark.sql import functions as f

    lost = KEPT if cap.without_id == "own_unit" else NO_ID
    within = f.row_number().over(Window.partitionBy("unit").orderBy("place", "written")) <= cap.rows
    state = f.when(f.col("no_id"), lost).when(within, KEPT).otherwise(OVER)
    marked = rows.select(state.alias("state"), *content)
    kept = f.col("state") == KEPT
    return marked.select(
        "state",
        *[
            f.when(kept, f.col(name)).otherwise(f.lit("" if name == "left_over" else None)).alias(name)
            for name in content
        ],
    )
