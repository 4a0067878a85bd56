"""Few records are counted without the engine, which would take longer to load; nothing else depends on that."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest
from five_forms import five_forms
from households import TABLE, described, some_rows, write
from microdata import KEY, category, dictionary, id_unit, number, quantity

from dpdesk.data.counting.contingency import Contingency
from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.engines.local import LocalEngine
from dpdesk.data.sources import base
from dpdesk.data.sources.base import FEW_COLUMNS, Source, wants_engine
from dpdesk.data.sources.open import open_source
from dpdesk.schema.dictionary import SourceFormat
from dpdesk.schema.domain import GroupDomain

ROWS = 500
CELLS = ROWS * FEW_COLUMNS


@pytest.fixture
def source(tmp_path: Path) -> Source:
    rng = random.Random(3)
    rows = "".join(
        f"p{rng.randrange(90)},{rng.choice(['0', '1', ' 1', 'x'])},{rng.choice(['7', '41.5', '', '-3', '1e1'])}\n"
        for _ in range(ROWS)
    )
    (tmp_path / "data.csv").write_text("pid,sex,age\n" + rows)
    return open_source(tmp_path / "data.csv", SourceFormat("csv"))


def counted(source: Source, *, capped: bool) -> Contingency:
    made = dictionary(
        [
            category("sex", ["0", "1"]),
            number("age", [0, 10, 20, 40, 80], "nowhere"),
            quantity("age_sum", 0, 100, column="age"),
        ],
        **({"unit": id_unit("pid", 2, "refuse")} if capped else {}),
    )
    return tabulate(source, made, [GroupDomain(("sex", "age"), ("age_sum",))], KEY)[0]


def refused(*words: object) -> NoReturn:
    raise AssertionError("the engine is loaded")


@pytest.mark.parametrize("capped", [False, True])
def test_counts_and_fingerprint_are_the_same(source: Source, monkeypatch: pytest.MonkeyPatch, capped: bool) -> None:
    by_engine, known = counted(source, capped=capped), source.records_fingerprint(KEY)
    monkeypatch.setattr(base, "WORTH_AN_ENGINE", CELLS + 1)
    monkeypatch.setattr(base, "connection", refused)
    alone = counted(source, capped=capped)
    assert source.records_fingerprint(KEY) == known
    assert np.array_equal(alone.counts, by_engine.counts) and alone.nowhere == by_engine.nowhere
    assert np.array_equal(alone.sums["age_sum"], by_engine.sums["age_sum"])
    monkeypatch.setattr(base, "WORTH_AN_ENGINE", CELLS)
    with pytest.raises(AssertionError, match="is loaded"):
        counted(source, capped=capped)
    with pytest.raises(AssertionError, match="is loaded"):
        source.records_fingerprint(KEY)


def test_households_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = open_source(write(tmp_path / "persons.csv", some_rows()), SourceFormat("csv"))
    domain = GroupDomain(TABLE, ("persons",), units=True)
    (by_engine,) = tabulate(source, described(2), [domain], KEY)
    monkeypatch.setattr(base, "WORTH_AN_ENGINE", 10**6)
    monkeypatch.setattr(base, "connection", refused)
    (alone,) = tabulate(source, described(2), [domain], KEY)
    assert np.array_equal(alone.counts, by_engine.counts)
    assert np.array_equal(alone.sums["persons"], by_engine.sums["persons"])


def test_what_the_engine_alone_reads_is_counted_by_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "WORTH_AN_ENGINE", CELLS)
    forms = five_forms(tmp_path, dict.fromkeys(("pid", "sex", "age"), str), [("p1", "0", "7"), ("p2", "1", "30")])
    by_engine: list[Source] = []
    counting = LocalEngine.counting

    def begun(engine: LocalEngine, *words: Any) -> Any:
        by_engine.append(engine._source)
        return counting(engine, *words)

    monkeypatch.setattr(LocalEngine, "counting", begun)
    for source in forms.values():
        assert counted(source, capped=False).counts.sum() == 2
    assert by_engine == [forms["parquet"], forms["parts"], forms["duckdb"]]


def test_of_many_columns_fewer_records_are_worth_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "WORTH_AN_ENGINE", 1000)
    for columns, least in ((50, 20), (FEW_COLUMNS, 1000 // FEW_COLUMNS), (2, 1000 // FEW_COLUMNS)):
        path = tmp_path / f"{columns}.csv"
        path.write_text(",".join(f"c{number}" for number in range(columns)) + "\n")
        source = open_source(path, SourceFormat("csv"))
        assert wants_engine(source, least) and not wants_engine(source, least - 1)
