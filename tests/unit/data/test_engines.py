"""What is left to a cluster, what is refused, and that nothing happens without the cluster's engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import town
from microdata import csv_format

from dpdesk.cli import commands as cli
from dpdesk.cli.data_options import named
from dpdesk.data.engines import elsewhere
from dpdesk.data.engines.layout import layout_of
from dpdesk.data.sources.database import connection
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput
from dpdesk.progress import Progress, silent
from dpdesk.schema.source import SourceFormat


@pytest.mark.parametrize(
    ("content", "more"),
    [
        (b'a,b\n1,"x\ny"\n2,z\n', {}),
        (b"a,b\n1,x\n\n2,y\n", {}),
        (b"title\na,b\n1,x\n", {"header_row": 2}),
        (b'a,b\n1,x"y"\n', {}),
        (b"a,b\r1,x\r", {}),
        (b"a,b\n1,\xe4\n", {"encoding": "latin-1"}),
        (b"\xef\xbb\xbf1,x\n", {"header_row": 0}),
        (b"a,b\n1,'x,y'\n", {"quote": "'"}),
    ],
)
def test_text_that_engines_may_read_differently_is_not_left_to_a_cluster(
    tmp_path: Path, content: bytes, more: dict[str, Any]
) -> None:
    path = tmp_path / "people.csv"
    path.write_bytes(content)
    with pytest.raises(BadInput, match="every engine reads alike"):
        layout_of(open_source(path, csv_format(**more)))


@pytest.mark.parametrize(
    "content", [b'a,b\n1,"x,y"\n', b"a,b\r\n1,x\r\n2,y", b"\xef\xbb\xbfa,b\n1,\xe2\x82\xac\n", b"a,b\n"]
)
def test_regular_text_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "people.csv"
    path.write_bytes(content)
    layout = layout_of(open_source(path, csv_format()))
    assert (layout.kind, layout.columns, layout.positions(("b",))) == ("csv", ("a", "b"), (1,))


@pytest.mark.parametrize(
    ("value", "alike"),
    [("1", True), ("'x'", True), ("true", True), ("DATE '2000-01-01'", True), ("1.5::DECIMAL(9,6)", True),
     ("1.5::DECIMAL(9,7)", False), ("1.5::DOUBLE", False), ("TIMESTAMP '2000-01-01'", False), ("uuid()", False),
     ("[1]", False), ("'a'::BLOB", False)],
)  # fmt: skip
def test_only_values_with_one_text_are_left_to_a_cluster(tmp_path: Path, value: str, alike: bool) -> None:
    with connection("test") as engine:
        engine.execute(f"COPY (SELECT {value} AS v) TO '{tmp_path / 'one.parquet'}' (FORMAT parquet)")
    layout = layout_of(open_source(tmp_path / "one.parquet", SourceFormat("parquet")))
    if alike:
        assert layout.positions(("v",)) == (0,)
    else:
        with pytest.raises(BadInput, match="'v' of one"):
            layout.positions(("v",))


def test_an_address_is_one_for_a_cluster_only() -> None:
    assert named("s3a://bucket//persons", "spark") == "s3a://bucket//persons"
    assert named("table:c.s.t", "spark") == "table:c.s.t"
    assert named("table:c.s.t", "duckdb") == Path("table:c.s.t")
    assert named("people.csv", "spark") == Path("people.csv")


@pytest.mark.parametrize("engine", ["spark", "dask"])
def test_without_the_engine_nothing_is_spent_or_written(
    tmp_path: Path, engine: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from dpdesk.data.engines import dask_session

    monkeypatch.setitem(__import__("sys").modules, "pyspark", None)
    monkeypatch.setattr(dask_session, "find_spec", lambda name: None)
    here, out, ledger = town.Town(tmp_path / "town", rows=50), tmp_path / "out", tmp_path / "ledger.sqlite"
    plan = here.plan("plan", town.table("people"))
    words = ["release", str(plan), "--data", str(here.data), "--out", str(out)]
    assert cli.run([*words, "--ledger", str(ledger), "--engine", engine]) == 2
    shown = capsys.readouterr()
    assert "not installed beside dpdesk" in shown.err.replace("are not", "not").replace("is not", "not")
    assert [*out.glob("*")] == [] and shown.out == ""
    assert not ledger.exists() and not out.exists()


def test_rows_that_a_cluster_reads_are_not_read_here() -> None:
    class People(elsewhere.Remote):
        name = "people"

        def count(self, progress: Progress = silent) -> int:
            return 0

    remote = People()
    for read in (remote.engine, lambda: remote.scan(None, ()), lambda: remote.batches(())):  # type: ignore[arg-type]
        with pytest.raises(BadInput, match="read by a cluster"):
            read()
