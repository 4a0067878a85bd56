"""Whoever adds a statistic is told what it still lacks: a weighted form, a reader, words, the variables that suit it.

Whether the German of what a method page calls it is there, `tests/unit/publish/test_german.py` says.
"""

from __future__ import annotations

import pytest
from small import block, dictionary_json, plan, table

from dpdesk.gui.tables.edits.measures import needs_quantity, suits
from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.compiler.measures.base import Measured
from dpdesk.planning.document.model import MEASURES, MeasureRecord
from dpdesk.release.reading.read import read
from dpdesk.schema.dictionary import Dictionary

VARIABLES = {"quantity": "years", "bins": "age", "order": "age", "codes": "sex"}
MORE = {
    "percentage": {"base": "table"},
    "quantiles": {"at": ["1/4"]},
    "share": {"within": {"from": "0", "to": "4"}},
    "intervals": {"intervals": [{"from": "0", "to": "4"}]},
    "code_prefix": {"prefixes": ["f"]},
    "index": {"base": {"variable": "sex", "code": "f"}},
    "ratio": {"top": {"variable": "years"}, "bottom": {}},
}
"""What a kind needs beside its variable; rates need public figures, and have tests of their own."""
KINDS = [kind for kind in MEASURES if kind != "rate"]


def measured(kind: str, **more: object) -> Measured:
    about = MEASURES[kind].about
    record = {"kind": kind, **({"variable": VARIABLES[about]} if about else {}), **MORE.get(kind, {}), **more}
    d = Dictionary.from_json(dictionary_json(neighbours="add_remove", budget_cap={"rho": "100"}))
    (mapped,) = compile_plan(plan(table(stub=[block("sex")], measures=[record]), dictionary=d)).tables
    return mapped.recipes[0].measured


@pytest.mark.parametrize("kind", KINDS)
def test_it_has_a_weighted_form_and_a_reader(kind: str) -> None:
    for made in (measured(kind), measured(kind, weight="years")):
        assert read.dispatch(type(made)) is not read.dispatch(Measured), type(made).__name__
    assert made.weight is not None


def test_a_class_without_a_reader_has_none() -> None:
    """The control of the test above."""

    class Unread(Measured):
        kind = "unread"

    assert read.dispatch(Unread) is read.dispatch(Measured)


@pytest.mark.parametrize("kind", MEASURES)
def test_it_says_what_many_of_it_are_called_and_what_it_is_about(kind: str) -> None:
    record = MEASURES[kind]
    assert isinstance(record, type) and issubclass(record, MeasureRecord) and set(record.plural) == {"en", "de"}
    assert (record.about is not None) == ("variable" in record.model_fields)
    assert record.about != "quantity" or needs_quantity(kind)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if MEASURES[kind].about])
def test_the_window_offers_it_the_variables_that_suit(kind: str) -> None:
    d = Dictionary.from_json(dictionary_json())
    assert suits(kind, d.variable(VARIABLES[MEASURES[kind].about or "codes"]))
    assert suits(kind, d.variable("years")) == (MEASURES[kind].about == "quantity")
