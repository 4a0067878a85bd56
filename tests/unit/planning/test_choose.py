"""What is refused when the mechanism of a group is chosen: before anything is read or reserved."""

from __future__ import annotations

import pytest
from small import COUNT, dictionary_json, plan, small, table

from dpdesk.errors import BadInput
from dpdesk.planning.choosing.candidates import Bench
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.problems.render import render
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


@pytest.mark.parametrize(
    ("rows", "rho", "words"),
    [(10**6, "1/2", None), (2**40, "1/2", "could exceed 64 bits"), (10**6, "1e-30", "wider than can be drawn")],
)
def test_a_grid_too_fine_is_not_chosen_and_says_why(rows: int, rho: str, words: str | None) -> None:
    """The sine strategy measures 2^26 units to a count: 2^40 rows do not fit, nor does very wide noise."""
    dictionary = small(max_rows=rows, budget_cap={"rho": "1"}, neighbours="add_remove")
    cdf = plan(table(measures=[{"kind": "cdf", "variable": "age"}]), dictionary=dictionary, loss={"rho": rho})
    bench = Bench()
    (group,) = bench.compile(cdf).groups
    row = next(one for one in bench.candidates(cdf, group) if one.name == "sine")
    chosen = bench.chosen(cdf, group).name
    assert (row.mechanism is None) == (words is not None) == (chosen != "sine")
    assert words is None or (row.why_not is not None and words in render(row.why_not))
    named = plan(
        table(measures=[{"kind": "cdf", "variable": "age"}]),
        dictionary=dictionary,
        loss={"rho": rho},
        groups=[{"name": "main", "part": "1", "mechanism": "sine"}],
    )
    if words is None:
        assert bench.chosen(named, bench.compile(named).groups[0]).name == "sine"
    else:
        with pytest.raises(BadInput, match=words):
            bench.chosen(named, bench.compile(named).groups[0])
