"""Files as Spark reads them, and the text of its values: the same, sign by sign, as DuckDB's, or an error.

A column that Spark reads as another type than expected, and a value whose text would differ, stops the counting.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.data.engines.layout import FIRST_DATE, LAST_DATE, MOST_PLACES, Layout
from dpdesk.data.engines.seam import COUNT_HERE
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

_PATTERN = frozenset("*?[]{}\\,")  # signs that Spark takes for patterns of names
_WHOLE = ("tinyint", "smallint", "int", "bigint", "decimal(20,0)")


def read(spark: SparkSession, layout: Layout, positions: Sequence[int]) -> DataFrame:
    """Return the wanted columns of a layout's files as c0, c1, …, as they are stored.

    Raises:
        BadInput: Spark sees other files, or other columns in them.
    """
    paths = [_address(path, layout.name) for path in layout.files]
    _require_same_files(spark, layout, paths)
    if layout.kind == "csv":
        return _delimited(spark, layout, paths, positions)
    if len({name.casefold() for name in layout.stored}) < len(layout.stored):
        raise BadInput(problem("data.spark_names_alike", file=layout.name, duckdb=COUNT_HERE))
    return _stored(spark, layout, paths, positions)


def _stored(spark: SparkSession, layout: Layout, paths: Sequence[str], positions: Sequence[int]) -> DataFrame:
    """Read the wanted columns of Parquet files by the types that their footer states.

    Without types Spark would look at every column, and refuse a file for one that nobody asks for.
    """
    from pyspark.sql import types as t

    some = sorted(set(positions))
    schema = t.StructType([t.StructField(layout.stored[position], _kind(layout.kinds[position])) for position in some])
    rows = spark.read.schema(schema).parquet(*paths).toDF(*[f"x{position}" for position in some])
    return rows.selectExpr(*[f"x{position} AS c{number}" for number, position in enumerate(positions)])


def _kind(stored: str) -> Any:
    """Spark's type for one of DuckDB's, by the same values."""
    from pyspark.sql import types as t

    if stored.startswith("DECIMAL("):
        digits, places = stored[len("DECIMAL(") : -1].split(",")
        return t.DecimalType(int(digits), int(places))
    kinds = {
        "BOOLEAN": t.BooleanType(), "VARCHAR": t.StringType(), "DATE": t.DateType(),
        "TINYINT": t.ByteType(), "SMALLINT": t.ShortType(), "INTEGER": t.IntegerType(), "BIGINT": t.LongType(),
        # Spark has no numbers without a sign: each goes to the next larger type.
        "UTINYINT": t.ShortType(), "USMALLINT": t.IntegerType(), "UINTEGER": t.LongType(),
        "UBIGINT": t.DecimalType(20, 0),
    }  # fmt: skip
    return kinds[stored]


def chosen(rows: DataFrame, positions: Sequence[int], names: Sequence[str], name: str) -> DataFrame:
    """Return the columns at some positions as c0, c1, …; BadInput if one is of a type that is not counted."""
    for position in positions:
        field = rows.schema.fields[position]
        if not _is_alike(field.dataType):
            raise BadInput(problem("data.spark_column", column=names[position], file=name))
    numbered = rows.toDF(*[f"x{number}" for number in range(len(rows.columns))])
    return numbered.selectExpr(*[f"x{position} AS c{number}" for number, position in enumerate(positions)])


def _is_alike(kind: Any) -> bool:
    simple = kind.simpleString()
    if simple.startswith("decimal("):
        return int(simple[len("decimal(") : -1].split(",")[1]) <= MOST_PLACES
    return simple in ("string", "boolean", "date", *_WHOLE)


def text_of(column: Column, kind: Any) -> Column:
    """Return the text of a column's values, '' for a missing one; a value that cannot be written alike is an error."""
    from pyspark.sql import functions as f

    simple = kind.simpleString()
    if simple == "string":
        text = f.validate_utf8(column)
    elif simple == "date":
        fits = column.between(f.lit(FIRST_DATE).cast("date"), f.lit(LAST_DATE).cast("date"))
        text = f.when(fits, column.cast("string")).when(
            column.isNotNull(), f.raise_error(f.lit("a date")).cast("string")
        )
    else:
        text = column.cast("string")
    return f.coalesce(text, f.lit(""))


def _delimited(spark: SparkSession, layout: Layout, paths: Sequence[str], positions: Sequence[int]) -> DataFrame:
    from pyspark.sql import types as t

    schema = t.StructType([t.StructField(f"x{number}", t.StringType()) for number in range(len(layout.columns))])
    quoted = {"quote": layout.quote, "escape": layout.quote}
    rows = (
        spark.read.schema(schema)
        .options(sep=layout.delimiter, header=layout.header, encoding="UTF-8", mode="FAILFAST", **quoted)
        .options(ignoreLeadingWhiteSpace=False, ignoreTrailingWhiteSpace=False, nullValue="", emptyValue="")
        # Every record is taken apart whole, so that one with more or fewer fields is noticed.
        .options(columnPruning=False, enforceSchema=True, multiLine=False, maxCharsPerColumn=-1, maxColumns=1_000_000)
        .csv(list(paths))
    )
    return rows.selectExpr(*[f"x{position} AS c{number}" for number, position in enumerate(positions)])


def _address(path: str, name: str) -> str:
    if _PATTERN & set(path):
        raise BadInput(problem("data.spark_pattern", file=name))
    return f"file://{path}"


def _require_same_files(spark: SparkSession, layout: Layout, paths: Sequence[str]) -> None:
    """Refuse files that Spark sees otherwise than this computer: by name, length and time of last change."""
    files = (
        spark.read.format("binaryFile")
        .load(list(paths))
        .selectExpr("length", "cast(modificationTime AS BIGINT)")
        .collect()
    )
    there = sorted((int(row[0]), int(row[1])) for row in files)
    here = sorted((status.st_size, int(status.st_mtime)) for status in (Path(path).stat() for path in layout.files))
    if there != here:
        raise BadInput(problem("data.spark_sees_other", file=layout.name))
