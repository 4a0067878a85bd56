"""A table or an address that only Spark sees: its records are counted and its content is recognised by Spark.

The fingerprint is a keyed hash of the multiset of rows: the HMAC of the number of rows and of the sums, modulo 2^256,
of a SHA-256 of every row under a key derived from the ledger's. Sums do not depend on the order of rows, on how they
are cut into parts, or on a part that is computed twice; that two different multisets have the same sum is, without the
key, as hard as finding a relation among pseudorandom numbers of 256 bits (Clarke et al., 2003). Every column is in it,
each text with its length before it and a missing value told from an empty text. The derived key alone leaves this
computer, as a one-row table.

The number of records is Spark's own count, a query apart from the counting: an engine that is wrong in both cannot be
caught from here, as it can with a file that this computer sees.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.data.counting.row_cap import Cap, columns_read
from dpdesk.data.engines.elsewhere import Remote
from dpdesk.data.engines.spark_counting import SparkCounting
from dpdesk.data.engines.spark_rows import chosen
from dpdesk.data.engines.spark_session import guarded, run
from dpdesk.data.sources import headings
from dpdesk.errors import BadInput
from dpdesk.problems.problem import Phrase, problem
from dpdesk.progress import Progress, Stage, silent
from dpdesk.schema.dictionary import SourceFormat
from dpdesk.schema.variables.numberformat import NumberFormat

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_WORDS = 8
"""How many 32-bit words a SHA-256 is summed in: 2^31 of them fit into 63 bits."""
_MOST = 1 << 31


class SparkTable(Remote):
    """What `table:catalog.schema.name`, or the address of Parquet files, names in a Spark session."""

    hint: Phrase | None = None
    numbers = NumberFormat()

    def __init__(self, spark: SparkSession, address: str, format: SourceFormat) -> None:
        self._spark = spark
        table = address.startswith("table:")
        self.name = address.removeprefix("table:") if table else address.rstrip("/").rsplit("/", 1)[-1]
        self.path = Path(self.name)
        if format.kind != "parquet":
            raise BadInput(problem("data.spark_kind", file=self.name))
        with guarded(self.name):
            self._rows: DataFrame = spark.table(self.name) if table else spark.read.parquet(address)
            names = tuple(self._rows.columns)
        headings.require_headings(names, self.name)
        self.columns = headings.column_names(names)
        self.cluster = self

    @contextmanager
    def counting(self, columns: Sequence[str], cap: Cap | None) -> Iterator[SparkCounting]:
        """Begin a counting."""
        positions = headings.positions(self.columns, columns_read(columns, cap), self.name)
        with guarded(self.name):
            rows = chosen(self._rows, positions, self.columns, self.name)
        yield SparkCounting(self._spark, self.name, rows, len(columns))

    def count(self, progress: Progress = silent) -> int:
        """Return the number of rows as Spark counts them."""
        rows: int = run(self._spark, self._rows.count, "counting records", progress, self.name)
        return rows

    def fingerprint(self, key: bytes, progress: Progress = silent) -> str:
        """Return the keyed fingerprint of the multiset of rows."""
        from pyspark.sql import functions as f

        derived = hmac.new(key, b"rows of a cluster", hashlib.sha256).hexdigest()
        with guarded(self.name):
            secret = self._spark.createDataFrame([(derived,)], "secret string")
            rows = self._rows.toDF(*[f"x{number}" for number in range(len(self.columns))])
            written: list[Any] = [f.col("secret")]
            for number in range(len(self.columns)):
                text = f.col(f"x{number}").cast("string")
                length = f.octet_length(text).cast("string")
                written.append(f.coalesce(f.concat(length, f.lit(":"), text), f.lit("-")))
            hashed = rows.crossJoin(f.broadcast(secret)).select(f.sha2(f.concat(*written), 256).alias("h"))
            words = [
                f.sum(f.conv(f.substring("h", 8 * word + 1, 8), 16, 10).cast("bigint")).alias(f"w{word}")
                for word in range(_WORDS)
            ]
            summed = hashed.agg(f.count(f.lit(1)).alias("n"), *words)
        sums = run(self._spark, summed.collect, Stage.FINGERPRINT, progress, self.name)[0]
        if sums[0] >= _MOST:
            raise BadInput(problem("data.spark_rows", file=self.name, most=_MOST))
        total = sum(int(sums[1 + word] or 0) << (32 * (_WORDS - 1 - word)) for word in range(_WORDS)) % (1 << 256)
        spelled = f"{sums[0]}:{total:064x}:" + "".join(f"{len(name)}:{name}" for name in self.columns)
        return hmac.new(key, spelled.encode(), hashlib.sha256).hexdigest()
