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


def test_an_account_in_rho_is_not_charged_for_laplace_noise_it_did_not_ask_for() -> None:
    """At (1, 1e-6) Laplace noise may be forecast better, but costs such an account 18 times as much."""
    cap = {"epsilon": "2", "delta": "1e-5", "rule": "rho"}
    tree = dictionary_json(budget_cap=cap, neighbours="add_remove")
    made = choose(
        plan(table(stub="sex"), dictionary=Dictionary.from_json(tree), loss={"epsilon": "1", "delta": "1e-6"})
    )
    assert made.groups[0].mechanism.noise == "gaussian"
    assert made.actual_loss.rho < 0.03
