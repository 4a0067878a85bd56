"""Codes that a file stores as floating-point numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from five_forms import five_forms
from microdata import KEY, category, dictionary, number

from dpdesk.data.counting import one_pass as counting
from dpdesk.data.counting.checking import check
from dpdesk.data.counting.coding import reading
from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.engines import local
from dpdesk.schema.domain import GroupDomain

ROWS: list[tuple[Any, ...]] = [(1.0, "1.0"), (2.0, "2"), (2.0, "2"), (2.5, "2"), (None, "2")]


@pytest.mark.parametrize("most", [1_000_000, -1])
def test_a_code_stored_as_a_floating_point_number_is_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """Programs write whole numbers with gaps as 1.0: it is code 1 in every form, but for a text, which is as it is."""
    monkeypatch.setattr(counting, "MOST_LEFT_OVER", most)  # by the engine, and as a stream
    monkeypatch.setattr(local, "MOST_ALIKE", most)
    forms = five_forms(tmp_path, {"sex": float, "spelt": str}, ROWS)
    described = dictionary(
        [
            category("sex", ["1", "2"], missing=[{"code": "ns", "kind": "not_stated", "texts": [""]}]),
            category("spelt", ["1", "2"]),
            {
                "name": "both", "label": {"en": "both"}, "kind": "combination", "columns": ["sex", "spelt"],
                "describes": "unit", "codes": [{"code": "yes"}, {"code": "no"}],
                "rules": [{"when": {"sex": ["2"], "spelt": ["2"]}, "then": "yes"}], "otherwise": {"code": "no"},
            },
            {
                "name": "old", "label": {"en": "old"}, "kind": "category", "column": "sex", "describes": "unit",
                "codes": [{"code": "1", "texts": ["1.0"]}, {"code": "2", "texts": ["2.0"]}], "otherwise": "nowhere",
            },
        ]
    )  # fmt: skip
    for form, source in forms.items():
        asked = [[GroupDomain((one,))] for one in ("sex", "spelt", "both", "old")]  # apart: each has its own nowhere
        found = [tabulate(source, described, one, KEY)[0].counts.ravel().tolist() for one in asked]
        if form == "csv":  # its cells are text, and 1.0 is another text than 1
            assert found == [[0, 0, 1], [0, 4], [0, 5], [1, 2]]
            continue
        assert found == [[1, 2, 1], [0, 4], [2, 3], [1, 2]], form
        checks = check(source, described).variables
        looked = {one.name: (one.coded, one.not_stated, one.not_tabulated) for one in checks}
        assert (looked["sex"], looked["old"]) == ((3, 1, 1), (3, 0, 2)), form


@pytest.mark.parametrize(
    ("cell", "code"),
    [("1.0", 0), ("1", 0), ("-0.0", 1), ("0.0", 1), ("10.0", -1), ("1.00", -1), ("1e0.0", -1), (".0", -1), ("x.0", -1)],
)
def test_only_a_whole_number_loses_its_zero(cell: str, code: int) -> None:
    described = dictionary([category("sex", ["1", "0", "3.0"]), number("age", [0, 5])])
    coder = reading([described.variable("sex")], [], {"sex"}).variables["sex"]
    assert coder.code((cell,)) == code
    assert coder.code(("3.0",)) == 2  # known as it stands
    assert reading([described.variable("sex")], []).variables["sex"].code(("1.0",)) == -1
