"""What is refused when the mechanism of a group is chosen: before anything is read or reserved."""

from __future__ import annotations

import pytest
from small import COUNT, dictionary_json, plan, table

from dpdesk.errors import BadInput
from dpdesk.planning.choose import choose
from dpdesk.planning.compile import compile_plan
from dpdesk.schema.dictionary import Dictionary


def test_noise_wider_than_the_samplers_draw_is_refused_before_it_costs_anything() -> None:
    tree = dictionary_json(max_rows=100)
    next(one for one in tree["variables"] if one["name"] == "pay").update(lower="0", upper=str(2**50), step="1")
    wide = plan(
        table(stub="sex", measures=[COUNT, {"kind": "sum", "variable": "pay"}]), dictionary=Dictionary.from_json(tree)
    )
    with pytest.raises(BadInput, match="wider than can be drawn"):
        choose(wide)


@pytest.mark.parametrize(("kind", "known"), [("csv", True), ("parquet", True), ("xlsx", False)])
def test_a_workbook_cannot_show_an_empty_record_so_its_total_is_not_taken_as_known(kind: str, known: bool) -> None:
    tree = dictionary_json(source={"kind": kind})
    made = compile_plan(plan(table(stub="sex"), dictionary=Dictionary.from_json(tree)))
    assert made.groups[0].exact_row is known
