"""The sheet that is signed, without a window: it lists what the release itself would refuse."""

from __future__ import annotations

from pathlib import Path

import pytest
from small import block, dictionary_json, plan, table

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
