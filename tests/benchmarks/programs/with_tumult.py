"""The work by Tumult Analytics, on Spark in local mode with two threads, from records.

Grouped counts over a key set, with geometric or discrete Gaussian noise. A CDF and intervals are sums of the cells; of
totals those tables are asked for that leave the least error. Quartiles are three of its quantile queries. It has
nothing that combines estimates, or that makes answers non-negative. Its processor time is that of Python and of the
virtual machine together.
"""

from __future__ import annotations

import importlib
import os
import sys
from math import prod
from typing import Any

import numpy as np

from programs.ready import NotOffered, Ready
from programs.work import EPSILON, QUARTILES, SHARES, TOTALS, Values, Work, answers, codes, sums_of, tables_to_measure


def prepare(work: Work) -> Ready:
    """Start Spark, hand over the records."""
    if work.non_negative:
        raise NotOffered("Tumult Analytics has nothing that makes answers non-negative")
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    pandas: Any = importlib.import_module("pandas")
    spark = _spark()
    ta: Any = importlib.import_module("tmlt.analytics")
    version = importlib.import_module("importlib.metadata").version("tmlt.analytics")
    names = [f"v{i}" for i in range(len(work.sizes))]
    frame = spark.createDataFrame(pandas.DataFrame(codes(work), columns=names))
    total = _budget(ta, work, 1)

    def session() -> Any:
        return ta.Session.from_dataframe(
            privacy_budget=total, source_id="records", dataframe=frame, protected_change=ta.AddOneRow()
        )

    if work.kind == QUARTILES:

        def quartiles() -> list[float]:
            opened, found = session(), []
            for share in SHARES:
                query = ta.QueryBuilder("records").quantile("v0", share, 0, work.cells - 1)
                found.append(float(opened.evaluate(query, _budget(ta, work, len(SHARES))).toPandas().iloc[0, 0]))
            return sorted(found)

        return Ready(version, "quantile", quartiles)
    everything = tuple(range(len(work.sizes)))
    tables = tables_to_measure(work.sizes, work.budget == EPSILON) if work.kind == TOTALS else [everything]

    def release() -> list[Values]:
        opened, measured = session(), {}
        for axes in tables:
            part = _budget(ta, work, len(tables))
            keys = ta.KeySet.from_dict({names[i]: list(range(work.sizes[i])) for i in axes})
            query = ta.QueryBuilder("records").groupby(keys).count()
            found = opened.evaluate(query, part).toPandas()
            place = np.ravel_multi_index([found[names[i]].to_numpy() for i in axes], [work.sizes[i] for i in axes])
            table = np.empty(prod(work.sizes[i] for i in axes))
            table[place] = found["count"].to_numpy()
            measured[axes] = table
        return sums_of(work.sizes, measured) if work.kind == TOTALS else answers(work, measured[everything])

    return Ready(version, f"grouped counts of {len(tables)} tables, summed", release)


def _budget(ta: Any, work: Work, parts: int) -> Any:
    """An equal part; the budgets are exact fractions inside."""
    rational: Any = importlib.import_module("sympy").Rational
    exact: Any = importlib.import_module("tmlt.core.utils.exact_number").ExactNumber
    if work.budget == EPSILON:
        return ta.PureDPBudget(exact(rational(1, parts)))
    return ta.RhoZCDPBudget(exact(rational(1, 2 * parts)))


def _spark() -> Any:
    sql: Any = importlib.import_module("pyspark.sql")
    settings = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "2", "spark.driver.memory": "2g"}
    builder = sql.SparkSession.builder.master("local[2]")
    for key, value in settings.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return session
