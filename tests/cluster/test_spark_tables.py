"""A table that only Spark sees: counted, recognised whatever the order of its rows, and released by the one flag."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from microdata import KEY, category, dictionary, id_unit

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.engines.open import open_on
from dpdesk.errors import BadInput
from dpdesk.schema.domain import GroupDomain

ROWS = [(n % 50, "mf"[n % 2], n % 7) for n in range(700)]
DESCRIBED = dictionary(
    [category("sex", ["m", "f"]), category("age", [str(n) for n in range(7)])],
    source={"kind": "parquet"},
    unit=id_unit("pid", 3, "refuse"),
)
DOMAIN = GroupDomain(("sex", "age"))


def view(spark: Any, rows: list[tuple[Any, ...]], parts: int) -> str:
    spark.createDataFrame(rows, "pid int, sex string, age int").repartition(parts).createOrReplaceTempView("persons")
    return "table:persons"


def test_a_table_is_counted_as_the_same_rows_in_a_file(spark: Any, folder: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    pids, sexes, ages = (list(column) for column in zip(*ROWS, strict=True))
    pq.write_table(pa.table({"pid": pids, "sex": sexes, "age": ages}), folder / "persons.parquet")
    counted = [
        tabulate(open_on(engine, where, DESCRIBED.source), DESCRIBED, [DOMAIN], KEY)[0]
        for engine, where in (
            ("duckdb", folder / "persons.parquet"),
            ("spark", view(spark, ROWS, 5)),
            ("spark", f"file://{folder}/persons.parquet"),
        )
    ]
    assert all(np.array_equal(counted[0].counts, one.counts) for one in counted[1:])
    assert counted[0].nowhere == counted[1].nowhere == 700 - 150


def test_a_table_is_recognised_by_its_rows_and_the_key(spark: Any) -> None:
    def found(rows: list[tuple[Any, ...]], parts: int = 2, key: bytes = KEY) -> str:
        return open_on("spark", view(spark, rows, parts), DESCRIBED.source).fingerprint(key)

    first = found(ROWS)
    assert first == found(ROWS[::-1], parts=7)
    others = [
        found(ROWS[1:]), found([*ROWS, ROWS[0]]), found(ROWS, key=bytes(32)),
        found([(None, *ROWS[0][1:]), *ROWS[1:]]), found([(*ROWS[0][:1], "", ROWS[0][2]), *ROWS[1:]]),
        found([(*ROWS[0][:1], None, ROWS[0][2]), *ROWS[1:]]),
    ]  # fmt: skip
    assert len({first, *others}) == 7


def test_tables_that_are_not_there_or_not_alike_are_refused(spark: Any) -> None:
    with pytest.raises(BadInput, match="does not find"):
        open_on("spark", "table:nobody", DESCRIBED.source)
    spark.sql("SELECT 1.5D AS sex, current_timestamp() AS age, 1 AS pid").createOrReplaceTempView("other")
    with pytest.raises(BadInput, match=r"'sex' of other holds|'age' of other holds"):
        tabulate(open_on("spark", "table:other", DESCRIBED.source), DESCRIBED, [DOMAIN], KEY)
    with pytest.raises(BadInput, match="kind"):
        open_on("spark", "table:other", dictionary([category("sex", ["m"])]).source)


def test_a_release_needs_no_change_but_the_flag(spark: Any, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same plan and file by another engine is the same release: it is printed again, and costs nothing."""
    from dpdesk.cli import commands as cli

    assert cli.run(["demo", "--out", str(folder / "demo")]) == 0
    demo = folder / "demo"
    words = ["release", str(demo / "plan.json"), "--data", str(demo / "sample.csv"), "--json"]
    capsys.readouterr()
    for name, engine in (("first", "spark"), ("second", "dask"), ("third", "duckdb")):
        ledger = ["--ledger", str(folder / "ledger.sqlite")]
        assert cli.run([*words, *ledger, "--out", str(folder / name), "--engine", engine]) == 0
        out, err = capsys.readouterr()
        assert json.loads(out)["again"] is (name != "first")
        assert ("Counting happens on" in err) is (engine != "duckdb")


def test_a_setting_of_sql_changes_no_unit(spark: Any) -> None:
    """Where a backslash in a text of SQL is itself, trimming by such a text would take letters off ids, and no tabs."""
    setting = "spark.sql.parser.escapedStringLiterals"
    ids = [" 1", "1\t", "t1", "t1", "1t", "\\1"]
    spark.createDataFrame([(one, "m", 0) for one in ids], "pid string, sex string, age int").createOrReplaceTempView(
        "spelt"
    )
    described = dictionary(
        [category("sex", ["m", "f"]), category("age", ["0"])],
        source={"kind": "parquet"},
        unit=id_unit("pid", 1, "refuse"),
    )
    spark.conf.set(setting, "true")
    try:
        [found] = tabulate(open_on("spark", "table:spelt", described.source), described, [DOMAIN], KEY)
    finally:
        spark.conf.unset(setting)
    assert found.counts.sum() == 4 and found.nowhere == 2
