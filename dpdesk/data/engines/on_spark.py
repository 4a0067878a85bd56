"""Counting by Apache Spark, in whatever session the environment gives: local, spark-submit, or Spark Connect.

Only counted groups come back: integers, and the texts that stand in no table, once each. The keyed order of a unit's
rows is computed where the rows are, by the same SHA-256 over the same text, so that the same rows are kept to the
row; rows of equal hash are equal, so that a task that runs twice, or in another order, changes no count. The key goes
to the workers as a one-row table, never as a word of a query, which Spark writes into its plans.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk.data.counting.row_cap import Cap, columns_read
from dpdesk.data.engines.elsewhere import Elsewhere, is_address
from dpdesk.data.engines.layout import Layout, layout_of
from dpdesk.data.engines.spark_counting import SparkCounting
from dpdesk.data.engines.spark_rows import read
from dpdesk.data.engines.spark_session import guarded, session
from dpdesk.data.engines.spark_tables import SparkTable
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.open import open_source
from dpdesk.schema.dictionary import SourceFormat

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def open_on_spark(data: str | Path, format: SourceFormat) -> Source:
    """Open a source that Spark shall count."""
    spark = session()
    if is_address(str(data)):
        return SparkTable(spark, str(data), format)
    here = open_source(Path(data), format)
    layout = layout_of(here)
    return Elsewhere(here, SparkEngine(spark, layout))


class SparkEngine:
    """A Spark session and the files it reads."""

    def __init__(self, spark: SparkSession, layout: Layout) -> None:
        self._spark, self._layout = spark, layout

    @contextmanager
    def counting(self, columns: Sequence[str], cap: Cap | None) -> Iterator[SparkCounting]:
        """Begin a counting."""
        with guarded(self._layout.name):
            rows = read(self._spark, self._layout, self._layout.positions(columns_read(columns, cap)))
        yield SparkCounting(self._spark, self._layout.name, rows, len(columns))
