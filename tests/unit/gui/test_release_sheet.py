"""The sheet that is signed, without a window: it lists what the release itself would refuse."""

from __future__ import annotations

from pathlib import Path

import pytest
from small import COUNT, block, dictionary_json, plan, table

from dpdesk.errors import BadInput
from dpdesk.gui.release.sheet import read_sheet
from dpdesk.planning.choosing.checks import require_confirmed
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.schema.dictionary import Dictionary


def test_a_rule_on_an_unconfirmed_domain_stands_on_the_sheet(tmp_path: Path) -> None:
    rule = {"when": {"ages": ["0-4"], "sex": ["m"]}, "reason": {"en": "by a rule that is public"}}
    tree = dictionary_json(impossible=[rule])
    next(one for one in tree["variables"] if one["name"] == "ages")["public"] = {"how": "read_from_data"}
    asked = plan(table(stub=[block("age", "sex")]), dictionary=Dictionary.from_json(tree))
    assert read_sheet(asked, tmp_path / "ledger.sqlite", "en", Forecaster()).unconfirmed == ("Age groups",)
    with pytest.raises(BadInput, match="confirm"):
        require_confirmed(asked)


def test_figures_beside_counts_stand_on_the_sheet_with_their_rough_range(tmp_path: Path) -> None:
    median = {"kind": "median", "variable": "age"}
    reference = {"source": {"en": "Made up"}, "total": 10_000, "marginals": []}
    for measures in ([COUNT, median], [COUNT, median, {"kind": "sum", "variable": "pay"}]):
        asked = plan(table(stub="sex", measures=measures), reference=reference)
        (line,) = read_sheet(asked, tmp_path / "ledger.sqlite", "en", Forecaster()).tables
        ((name, found),) = line.others
        assert name == "Median: Age" and found.rough and 0 < found.least <= found.widest < 10
        assert line.more == (len(measures) == 3), "nothing is said of a sum"
        assert line.margins is not None and line.margins.only == "counts" and not line.margins.rough
