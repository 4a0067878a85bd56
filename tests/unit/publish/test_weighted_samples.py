"""A sample whose figures are weighted is nowhere said to count cases; one whose figures are not, everywhere."""

from __future__ import annotations

from typing import Any

import published
import pytest

from dpdesk.publish.documents import facts
from dpdesk.publish.methods import what
from dpdesk.publish.review.promise import promise_pieces
from dpdesk.publish.workbook.titles import table_title
from dpdesk.release.result import Release

WEIGHT = {
    "name": "wt", "kind": "quantity", "column": "wt", "label": {"en": "Weight"}, "describes": "unit", "lower": "0",
    "upper": "4", "step": "1", "below": "clamp", "above": "clamp", "unreadable": "not_stated",
}  # fmt: skip
COUNT: dict[str, Any] = {"kind": "count"}
WEIGHTED = {**COUNT, "weight": "wt"}


def of_a_sample(*tables: dict[str, Any]) -> Release:
    variables = [*published.dictionary().to_json()["variables"], WEIGHT]
    answers = [{"column": "wt", "answer": "weight"}]
    one = published.dictionary(variables, data_kind="sample", weight_columns=answers)
    return published.release(published.plan(one, list(tables)))


@pytest.mark.parametrize(
    ("measures", "kind", "german", "cases"),
    [
        ([WEIGHTED], "a sample, weighted", "Stichprobe, gewichtet", False),
        ([COUNT, WEIGHTED], "a sample, weighted in part", "Stichprobe, teils gewichtet", True),
        ([COUNT], "sample cases, unweighted", "Stichprobenfälle, ungewichtet", True),
    ],
)
def test_weighted_figures_are_not_called_cases(
    measures: list[dict[str, Any]], kind: str, german: str, cases: bool
) -> None:
    """Neither in a title line nor in notes, on the cover, in the methods or in the pack for a board."""
    made = of_a_sample(published.table(measures=measures))
    assert table_title(made, made.tables[0], None, "en").endswith(f"({kind})")
    assert table_title(made, made.tables[0], None, "de").endswith(f"({german})")
    for language, named, word in (("en", "Kind of data", "cases"), ("de", "Art der Daten", "Fälle")):
        notes = " ".join(facts.standard_notes(made, language))
        for text in (notes, dict(facts.cover(made, language))[named], what(made, language)):
            assert (word in text) == cases, text
    assert kind.removeprefix("sample cases, ") in str(next(promise_pieces(made, "en")))


def test_each_table_says_whether_it_is_weighted() -> None:
    made = of_a_sample(published.table(), published.table("heavy", measures=[WEIGHTED]))
    titles = [table_title(made, one, None, "en") for one in made.tables]
    assert [one.rpartition("(")[2] for one in titles] == ["sample cases, unweighted)", "a sample, weighted)"]
    assert "weighted in part" in facts.sample_note(made, "en")
    assert "unweighted" not in facts.sample_note(made, "en", "heavy")
    assert facts.sample_note(published.release(), "en") == ""
