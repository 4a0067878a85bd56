"""The same records in five forms: the same texts, the same counts, the same rows under the cap."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from five_forms import Columns, as_csv, five_forms
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from microdata import KEY, category, count_by_hand, dictionary, id_unit, number, quantity, rows_by_stream

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.sources.plain_texts import plain_number
from dpdesk.schema.domain import GroupDomain

COLUMNS: Columns = {"id": str, "sex": str, "age": int, "income": float}
AWKWARD = [
    "f",
    "m",
    "F",
    " f",
    "f\t",
    "",
    "NULL",
    "nan",
    "007",
    "7",
    "7.0",
    "ü",
    "u\u0308",
    'say "x"',
    "a,b",
    "x\ny",
    "'",
    "true",
]
CODES = sorted({text.strip(" \t") for text in AWKWARD if text.strip(" \t") and "\n" not in text} - {"nan"})
ids = st.sampled_from(["1", "01", " 1", "1\t", "2", "two", "Ünal", "9" * 40])
texts = st.none() | st.sampled_from(AWKWARD)
whole = st.none() | st.integers(-3, 120) | st.sampled_from([-(2**63), 2**63 - 1])
real = st.none() | st.sampled_from([0.0, 0.1, 1.0, 1e16, 1e15, 5e-324, 1.7e308, 123456789.125, 99.99, float("inf")])
rows_of = st.lists(st.tuples(ids, texts, whole, real), min_size=30, max_size=60)


def described(**more: Any) -> Any:
    return dictionary(
        [
            category("sex", CODES, missing=[{"code": "NS", "kind": "not_stated", "texts": [""]}]),
            number("age", [0, 18, 65, 100]),
            number("pay", [0, 1, 100, "10000000000000000"], column="income"),
            quantity("income", 0, 1000, "0.1"),
        ],
        **more,
    )


def text(value: Any) -> str:
    return "" if value is None else plain_number(str(value)) if isinstance(value, float) else str(value)


@settings(max_examples=2, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(rows_of)
def test_five_forms_are_one_table(tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[Any, ...]]) -> None:
    folder = tmp_path_factory.mktemp("forms")
    forms = five_forms(folder, COLUMNS, rows)
    written = [tuple(map(text, row)) for row in rows]
    forms["csv"] = as_csv(folder / "plain.csv", COLUMNS, written)
    variables = ("sex", "age", "pay")
    domain = GroupDomain(variables, ("income",))
    plain, capped = described(), described(unit=id_unit("id", 2, "drop"))
    counts, sums, nowhere = count_by_hand(
        plain, [dict(zip(COLUMNS, row, strict=True)) for row in written], variables, ["income"]
    )
    kept = []
    for form, source in forms.items():
        assert source.columns == tuple(COLUMNS), form
        assert source.count() == len(rows), form
        assert Counter(rows_by_stream(source)) == Counter(written), form
        found = tabulate(source, plain, [domain], KEY)[0]
        assert np.array_equal(found.counts, counts) and found.nowhere == nowhere, form
        assert np.array_equal(found.sums["income"], sums["income"]), form
        under_cap = tabulate(source, capped, [domain], KEY)[0]
        kept.append((under_cap.counts.tolist(), under_cap.sums["income"].tolist(), under_cap.nowhere))
    assert all(one == kept[0] for one in kept)


def test_a_form_with_one_record_more_is_found_out(tmp_path: Path) -> None:
    """The comparison above is not blind: other records give other counts."""
    rows = [("1", "f", 20, 1.0), ("2", "m", 70, 2.0)]
    domain = GroupDomain(("sex", "age"))
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one, other = (
        [
            tabulate(source, described(), [domain], KEY)[0].counts
            for source in five_forms(folder, COLUMNS, some).values()
        ]
        for folder, some in ((tmp_path / "a", rows), (tmp_path / "b", [*rows, ("3", "f", 20, 1.0)]))
    )
    assert not any(np.array_equal(a, b) for a in one for b in other)
