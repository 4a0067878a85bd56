"""What a published folder holds of plan and dictionary: all that its tables rely on, and nothing else of the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from random_plans.case import case
from small import block, dictionary_json, plan, table

from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.document.plan import Plan
from dpdesk.publish.documents.metadata import documents, published_plan
from dpdesk.publish.proof.reopened import plan_in, reopened
from dpdesk.publish.write import write_release
from dpdesk.release.rehearsal import rehearse
from dpdesk.schema.dictionary import Dictionary

UNSEEN = "kuru-syndrome"


def with_a_list_nobody_confirmed(**more: Any) -> Dictionary:
    """The small dictionary beside a code list that was read from the data, and a rule that names it."""
    tree = dictionary_json()
    illness = {
        "name": "illness",
        "kind": "category",
        "column": "diagnosis-column",
        "label": {"en": "Illness"},
        "describes": "unit",
        "codes": [{"code": "none"}, {"code": UNSEEN}],
        "otherwise": {"code": "none"},
        "public": {"how": "read_from_data", **more},
    }
    tree["variables"].append(illness)
    tree["impossible"] = [{"when": {"sex": ["f"], "illness": [UNSEEN]}, "reason": {"en": "A rule"}}]
    return Dictionary.from_json(tree)


@pytest.mark.parametrize("used", [False, True])
def test_a_list_that_no_table_needs_stays_inside(tmp_path: Path, used: bool) -> None:
    confirmed = {"confirmed_by": "Ada", "confirmed_on": "2026-01-02"} if used else {}
    tables = [table("people", stub=[block("sex")], boxhead=[block("illness" if used else "colour")])]
    asked = plan(*tables, dictionary=with_a_list_nobody_confirmed(**confirmed))
    write_release(rehearse(asked).release, tmp_path / "out")
    written = b"".join(path.read_bytes() for path in (tmp_path / "out").rglob("*.json"))
    assert (UNSEEN.encode() in written) == (b"diagnosis-column" in written) == used
    assert b"Ada" not in written
    again = reopened(tmp_path / "out")
    assert again.plan.record.tables == asked.record.tables
    assert plan_in(tmp_path / "out").dictionary.has("illness") == used


@pytest.mark.parametrize("seed", [100_003, 200_005])
def test_what_is_published_of_a_plan_makes_the_same_tables(seed: int) -> None:
    made = case(seed)
    tree = documents(published_plan(made.chosen.plan))
    again = choose(Plan.from_json(tree["plan"], Dictionary.from_json(tree["dictionary"])))
    assert again.decoders == made.chosen.decoders
    shells = ([(shell.name, shell.shape) for shell in plan.compiled.shells] for plan in (made.chosen, again))
    assert next(shells) == next(shells)
