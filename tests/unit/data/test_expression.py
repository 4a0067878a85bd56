"""Rows counted together before they are coded are counted as they were one by one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from microdata import KEY, category, count_by_hand, csv_format, dictionary, number, quantity, rows_by_stream

from dpdesk.data.counting import one_pass as counting
from dpdesk.data.counting import streaming
from dpdesk.data.counting.contingency import Contingency
from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.engines import local
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.database import OutOfMemory, connection
from dpdesk.data.sources.open import open_source
from dpdesk.schema.dictionary import SourceFormat
from dpdesk.schema.domain import GroupDomain

STORED = """
    (1::TINYINT, true, 1.50::DECIMAL(5,2), DATE '2000-04-01', TIMESTAMP '2000-04-01 12:00:00', 'x', 0.0::DOUBLE),
    (1, true, 1.50, DATE '2000-04-01', TIMESTAMP '2000-04-01 12:00:00', 'x', -0.0::DOUBLE),
    (2, false, -1.50, DATE '1999-12-31', TIMESTAMP '2000-04-01 12:00:00.5', 'x y', 'nan'::DOUBLE),
    (NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (NULL, NULL, NULL, NULL, NULL, '', NULL),
    (1, true, 1.50, DATE '2000-04-01', TIMESTAMP '2000-04-01 12:00:00', 'X', 0.1::DOUBLE),
    (1, true, 1.50, DATE '2000-04-01', TIMESTAMP '2000-04-01 12:00:00', '1:x', 1e22::DOUBLE)
"""
TEXTS = {
    "i": ["1", "2", ""],
    "b": ["true", "false", ""],
    "d": ["1.50", "-1.50", ""],
    "day": ["2000-04-01", "1999-12-31", ""],
    "t": ["2000-04-01 12:00:00", "2000-04-01 12:00:00.5", ""],
    "s": ["x", "x y", "X", "1:x", ""],
    "f": ["0", "nan", "0.1", "1e+22", ""],
}


@pytest.fixture
def stored(tmp_path: Path) -> Source:
    """Every type whose values are counted as they are stored, and one that is not, many times over."""
    path = tmp_path / "stored.parquet"
    with connection("test") as engine:
        engine.execute(
            f"COPY (SELECT t.* FROM (VALUES {STORED}) t(i, b, d, day, t, s, f), range(5)) TO '{path}' (FORMAT parquet)"
        )
    return open_source(path, SourceFormat("parquet"))


def counted_by_hand(source: Source, described: Any, found: Sequence[Contingency]) -> None:
    rows = [dict(zip(source.columns, row, strict=True)) for row in rows_by_stream(source)]
    for one in found:
        counts, sums, nowhere = count_by_hand(described, rows, one.domain.variables, one.domain.quantities)
        assert np.array_equal(one.counts, counts) and one.nowhere == nowhere
        assert all(np.array_equal(one.sums[name], total) for name, total in sums.items())


def other(code: str) -> dict[str, Any]:
    return {"code": code, "kind": "not_stated", "texts": [""]}


def test_stored_values_are_counted_by_their_texts(stored: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming.StreamCount, "rows", None)
    described = dictionary(
        [category(name, [code for code in codes if code], missing=[other("none")]) for name, codes in TEXTS.items()],
        source={"kind": "parquet"},
    )
    found = tabulate(stored, described, [GroupDomain((name,)) for name in TEXTS], KEY)
    counted_by_hand(stored, described, found)
    assert [one.nowhere for one in found] == [0] * len(TEXTS)
    assert found[list(TEXTS).index("f")].counts.tolist() == [10, 5, 5, 5, 10]  # 0.0 and -0.0 are one text


def people(folder: Path, different: int) -> Source:
    folder.mkdir(exist_ok=True)
    path = folder / "people.csv"
    rows = "".join(f"{'mf'[n % 2]},{n % different}.{n % 3}\n" for n in range(900))
    path.write_text("sex,income\n" + rows, encoding="utf-8")
    return open_source(path, csv_format())


DESCRIBED = dictionary(
    [category("sex", ["m", "f"]), number("bins", [0, 10, 100, 5_000], column="income"), quantity("income", 0, 3_000)]
)
DOMAINS = [GroupDomain(("sex", "bins"), ("income",)), GroupDomain(("sex",), ("income",))]


@pytest.mark.parametrize("different", [7, 800])
@pytest.mark.parametrize("sampled", [60_000, 40])
def test_sums_are_of_all_the_rows_that_were_counted_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, different: int, sampled: int
) -> None:
    """Whatever the sample says and misses: the texts that stand in no table stand for several rows, too."""
    monkeypatch.setattr(streaming.StreamCount, "rows", None)
    monkeypatch.setattr(counting, "SAMPLE", sampled)
    source = people(tmp_path, different)
    for together in (True, False):
        monkeypatch.setattr(local, "few", lambda *often, together=together: together)
        monkeypatch.setattr(counting, "MOST_LEFT_OVER", 10**9)
        counted_by_hand(source, DESCRIBED, tabulate(source, DESCRIBED, DOMAINS, KEY))


def test_few_different_rows_are_counted_together_and_many_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []
    real = local.LocalCounting.count

    def count(self: Any, expression: Any, progress: Any) -> Any:
        asked.append(expression.together)
        return real(self, expression, progress)

    monkeypatch.setattr(local.LocalCounting, "count", count)
    few, many = people(tmp_path / "a", 7), people(tmp_path / "b", 890)
    tabulate(few, DESCRIBED, DOMAINS, KEY)
    assert asked == [True]
    monkeypatch.setattr(local, "MOST_ALIKE", 500)
    tabulate(many, DESCRIBED, DOMAINS, KEY)
    assert asked == [True, False]


def test_a_sample_that_was_wrong_costs_time_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming.StreamCount, "rows", None)
    real, tried = local.LocalCounting.count, []

    def full(self: Any, expression: Any, progress: Any) -> Any:
        tried.append(expression.together)
        if expression.together:
            raise OutOfMemory("file")
        return real(self, expression, progress)

    monkeypatch.setattr(local.LocalCounting, "count", full)
    source = people(tmp_path, 7)
    counted_by_hand(source, DESCRIBED, tabulate(source, DESCRIBED, DOMAINS, KEY))
    assert tried == [True, False]
