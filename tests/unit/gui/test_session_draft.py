"""A session as it is being prepared: what is kept, what is missing, and the file it amounts to."""

from __future__ import annotations

import pytest
from town import dictionary

from dpdesk.gui.ask import draft as edits
from dpdesk.gui.ask.draft import KINDS, Draft
from dpdesk.planning.sessions.plan import SessionPlan
from dpdesk.schema.dictionary import Dictionary

TOWN = Dictionary.from_json(dictionary())
OTHER = Dictionary.from_json(
    dictionary(neighbours="replace_one", budget_cap={"epsilon": "9", "delta": "1/1000", "rule": "sum"})
)
VARIABLES = {one.name: one for one in TOWN.variables}
NUMBERS = {
    "threshold": "100", "hits": "3", "questions": "5", "lower": "10", "upper": "9000", "size": "2000",
    "accuracy": "1/10",
}  # fmt: skip


@pytest.mark.parametrize("kind", [one.name for one in KINDS])
def test_every_kind_amounts_to_a_session_that_planning_takes(kind):
    draft = edits.choose_kind(Draft(numbers=NUMBERS, epsilon="1/2"), kind, VARIABLES)
    draft = edits.add_variable(draft, "age")
    assert edits.missing(draft) == ()
    tree = edits.tree(draft, "A session", "town.dictionary.json", "en")
    plan = SessionPlan.from_json(tree, OTHER)
    assert plan.method.name == kind
    assert plan.variables == ("age",)
    assert str(plan.failure) == "1/20"


def test_what_is_typed_for_one_kind_is_kept_for_the_next():
    draft = edits.put_number(Draft(), "threshold", "100")
    draft = edits.choose_kind(edits.choose_kind(draft, "median", VARIABLES), "sparse-vector", VARIABLES)
    assert draft.numbers["threshold"] == "100"
    assert edits.put_number(draft, "threshold", None).numbers.get("threshold") is None


def test_a_kind_along_an_order_keeps_one_variable_that_has_one():
    draft = edits.add_variable(edits.add_variable(Draft(), "sex"), "age")
    draft = edits.add_variable(draft, "age")
    assert draft.variables == ("sex", "age")
    assert edits.cells(draft, VARIABLES) == 20
    assert edits.choose_kind(draft, "median", VARIABLES).variables == ("age",)
    assert edits.remove_variable(draft, "sex").variables == ("age",)
    assert not edits.can_ask(draft, VARIABLES["income"])  # a quantity has no codes


def test_what_is_missing_is_named():
    assert edits.missing(Draft()) == ("threshold", "variables", "epsilon")
    median = edits.choose_kind(Draft(epsilon="1"), "median", VARIABLES)
    assert edits.missing(median) == ("variables",)  # about how many records there are may stay open
    assert "delta" in edits.missing(edits.choose_kind(Draft(delta=""), "between-thresholds", VARIABLES))


@pytest.mark.parametrize(
    ("cap", "epsilon", "delta"),
    [
        ({"rho": "2"}, "0.63", "0.000001"),
        ({"epsilon": "10"}, "1", "0.000001"),
        ({"epsilon": "1/3"}, "0.033", "0.000001"),
        ({"epsilon": "2", "delta": "1/100000", "rule": "sum"}, "0.2", "0.000001"),
        (None, "", "0.000001"),
    ],
)
def test_the_first_budget_is_about_a_tenth_and_never_more(cap, epsilon, delta):
    assert edits.first_epsilon(cap) == epsilon
    assert edits.first_delta(cap) == delta
